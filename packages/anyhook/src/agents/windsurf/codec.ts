import { showHidden, type ToolRow, type Verdict, withoutUndefined } from '@anyhook/core';
import { capabilities, eventRows } from '../../../.cache/agents/windsurf/tables.js';
import { nestedFieldPacking } from '../kit/claude-view.js';
import {
  claudeReaders,
  codecOf,
  contextOf,
  denies,
  type Encode,
  type Encoders,
  noOp,
  type PayloadShape,
  readCall,
  reasonOf,
  refuseByExit,
  userTextOf,
} from '../kit/codec.js';
import { asText, blocksText, type Fields, joinTexts, objectValue, textValue } from '../kit/json-fields.js';
import { payloadEvents } from '../kit/tables.js';
import { tools } from './tables.js';

const events = payloadEvents(eventRows);

const path = 'file_path';
const edits = { field: 'edits', list: true };
const writeRow: ToolRow = {
  kind: 'write',
  fields: { path },
  ...nestedFieldPacking({ ...edits, names: { content: 'new_string' }, extras: ['old_string'] }),
};

/** One edit that replaces nothing writes a file. */
function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  const list = input['edits'];
  if (toolName !== 'write_code' || !Array.isArray(list) || list.length !== 1) return undefined;
  const edit = objectValue(list[0]);
  return edit && typeof edit['new_string'] === 'string' && (edit['old_string'] ?? '') === '' ? writeRow : undefined;
}

/** The payload in Claude's field names; Cascade's own fields are under `native`. */
function viewOf(payload: Fields): Fields {
  const native = objectValue(payload['tool_info']) ?? {};
  const name = textValue(payload['agent_action_name']);
  const isMcp = name?.endsWith('_mcp_tool_use') === true;
  const isTool = name !== undefined && Object.hasOwn(events, name) && events[name]?.startsWith('tool.') === true;
  return withoutUndefined({
    hook_event_name: name,
    session_id: textValue(payload['trajectory_id']),
    cwd: textValue(native['cwd']),
    timestamp: textValue(payload['timestamp']),
    model: textValue(payload['model_name']),
    transcript_path: textValue(native['transcript_path']),
    tool_name: isMcp ? native['mcp_tool_name'] : isTool ? name.replace(/^(?:pre|post)_/, '') : undefined,
    tool_input: isMcp ? native['mcp_tool_arguments'] : native,
    native,
  });
}

const nativeOf = (view: Fields): Fields => objectValue(view['native']) ?? {};

function mcpOf(toolName: string, view: Fields) {
  const server = textValue(nativeOf(view)['mcp_server_name']);
  return server && toolName !== '' ? { server, tool: toolName } : undefined;
}

const shape: PayloadShape = {
  agent: 'windsurf',
  viewOf,
  events,
  tools,
  rowOf,
  mcpOf,
  readers: {
    ...claudeReaders,
    'prompt.submit': (view) => ({ prompt: asText(nativeOf(view)['user_prompt']) }),
    // Only the output of MCP tools is in the payload (quirk 3).
    'tool.after': (view, self) => {
      const result = nativeOf(view)['mcp_result'];
      return { call: readCall(view, self), result: { ok: true, text: blocksText(result) ?? asText(result) } };
    },
    'agent.done': (view) => withoutUndefined({ response: textValue(nativeOf(view)['response']) }),
  },
};

const showMessages = (verdict: Verdict) => ({ ...noOp, stdout: showHidden(userTextOf(verdict) ?? '') });

const promptSubmit: Encode = (_event, verdict) => (denies(verdict) ? refuseByExit(reasonOf(verdict)) : noOp);

const toolBefore: Encode = (_event, verdict) =>
  denies(verdict) ? refuseByExit(joinTexts([reasonOf(verdict), contextOf(verdict)]) ?? '') : showMessages(verdict);

/** Only exit 2 reaches the model; after a tool it does not block anything (quirk 2). */
const toolAfter: Encode = (_event, verdict) => {
  const feedback = joinTexts([denies(verdict) ? reasonOf(verdict) : undefined, contextOf(verdict)]);
  return feedback === undefined ? showMessages(verdict) : refuseByExit(feedback);
};

const messagesOnly: Encode = (_event, verdict) => showMessages(verdict);

/** The answer to each event, else an empty one. An ask is sent as a deny: Cascade has no other decision. */
const encoders: Encoders = {
  'prompt.submit': promptSubmit,
  'tool.before': toolBefore,
  'tool.after': toolAfter,
  'agent.done': messagesOnly,
};

export const windsurfCodec = codecOf({ shape, capabilities, encoders });
