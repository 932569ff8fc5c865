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
import { type FieldsByEvent, fieldsOf } from '../kit/event-fields.js';
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
    ...fieldsOf(eventFields, event, hook.nativeEvent),
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

const eventFields: FieldsByEvent<[native: string]> = {
  'session.start': ({ source }) => ({ source: source ?? 'startup' }),
  'session.end': ({ reason }) => ({ reason: reason ?? 'other' }),
  'prompt.submit': (event, native) =>
    native === 'user_steering_messages_submit' ? steeringFields(event) : { prompt: event.prompt },
  'turn.end': ({ reason }) => ({ reason: reason ?? 'normal' }),
  'model.before': ({ messages, iteration, model }) => ({
    messages,
    ...withoutUndefined({ iteration, model_id: model }),
  }),
  'model.after': ({ response, model }) => ({ stop_response: response ?? '', ...withoutUndefined({ model_id: model }) }),
  'agent.done': ({ response }) => ({ stop_response: response ?? '' }),
  'agent.stop': ({ response }) => ({ stop_response: response ?? '' }),
  'tool.after': ({ result }) => ({ tool_response: result.text, tool_error: !result.ok }),
  'tool.failure': ({ result, error }) => ({ tool_response: result?.text || error, tool_error: true }),
  'subagent.stop': (event) => subagentFields(event),
  'compact.before': (event, native) =>
    native === 'pre_compact' ? { source: sourceOf(event.trigger) } : compactionFields(event),
  'compact.after': (event) => ({ ...compactionFields(event), summary: event.summary ?? '' }),
  notification: (event) => noticeFields(event, 'info'),
  error: (event) => noticeFields(event, 'error'),
  limit: (event) => noticeFields(event, 'warning'),
};

const steeringFields = ({ prompt, raw }: EventOf<'prompt.submit'>): Fields =>
  Array.isArray(objectOf(raw)?.['steering_messages']) ? {} : { steering_messages: [prompt] };

/** The hook runs in the parent's session and gets the subagent's name. */
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

/** The words of pre_compact: manual, auto, overflow, tool_overflow. */
const sourceOf = (trigger = 'auto'): string => (trigger === 'threshold' ? 'auto' : trigger);

/** The words of before_compaction: threshold, overflow, manual; full tool results also count as threshold. */
const reasonOf = (trigger = 'auto'): string =>
  trigger === 'auto' || trigger === 'tool_overflow' ? 'threshold' : trigger;
