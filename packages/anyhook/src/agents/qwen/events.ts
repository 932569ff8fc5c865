import { type EventName, type ToolResult, type ToolRow, withoutUndefined } from '@anyhook/core';
import { claudeReaders, doubleUnderscoreMcp, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, blocksText, countValue, type Fields, objectValue, textValue } from '../kit/json-fields.js';
import { qwenTools as tools } from './tools.js';

/** The 22 events of Qwen Code. */
export const events: Readonly<Record<string, EventName>> = {
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  UserPromptSubmit: 'prompt.submit',
  PreToolUse: 'tool.before',
  PermissionRequest: 'tool.permission',
  PostToolUse: 'tool.after',
  PostToolUseFailure: 'tool.failure',
  Stop: 'agent.stop',
  StopFailure: 'error',
  SubagentStart: 'subagent.start',
  SubagentStop: 'subagent.stop',
  PreCompact: 'compact.before',
  PostCompact: 'compact.after',
  Notification: 'notification',
  UserPromptExpansion: 'other',
  PermissionDenied: 'other',
  PostToolBatch: 'other',
  MessageDisplay: 'other',
  TodoCreated: 'other',
  TodoCompleted: 'other',
  InstructionsLoaded: 'other',
  SessionDelete: 'other',
};

/** How Qwen Code's payloads are read. */
export const shape: PayloadShape = {
  host: 'qwen',
  events,
  tools,
  rowOf,
  sessionEnv: 'QWEN_CODE_SESSION_ID',
  mcpOf: doubleUnderscoreMcp,
  // An empty prompt is not a submitted one: the event also fires after each tool result (quirk 8).
  refineName: (name, payload) => (name === 'prompt.submit' && payload['prompt'] === '' ? 'other' : name),
  readers: {
    ...claudeReaders,
    'tool.after': (payload, self) => ({
      call: readCall(payload, self),
      result: withExitCode({ ok: true, text: responseText(payload['tool_response']) }),
      ...withoutUndefined({ durationMs: countValue(payload['duration_ms']) }),
    }),
    'tool.failure': (payload, self) => {
      const error = asText(payload['error']);
      const durationMs = countValue(payload['duration_ms']);
      const result = withExitCode({ ok: false, text: error });
      return { call: readCall(payload, self), error, result, ...withoutUndefined({ durationMs }) };
    },
    error: (payload) => ({
      level: 'error',
      ...withoutUndefined({
        message:
          textValue(payload['error_details']) ??
          textValue(payload['last_assistant_message']) ??
          textValue(payload['error']),
        kind: textValue(payload['error']),
      }),
    }),
  },
};

/** Older versions called the path of read_file `absolute_path`. */
function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  const older = toolName === 'read_file' && input['file_path'] === undefined && input['absolute_path'] !== undefined;
  return older ? { kind: 'read', fields: { path: 'absolute_path' } } : undefined;
}

function responseText(response: unknown): string {
  const fields = objectValue(response);
  if (!fields) return asText(response);
  const content = fields['llmContent'] ?? fields['returnDisplay'] ?? response;
  return blocksText(content) ?? textValue(objectValue(content)?.['text']) ?? asText(content);
}

/** The shell's report names the exit code on a line of its own. */
function withExitCode(result: ToolResult): ToolResult {
  if (!result.text.startsWith('Command: ')) return result;
  const code = /\nExit Code: (\d{1,3})\n/.exec(result.text.slice(-400))?.[1];
  return code === undefined ? result : { ...result, exitCode: Number(code) };
}
