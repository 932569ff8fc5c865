import {
  type Event,
  type EventOf,
  type Hook,
  hasCall,
  objectOf,
  type ToolKind,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { categories, givenNames } from '../../../.cache/formats/docker/tables.js';
import { dockerMcpName, dockerTools } from './tools.js';

type Fields = Readonly<Record<string, unknown>>;

/** The JSON that docker-agent gives a hook: common fields, then those of its event. */
export function dockerInput(event: Event, hook: Hook): Fields {
  const payload: Fields = {
    session_id: event.sessionId,
    cwd: event.cwd,
    hook_event_name: hook.nativeEvent,
    agent_name: event.agent?.name ?? event.agent?.type ?? 'root',
    parent_session_id: event.parentSessionId,
    ...toolFields(event),
    ...givenFields(event),
    ...eventFields(event, hook.nativeEvent),
  };
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
}

function toolFields(event: Event): Fields {
  if (!hasCall(event)) return {};
  const { call } = event;
  return {
    tool_category: categories[call.kind],
    tool_name: toolName(dockerTools, call, dockerMcpName),
    tool_use_id: call.id,
    tool_input: toNativeInput(toolRowFor(dockerTools, call), call.input),
    tool_read_only: readOnlyKinds.includes(call.kind) || undefined,
  };
}

const readOnlyKinds: readonly ToolKind[] = ['read', 'list', 'search'];

/** Fields of a call, for events about a call that are not events of a tool. */
const callNames = ['tool_name', 'tool_use_id', 'tool_input'];

function givenFields(event: Event): Fields {
  const sources = [event as Fields, objectOf(event.raw) ?? {}];
  const names = event.name === 'other' ? [...givenNames, ...callNames] : givenNames;
  const found = names.flatMap((name) => {
    const source = sources.find((fields) => Object.hasOwn(fields, name));
    return source ? [[name, source[name]] as const] : [];
  });
  return Object.fromEntries(found);
}

function eventFields(event: Event, native: string): Fields {
  switch (event.name) {
    case 'session.start':
      return { source: event.source ?? 'startup' };
    case 'session.end':
      return { reason: event.reason ?? 'other' };
    case 'prompt.submit':
      return native === 'user_steering_messages_submit' ? steeringFields(event) : { prompt: event.prompt };
    case 'turn.end':
      return { reason: event.reason ?? 'normal' };
    case 'model.before':
      return { messages: event.messages, ...withoutUndefined({ iteration: event.iteration, model_id: event.model }) };
    case 'model.after':
      return { stop_response: event.response ?? '', ...withoutUndefined({ model_id: event.model }) };
    case 'agent.done':
    case 'agent.stop':
      return { stop_response: event.response ?? '' };
    case 'tool.after':
      return { tool_response: event.result.text, tool_error: !event.result.ok };
    case 'tool.failure':
      return { tool_response: event.result?.text || event.error, tool_error: true };
    case 'subagent.stop':
      return subagentFields(event);
    case 'compact.before':
      return native === 'pre_compact' ? { source: sourceOf(event.trigger) } : compactionFields(event);
    case 'compact.after':
      return { ...compactionFields(event), summary: event.summary ?? '' };
    case 'notification':
      return noticeFields(event, 'info');
    case 'error':
      return noticeFields(event, 'error');
    case 'limit':
      return noticeFields(event, 'warning');
    default:
      return {};
  }
}

const steeringFields = ({ prompt, raw }: EventOf<'prompt.submit'>): Fields =>
  Array.isArray(objectOf(raw)?.['steering_messages']) ? {} : { steering_messages: [prompt] };

/** The hook runs in the parent's session and is told about the subagent. */
function subagentFields(event: Extract<Event, { name: 'subagent.stop' }>): Fields {
  const { subagent, parentSessionId, sessionId } = event;
  return {
    agent_name: subagent.name ?? subagent.type ?? subagent.id,
    session_id: parentSessionId === undefined ? (subagent.id ?? sessionId) : sessionId,
    parent_session_id: parentSessionId ?? sessionId,
    stop_response: event.response ?? '',
  };
}

const noticeFields = ({ level, message }: { level?: string; message?: string }, defaultLevel: string): Fields => ({
  notification_level: level ?? defaultLevel,
  notification_message: message ?? '',
});

const compactionFields = (event: Extract<Event, { name: 'compact.before' | 'compact.after' }>): Fields => ({
  input_tokens: event.inputTokens,
  output_tokens: event.outputTokens,
  context_limit: event.contextLimit,
  compaction_reason: reasonOf(event.trigger),
});

/** pre_compact's words: manual, auto, overflow, tool_overflow. */
const sourceOf = (trigger = 'auto'): string => (trigger === 'threshold' ? 'auto' : trigger);

/** before_compaction's words: threshold, overflow, manual; full tool results count as threshold, too. */
const reasonOf = (trigger = 'auto'): string =>
  trigger === 'auto' || trigger === 'tool_overflow' ? 'threshold' : trigger;
