import type { Decision, SqlConnection } from '@anyhook/core';
import { decisionNumberAt, decisionTime } from '../decision-id.js';
import type { DecisionFilter, JournalStats, OutcomeStats } from '../query.js';
import { hookRowIds, kindRowIds, numberSpan, placeRowIds, sessionRowId } from './find-decisions.js';
import { bucketOf, quantile } from './latency-buckets.js';
import { dayMs, hourMs, slotMs } from './stat-counts.js';
import { hookNames, runTimes, type StoredRun, strictestRuns } from './stored-runs.js';

/** How often something happened; hook 0 is the decision itself. */
interface OutcomeCount {
  readonly hook: number;
  readonly kind: number;
  readonly outcome: string;
  readonly decision: Decision;
  readonly bucket: number;
  readonly count: number;
}

interface HourCount {
  readonly hook: number;
  readonly hour: number;
  readonly kind: number;
  readonly count: number;
}

/** Statistics from counts per time slot; sessions, and slots that the filter cuts, decision by decision. */
export function journalStats(sql: SqlConnection, filter: DecisionFilter): JournalStats {
  const kinds = new Map(
    sql
      .read('SELECT id, host, event, tool, tool_name, decision FROM kinds')()
      .map(([id, ...words]) => [Number(id), words.map(String)]),
  );
  const hooks = hookRowIds(sql, filter);
  const wanted = hooks && new Set(hooks);
  const isCounted = (hook: number) => (wanted ? wanted.has(hook) : hook === 0);
  const total = new StatsSum();
  const byHook = new Map<number, StatsSum>();
  const by = {
    host: new Map<string, AllAndDenied>(),
    event: new Map<string, AllAndDenied>(),
    tool: new Map<string, AllAndDenied>(),
  };
  const byHour = new Map<number, AllAndDenied>();
  const addOutcome = ({ hook, kind, outcome, decision, bucket, count }: OutcomeCount) => {
    if (isCounted(hook)) {
      const [agent = '', event = '', tool = '', toolName = '', verdict = 'pass'] = kinds.get(kind) ?? [];
      const denied = verdict === 'deny' ? count : 0;
      total.add('', verdict as Decision, bucket, count);
      addCounts(by.host, agent, count, denied);
      addCounts(by.event, event, count, denied);
      if (tool !== '') addCounts(by.tool, tool === 'mcp' || tool === 'other' ? toolName : tool, count, denied);
    }
    if (hook === 0 || (wanted && !wanted.has(hook))) return;
    const sum = byHook.get(hook) ?? new StatsSum();
    byHook.set(hook, sum);
    sum.add(outcome, decision, bucket, count);
  };
  const addHour = ({ hook, hour, kind, count }: HourCount) => {
    if (isCounted(hook)) addCounts(byHour, hour, count, kinds.get(kind)?.[4] === 'deny' ? count : 0);
  };
  collectCounts(sql, filter, hooks, { addOutcome, addHour });
  const names = hookNames(sql);
  return {
    events: total.toStats(),
    by: { host: ranked(by.host), event: ranked(by.event), tool: ranked(by.tool) },
    over: overTime(byHour),
    hooks: [...byHook]
      .map(([id, sum]) => ({ hook: names(id).name, shadow: names(id).shadow, ...sum.toStats() }))
      .sort((a, b) => b.count - a.count || (a.hook < b.hook ? -1 : 1)),
  };
}

interface CountSink {
  readonly addOutcome: (count: OutcomeCount) => void;
  readonly addHour: (hour: HourCount) => void;
}

function collectCounts(
  sql: SqlConnection,
  filter: DecisionFilter,
  hooks: readonly number[] | undefined,
  sink: CountSink,
): void {
  const allowed = kindRowIds(sql, filter);
  const kindClause = allowed ? `AND kind IN (${allowed.join()})` : '';
  const { since = 0, until = Number.MAX_SAFE_INTEGER } = filter;
  const countSpan = (where: string, span: readonly [number, number]) =>
    countOneByOne(sql, `${where} ${kindClause}`, span, sink);
  const places = placeRowIds(sql, filter);
  if (filter.session !== undefined || places) {
    const session = filter.session === undefined ? undefined : sessionRowId(sql, filter.session);
    const wanted = [
      ...(session === undefined ? [] : [`session = ${session}`]),
      ...(places ? [`place IN (${places.join()})`] : []),
    ];
    if (session !== null) countSpan(wanted.join(' AND '), numberSpan(filter));
    return;
  }
  const first = Math.ceil(since / slotMs);
  const last = Math.floor(until / slotMs);
  if (first >= last) {
    countSpan('1', numberSpan(filter));
    return;
  }
  if (since > 0) countSpan('1', numberSpan({ since, until: first * slotMs }));
  if (filter.until !== undefined) countSpan('1', [decisionNumberAt(last * slotMs), decisionNumberAt(until) - 1]);
  countWholeSlots(sql, [first, last], { kindClause, hooks }, sink);
}

function countWholeSlots(
  sql: SqlConnection,
  [first, last]: readonly [number, number],
  { kindClause, hooks }: { readonly kindClause: string; readonly hooks: readonly number[] | undefined },
  { addOutcome, addHour }: CountSink,
): void {
  const hoursPerSlot = slotMs / hourMs;
  const hookClause = hooks ? `hook IN (${hooks.join()})` : 'hook = 0';
  const count = `SELECT hook, kind, outcome, decision, bucket, SUM(count) FROM rollup WHERE slot >= ? AND slot < ? ${kindClause}`;
  const group = 'GROUP BY hook, outcome, decision, bucket';
  const rows = [
    ...sql.read(`${count} AND ${hookClause} ${group}, kind`)(first, last),
    ...(hooks ? [] : sql.read(`${count} AND hook > 0 ${group}`)(first, last)),
  ];
  for (const [hook, kind, outcome, decision, bucket, times] of rows)
    addOutcome({
      hook: Number(hook),
      kind: Number(kind),
      outcome: String(outcome),
      decision: decision as Decision,
      bucket: Number(bucket),
      count: Number(times),
    });
  const perHour = sql.read(
    `SELECT hook, hour, kind, count FROM hours WHERE ${hookClause} AND hour >= ? AND hour < ? ${kindClause}`,
  )(first * hoursPerSlot, last * hoursPerSlot);
  for (const [hook, hour, kind, times] of perHour)
    addHour({ hook: Number(hook), hour: Number(hour), kind: Number(kind), count: Number(times) });
}

function countOneByOne(
  sql: SqlConnection,
  where: string,
  span: readonly [number, number],
  { addOutcome, addHour }: CountSink,
): void {
  const rows = sql.read(`SELECT n, kind, ms, runs FROM events WHERE ${where} AND n BETWEEN ? AND ?`);
  for (const [n, number, ms, runs] of rows(...span)) {
    const kind = Number(number);
    const hour = Math.floor(decisionTime(Number(n)) / hourMs);
    addOutcome({ hook: 0, kind, outcome: '-', decision: 'pass', bucket: bucketOf(Number(ms)), count: 1 });
    addHour({ hook: 0, hour, kind, count: 1 });
    const all = (JSON.parse(String(runs)) as readonly StoredRun[]).map((run) => {
      const [hook, outcome, decision] = run;
      return { hook, outcome, decision, ms: runTimes(run).ms };
    });
    for (const [hook, { outcome, decision, ms: took }] of strictestRuns(all)) {
      addOutcome({ hook, kind, outcome, decision, bucket: bucketOf(took), count: 1 });
      addHour({ hook, hour, kind, count: 1 });
    }
  }
}

type AllAndDenied = [all: number, denied: number];

function addCounts<K>(map: Map<K, AllAndDenied>, key: K, count: number, denied: number): void {
  const pair = map.get(key) ?? [0, 0];
  pair[0] += count;
  pair[1] += denied;
  map.set(key, pair);
}

const ranked = (map: ReadonlyMap<string, AllAndDenied>): readonly (readonly [string, number, number])[] =>
  [...map]
    .map(([key, [all, denied]]) => [key, all, denied] as const)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

/** Per hour for up to three days, per day for longer spans. */
function overTime(byHour: ReadonlyMap<number, AllAndDenied>): JournalStats['over'] {
  const hours = [...byHour.keys()].sort((a, b) => a - b);
  const unit = (hours.at(-1) ?? 0) - (hours[0] ?? 0) < 72 ? 'hour' : 'day';
  const spans = new Map<number, AllAndDenied>();
  for (const hour of hours) {
    const [all, denied] = byHour.get(hour) ?? [0, 0];
    addCounts(spans, unit === 'hour' ? hour * hourMs : Math.floor(hour / 24) * dayMs, all, denied);
  }
  return { unit, spans: [...spans].map(([start, pair]) => [start, ...pair] as const) };
}

/** Counts of one hook, or of all events. */
class StatsSum {
  count = 0;
  readonly decisions: Record<Decision, number> = { pass: 0, allow: 0, ask: 0, deny: 0 };
  readonly outcomes: Record<string, number> = {};
  readonly buckets = new Map<number, number>();

  add(outcome: string, decision: Decision, bucket: number, count: number): void {
    this.count += count;
    this.decisions[decision] += count;
    if (outcome !== '') this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + count;
    this.buckets.set(bucket, (this.buckets.get(bucket) ?? 0) + count);
  }

  toStats(): OutcomeStats {
    const { count, decisions, outcomes, buckets } = this;
    return { count, decisions, outcomes, p50: quantile(buckets, 0.5), p95: quantile(buckets, 0.95) };
  }
}
