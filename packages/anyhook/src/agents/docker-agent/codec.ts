import { type EventName, type ToolMap, type Verdict, visibleJson, withoutUndefined } from '@anyhook/core';
import type { Agent, Wire } from '../agent.js';
import { nestedFieldPacking } from '../kit/claude-view.js';
import {
  claudeReaders,
  codecOf,
  contextOf,
  type Encode,
  type Encoders,
  noOp,
  type PayloadShape,
  readCall,
  reasonOf,
  userTextOf,
} from '../kit/codec.js';
import { asText, countValue, type Fields, textValue } from '../kit/json-fields.js';

/** docker-agent's own tools. */
const tools: ToolMap = {
  shell: { kind: 'shell', fields: { command: 'cmd' } },
  run_background_job: { kind: 'shell', fields: { command: 'cmd' } },
  read_file: { kind: 'read' },
  write_file: { kind: 'write' },
  edit_file: {
    kind: 'edit',
    ...nestedFieldPacking({ field: 'edits', list: true, names: { oldText: 'oldText', newText: 'newText' } }),
  },
  list_directory: { kind: 'list' },
  directory_tree: { kind: 'list' },
  search_files_content: { kind: 'search' },
  fetch: { kind: 'fetch' },
  transfer_task: { kind: 'task', fields: { prompt: 'task' } },
  update_todos: { kind: 'todo' },
};

/** docker-agent's 28 events. */
const events: Readonly<Record<string, EventName>> = {
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
const shape: PayloadShape = {
  agent: 'docker-agent',
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

/** What docker-agent grants at each event, by its source (quirks.yaml). */
const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact', message: 'exact' },
  'prompt.submit': { deny: 'exact', context: 'exact', message: 'exact', stop: 'exact' },
  'turn.start': { context: 'exact', message: 'exact' },
  'model.before': { deny: 'exact', rewrite: 'exact', message: 'exact', stop: 'exact' },
  'tool.before': { deny: 'exact', ask: 'exact', message: 'exact', stop: 'degraded' },
  'tool.permission': { deny: 'exact', allow: 'exact', message: 'exact' },
  'tool.after': { message: 'exact', stop: 'exact' },
  'tool.failure': { message: 'exact', stop: 'exact' },
  'agent.done': { message: 'exact' },
  'compact.before': { deny: 'exact', context: 'exact', message: 'exact' },
};

/** One JSON object in snake_case; docker-agent reads no other names (quirk 1). */
function snakeAnswer(verdict: Verdict, top: Fields, specific: Fields = {}): Wire {
  const own = withoutUndefined(specific);
  const body = withoutUndefined({
    ...top,
    system_message: userTextOf(verdict),
    hook_specific_output: Object.keys(own).length === 0 ? undefined : own,
  });
  return Object.keys(body).length === 0 ? noOp : { ...noOp, stdout: visibleJson(body) };
}

const stopFields = ({ stop }: Verdict): Fields =>
  stop === undefined ? {} : { continue: false, stop_reason: stop || 'A hook stopped the agent.' };

/** `block` ends what the event is about; an ask that reaches this code also blocks. */
const blockFields = (verdict: Verdict): Fields =>
  verdict.decision === 'deny' || verdict.decision === 'ask' ? { decision: 'block', reason: reasonOf(verdict) } : {};

const withContext: Encode = (_event, verdict) => snakeAnswer(verdict, {}, { additional_context: contextOf(verdict) });

const blockOrContext: Encode = (_event, verdict) =>
  snakeAnswer(verdict, { ...stopFields(verdict), ...blockFields(verdict) }, { additional_context: contextOf(verdict) });

/** A block cancels the compaction; nothing here ends the run. */
const compactBefore: Encode = (_event, verdict) =>
  snakeAnswer(verdict, blockFields(verdict), { additional_context: contextOf(verdict) });

const modelBefore: Encode = (_event, verdict) => {
  const messages = verdict.rewrite?.of === 'messages' ? verdict.rewrite.value : undefined;
  return snakeAnswer(verdict, { ...stopFields(verdict), ...blockFields(verdict) }, { updated_messages: messages });
};

/** Before approval, "allow" has no effect, and no rewrite is read (quirk 3). */
const toolBefore: Encode = (_event, verdict) => {
  const denies = verdict.decision === 'deny' || verdict.stop !== undefined;
  const decision = denies ? 'deny' : verdict.decision === 'ask' ? 'ask' : undefined;
  const reason = verdict.decision === 'deny' || verdict.decision === 'ask' ? reasonOf(verdict) : verdict.stop;
  return snakeAnswer(
    verdict,
    {},
    { permission_decision: decision, permission_decision_reason: decision === undefined ? undefined : reason },
  );
};

const toolPermission: Encode = (_event, verdict) => {
  if (verdict.decision === 'allow')
    return snakeAnswer(verdict, {}, { permission_decision: 'allow', permission_decision_reason: verdict.reason });
  const refuses = verdict.decision === 'deny' || verdict.decision === 'ask';
  return snakeAnswer(
    verdict,
    {},
    refuses ? { permission_decision: 'deny', permission_decision_reason: reasonOf(verdict) } : {},
  );
};

/** A block here ends the run (quirk 5), so only a stop is one. */
const toolAfter: Encode = (_event, verdict) => snakeAnswer(verdict, stopFields(verdict));

const messagesOnly: Encode = (_event, verdict) => snakeAnswer(verdict, {});

/** The answer to each event. Events that are not listed get an empty answer. */
const encoders: Encoders = {
  'session.start': withContext,
  'prompt.submit': blockOrContext,
  'turn.start': withContext,
  'model.before': modelBefore,
  'tool.before': toolBefore,
  'tool.permission': toolPermission,
  'tool.after': toolAfter,
  'tool.failure': toolAfter,
  'agent.done': messagesOnly,
  'compact.before': compactBefore,
};

const codec = codecOf({ shape, capabilities, encoders });

/** How to read the payloads of docker-agent, and how to answer. */
export const dockerAgentCodec = () => codec;
