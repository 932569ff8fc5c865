import { type ToolMap, type ToolRow, withoutUndefined } from '@anyhook/core';
import { capabilities, events, toolRows } from '../../../.cache/agents/kimi/tables.js';
import { nestedFieldPacking } from '../kit/claude-view.js';
import {
  claudeReaders,
  codecOf,
  type Encode,
  type Encoders,
  noOp,
  type PayloadShape,
  readCall,
  refuseWithContext,
} from '../kit/codec.js';
import { asText, countValue, type Fields, textValue } from '../kit/json-fields.js';

const edit = { field: 'edit', names: { oldText: 'old', newText: 'new' }, extras: ['replace_all'] };
const editListRow: ToolRow = { kind: 'edit', ...nestedFieldPacking({ ...edit, list: true }) };

/** An edit has its texts in a separate field. */
const tools: ToolMap = {
  ...toolRows,
  StrReplaceFile: { kind: 'edit', ...nestedFieldPacking({ ...edit, list: false }) },
};

/** An edit may also be a list of edits. */
const rowOf = (toolName: string, input: Fields): ToolRow | undefined =>
  toolName === 'StrReplaceFile' && Array.isArray(input['edit']) ? editListRow : undefined;

/** The payload with the call's id under the name that the common readers expect. */
const viewOf = (payload: Fields): Fields => withoutUndefined({ ...payload, tool_use_id: payload['tool_call_id'] });

const subagentOf = (payload: Fields) => {
  const name = textValue(payload['agent_name']);
  return withoutUndefined({ name, type: name });
};

const shape: PayloadShape = {
  agent: 'kimi',
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

/** Exit 2 with the reason; an ask that was not fitted is a deny, because Kimi has no other decision (quirk 1). */
const refuse = refuseWithContext;

// The agent is about to stop anyway: a stop is done by not blocking.
const agentStop: Encode = (event, verdict) => (verdict.stop === undefined ? refuse(event, verdict) : noOp);

const encoders: Encoders = { 'prompt.submit': refuse, 'tool.before': refuse, 'agent.stop': agentStop };

export const kimiCodec = codecOf({ shape, capabilities, encoders });
