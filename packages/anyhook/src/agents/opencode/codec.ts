import { type EventName, type ToolResult, withoutUndefined } from '@anyhook/core';
import { capabilities, events, toolRows } from '../../../.cache/agents/opencode/tables.js';
import {
  claudeReaders,
  codecOf,
  denies,
  type Encode,
  type Encoders,
  type PayloadShape,
  readCall,
  reasonOf,
} from '../kit/codec.js';
import { asText, blocksText, countValue, type Fields, flagValue, objectValue, textValue } from '../kit/json-fields.js';
import {
  pluginAnswer,
  pluginEncoders,
  rewrittenHistory,
  stopReasonText,
  userMessages as userTexts,
} from '../kit/plugin-answer.js';
import { withPatchPaths } from '../kit/tables.js';

const tools = withPatchPaths(toolRows);

/** The parts of a payload, whichever hook sent it. */
export function partsOf(payload: Fields) {
  const event = objectValue(payload['event']) ?? {};
  const properties = objectValue(event['properties']) ?? {};
  return {
    event,
    properties,
    input: objectValue(payload['input']) ?? {},
    output: objectValue(payload['output']) ?? {},
    // A message also has an info, whose parentID is another message.
    info: (textValue(event['type'])?.startsWith('session.') && objectValue(properties['info'])) || {},
    part: objectValue(properties['part']) ?? {},
  };
}

/** The payload in Claude's field names, for the common readers; the original is under `native`. */
function viewOf(payload: Fields): Fields {
  const { event, input, info } = partsOf(payload);
  const type = textValue(event['type']);
  const parent = textValue(payload['parentID']) ?? textValue(info['parentID']);
  const session = payloadSession(payload);
  const belongsToParent = parent !== undefined && (type === 'session.created' || type === 'session.idle');
  return withoutUndefined({
    hook_event_name: textValue(payload['hook']) || (type === undefined ? undefined : `event.${type}`),
    // A subagent's start and end belong to the session that started it.
    session_id: belongsToParent ? parent : session,
    cwd: textValue(payload['directory']) ?? textValue(info['directory']) ?? textValue(input['cwd']),
    parent_session_id: belongsToParent ? undefined : parent,
    agent_id: parent === undefined ? undefined : session,
    agent_type: textValue(info['agent']) ?? textValue(input['agent']),
    model: modelOf(payload),
    stop_hook_active: flagValue(payload['stopHookActive']),
    ...callOf(payload),
    native: payload,
  });
}

/** The session that the hook belongs to. */
function payloadSession(payload: Fields): string | undefined {
  const { properties, input, info, output, part } = partsOf(payload);
  const messages = output['messages'];
  const message = objectValue(Array.isArray(messages) ? messages[0] : undefined);
  return [
    ...[
      input['sessionID'],
      properties['sessionID'],
      part['sessionID'],
      info['id'],
      objectValue(output['message'])?.['sessionID'],
    ],
    ...[objectValue(message?.['info'])?.['sessionID'], payload['sessionID']],
  ]
    .map(textValue)
    .find((id) => id !== undefined && id !== '');
}

function modelOf(payload: Fields): string | undefined {
  const { input, output } = partsOf(payload);
  const model = objectValue(input['model']) ?? objectValue(objectValue(output['message'])?.['model']);
  const id = textValue(model?.['modelID']) ?? textValue(model?.['id']);
  const provider = textValue(model?.['providerID']);
  return id !== undefined && provider !== undefined ? `${provider}/${id}` : id;
}

/** The tool call of a payload, under the names that the common readers expect. */
function callOf(payload: Fields): Fields {
  const { properties, input, output, part } = partsOf(payload);
  if (textValue(input['tool']) !== undefined)
    return { tool_name: input['tool'], tool_input: output['args'] ?? input['args'], tool_use_id: input['callID'] };
  if (part['type'] === 'tool')
    return { tool_name: part['tool'], tool_input: objectValue(part['state'])?.['input'], tool_use_id: part['callID'] };
  if (properties['permission'] === undefined) return {};
  const call = objectValue(payload['call']);
  const id = objectValue(properties['tool'])?.['callID'];
  if (call) return { tool_name: call['tool'], tool_input: call['args'], tool_use_id: id };
  return { tool_name: properties['permission'], tool_input: permissionInput(properties), tool_use_id: id };
}

/** The arguments that a permission request shows; the plugin may know all of them (`call`). */
function permissionInput({ permission, patterns, metadata }: Fields): Fields {
  const onlyPattern = Array.isArray(patterns) && patterns.length === 1 ? textValue(patterns[0]) : undefined;
  return withoutUndefined({
    ...objectValue(metadata),
    command: permission === 'bash' ? onlyPattern : undefined,
    filePath: textValue(objectValue(metadata)?.['filepath']),
    patterns,
  });
}

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

/** A failed tool: by its exit code, or because it threw. */
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

const shape: PayloadShape = {
  agent: 'opencode',
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

/** A rewritten message keeps the other parts of the original and gets the new text as its only text part. */
function rewriteMessage({ role, content }: { role: string; content: unknown }, nearest: Fields | undefined): unknown {
  const info = objectValue(nearest?.['info']) ?? { role };
  if (typeof content !== 'string') return { ...nearest, info, parts: content };
  const parts = Array.isArray(nearest?.['parts']) ? (nearest['parts'] as readonly unknown[]) : [];
  const isText = (part: unknown) => textValue(objectValue(part)?.['text']) !== undefined;
  const first = objectValue(parts.find(isText)) ?? { type: 'text' };
  return { ...nearest, info, parts: [{ ...first, text: content }, ...parts.filter((part) => !isText(part))] };
}

/** A session cannot be denied, but its prompts can (quirk 17). */
const startAnswer: Encode = (_event, verdict) =>
  pluginAnswer({
    deny: denies(verdict) ? reasonOf(verdict) : undefined,
    stop: stopReasonText(verdict),
    context: verdict.context,
    messages: userTexts(verdict),
  });

/** opencode does not take a summary, only another instruction for the model that writes it (quirk 9). */
const compactBefore: Encode = (_event, verdict) => {
  const messages = userTexts(verdict);
  if (denies(verdict)) return pluginAnswer({ deny: reasonOf(verdict), messages });
  const prompt =
    verdict.rewrite?.of === 'summary'
      ? `Answer with exactly the text below and nothing else. It is the summary of the conversation.\n\n${verdict.rewrite.value}`
      : undefined;
  return pluginAnswer({ prompt, context: verdict.context, messages });
};

const encoders: Encoders = {
  ...pluginEncoders({
    shape,
    canAsk: () => false,
    canAllow: true,
    history: (event, messages) => rewrittenHistory(modelMessages(event.raw), messageView, messages, rewriteMessage),
  }),
  'session.start': startAnswer,
  'subagent.start': startAnswer,
  'compact.before': compactBefore,
};

export const opencodeCodec = codecOf({ shape, capabilities, encoders });
