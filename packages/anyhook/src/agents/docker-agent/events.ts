import { type EventName, withoutUndefined } from '@anyhook/core';
import { claudeReaders, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, countValue, type Fields, textValue } from '../kit/json-fields.js';
import { tools } from './tools.js';

/** docker-agent's 28 events. */
export const events: Readonly<Record<string, EventName>> = {
  session_start: 'session.start',
  session_end: 'session.end',
  user_prompt_submit: 'prompt.submit',
  user_steering_messages_submit: 'prompt.submit',
  user_followup_submit: 'prompt.submit',
  turn_start: 'turn.start',
  turn_end: 'turn.end',
  before_llm_call: 'model.before',
  after_llm_call: 'model.after',
  pre_tool_use: 'tool.before',
  tool_guard: 'tool.before',
  tool_input_transform: 'tool.before',
  permission_request: 'tool.permission',
  post_tool_use: 'tool.after',
  tool_response_transform: 'tool.after',
  stop: 'agent.done',
  subagent_stop: 'subagent.stop',
  pre_compact: 'compact.before',
  before_compaction: 'compact.before',
  after_compaction: 'compact.after',
  on_user_input: 'user.wait',
  notification: 'notification',
  on_error: 'error',
  on_max_iterations: 'limit',
  on_agent_switch: 'other',
  on_session_resume: 'other',
  on_tool_approval_decision: 'other',
  worktree_create: 'other',
};

/** The payload with the agent's name and its model under the names that the common readers expect. */
function viewOf(payload: Fields): Fields {
  const name = textValue(payload['agent_name']);
  // The agent that a session begins with is usually called root (quirk 8).
  const agent = name === undefined || name === '' || name === 'root' ? {} : { agent_id: name, agent_type: name };
  return withoutUndefined({ ...payload, ...agent, model: payload['model_id'] });
}

const steeringText = (messages: unknown): string | undefined =>
  Array.isArray(messages) ? messages.map(asText).join('\n\n') : undefined;

const noticeFields = (payload: Fields) =>
  withoutUndefined({
    level: textValue(payload['notification_level']),
    message: textValue(payload['notification_message']),
  });

const compactionFields = (payload: Fields) =>
  withoutUndefined({
    trigger: textValue(payload['source']) ?? textValue(payload['compaction_reason']),
    inputTokens: countValue(payload['input_tokens']),
    outputTokens: countValue(payload['output_tokens']),
    contextLimit: countValue(payload['context_limit']),
    summary: textValue(payload['summary']),
  });

/** How docker-agent's payloads are read. */
export const shape: PayloadShape = {
  host: 'docker-agent',
  viewOf,
  events,
  tools,
  // MCP tools have a name of their own, with or without that of their server (quirk 9).
  mcpOf: () => undefined,
  refineName: (name, payload) => (name === 'tool.after' && payload['tool_error'] === true ? 'tool.failure' : name),
  readers: {
    ...claudeReaders,
    'prompt.submit': (payload) => ({
      prompt: steeringText(payload['steering_messages']) ?? asText(payload['prompt']),
    }),
    'turn.end': (payload) => withoutUndefined({ reason: textValue(payload['reason']) }),
    'model.before': (payload) => {
      const messages = payload['messages'];
      return withoutUndefined({
        messages: Array.isArray(messages) ? (messages as { role: string; content: unknown }[]) : undefined,
        iteration: countValue(payload['iteration']),
      });
    },
    'model.after': (payload) => withoutUndefined({ response: textValue(payload['stop_response']) }),
    'tool.after': (payload, self) => ({
      call: readCall(payload, self),
      result: { ok: true, text: asText(payload['tool_response']) },
    }),
    'tool.failure': (payload, self) => {
      const error = asText(payload['tool_response']);
      return { call: readCall(payload, self), error, result: { ok: false, text: error } };
    },
    'agent.done': (payload) => withoutUndefined({ response: textValue(payload['stop_response']) }),
    'subagent.stop': (payload) => {
      const name = textValue(payload['agent_name']);
      return {
        subagent: withoutUndefined({ name, type: name }),
        ...withoutUndefined({ response: textValue(payload['stop_response']) }),
      };
    },
    'compact.before': compactionFields,
    'compact.after': compactionFields,
    notification: noticeFields,
    error: noticeFields,
    limit: noticeFields,
  },
};
