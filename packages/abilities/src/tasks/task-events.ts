import { makeEvent, redactSecrets } from '@anyhook/anyhook';
import type { AgentRef, Event, EventName, EventOf, Verdict } from '@anyhook/core';
import {
  abilityCall,
  abilityId,
  isObject,
  isoNow,
  maxSummaryLength,
  summarizeInput,
  summaryLine,
  withoutUndefined,
} from '@anyhook/core';
import type { PreflightRequest, TaskCall } from './runner-parts.js';
import type { CallerInfo, ExecutionResult } from './task.js';

/** Makes a short text without secrets. */
export type Summarize = (value: unknown) => string;

/** The session that started the one in which an event happens, and how the event names the agent of the latter. */
export interface ParentSession {
  readonly parentSessionId: string;
  readonly agent: AgentRef;
}

export function taskCreateEvent(
  { ability, input, environment, caller }: PreflightRequest,
  summarize: Summarize,
): Event {
  const { kind, name: value, root } = ability;
  const ref = { kind, value };
  return eventOf('task.create', root, caller, { ability: ref, input, inputSummary: summarize(input), environment });
}

export const taskCallEvent = (call: TaskCall, summarize: Summarize): Event => callEvent('tool.before', call, summarize);

export function taskEndEvent(call: TaskCall, result: ExecutionResult, summarize: Summarize): Event {
  const { durationMs, outputSummary } = call.task;
  const text = textOf(result.output);
  if (result.status === 'failure')
    return callEvent('tool.failure', call, summarize, {
      durationMs,
      outputSummary,
      error: result.error.message,
      result: text === '' ? undefined : { ok: false, text },
    });
  return callEvent('tool.after', call, summarize, {
    durationMs,
    outputSummary,
    result: { ok: true, text },
    ...(result.status === 'partial' && { partial: true, error: result.error?.message ?? 'partly done' }),
  });
}

/** A person would be asked about a call; with the input that hooks want for it. */
export function permissionEvent(event: EventOf<'tool.before'>, { rewrite }: Verdict): Event {
  const { call, cwd, sessionId } = event;
  const input = rewrite?.of === 'input' ? rewrite.value : call.input;
  const data = { ...originOf(event), call: { ...call, input } };
  return makeEvent({ name: 'tool.permission', cwd, now: isoNow(), sessionId, data });
}

/** A call or a creation waits for a person. */
export function userWaitEvent(event: EventOf<'tool.before' | 'task.create'>): Event {
  const what =
    event.name === 'task.create' ? `a task for ${event.ability.value}` : `a call of ${abilityId(event.call)}`;
  const message = `${what} waits for a person: see "anyhook approve --list"`;
  const data = { ...originOf(event), level: 'info', kind: 'approval', message };
  return makeEvent({ name: 'user.wait', cwd: event.cwd, now: isoNow(), sessionId: event.sessionId, data });
}

const originOf = ({ caller, jobId, triggeredBy, agent, parentSessionId }: Event) =>
  withoutUndefined({ caller, jobId, triggeredBy, agent, parentSessionId });

function callEvent(
  name: EventName,
  { ability, task, caller }: TaskCall,
  summarize: Summarize,
  more: Readonly<Record<string, unknown>> = {},
): Event {
  const { key, input, environment } = task;
  return eventOf(name, ability.root, caller, {
    // The same task is the same call, even if it is checked twice.
    call: { ...abilityCall(ability.name, input), id: key },
    taskKey: key,
    environment,
    inputSummary: summarize(input),
    ...more,
  });
}

function eventOf(name: EventName, cwd: string, caller: CallerInfo, data: Readonly<Record<string, unknown>>): Event {
  const { source, session_id: sessionId = '', job_id: jobId, triggered_by: triggeredBy } = caller;
  return makeEvent({
    name,
    cwd,
    now: isoNow(),
    sessionId,
    data: withoutUndefined({ caller: source, jobId, triggeredBy, ...data }),
  });
}

const textOf = (output: unknown): string =>
  typeof output === 'string' ? output : output === undefined ? '' : JSON.stringify(output);

/** Far more than is shown, so that no secret is cut in the visible part. */
const maxChars = maxSummaryLength * 40;

/** Makes short texts of inputs and outputs, without their secrets. */
export function createSummarizer(key: () => string): Summarize {
  let cachedKey: string | undefined;
  return (value) => {
    cachedKey ??= key();
    const { value: safe } = redactSecrets(shorten(value), { key: cachedKey });
    if (isObject(safe)) return summarizeInput(safe);
    return summaryLine(typeof safe === 'string' ? safe : (JSON.stringify(safe) ?? ''));
  };
}

/** Shortens long strings and lists, and counts nested values: no summary shows them. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 100).map((one) => (isNested(one) ? '…' : cutString(one)));
  if (!isNested(value)) return cutString(value);
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 200)
      .map(([key, one]) => [cutString(key), shortenNested(one)]),
  );
}

function shortenNested(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from({ length: value.length }, () => 0);
  if (!isNested(value)) return cutString(value);
  return Object.fromEntries(
    Object.keys(value)
      .slice(0, 20)
      .map((key) => [cutString(key), 0]),
  );
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
const cutString = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, maxChars) : value);
