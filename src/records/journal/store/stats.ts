import type { Decision } from '../../../core/contract.js';
import type { Sql } from '../../../platform/sqlite.js';
import { numberAt, timeOf } from '../id.js';
import type { Filter, Stats, Tally } from '../query.js';
import { bucketOf, quantile } from './bucket.js';
import { dayMs, hourMs, slotMs } from './counts.js';
import { hooksOf, kindsOf, sessionOf, spanOf } from './find.js';
import { hookNames, type KeptRun, strongest } from './runs.js';

/** How often something happened; hook 0 is the decision itself. */
interface Count {
  readonly hook: number;
  readonly kind: number;
  readonly outcome: string;
  readonly decision: Decision;
  readonly bucket: number;
  readonly count: number;
}

/** Decisions of one hour. */
interface Hour {
  readonly hook: number;
  readonly hour: number;
  readonly kind: number;
  readonly count: number;
}

/**
 * Statistics over a filter, from counts per time slot. Slots that the filter cuts, and sessions, are counted decision
 * by decision. A filter by hook counts the decisions in which it took part, with its own times.
 */
export function statsOf(sql: Sql, filter: Filter): Stats {
  const kinds = new Map(
    sql
      .read('SELECT id, host, event, tool, tool_name, decision FROM kinds')()
      .map(([id, ...words]) => [Number(id), words.map(String)]),
  );
  const hooks = hooksOf(sql, filter);
  const wanted = hooks && new Set(hooks);
  const isCounted = (hook: number) => (wanted ? wanted.has(hook) : hook === 0);
  const total = new Sum();
  const byHook = new Map<number, Sum>();
  const by = { host: new Map<string, Pair>(), event: new Map<string, Pair>(), tool: new Map<string, Pair>() };
  const byHour = new Map<number, Pair>();
  const take = ({ hook, kind, outcome, decision, bucket, count }: Count) => {
    if (isCounted(hook)) {
      const [host = '', event = '', tool = '', toolName = '', verdict = 'pass'] = kinds.get(kind) ?? [];
      const denied = verdict === 'deny' ? count : 0;
      total.add('', verdict as Decision, bucket, count);
      add(by.host, host, count, denied);
      add(by.event, event, count, denied);
      if (tool !== '') add(by.tool, tool === 'mcp' || tool === 'other' ? toolName : tool, count, denied);
    }
    if (hook === 0 || (wanted && !wanted.has(hook))) return;
    const sum = byHook.get(hook) ?? new Sum();
    byHook.set(hook, sum);
    sum.add(outcome, decision, bucket, count);
  };
  const takeHour = ({ hook, hour, kind, count }: Hour) => {
    if (isCounted(hook)) add(byHour, hour, count, kinds.get(kind)?.[4] === 'deny' ? count : 0);
  };
  gather(sql, filter, hooks, { take, takeHour });
  const names = hookNames(sql);
  return {
    events: total.tally(),
    by: { host: ranked(by.host), event: ranked(by.event), tool: ranked(by.tool) },
    over: overTime(byHour),
    hooks: [...byHook]
      .map(([id, sum]) => ({ hook: names(id).name, shadow: names(id).shadow, ...sum.tally() }))
      .sort((a, b) => b.count - a.count || (a.hook < b.hook ? -1 : 1)),
  };
}

interface Takers {
  readonly take: (count: Count) => void;
  readonly takeHour: (hour: Hour) => void;
}

function gather(sql: Sql, filter: Filter, hooks: readonly number[] | undefined, takers: Takers): void {
  const allowed = kindsOf(sql, filter);
  const isKind = allowed ? `AND kind IN (${allowed.join()})` : '';
  const { since = 0, until = Number.MAX_SAFE_INTEGER } = filter;
  const one = (where: string, span: readonly [number, number]) => oneByOne(sql, `${where} ${isKind}`, span, takers);
  if (filter.session !== undefined) {
    const session = sessionOf(sql, filter.session);
    if (session !== null) one(`session = ${session}`, spanOf(filter));
    return;
  }
  const first = Math.ceil(since / slotMs);
  const last = Math.floor(until / slotMs);
  if (first >= last) {
    one('1', spanOf(filter));
    return;
  }
  if (since > 0) one('1', spanOf({ since, until: first * slotMs }));
  if (filter.until !== undefined) one('1', [numberAt(last * slotMs), numberAt(until) - 1]);
  wholeSlots(sql, [first, last], { isKind, hooks }, takers);
}

function wholeSlots(
  sql: Sql,
  [first, last]: readonly [number, number],
  { isKind, hooks }: { readonly isKind: string; readonly hooks: readonly number[] | undefined },
  { take, takeHour }: Takers,
): void {
  const hoursOf = slotMs / hourMs;
  const which = hooks ? `hook IN (${hooks.join()})` : 'hook = 0';
  const count = `SELECT hook, kind, outcome, decision, bucket, SUM(count) FROM rollup WHERE slot >= ? AND slot < ? ${isKind}`;
  const group = 'GROUP BY hook, outcome, decision, bucket';
  const rows = [
    ...sql.read(`${count} AND ${which} ${group}, kind`)(first, last),
    ...(hooks ? [] : sql.read(`${count} AND hook > 0 ${group}`)(first, last)),
  ];
  for (const [hook, kind, outcome, decision, bucket, times] of rows)
    take({
      hook: Number(hook),
      kind: Number(kind),
      outcome: String(outcome),
      decision: decision as Decision,
      bucket: Number(bucket),
      count: Number(times),
    });
  const perHour = sql.read(
    `SELECT hook, hour, kind, count FROM hours WHERE ${which} AND hour >= ? AND hour < ? ${isKind}`,
  )(first * hoursOf, last * hoursOf);
  for (const [hook, hour, kind, times] of perHour)
    takeHour({ hook: Number(hook), hour: Number(hour), kind: Number(kind), count: Number(times) });
}

function oneByOne(sql: Sql, where: string, span: readonly [number, number], { take, takeHour }: Takers): void {
  const rows = sql.read(`SELECT n, kind, ms, runs FROM events WHERE ${where} AND n BETWEEN ? AND ?`);
  for (const [n, number, ms, runs] of rows(...span)) {
    const kind = Number(number);
    const hour = Math.floor(timeOf(Number(n)) / hourMs);
    take({ hook: 0, kind, outcome: '-', decision: 'pass', bucket: bucketOf(Number(ms)), count: 1 });
    takeHour({ hook: 0, hour, kind, count: 1 });
    const all = (JSON.parse(String(runs)) as readonly KeptRun[]).map(([hook, outcome, decision, took]) => ({
      hook,
      outcome,
      decision,
      ms: took,
    }));
    for (const [hook, { outcome, decision, ms: took }] of strongest(all)) {
      take({ hook, kind, outcome, decision, bucket: bucketOf(took), count: 1 });
      takeHour({ hook, hour, kind, count: 1 });
    }
  }
}

type Pair = [all: number, denied: number];

function add<K>(map: Map<K, Pair>, key: K, count: number, denied: number): void {
  const pair = map.get(key) ?? [0, 0];
  pair[0] += count;
  pair[1] += denied;
  map.set(key, pair);
}

const ranked = (map: ReadonlyMap<string, Pair>): readonly (readonly [string, number, number])[] =>
  [...map]
    .map(([key, [all, denied]]) => [key, all, denied] as const)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

/** Per hour for up to three days, per day for longer spans. */
function overTime(byHour: ReadonlyMap<number, Pair>): Stats['over'] {
  const hours = [...byHour.keys()].sort((a, b) => a - b);
  const unit = (hours.at(-1) ?? 0) - (hours[0] ?? 0) < 72 ? 'hour' : 'day';
  const spans = new Map<number, Pair>();
  for (const hour of hours) {
    const [all, denied] = byHour.get(hour) ?? [0, 0];
    add(spans, unit === 'hour' ? hour * hourMs : Math.floor(hour / 24) * dayMs, all, denied);
  }
  return { unit, spans: [...spans].map(([start, pair]) => [start, ...pair] as const) };
}

/** Counts of one hook, or of all events. */
class Sum {
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

  tally(): Tally {
    const { count, decisions, outcomes, buckets } = this;
    return { count, decisions, outcomes, p50: quantile(buckets, 0.5), p95: quantile(buckets, 0.95) };
  }
}
