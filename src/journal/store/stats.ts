import type { Decision } from '../../core/contract.js';
import type { Sql } from '../../io/sqlite.js';
import { numberAt, timeOf } from '../id.js';
import type { Filter, Stats, Tally } from '../query.js';
import { bucketOf, quantile } from './bucket.js';
import { hooksOf, kindsOf, sessionOf, spanOf } from './find.js';
import { hookNames, type KeptRun, strongest } from './runs.js';
import { hourMs } from './write.js';

/** How often something happened: hook 0 stands for the event itself. */
interface Count {
  readonly hook: number;
  readonly hour: number;
  readonly kind: number;
  readonly outcome: string;
  readonly decision: string;
  readonly bucket: number;
  readonly count: number;
}

/** Numbers over a filter, mostly from counts that are kept by the hour. */
export function statsOf(sql: Sql, filter: Filter): Stats {
  const kinds = new Map(
    sql
      .read('SELECT id, host, event, tool, tool_name, decision FROM kinds')()
      .map(([id, ...words]) => [Number(id), words.map(String)]),
  );
  const allowed = kindsOf(sql, filter);
  const isKind = allowed ? `AND kind IN (${allowed.join()})` : '';
  const hooks = hooksOf(sql, filter);
  const wanted = hooks && new Set(hooks);
  const total = new Sum();
  const byHook = new Map<number, Sum>();
  const by = { host: new Map<string, Pair>(), event: new Map<string, Pair>(), tool: new Map<string, Pair>() };
  const byHour = new Map<number, Pair>();

  /** A decision counts by its own time, or by that of the one hook that was asked for. */
  const aboutEvent = ({ hour, kind, bucket, count }: Count) => {
    const [host = '', event = '', tool = '', toolName = '', decision = 'pass'] = kinds.get(kind) ?? [];
    const denied = decision === 'deny' ? count : 0;
    total.add('', decision as Decision, bucket, count);
    add(by.host, host, count, denied);
    add(by.event, event, count, denied);
    if (tool !== '') add(by.tool, tool === 'mcp' || tool === 'other' ? toolName : tool, count, denied);
    add(byHour, hour, count, denied);
  };
  const take = (one: Count) => {
    if (one.hook === 0) {
      if (!wanted) aboutEvent(one);
      return;
    }
    if (wanted && !wanted.has(one.hook)) return;
    if (wanted) aboutEvent(one);
    const sum = byHook.get(one.hook) ?? new Sum();
    byHook.set(one.hook, sum);
    sum.add(one.outcome, one.decision as Decision, one.bucket, one.count);
  };

  for (const one of counted(sql, filter, isKind, hooks)) take(one);
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

/** Whole hours from the counts, what is left of others from the decisions themselves; a session's one by one. */
function* counted(sql: Sql, filter: Filter, isKind: string, hooks?: readonly number[]): Generator<Count> {
  if (filter.session !== undefined) {
    const session = sessionOf(sql, filter.session);
    if (session !== null) yield* oneByOne(sql, `session = ${session} ${isKind}`, spanOf(filter));
    return;
  }
  const { since = 0, until } = filter;
  const first = Math.ceil(since / hourMs);
  const last = until === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(until / hourMs);
  if (first > last) return yield* oneByOne(sql, `1 ${isKind}`, spanOf(filter));
  if (since > 0)
    yield* oneByOne(sql, `1 ${isKind}`, spanOf({ since, until: Math.min(first * hourMs, until ?? Infinity) }));
  // The hours of hooks count only where these are all that was asked for.
  const [isHook, by] = hooks ? [`hook IN (${hooks.join()})`, 'hour,'] : ['hook > 0', ''];
  const rows = sql.read(
    `SELECT hook, hour, kind, outcome, decision, bucket, SUM(count) FROM rollup
     WHERE hour >= ? AND hour < ? AND hook = 0 ${isKind} GROUP BY hour, kind, bucket
     UNION ALL
     SELECT hook, MIN(hour), kind, outcome, decision, bucket, SUM(count) FROM rollup
     WHERE hour >= ? AND hour < ? AND ${isHook} ${isKind} GROUP BY ${by} hook, kind, outcome, decision, bucket`,
  );
  for (const [hook, hour, kind, outcome, decision, bucket, count] of rows(first, last, first, last)) {
    yield {
      hook: Number(hook),
      hour: Number(hour),
      kind: Number(kind),
      outcome: String(outcome),
      decision: String(decision),
      bucket: Number(bucket),
      count: Number(count),
    };
  }
  if (until !== undefined && until > last * hourMs)
    yield* oneByOne(sql, `1 ${isKind}`, [numberAt(last * hourMs), numberAt(until) - 1]);
}

function* oneByOne(sql: Sql, where: string, span: readonly [number, number]): Generator<Count> {
  const rows = sql.read(`SELECT n, kind, ms, runs FROM events WHERE ${where} AND n BETWEEN ? AND ?`);
  for (const [n, kind, ms, runs] of rows(...span)) {
    const at = { hour: Math.floor(timeOf(Number(n)) / hourMs), kind: Number(kind), count: 1 };
    yield { ...at, hook: 0, outcome: '-', decision: '', bucket: bucketOf(Number(ms)) };
    const all = (JSON.parse(String(runs)) as readonly KeptRun[]).map(([hook, outcome, decision, took]) => ({
      hook,
      outcome,
      decision,
      ms: took,
    }));
    for (const [hook, run] of strongest(all))
      yield { ...at, hook, outcome: run.outcome, decision: run.decision, bucket: bucketOf(run.ms) };
  }
}

type Pair = [all: number, denied: number];

function add<K>(map: Map<K, Pair>, key: K, count: number, denied: number): void {
  const pair = map.get(key);
  if (!pair) return void map.set(key, [count, denied]);
  pair[0] += count;
  pair[1] += denied;
}

const ranked = (map: ReadonlyMap<string, Pair>): readonly (readonly [string, number, number])[] =>
  [...map]
    .map(([key, [all, denied]]) => [key, all, denied] as const)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

/** By the hour for three days, by the day for longer. */
function overTime(byHour: ReadonlyMap<number, Pair>): Stats['over'] {
  const hours = [...byHour.keys()].sort((a, b) => a - b);
  const unit = (hours.at(-1) ?? 0) - (hours[0] ?? 0) < 72 ? 'hour' : 'day';
  const spans = new Map<number, Pair>();
  for (const hour of hours) {
    const [all, denied] = byHour.get(hour) ?? [0, 0];
    add(spans, unit === 'hour' ? hour * hourMs : Math.floor(hour / 24) * 24 * hourMs, all, denied);
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
