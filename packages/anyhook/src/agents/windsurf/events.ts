import { type EventName, withoutUndefined } from '@anyhook/core';
import { claudeReaders, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, blocksText, type Fields, objectValue, textValue } from '../kit/json-fields.js';
import { rowOf, tools } from './tools.js';

/** The events of Windsurf's Cascade. */
export const events: Readonly<Record<string, EventName>> = {
  pre_user_prompt: 'prompt.submit',
  pre_run_command: 'tool.before',
  pre_read_code: 'tool.before',
  pre_write_code: 'tool.before',
  pre_mcp_tool_use: 'tool.before',
  post_run_command: 'tool.after',
  post_read_code: 'tool.after',
  post_write_code: 'tool.after',
  post_mcp_tool_use: 'tool.after',
  post_cascade_response: 'agent.done',
  post_cascade_response_with_transcript: 'other',
  post_setup_worktree: 'other',
};

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

/** How Windsurf's payloads are read. */
export const shape: PayloadShape = {
  host: 'windsurf',
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
