import { type EventName, type ToolResult, withoutUndefined } from '@anyhook/core';
import { claudeReaders, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, blocksText, type Fields, objectValue, textValue } from '../kit/json-fields.js';
import { mcpOf, rowOf, tools } from './tools.js';

/** Kiro's events: the five of CLI 2 in camelCase, the triggers of CLI 3 in PascalCase. */
export const events: Readonly<Record<string, EventName>> = {
  agentSpawn: 'session.start',
  userPromptSubmit: 'prompt.submit',
  preToolUse: 'tool.before',
  postToolUse: 'tool.after',
  stop: 'agent.stop',
  SessionStart: 'session.start',
  UserPromptSubmit: 'prompt.submit',
  PreToolUse: 'tool.before',
  PostToolUse: 'tool.after',
  Stop: 'agent.stop',
  PostFileCreate: 'other',
  PostFileSave: 'other',
  PostFileDelete: 'other',
  PreTaskExec: 'other',
  PostTaskExec: 'other',
  Manual: 'other',
};

const hasFailed = (payload: Fields): boolean => objectValue(payload['tool_response'])?.['success'] === false;

function resultOf(payload: Fields): ToolResult {
  const response = objectValue(payload['tool_response']);
  const result = response?.['result'] ?? payload['tool_response'];
  return { ok: !hasFailed(payload), text: blocksText(result) ?? asText(result) };
}

/** How Kiro's payloads are read. */
export const shape: PayloadShape = {
  host: 'kiro',
  events,
  tools,
  rowOf,
  mcpOf,
  refineName: (name, payload) => (name === 'tool.after' && hasFailed(payload) ? 'tool.failure' : name),
  readers: {
    ...claudeReaders,
    'tool.after': (payload, self) => ({ call: readCall(payload, self), result: resultOf(payload) }),
    'tool.failure': (payload, self) => {
      const result = resultOf(payload);
      return { call: readCall(payload, self), error: result.text, result };
    },
    'agent.stop': (payload) => withoutUndefined({ response: textValue(payload['assistant_response']) }),
  },
};
