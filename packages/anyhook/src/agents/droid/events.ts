import { type EventName, type ToolResult, withoutUndefined } from '@anyhook/core';
import { claudeReaders, doubleUnderscoreMcp, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, countValue, flagValue, textValue } from '../kit/json-fields.js';
import { droidTools as tools } from './tools.js';

/** The 9 events of droid. */
export const events: Readonly<Record<string, EventName>> = {
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  UserPromptSubmit: 'prompt.submit',
  PreToolUse: 'tool.before',
  PostToolUse: 'tool.after',
  Stop: 'agent.stop',
  SubagentStop: 'subagent.stop',
  PreCompact: 'compact.before',
  Notification: 'notification',
};

/** How droid's payloads are read. */
export const shape: PayloadShape = {
  host: 'droid',
  events,
  tools,
  mcpOf: doubleUnderscoreMcp,
  readers: {
    ...claudeReaders,
    'session.end': (payload) =>
      withoutUndefined({
        reason: textValue(payload['reason']),
        durationMs: countValue(payload['session_duration_ms']),
      }),
    'tool.after': (payload, self) => ({ call: readCall(payload, self), result: readResult(payload['tool_response']) }),
    'agent.stop': (payload) =>
      withoutUndefined({
        stopHookActive: flagValue(payload['stop_hook_active']),
        stepCount: countValue(payload['tool_execution_count']),
      }),
    'subagent.stop': (payload) => ({
      subagent: withoutUndefined({ name: textValue(payload['task_name']) }),
      ...withoutUndefined({
        response: textValue(payload['task_result']) ?? textValue(payload['task_error']),
        stopHookActive: flagValue(payload['stop_hook_active']),
      }),
    }),
  },
};

/** The response is a string; that of Execute ends with the exit code. */
function readResult(response: unknown): ToolResult {
  const output = asText(response);
  const code = /\[Process exited with code (\d{1,3})\]\s*$/.exec(output.slice(-100))?.[1];
  if (code === undefined) return { ok: true, text: output };
  return { ok: code === '0', text: output, exitCode: Number(code) };
}
