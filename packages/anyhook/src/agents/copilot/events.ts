import { type EventName, type ToolResult, withoutUndefined } from '@anyhook/core';
import { claudeReaders, doubleUnderscoreMcp, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, type Fields, flagValue, objectValue, textValue } from '../kit/json-fields.js';
import { claudeView, inferName } from './claude-view.js';
import { rowOf, tools } from './tools.js';

/** Copilot CLI's events in camelCase, then the same events under the names of other agents (quirk 1). */
export const events: Readonly<Record<string, EventName>> = {
  sessionStart: 'session.start',
  sessionEnd: 'session.end',
  userPromptSubmitted: 'prompt.submit',
  userPromptTransformed: 'other',
  preToolUse: 'tool.before',
  permissionRequest: 'tool.permission',
  postToolUse: 'tool.after',
  postToolUseFailure: 'tool.failure',
  agentStop: 'agent.stop',
  subagentStart: 'subagent.start',
  subagentStop: 'subagent.stop',
  preCompact: 'compact.before',
  notification: 'notification',
  errorOccurred: 'error',
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  UserPromptSubmit: 'prompt.submit',
  PreToolUse: 'tool.before',
  PermissionRequest: 'tool.permission',
  PostToolUse: 'tool.after',
  PostToolUseFailure: 'tool.failure',
  Stop: 'agent.stop',
  SubagentStart: 'subagent.start',
  SubagentStop: 'subagent.stop',
  PreCompact: 'compact.before',
  Notification: 'notification',
  ErrorOccurred: 'error',
};

/** The payload in Claude's field names. */
const viewOf = (payload: Fields): Fields => claudeView(payload, (name) => Object.hasOwn(events, name));

const subagentFields = (view: Fields) => ({
  subagent: withoutUndefined({
    id: textValue(view['agent_id']),
    name: textValue(view['agent_name']) ?? textValue(view['agent_type']),
    type: textValue(view['agent_type']),
  }),
  ...withoutUndefined({
    response: textValue(view['last_assistant_message']),
    stopHookActive: flagValue(view['stop_hook_active']),
  }),
});

/** How Copilot CLI's payloads are read, through `claudeView`. */
export const shape: PayloadShape = {
  host: 'copilot',
  viewOf,
  events,
  tools,
  rowOf,
  inferName,
  mcpOf: doubleUnderscoreMcp,
  readers: {
    ...claudeReaders,
    'tool.after': (view, self) => ({
      call: readCall(view, self),
      result: readResult(objectValue(view['tool_result'])),
    }),
    'tool.failure': (view, self) => {
      const error = errorOf(view);
      return { call: readCall(view, self), error, result: { ok: false, text: error } };
    },
    'subagent.start': subagentFields,
    'subagent.stop': subagentFields,
    error: (view) => ({
      level: 'error',
      message: errorOf(view),
      ...withoutUndefined({ kind: textValue(view['error_context']) }),
    }),
  },
};

const errorOf = (view: Fields): string => textValue(objectValue(view['error'])?.['message']) ?? asText(view['error']);

/** The text that the model sees; the shell ends it with the exit code (quirk 8). */
function readResult(result: Fields = {}): ToolResult {
  const output = asText(result['text_result_for_llm']);
  const type = textValue(result['result_type']) ?? 'success';
  const code = /with exit code (\d{1,3})>\s*$/.exec(output.slice(-100))?.[1];
  const ok = type === 'success' && (code === undefined || code === '0');
  return { ok, text: output, ...(code !== undefined && { exitCode: Number(code) }) };
}
