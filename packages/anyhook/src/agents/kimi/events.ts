import { type EventName, withoutUndefined } from '@anyhook/core';
import { claudeReaders, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, countValue, type Fields, textValue } from '../kit/json-fields.js';
import { rowOf, tools } from './tools.js';

/** The 13 events of Kimi CLI. */
export const events: Readonly<Record<string, EventName>> = {
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  UserPromptSubmit: 'prompt.submit',
  PreToolUse: 'tool.before',
  PostToolUse: 'tool.after',
  PostToolUseFailure: 'tool.failure',
  Stop: 'agent.stop',
  StopFailure: 'error',
  SubagentStart: 'subagent.start',
  SubagentStop: 'subagent.stop',
  PreCompact: 'compact.before',
  PostCompact: 'compact.after',
  Notification: 'notification',
};

/** The payload with the call's id under the name that the common readers expect. */
const viewOf = (payload: Fields): Fields => withoutUndefined({ ...payload, tool_use_id: payload['tool_call_id'] });

const subagentOf = (payload: Fields) => {
  const name = textValue(payload['agent_name']);
  return withoutUndefined({ name, type: name });
};

/** How Kimi's payloads are read. */
export const shape: PayloadShape = {
  host: 'kimi',
  viewOf,
  events,
  tools,
  rowOf,
  // MCP tools have their plain name, without a server (quirk 5).
  mcpOf: () => undefined,
  readers: {
    ...claudeReaders,
    'tool.after': (payload, self) => ({
      call: readCall(payload, self),
      result: { ok: true, text: asText(payload['tool_output']) },
    }),
    'tool.failure': (payload, self) => {
      const error = asText(payload['error']);
      return { call: readCall(payload, self), error, result: { ok: false, text: error } };
    },
    'subagent.start': (payload) => ({
      subagent: subagentOf(payload),
      ...withoutUndefined({ task: textValue(payload['prompt']) }),
    }),
    'subagent.stop': (payload) => ({
      subagent: subagentOf(payload),
      ...withoutUndefined({ response: textValue(payload['response']) }),
    }),
    'compact.before': (payload) =>
      withoutUndefined({ trigger: textValue(payload['trigger']), inputTokens: countValue(payload['token_count']) }),
    'compact.after': (payload) =>
      withoutUndefined({
        trigger: textValue(payload['trigger']),
        outputTokens: countValue(payload['estimated_token_count']),
      }),
    notification: (payload) =>
      withoutUndefined({
        level: textValue(payload['severity']),
        message: textValue(payload['body']) || textValue(payload['title']),
        kind: textValue(payload['notification_type']),
      }),
    error: (payload) => ({
      level: 'error',
      ...withoutUndefined({ message: textValue(payload['error_message']), kind: textValue(payload['error_type']) }),
    }),
  },
};
