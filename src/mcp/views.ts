import type { Ability, AbilityState, LoadedAbility } from '../abilities/ability.js';
import type { Task } from '../tasks/task.js';

/** Longest output, as JSON, that an answer holds; what is longer is asked for. */
const mostOutput = 50_000;

/** An ability in a list. */
export const briefOf = ({ ability, state }: LoadedAbility, tool?: string): object => ({
  name: ability.name,
  ...(tool !== undefined && { tool }),
  type: ability.type,
  version: ability.version,
  summary: ability.summary,
  environments: environmentsOf(ability),
  ...(state.kind !== 'active' && { state: state.kind, ...closed(state) }),
});

/** All that a model needs to use an ability; how it is carried out stays out of it. */
export const detailOf = (loaded: LoadedAbility, tool?: string): object => {
  const { description, input, output, routing, idempotent } = loaded.ability;
  return {
    ...briefOf(loaded, tool),
    ...(description !== undefined && { description }),
    input: input ?? { type: 'object' },
    ...(output && { output }),
    idempotent,
    keywords: routing.keywords,
    documents: routing.documents,
  };
};

export const environmentsOf = ({ environments }: Ability): readonly string[] | 'all' =>
  environments.length > 0 ? environments : 'all';

/** Why an ability refuses to run, and what a person can do about it. */
const closed = (state: AbilityState): object => ({
  reason:
    state.kind === 'changed'
      ? `changed since a person trusted it: ${state.what}; a person must run "anyhook trust" in the project`
      : 'nobody has trusted it; a person must run "anyhook trust" in the project',
});

/** A task as a model sees it. */
export function taskView(task: Task, { whole = false } = {}): object {
  const { startedAt, endedAt, durationMs, outputSummary, note, environment, implementation, parent, error } = task;
  return {
    task_key: task.key,
    ability: task.ability.value,
    version: task.version,
    status: task.status,
    input: task.input,
    ...(environment !== undefined && { environment }),
    ...(implementation !== undefined && { implementation }),
    ...(parent !== undefined && { parent }),
    ...(note !== undefined && { note }),
    caller: task.caller,
    created_at: timeOf(task.createdAt),
    ...(startedAt !== undefined && { started_at: timeOf(startedAt) }),
    ...(endedAt !== undefined && { ended_at: timeOf(endedAt) }),
    ...(durationMs !== undefined && { duration_ms: durationMs }),
    attempts: task.attempts,
    ...(outputSummary !== undefined && { output_summary: outputSummary }),
    ...outputView(task, { whole }),
    ...(error && { error }),
  };
}

/** A task in a list: neither input nor output. */
export const taskBrief = ({
  key,
  ability,
  status,
  createdAt,
  durationMs,
  note,
  outputSummary,
  error,
}: Task): object => ({
  task_key: key,
  ability: ability.value,
  status,
  created_at: timeOf(createdAt),
  ...(durationMs !== undefined && { duration_ms: durationMs }),
  ...(note !== undefined && { note }),
  ...(outputSummary !== undefined && { output_summary: outputSummary }),
  ...(error && { error: error.message }),
});

/** The output whole, or how long it is and where to read it. */
export function outputView({ key, output }: Task, { whole = false } = {}): object {
  if (output === undefined) return {};
  const size = JSON.stringify(output)?.length ?? 0;
  if (whole || size <= mostOutput) return { output };
  return {
    output_omitted: `the output has ${size} characters: read it with get_task and "whole": true, or as ${taskUri(key)}`,
  };
}

const taskUri = (key: string): string => `anyhook://tasks/${encodeURIComponent(key)}`;

const timeOf = (ms: number): string => new Date(ms).toISOString();
