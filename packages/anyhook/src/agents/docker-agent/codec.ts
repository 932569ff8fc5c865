import { type ToolMap, type Verdict, visibleJson, withoutUndefined } from '@anyhook/core';
import { capabilities, events, toolRows } from '../../../.cache/agents/docker-agent/tables.js';
import type { Wire } from '../agent.js';
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
  userTextOf,
} from '../kit/codec.js';
import { asText, countValue, type Fields, textValue } from '../kit/json-fields.js';

const tools: ToolMap = {
  ...toolRows,
  edit_file: {
    kind: 'edit',
    ...nestedFieldPacking({ field: 'edits', list: true, names: { oldText: 'oldText', newText: 'newText' } }),
  },
};

/** The payload with the agent's name and its model under the names that the common readers expect. */
function viewOf(payload: Fields): Fields {
  const name = textValue(payload['agent_name']);
  // The initial agent of a session is usually called root (quirk 8).
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

const shape: PayloadShape = {
  agent: 'docker-agent',
  viewOf,
  events,
  tools,
  // MCP tools have their own names, with or without that of their server (quirk 9).
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
  denies(verdict) ? { decision: 'block', reason: reasonOf(verdict) } : {};

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
  const isDenied = verdict.decision === 'deny' || verdict.stop !== undefined;
  const decision = isDenied ? 'deny' : verdict.decision === 'ask' ? 'ask' : undefined;
  const reason = denies(verdict) ? reasonOf(verdict) : verdict.stop;
  return snakeAnswer(
    verdict,
    {},
    { permission_decision: decision, permission_decision_reason: decision === undefined ? undefined : reason },
  );
};

const toolPermission: Encode = (_event, verdict) => {
  if (verdict.decision === 'allow')
    return snakeAnswer(verdict, {}, { permission_decision: 'allow', permission_decision_reason: verdict.reason });
  return snakeAnswer(
    verdict,
    {},
    denies(verdict) ? { permission_decision: 'deny', permission_decision_reason: reasonOf(verdict) } : {},
  );
};

/** A block here ends the run (quirk 5), so only a stop uses it. */
const toolAfter: Encode = (_event, verdict) => snakeAnswer(verdict, stopFields(verdict));

const messagesOnly: Encode = (_event, verdict) => snakeAnswer(verdict, {});

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

export const dockerAgentCodec = codecOf({ shape, capabilities, encoders });
