import {
  abilityId,
  type Event,
  type EventOf,
  type Hook,
  summarizeInput,
  summaryLine,
  withoutUndefined,
} from '@anyhook/core';

import { type FieldsByEvent, fieldsOf } from '../kit/event-fields.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** The event context on stdin, without fields whose value is unknown. */
export function abilityStdin(event: Event, hook: Hook): JsonObject {
  return withoutUndefined({
    event_type: hook.nativeEvent,
    session_id: event.sessionId || undefined,
    ...fieldsOf(eventFields, event),
  });
}

const eventFields: FieldsByEvent = {
  'prompt.submit': ({ sessionId, prompt, files }) => ({
    session_id: sessionId,
    user_raw_input: prompt,
    current_files: files,
  }),
  'task.create': (event) => ({
    ability_ref: event.ability,
    input_summary: event.inputSummary === undefined ? undefined : summaryLine(event.inputSummary),
    environment: event.environment,
    // Our addition, as below.
    input: event.input,
    caller: callerFields(event),
  }),
  'tool.before': (event) => ({
    ability_id: abilityId(event.call),
    task_key: event.taskKey,
    environment: event.environment,
    args_summary: event.inputSummary ?? summarizeInput(event.call.input),
    // Our addition to the format: a guard cannot judge a call by a shortened summary.
    args: event.call.input,
    caller: callerFields(event),
  }),
  'tool.after': outcomeFields,
  'tool.failure': outcomeFields,
  'session.end': (event) => ({
    session_id: event.sessionId,
    changed_files: event.changedFiles,
    abilities_used: event.abilitiesUsed,
    tasks_summary: event.tasks,
    started_at: event.startedAt,
    ended_at: event.endedAt,
  }),
};

function outcomeFields(event: EventOf<'tool.after' | 'tool.failure'>): JsonObject {
  const { call, result, durationMs, taskKey } = event;
  const ok = event.name === 'tool.after' && event.result.ok;
  const partial = event.name === 'tool.after' && event.partial === true;
  const error = event.error ?? (result?.stderr || result?.text);
  return {
    ability_id: abilityId(call),
    task_key: taskKey,
    status: partial ? 'partial' : ok ? 'success' : 'failure',
    duration_ms: durationMs,
    input_summary: event.inputSummary ?? summarizeInput(call.input),
    output_summary: event.outputSummary ?? (result && summaryLine(result.text)),
    error_message: ok && !partial ? undefined : error,
  };
}

const callerFields = ({ caller: source, sessionId, jobId, triggeredBy }: Event): JsonObject =>
  withoutUndefined({ source, session_id: sessionId || undefined, job_id: jobId, triggered_by: triggeredBy });
