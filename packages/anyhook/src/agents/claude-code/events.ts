import { type EventName, withoutUndefined } from '@anyhook/core';
import { claudeReaders, doubleUnderscoreMcp, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, countValue, textValue } from '../kit/json-fields.js';
import { failedResult, readResult } from './result.js';
import { tools } from './tools.js';

/** The 30 events of Claude Code. */
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
  Setup: 'other',
  UserPromptExpansion: 'other',
  PermissionDenied: 'other',
  PostToolBatch: 'other',
  MessageDisplay: 'other',
  TeammateIdle: 'other',
  TaskCreated: 'other',
  TaskCompleted: 'other',
  Elicitation: 'other',
  ElicitationResult: 'other',
  ConfigChange: 'other',
  InstructionsLoaded: 'other',
  CwdChanged: 'other',
  FileChanged: 'other',
  WorktreeCreate: 'other',
  WorktreeRemove: 'other',
};

/** How Claude Code's payloads are read. */
export const shape: PayloadShape = {
  host: 'claude-code',
  events,
  tools,
  sessionEnv: 'CLAUDE_CODE_SESSION_ID',
  mcpOf: doubleUnderscoreMcp,
  readers: {
    ...claudeReaders,
    'tool.after': (payload, self) => ({
      call: readCall(payload, self),
      result: readResult(payload['tool_response']),
      ...withoutUndefined({ durationMs: countValue(payload['duration_ms']) }),
    }),
    'tool.failure': (payload, self) => {
      const error = asText(payload['error']);
      const durationMs = countValue(payload['duration_ms']);
      return { call: readCall(payload, self), error, result: failedResult(error), ...withoutUndefined({ durationMs }) };
    },
    error: (payload) => ({
      level: 'error',
      ...withoutUndefined({
        message: textValue(payload['last_assistant_message']) ?? textValue(payload['error']),
        kind: textValue(payload['error']),
      }),
    }),
  },
};
