import { inflateRawSync } from 'node:zlib';
import type { Cell, Sql } from '../../../platform/sqlite.js';
import { idOf, numberOf, rangeOf, timeOf } from '../id.js';
import type { Entry, Filter, Found, Journal, Page, Ref } from '../query.js';
import type { DecisionRecord, DetailRecord, HookSet, RunRecord } from '../record.js';
import { findNumbers } from './find.js';
import { type HookName, hookNames, type KeptRun } from './runs.js';
import { statsOf } from './stats.js';

type Row = readonly Cell[];

/** Answers queries about a journal; `refresh` reads what waits in the spool. */
export function readJournal(sql: Sql, refresh: () => void): Journal {
  const event = sql.read(
    `SELECT e.n, k.host, k.event, k.native, s.name, k.caller, k.tool, k.tool_name, e.call, p.root, p.cwd, k.decision,
            h.hash, e.runs, e.ms, k.via, e.more
     FROM events e JOIN kinds k ON k.id = e.kind JOIN sessions s ON s.id = e.session
     JOIN places p ON p.id = e.place JOIN hooksets h ON h.id = e.hookset WHERE e.n = ?`,
  );
  const body = sql.read('SELECT body FROM details WHERE n = ?');
  const setOf = sql.read('SELECT hooks FROM hooksets WHERE hash = ?');
  const newest = sql.read('SELECT MAX(n) FROM events');
  const byCall = sql.read('SELECT n FROM events WHERE call = ? ORDER BY n DESC LIMIT 1');
  const between = sql.read('SELECT n FROM events WHERE n BETWEEN ? AND ? ORDER BY n DESC LIMIT 10');
  const hooks = hookNames(sql);

  const decision = (n: number): DecisionRecord | undefined => {
    const row = event(n)[0];
    return row && recordOf(row, hooks);
  };
  const detail = (n: number): DetailRecord | undefined => {
    const [kept] = body(n)[0] ?? [];
    return kept === undefined || kept === null ? undefined : detailIn(kept, idOf(n));
  };
  const hookSet = (hash: string): HookSet | undefined => {
    const [text] = setOf(hash)[0] ?? [];
    return typeof text === 'string' ? { hash, hooks: JSON.parse(text) as HookSet['hooks'] } : undefined;
  };
  const numbers = (ref: Ref): readonly number[] => {
    if ('id' in ref) {
      const range = rangeOf(ref.id);
      return range ? between(...range).map(number) : [];
    }
    return ('call' in ref ? byCall(ref.call) : newest()).flatMap(([n]) => (typeof n === 'number' ? [n] : []));
  };

  return {
    list: (filter: Filter, page: Page) =>
      findNumbers(sql, filter, { ...page, after: page.after === undefined ? undefined : numberOf(page.after) }).flatMap(
        (n) => decision(n) ?? [],
      ),
    get(ref): Found {
      const [n, another] = numbers(ref);
      if (n === undefined) return { kind: 'none' };
      if (another !== undefined) return { kind: 'several', ids: numbers(ref).map(idOf) };
      const found = decision(n);
      if (!found) return { kind: 'none' };
      return { kind: 'found', entry: entryOf(found, detail(n), hookSet(found.hookSet)) };
    },
    details: (ids) =>
      new Map(
        ids.flatMap((id): readonly [string, DetailRecord][] => {
          const n = numberOf(id);
          const kept = n === undefined ? undefined : detail(n);
          return kept ? [[id, kept]] : [];
        }),
      ),
    hookSet,
    stats: (filter) => statsOf(sql, filter),
    refresh,
    close: () => sql.close(),
  };
}

const number = ([n]: Row): number => Number(n);

const entryOf = (decision: DecisionRecord, detail: DetailRecord | undefined, hookSet: HookSet | undefined): Entry => ({
  decision,
  ...(detail && { detail }),
  ...(hookSet && { hookSet }),
});

function recordOf(row: Row, hooks: (id: number) => HookName): DecisionRecord {
  const [
    n,
    host,
    event,
    nativeEvent,
    session,
    caller,
    tool,
    toolName,
    call,
    root,
    cwd,
    decision,
    hookSet,
    runs,
    ms,
    via,
    more,
  ] = row;
  return {
    id: idOf(Number(n)),
    at: timeOf(Number(n)),
    host,
    event,
    nativeEvent,
    session,
    caller,
    ...(tool !== '' && { tool }),
    ...(toolName !== '' && { toolName }),
    ...(call !== null && { call }),
    root,
    cwd,
    ...(typeof more === 'string' && (JSON.parse(more) as object)),
    decision,
    hookSet,
    hooks: (JSON.parse(String(runs)) as readonly KeptRun[]).map((run) => runIn(run, hooks)),
    ms,
    via,
  } as DecisionRecord;
}

function runIn([id, outcome, decision, ms, recheck, gave]: KeptRun, hooks: (id: number) => HookName): RunRecord {
  const { name, shadow } = hooks(id);
  return {
    hook: name,
    outcome,
    decision,
    ms,
    ...(recheck && { recheck: true }),
    ...(shadow && { shadow: true }),
    ...(gave && gave.length > 0 && { gave }),
  };
}

function detailIn(kept: string | number | Uint8Array, id: string): DetailRecord {
  const text = typeof kept === 'object' ? inflateRawSync(kept).toString('utf8') : String(kept);
  return { id, ...(JSON.parse(text) as Omit<DetailRecord, 'id'>) };
}
