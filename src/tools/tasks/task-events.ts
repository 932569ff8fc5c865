import { makeEvent } from '../../agents/canonical/event.js';
import type { EventName } from '../../core/contract.js';
import { given } from '../../core/defined.js';
import type { Event } from '../../core/event.js';
import { abilityCall } from '../../core/tool.js';
import { isoNow } from '../../platform/clock.js';
import type { Called, Wanted } from './parts.js';
import type { CallerInfo, Ended } from './task.js';

/** Makes a short text without secrets. */
export type Summarize = (value: unknown) => string;

/** A task is about to be created. */
export function createEvent({ ability, input, environment, caller }: Wanted, summarize: Summarize): Event {
  const { kind, name: value, root } = ability;
  const ref = { kind, value };
  return eventOf('task.create', root, caller, { ability: ref, input, inputSummary: summarize(input), environment });
}

/** An ability is about to run. */
export const callEvent = (called: Called, summarize: Summarize): Event => calledEvent('tool.before', called, summarize);

/** An ability has run. */
export function endEvent(called: Called, ended: Ended, summarize: Summarize): Event {
  const { durationMs, outputSummary } = called.task;
  const text = textOf(ended.output);
  if (ended.status === 'failure')
    return calledEvent('tool.failure', called, summarize, {
      durationMs,
      outputSummary,
      error: ended.error.message,
      result: text === '' ? undefined : { ok: false, text },
    });
  return calledEvent('tool.after', called, summarize, {
    durationMs,
    outputSummary,
    result: { ok: true, text },
    ...(ended.status === 'partial' && { partial: true, error: ended.error?.message ?? 'partly done' }),
  });
}

function calledEvent(
  name: EventName,
  { ability, task, caller }: Called,
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
    data: given({ caller: source, jobId, triggeredBy, ...data }),
  });
}

const textOf = (output: unknown): string =>
  typeof output === 'string' ? output : output === undefined ? '' : JSON.stringify(output);
