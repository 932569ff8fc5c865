import type { Ability, AbilityState, LoadedAbility } from '../abilities/ability.js';
import type { Session } from '../tasks/store/task-store.js';
import type { Task } from '../tasks/task.js';

type View = Readonly<Record<string, unknown>>;

/** A task in the words that callers and models read. */
export function taskView(task: Task): View {
  const { key, ability, version, status, input, environment, implementation, caller, parent, note, attempts } = task;
  const { output, error, preflight, guard } = task;
  return given({
    task_key: key,
    ability: ability.value,
    version,
    status,
    input,
    environment,
    implementation,
    caller,
    parent,
    note,
    created_at: iso(task.createdAt),
    started_at: iso(task.startedAt),
    ended_at: iso(task.endedAt),
    duration_ms: task.durationMs,
    attempts,
    output,
    output_summary: task.outputSummary,
    error,
    preflight,
    guard,
  });
}

/** An ability in the words that callers and models read; how it is carried out stays out of it. */
export function abilityView({ ability, state }: LoadedAbility): View {
  const { name, type, version, summary, description, environments, input, output, idempotent } = ability;
  return given({
    name,
    type,
    version,
    summary,
    description,
    environments: environments.length > 0 ? environments : 'all',
    input: input ?? { type: 'object' },
    output,
    idempotent,
    ...(state.kind !== 'active' && { state: state.kind, reason: closed(state) }),
  });
}

const closed = (state: AbilityState): string =>
  state.kind === 'changed'
    ? `changed since a person trusted it: ${state.what}; a person must run "anyhook trust" in the project`
    : 'nobody has trusted it; a person must run "anyhook trust" in the project';

/** Those that have all words of a query in their name, summary or keywords, and how many that are. */
export function abilityList(
  abilities: readonly LoadedAbility[],
  { query = '', limit = 100 }: { readonly query?: string; readonly limit?: number },
): { readonly abilities: readonly View[]; readonly total: number } {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 32);
  const found = abilities.filter(({ ability }) => {
    const text = words.length === 0 ? '' : textOf(ability);
    return words.every((word) => text.includes(word));
  });
  return { abilities: found.slice(0, limit).map(abilityView), total: found.length };
}

const textOf = ({ name, summary, routing }: Ability): string =>
  [name, summary, ...routing.keywords].join(' ').toLowerCase();

/** A session in the words that callers read. */
export function sessionView(session: Session): View {
  const { id, root, cwd, caller, environment, turns, endedAt } = session;
  return given({
    session_id: id,
    status: endedAt === undefined ? 'open' : 'ended',
    root,
    cwd,
    caller,
    environment,
    turns,
    started_at: iso(session.startedAt),
    updated_at: iso(session.updatedAt),
    ended_at: iso(endedAt),
  });
}

/** Milliseconds since 1970 as ISO 8601. */
export const iso = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

/** The fields that are there. */
export const given = (fields: View): View =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
