import { type EventName, type ToolResult, withoutUndefined } from '@anyhook/core';
import { claudeReaders, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, blocksText, countValue, type Fields, flagValue, objectValue, textValue } from '../kit/json-fields.js';
import { partsOf, payloadSession, viewOf } from './claude-view.js';
import { tools } from './tools.js';

/** opencode's hooks, and its bus events with the prefix `event.`. */
export const events: Readonly<Record<string, EventName>> = {
  'event.session.created': 'session.start',
  'event.session.deleted': 'session.end',
  dispose: 'session.end',
  'chat.message': 'prompt.submit',
  'experimental.chat.messages.transform': 'model.before',
  'tool.execute.before': 'tool.before',
  'event.permission.asked': 'tool.permission',
  'tool.execute.after': 'tool.after',
  'event.message.part.updated': 'tool.failure',
  'experimental.text.complete': 'agent.stop',
  'event.session.idle': 'agent.done',
  'experimental.session.compacting': 'compact.before',
  'event.session.compacted': 'compact.after',
  'event.session.error': 'error',
  config: 'other',
  'chat.params': 'other',
  'chat.headers': 'other',
  'command.execute.before': 'other',
  'experimental.chat.system.transform': 'other',
  'experimental.compaction.autocontinue': 'other',
  'experimental.provider.small_model': 'other',
  'permission.ask': 'other',
  'shell.env': 'other',
  'tool.definition': 'other',
  'event.catalog.updated': 'other',
  'event.command.executed': 'other',
  'event.file.edited': 'other',
  'event.file.watcher.updated': 'other',
  'event.installation.updated': 'other',
  'event.integration.updated': 'other',
  'event.lsp.client.diagnostics': 'other',
  'event.lsp.updated': 'other',
  'event.message.part.delta': 'other',
  'event.message.part.removed': 'other',
  'event.message.removed': 'other',
  'event.message.updated': 'other',
  'event.permission.replied': 'other',
  'event.plugin.added': 'other',
  'event.reference.updated': 'other',
  'event.server.connected': 'other',
  'event.session.diff': 'other',
  'event.session.status': 'other',
  'event.session.updated': 'other',
  'event.todo.updated': 'other',
  'event.tui.command.execute': 'other',
  'event.tui.prompt.append': 'other',
  'event.tui.toast.show': 'other',
};

const nativeParts = (view: Fields) => partsOf(objectValue(view['native']) ?? {});

function refineName(name: EventName, view: Fields): EventName {
  const { info, output, part, event } = nativeParts(view);
  const isChild = textValue(view['agent_id']) !== undefined || textValue(info['parentID']) !== undefined;
  if (name === 'session.start') return isChild ? 'subagent.start' : name;
  if (name === 'agent.done') return isChild ? 'subagent.stop' : name;
  // A subagent ends with its idle event.
  if (name === 'agent.stop') return isChild ? 'other' : name;
  if (name === 'tool.after') return failureExitCode(output) === undefined ? name : 'tool.failure';
  if (name !== 'tool.failure' || event['type'] === undefined) return name;
  if (part['type'] === 'tool') return objectValue(part['state'])?.['status'] === 'error' ? name : 'other';
  return !isChild && part['type'] === 'step-finish' && part['reason'] === 'stop' ? 'agent.stop' : 'other';
}

/** The exit code of a command that failed. */
function failureExitCode(output: Fields): number | undefined {
  const exit = countValue(objectValue(output['metadata'])?.['exit']);
  return exit === undefined || exit === 0 ? undefined : exit;
}

function resultOf(output: Fields): ToolResult {
  const exitCode = countValue(objectValue(output['metadata'])?.['exit']);
  // Tools of MCP servers return a list of contents.
  const outputText = asText(output['output'] ?? blocksText(output['content']));
  return { ok: failureExitCode(output) === undefined, text: outputText, ...withoutUndefined({ exitCode }) };
}

/** A tool that failed: by its exit code, or because it threw. */
function failureOf(view: Fields, shape: PayloadShape) {
  const { output, part } = nativeParts(view);
  const call = readCall(view, shape);
  const error = objectValue(part['state'])?.['error'];
  if (part['type'] === 'tool') return { call, error: asText(error), result: { ok: false, text: asText(error) } };
  const result = resultOf(output);
  return { call, error: result.text || `exit code ${result.exitCode}`, result };
}

/** The messages of a model call: their own parts are the content. */
export const messageView = (message: Fields): { role: string; content: unknown } => ({
  role: textValue(objectValue(message['info'])?.['role']) ?? '',
  content: message['parts'],
});

export function modelMessages(payload: unknown): readonly Fields[] {
  const messages = objectValue(objectValue(payload)?.['output'])?.['messages'];
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return list.map(objectValue).filter((message) => message !== undefined);
}

/** How opencode's payloads are read. */
export const shape: PayloadShape = {
  host: 'opencode',
  viewOf,
  events,
  tools,
  refineName,
  mcpOf,
  readers: {
    ...claudeReaders,
    'session.start': (view) => ({ source: objectValue(view['native'])?.['resumed'] === true ? 'resume' : 'startup' }),
    'session.end': (view) => ({ reason: view['hook_event_name'] === 'dispose' ? 'exit' : 'deleted' }),
    'prompt.submit': (view) => ({ prompt: blocksText(nativeParts(view).output['parts']) ?? '' }),
    'model.before': (view) => ({ messages: modelMessages(view['native']).map(messageView) }),
    'tool.after': (view, self) => ({ call: readCall(view, self), result: resultOf(nativeParts(view).output) }),
    'tool.failure': failureOf,
    'agent.stop': (view) =>
      withoutUndefined({
        response: textValue(nativeParts(view).output['text']),
        stopReason: textValue(nativeParts(view).part['reason']),
        stopHookActive: flagValue(view['stop_hook_active']),
      }),
    'agent.done': () => ({}),
    'subagent.start': (view) => ({
      subagent: subagentOf(view),
      ...withoutUndefined({ task: textValue(nativeParts(view).info['title']) }),
    }),
    'subagent.stop': (view) => ({ subagent: subagentOf(view) }),
    'compact.before': () => ({}),
    'compact.after': () => ({}),
    error: (view) => {
      const error = objectValue(nativeParts(view).properties['error']);
      const message = textValue(objectValue(error?.['data'])?.['message']);
      return {
        level: 'error',
        ...withoutUndefined({ message: message ?? textValue(error?.['name']), kind: textValue(error?.['name']) }),
      };
    },
  },
};

function subagentOf(view: Fields) {
  const type = textValue(view['agent_type']);
  return withoutUndefined({ id: payloadSession(objectValue(view['native']) ?? {}), name: type, type });
}

/** opencode puts `<server>_` in front of a tool's name; only the plugin knows which names are servers (quirk 13). */
function mcpOf(toolName: string, view: Fields) {
  const servers = objectValue(view['native'])?.['mcpServers'];
  if (!Array.isArray(servers)) return undefined;
  const server = servers
    .filter((name): name is string => typeof name === 'string' && name !== '' && toolName.startsWith(`${name}_`))
    .reduce<string | undefined>(
      (best, name) => (best === undefined || name.length > best.length ? name : best),
      undefined,
    );
  const tool = server === undefined ? '' : toolName.slice(server.length + 1);
  return server !== undefined && tool !== '' ? { server, tool } : undefined;
}
