import type { Journal, JournalStats } from '../journal/query.js';
import type { RecordedHook } from '../journal/record.js';
import type { HookHealth } from './page-types.js';

/** How many recent decisions are searched for current hooks. */
const maxRecent = 300;

/** Every hook that took part in decisions or belongs to a recent project, with what it did since a time. */
export function hookHealth(journal: Journal, since: number): readonly HookHealth[] {
  const { hooks: stats } = journal.stats({ since });
  const counts = journal.hookCounts(since);
  const known = recentHooks(journal, since);
  const ids = [...new Set([...stats.map(({ hook }) => hook), ...known.keys()])].sort();
  return ids.map((id) => {
    const own = stats.find(({ hook, shadow }) => hook === id && !shadow);
    const asShadow = stats.find(({ hook, shadow }) => hook === id && shadow);
    return {
      id,
      ...hookFields(known.get(id)),
      ...(own && { stats: own }),
      ...(asShadow && { shadowStats: asShadow }),
      counts: counts.get(id) ?? [],
      ...((hasFailed(own) || hasFailed(asShadow)) && lastFailure(journal, id, since)),
    };
  });
}

/** The hooks of projects with recent decisions. */
function recentHooks(journal: Journal, since: number): ReadonlyMap<string, RecordedHook> {
  const latest = journal.list({ since }, { limit: maxRecent });
  const sets = [...new Set(latest.map(({ hookSet }) => hookSet))];
  const hooks = sets.flatMap((hash) => journal.hookSet(hash)?.hooks ?? []);
  // The newest set has the current version of a hook.
  return new Map([...hooks].reverse().map((hook) => [hook.id, hook]));
}

const hookFields = (hook: RecordedHook | undefined): Partial<HookHealth> =>
  hook
    ? {
        dialect: hook.dialect,
        source: hook.source,
        events: hook.events,
        mode: hook.mode,
        handler: hook.handler.what === '' ? hook.handler.kind : `${hook.handler.kind} ${hook.handler.what}`,
        ...(hook.idle !== undefined && { idle: hook.idle }),
      }
    : {};

const hasFailed = (stats: JournalStats['hooks'][number] | undefined): boolean =>
  ((stats?.outcomes.failed ?? 0) || (stats?.outcomes.timeout ?? 0)) > 0;

/** The last decision in which a hook failed, with its output. */
function lastFailure(journal: Journal, hook: string, since: number): Pick<HookHealth, 'failure'> {
  const found = journal.lastFailure(hook, since);
  if (!found) return {};
  const { id, at, hooks } = found;
  const index = hooks.findIndex((run) => run.hook === hook && isFailure(run.outcome));
  const { reason, logs } =
    journal
      .details([id])
      .get(id)
      ?.hooks.find((one) => one.at === index) ?? {};
  return { failure: { id, at, ...(reason !== undefined && { reason }), ...(logs && { logs }) } };
}

const isFailure = (outcome: string): boolean => outcome === 'failed' || outcome === 'timeout';
