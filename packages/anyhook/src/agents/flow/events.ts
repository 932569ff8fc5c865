import { type Event, type EventName, type ToolResult, withoutUndefined } from '@anyhook/core';
import type { DecodeContext } from '../agent.js';
import { claudeReaders, decodeShaped, doubleUnderscoreMcp, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, blocksText, type Fields, joinTexts, objectValue, textValue } from '../kit/json-fields.js';
import { rowOf, tools } from './tools.js';

/** The contract's own event names, and those of the agents in its mapping table (quirk 4). */
export const events: Readonly<Record<string, EventName>> = {
  SessionStart: 'session.start',
  agentSpawn: 'session.start',
  'session.created': 'session.start',
  session_start: 'session.start',
  SessionEnd: 'session.end',
  UserPromptSubmit: 'prompt.submit',
  userPromptSubmit: 'prompt.submit',
  input: 'prompt.submit',
  PreToolUse: 'tool.before',
  preToolUse: 'tool.before',
  'tool.execute.before': 'tool.before',
  tool_call: 'tool.before',
  PermissionRequest: 'tool.permission',
  permissionRequest: 'tool.permission',
  PostToolUse: 'tool.after',
  postToolUse: 'tool.after',
  'tool.execute.after': 'tool.after',
  tool_result: 'tool.after',
  PostToolUseFailure: 'tool.failure',
  Stop: 'agent.stop',
  stop: 'agent.stop',
  'session.idle': 'agent.stop',
  SubagentStart: 'subagent.start',
  subagentStart: 'subagent.start',
  SubagentStop: 'subagent.stop',
  subagentStop: 'subagent.stop',
};

/** How the contract's payloads are read. */
export const shape: PayloadShape = {
  host: 'flow',
  events,
  tools,
  rowOf,
  mcpOf: doubleUnderscoreMcp,
  inferName,
  readers: {
    ...claudeReaders,
    'prompt.submit': (payload) => ({
      prompt: asText(payload['prompt'] ?? objectValue(payload['turn'])?.['prompt_text']),
    }),
    'tool.after': (payload, self) => ({ call: readCall(payload, self), result: readResult(payload) }),
    'tool.failure': (payload, self) => ({
      call: readCall(payload, self),
      error: asText(payload['error'] ?? payload['tool_response']),
    }),
    'subagent.start': subagentFields,
    'subagent.stop': subagentFields,
  },
};

/** The event of a payload that does not name it (quirk 4). Steering after subagents sees only the finished call. */
function inferName(payload: Fields): string {
  const input = objectValue(payload['tool_input']);
  if (payload['tool_response'] !== undefined || payload['tool_output'] !== undefined) return 'PostToolUse';
  if (input?.['command'] === 'InvokeSubagents') return 'PostToolUse';
  if (input || payload['tool_name'] !== undefined) return 'PreToolUse';
  return payload['prompt'] === undefined && payload['stop_reason'] !== undefined ? 'Stop' : 'UserPromptSubmit';
}

function readResult(payload: Fields): ToolResult {
  const response = payload['tool_response'] ?? payload['tool_output'];
  const fields = objectValue(response);
  const stdout = textValue(fields?.['stdout']);
  const stderr = textValue(fields?.['stderr']);
  const ok = payload['error'] === undefined || payload['error'] === null;
  if (stdout === undefined) return { ok, text: blocksText(fields?.['content']) ?? asText(response) };
  return { ok, text: joinTexts([stdout, stderr], '\n') ?? '', stdout, ...withoutUndefined({ stderr }) };
}

function subagentFields(payload: Fields) {
  const name = textValue(payload['agent_name']) ?? textValue(payload['agent_type']);
  return {
    subagent: withoutUndefined({ id: textValue(payload['agent_id']), name, type: textValue(payload['agent_type']) }),
  };
}

/** The event of a payload, which the contract may have cut. */
export function decode(payload: unknown, context: DecodeContext): Event {
  if (!context.truncated || objectValue(payload))
    return { ...decodeShaped(shape, withCallId(payload), context), raw: payload };
  const event = decodeShaped(shape, readableFields(context.text ?? ''), context);
  return { ...event, raw: payload };
}

/** The contract's `tool_id` under the name that the readers know. */
function withCallId(payload: unknown): unknown {
  const fields = objectValue(payload);
  if (fields?.['tool_id'] === undefined || fields['tool_use_id'] !== undefined) return payload;
  return { ...fields, tool_use_id: fields['tool_id'] };
}

/** The fields that can still be read in a cut payload (quirk 5). */
function readableFields(cut: string): Fields {
  const find = (key: string) => new RegExp(`"${key}"\\s*:\\s*"([^"\\\\]{1,200})"`).exec(cut)?.[1];
  return {
    hook_event_name: find('hook_event_name'),
    session_id: find('session_id'),
    cwd: find('cwd'),
    tool_name: find('tool_name') ?? '',
  };
}
