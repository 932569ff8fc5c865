import { inflateRawSync } from 'node:zlib';
import type { SqlCell, SqlConnection } from '@anyhook/core';
import { decisionId, decisionNumber, decisionNumberAt, decisionRange, decisionTime } from '../decision-id.js';
import type { DecisionFilter, DecisionLookup, DecisionPage, DecisionRef, HookCount, Journal } from '../query.js';
import type { DecisionRecord, DetailRecord, HookSet } from '../record.js';
import { findDecisionNumbers } from './find-decisions.js';
import { recentSessions } from './sessions.js';
import { slotMs } from './stat-counts.js';
import { journalStats } from './stats.js';
import { hookNames, runFromStore, type StoredHookName, type StoredRun } from './stored-runs.js';

type SqlRow = readonly SqlCell[];

/** Answers queries about a journal; `refresh` reads what waits in the spool. */
export function createJournalReader(sql: SqlConnection, refresh: Journal['refresh']): Journal {
  const event = sql.read(
    `SELECT e.n, k.host, k.event, k.native, s.name, k.caller, k.tool, k.tool_name, e.call, p.root, p.cwd, k.decision,
            h.hash, e.runs, e.ms, k.via, e.more
     FROM events e JOIN kinds k ON k.id = e.kind JOIN sessions s ON s.id = e.session
     JOIN places p ON p.id = e.place JOIN hooksets h ON h.id = e.hookset WHERE e.n = ?`,
  );
  const bodyOf = sql.read('SELECT body FROM details WHERE n = ?');
  const hooksOfSet = sql.read('SELECT hooks FROM hooksets WHERE hash = ?');
  const newestNumber = sql.read('SELECT MAX(n) FROM events');
  const numberByCall = sql.read('SELECT n FROM events WHERE call = ? ORDER BY n DESC LIMIT 1');
  const numbersBetween = sql.read('SELECT n FROM events WHERE n BETWEEN ? AND ? ORDER BY n DESC LIMIT 10');
  const hooks = hookNames(sql);

  const decision = (n: number): DecisionRecord | undefined => {
    const row = event(n)[0];
    return row && decisionFromRow(row, hooks);
  };
  const detail = (n: number): DetailRecord | undefined => {
    const [stored] = bodyOf(n)[0] ?? [];
    return stored === undefined || stored === null ? undefined : detailFromBody(stored, decisionId(n));
  };
  const hookSet = (hash: string): HookSet | undefined => {
    const [text] = hooksOfSet(hash)[0] ?? [];
    return typeof text === 'string' ? { hash, hooks: JSON.parse(text) as HookSet['hooks'] } : undefined;
  };
  const numbers = (ref: DecisionRef): readonly number[] => {
    if ('id' in ref) {
      const range = decisionRange(ref.id);
      return range ? numbersBetween(...range).map(firstNumber) : [];
    }
    return ('call' in ref ? numberByCall(ref.call) : newestNumber()).flatMap(([n]) =>
      typeof n === 'number' ? [n] : [],
    );
  };

  return {
    list: (filter: DecisionFilter, page: DecisionPage) =>
      findDecisionNumbers(sql, filter, {
        ...page,
        after: page.after === undefined ? undefined : decisionNumber(page.after),
      }).flatMap((n) => decision(n) ?? []),
    get(ref): DecisionLookup {
      const [n, another] = numbers(ref);
      if (n === undefined) return { kind: 'none' };
      if (another !== undefined) return { kind: 'several', ids: numbers(ref).map(decisionId) };
      const found = decision(n);
      if (!found) return { kind: 'none' };
      return { kind: 'found', entry: journalEntry(found, detail(n), hookSet(found.hookSet)) };
    },
    details: (ids) =>
      new Map(
        ids.flatMap((id): readonly [string, DetailRecord][] => {
          const n = decisionNumber(id);
          const stored = n === undefined ? undefined : detail(n);
          return stored ? [[id, stored]] : [];
        }),
      ),
    hookSet,
    stats: (filter) => journalStats(sql, filter),
    sessions: (filter, limit) => recentSessions(sql, filter, limit),
    hookCounts: (since) => hookCountsOverTime(sql, since),
    lastFailure(hook, since) {
      const n = lastFailureNumber(sql, hook, since);
      return n === undefined ? undefined : decision(n);
    },
    refresh,
    close: () => sql.close(),
  };
}

const firstNumber = ([n]: SqlRow): number => Number(n);

const journalEntry = (decision: DecisionRecord, detail: DetailRecord | undefined, hookSet: HookSet | undefined) => ({
  decision,
  ...(detail && { detail }),
  ...(hookSet && { hookSet }),
});

function decisionFromRow(row: SqlRow, hooks: (id: number) => StoredHookName): DecisionRecord {
  const [
    n,
    agent,
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
    id: decisionId(Number(n)),
    at: decisionTime(Number(n)),
    host: agent,
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
    hooks: (JSON.parse(String(runs)) as readonly StoredRun[]).map((run) => runFromStore(run, hooks)),
    ms,
    via,
  } as DecisionRecord;
}

function detailFromBody(stored: string | number | Uint8Array, id: string): DetailRecord {
  const text = typeof stored === 'object' ? inflateRawSync(stored).toString('utf8') : String(stored);
  return { id, ...(JSON.parse(text) as Omit<DetailRecord, 'id'>) };
}

/** What each hook did in every slot since a time, from the stored sums; the first slot counts in full. */
function hookCountsOverTime(sql: SqlConnection, since: number): ReadonlyMap<string, readonly HookCount[]> {
  const names = hookNames(sql);
  const failed = "outcome IN ('failed', 'timeout')";
  const rows = sql.read(
    `SELECT hook, slot, SUM(count), SUM(count * (decision = 'deny' AND NOT ${failed})),
            SUM(count * (decision = 'ask' AND NOT ${failed})), SUM(count * (${failed}))
     FROM rollup WHERE hook > 0 AND slot >= ? GROUP BY hook, slot ORDER BY hook, slot`,
  );
  const counts = new Map<string, HookCount[]>();
  for (const [hook, slot, count, denied, asked, failures] of rows(Math.floor(since / slotMs))) {
    const { name } = names(Number(hook));
    const known = counts.get(name) ?? [];
    counts.set(name, known);
    const at = Number(slot) * slotMs;
    known.push({ at, count: Number(count), denied: Number(denied), asked: Number(asked), failed: Number(failures) });
  }
  return counts;
}

const failed = "outcome IN ('failed', 'timeout')";

/** The latest decision in which a hook failed or was slow; the sums narrow down the time to search. */
function lastFailureNumber(sql: SqlConnection, hook: string, since: number): number | undefined {
  const ids = sql
    .read('SELECT id FROM hooks WHERE name = ?')(hook)
    .map(([id]) => Number(id));
  const found = ids.flatMap((id) => lastFailureOfRow(sql, id, since) ?? []);
  return found.length === 0 ? undefined : Math.max(...found);
}

function lastFailureOfRow(sql: SqlConnection, hook: number, since: number): number | undefined {
  const slots = sql.read(
    `SELECT slot, kind FROM rollup WHERE hook = ? AND slot >= ? AND ${failed} GROUP BY slot, kind ORDER BY slot DESC`,
  )(hook, Math.floor(since / slotMs));
  const latest = Number(slots[0]?.[0]);
  const kinds = slots.filter(([slot]) => slot === latest).map(([, kind]) => Number(kind));
  // A run is stored as a list that begins with its hook and its outcome.
  const numberIn = sql.read(
    `SELECT r.n FROM runs r CROSS JOIN events e ON e.n = r.n
     WHERE r.hook = ? AND r.kind = ? AND r.n >= ? AND r.n < ?
       AND (instr(e.runs, ?) > 0 OR instr(e.runs, ?) > 0) ORDER BY r.n DESC LIMIT 1`,
  );
  const span = [
    Math.max(decisionNumberAt(latest * slotMs), decisionNumberAt(since)),
    decisionNumberAt((latest + 1) * slotMs),
  ];
  const texts = ['failed', 'timeout'].map((outcome) => `[${hook},"${outcome}"`);
  const found = kinds.flatMap((kind) => numberIn(hook, kind, ...span, ...texts).map(([n]) => Number(n)));
  return found.length === 0 ? undefined : Math.max(...found);
}
