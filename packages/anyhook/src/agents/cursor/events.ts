import { type EventName, parseObject, withoutUndefined } from '@anyhook/core';
import { claudeReaders, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, blocksText, countValue, type Fields, objectValue, ownEntry, textValue } from '../kit/json-fields.js';
import { rowOf, tools } from './tools.js';

/** The events of Cursor's hooks. */
export const events: Readonly<Record<string, EventName>> = {
  sessionStart: 'session.start',
  sessionEnd: 'session.end',
  beforeSubmitPrompt: 'prompt.submit',
  preToolUse: 'tool.before',
  beforeShellExecution: 'tool.before',
  beforeMCPExecution: 'tool.before',
  beforeReadFile: 'tool.before',
  beforeTabFileRead: 'tool.before',
  postToolUse: 'tool.after',
  postToolUseFailure: 'tool.failure',
  stop: 'agent.stop',
  subagentStart: 'subagent.start',
  subagentStop: 'subagent.stop',
  preCompact: 'compact.before',
  afterAgentResponse: 'model.after',
  afterAgentThought: 'other',
  afterShellExecution: 'other',
  afterMCPExecution: 'other',
  afterFileEdit: 'other',
  afterTabFileEdit: 'other',
  workspaceOpen: 'other',
};

/** The event names that entries of Claude Code are called with (quirk 10). */
const claudeNames: Readonly<Record<string, string>> = {
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  UserPromptSubmit: 'beforeSubmitPrompt',
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  Stop: 'stop',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  PreCompact: 'preCompact',
};

const nameOf = (payload: Fields): string | undefined => {
  const name = textValue(payload['hook_event_name']);
  return name === undefined ? undefined : (ownEntry(claudeNames, name) ?? name);
};

/** The payload in Claude's field names. */
function viewOf(payload: Fields): Fields {
  const roots = payload['workspace_roots'];
  const root = Array.isArray(roots) ? textValue(roots[0]) : undefined;
  return withoutUndefined({
    ...payload,
    hook_event_name: nameOf(payload),
    session_id: textValue(payload['conversation_id']) || textValue(payload['session_id']),
    cwd: textValue(payload['cwd']) || root,
    ...callOf(payload),
  });
}

/** The call of an event that is about one tool, under the name that preToolUse would use. */
function callOf(payload: Fields): Fields {
  switch (payload['hook_event_name']) {
    case 'beforeShellExecution':
      return { tool_name: 'Shell', tool_input: withoutUndefined({ command: payload['command'] }) };
    case 'beforeReadFile':
      return { tool_name: 'Read', tool_input: withoutUndefined({ file_path: payload['file_path'] }) };
    case 'beforeTabFileRead':
      return { tool_name: 'TabRead', tool_input: withoutUndefined({ file_path: payload['file_path'] }) };
    default:
      return typeof payload['tool_input'] === 'string' ? { tool_input: jsonObject(payload['tool_input']) } : {};
  }
}

/** beforeMCPExecution has its arguments as JSON text (quirk 5). */
const jsonObject = (json: string): Fields => parseObject(json) ?? {};

/** The name of a server comes with beforeMCPExecution only; `MCP:` names only the tool. */
function mcpOf(toolName: string, view: Fields) {
  const server = textValue(view['mcp_server_name']);
  const tool = toolName.replace(/^MCP:/, '');
  return server && tool ? { server, tool } : undefined;
}

const subagentOf = (view: Fields) => {
  const type = textValue(view['subagent_type']);
  return withoutUndefined({ id: textValue(view['subagent_id']), name: type, type });
};

const wasContinued = (view: Fields): boolean | undefined => {
  const loops = countValue(view['loop_count']);
  return loops === undefined ? undefined : loops > 0;
};

function filesOf(view: Fields): readonly string[] | undefined {
  const list = view['attachments'];
  if (!Array.isArray(list)) return undefined;
  const paths = list.map(
    (item) => textValue(objectValue(item)?.['file_path']) ?? textValue(objectValue(item)?.['filePath']),
  );
  return paths.filter((path) => path !== undefined);
}

/** How Cursor's payloads are read. */
export const shape: PayloadShape = {
  host: 'cursor',
  viewOf,
  events,
  tools,
  rowOf,
  mcpOf,
  readers: {
    ...claudeReaders,
    'session.start': (view) => withoutUndefined({ source: textValue(view['composer_mode']) }),
    'prompt.submit': (view) => ({ prompt: asText(view['prompt']), ...withoutUndefined({ files: filesOf(view) }) }),
    'model.after': (view) => withoutUndefined({ response: textValue(view['text']) }),
    'tool.after': (view, self) => ({
      call: readCall(view, self),
      result: { ok: true, text: blocksText(view['tool_output']) ?? asText(view['tool_output']) },
      ...withoutUndefined({ durationMs: countValue(view['duration']) }),
    }),
    'tool.failure': (view, self) => {
      const error = asText(view['error_message']);
      const durationMs = countValue(view['duration']);
      return {
        call: readCall(view, self),
        error,
        result: { ok: false, text: error },
        ...withoutUndefined({ durationMs }),
      };
    },
    'agent.stop': (view) =>
      withoutUndefined({ stopReason: textValue(view['status']), stopHookActive: wasContinued(view) }),
    'subagent.start': (view) => ({
      subagent: subagentOf(view),
      ...withoutUndefined({ task: textValue(view['task']) }),
    }),
    'subagent.stop': (view) => ({
      subagent: subagentOf(view),
      ...withoutUndefined({ response: textValue(view['summary']), stopHookActive: wasContinued(view) }),
    }),
    'compact.before': (view) =>
      withoutUndefined({ trigger: textValue(view['trigger']), inputTokens: countValue(view['context_tokens']) }),
  },
};
