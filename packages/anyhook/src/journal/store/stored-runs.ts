import type { Decision, SqlConnection } from '@anyhook/core';
import { runFieldsFromStore, storedRunFields } from '../fields.js';
import type { RunRecord } from '../record.js';

export type StoredHookName = { readonly name: string; readonly shadow: boolean };

/** Finds hooks by number; new ones may be added meanwhile. */
export function hookNames(sql: SqlConnection): (id: number) => StoredHookName {
  const all = sql.read('SELECT id, name, shadow FROM hooks');
  const known = new Map<number, StoredHookName>();
  return (id) => {
    if (!known.has(id))
      for (const [at, name, shadow] of all()) known.set(Number(at), { name: String(name), shadow: shadow === 1 });
    return known.get(id) ?? { name: '?', shadow: false };
  };
}

type RunTimes = readonly [ms: number, from: number, waited?: number];

/** A hook's run as it is stored: see `runsText`. */
export type StoredRun = readonly [
  hook: number,
  outcome: RunRecord['outcome'],
  decision: RunRecord['decision'],
  /** Its time, or a list of time, start and wait; the first version of the journal has only the time. */
  times: number | RunTimes,
  /** `runFields`, in their order. */
  ...fields: unknown[],
];

/** A run whose hook is a row number of the table `hooks`. */
type NumberedRun = Omit<RunRecord, 'hook'> & { readonly hook: number };

/** When a stored run started, how long it took, and how much of that it waited. */
export function runTimes([, , , stored]: StoredRun): Pick<RunRecord, 'ms' | 'from' | 'waited'> {
  if (typeof stored === 'number') return { ms: stored };
  const [ms, from, waited] = stored;
  return { ms, from, ...(waited !== undefined && { waited }) };
}

/** Runs as lists: hook, outcome, decision, times and, only if needed, the other fields. */
export const runsText = (runs: readonly NumberedRun[]): string =>
  JSON.stringify(
    runs.map((run) => {
      const { hook, outcome, decision, ms, from, waited } = run;
      const times = from === undefined ? ms : [ms, from, ...(waited === undefined ? [] : [waited])];
      return [hook, outcome, decision, times, ...storedRunFields(run)];
    }),
  );

export function runFromStore(run: StoredRun, hookOf: (id: number) => StoredHookName): RunRecord {
  const [id, outcome, decision, , ...fields] = run;
  const { name, shadow } = hookOf(id);
  return {
    hook: name,
    outcome,
    decision,
    ...runTimes(run),
    ...(shadow && { shadow: true }),
    ...runFieldsFromStore(fields),
  };
}

const strength: Readonly<Record<Decision, number>> = { pass: 0, allow: 1, ask: 2, deny: 3 };

/** One run per hook: a recheck adds its time, and counts if it was stricter. */
export function strictestRuns(runs: readonly NumberedRun[]): ReadonlyMap<number, NumberedRun> {
  const out = new Map<number, NumberedRun>();
  for (const run of runs) {
    const known = out.get(run.hook);
    const stricter = known && strength[known.decision] >= strength[run.decision] ? known : run;
    out.set(run.hook, known ? { ...stricter, ms: known.ms + run.ms } : run);
  }
  return out;
}
