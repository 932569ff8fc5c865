import { deflateRawSync } from 'node:zlib';
import type { SqlCell, SqlConnection } from '@anyhook/core';
import { decisionNumber, decisionTime } from '../decision-id.js';
import { type DecisionFields, decisionFields } from '../fields.js';
import type { DecisionRecord, DetailRecord, HookSet } from '../record.js';
import { createSessionCounts } from './sessions.js';
import { createStatCounts } from './stat-counts.js';
import { runsText, strictestRuns } from './stored-runs.js';

/** Rows of the journal, written within the caller's transaction. */
interface JournalWriter {
  decision(record: DecisionRecord): void;
  detail(id: string, body: string | Uint8Array): void;
  set(set: HookSet): void;
  /** Writes the sums; call it before the end of the transaction. */
  writeCounts(): void;
  /** Call it when another process changed the file, or a transaction was rolled back. */
  forget(): void;
}

export function createJournalWriter(sql: SqlConnection): JournalWriter {
  const kinds = createNameTable(sql, 'kinds', [
    ...['host', 'event', 'native', 'tool', 'tool_name', 'decision', 'caller', 'via'],
  ]);
  const sessions = createNameTable(sql, 'sessions', ['name']);
  const places = createNameTable(sql, 'places', ['root', 'cwd']);
  const hooks = createNameTable(sql, 'hooks', ['name', 'shadow']);
  const sets = createNameTable(sql, 'hooksets', ['hash']);
  const addEvent = sql.write(
    'INSERT OR IGNORE INTO events (n, kind, session, place, hookset, ms, call, more, runs) VALUES (?,?,?,?,?,?,?,?,?)',
  );
  const isTaken = sql.read('SELECT 1 FROM events WHERE n = ?');
  const addRun = sql.write('INSERT OR IGNORE INTO runs (hook, kind, n) VALUES (?,?,?)');
  const addDetail = sql.write('INSERT OR REPLACE INTO details (n, body) VALUES (?,?)');
  const addSet = sql.write('UPDATE hooksets SET hooks = ? WHERE id = ? AND hooks IS NULL');
  const counts = createStatCounts(sql);
  const sessionCounts = createSessionCounts(sql);
  let last = 0;
  // Two processes drew the same number in the same millisecond: the later one gets the next free number.
  const movedNumbers = new Map<string, number>();
  const freeNumber = (id: string, number: number): number => {
    if (number > last) return number;
    let n = number;
    while (isTaken(n).length > 0) n++;
    if (n !== number) movedNumbers.set(id, n);
    return n;
  };
  return {
    decision(record) {
      const number = decisionNumber(record.id);
      if (number === undefined) return;
      const { host: agent, event, nativeEvent, tool = '', toolName = '', decision, caller, via } = record;
      const kind = kinds.idOf(agent, event, nativeEvent, tool, toolName, decision, caller, via);
      const n = freeNumber(record.id, number);
      last = Math.max(last, n);
      const runs = record.hooks.map((run) => ({ ...run, hook: hooks.idOf(run.hook, run.shadow ? 1 : 0) }));
      const session = sessions.idOf(record.session);
      sessionCounts.add(session, n, decision);
      addEvent(
        n,
        kind,
        session,
        places.idOf(record.root, record.cwd),
        sets.idOf(record.hookSet),
        record.ms,
        record.call ?? null,
        rareFields(record),
        runsText(runs),
      );
      const at = decisionTime(n);
      counts.add(at, { hook: 0, kind, outcome: '-', decision, ms: record.ms });
      for (const [hook, run] of strictestRuns(runs)) {
        addRun(hook, kind, n);
        counts.add(at, { ...run, hook, kind });
      }
    },
    detail(id, body) {
      const n = movedNumbers.get(id) ?? decisionNumber(id);
      if (n !== undefined) addDetail(n, body);
    },
    set: ({ hash, hooks: all }) => addSet(JSON.stringify(all), sets.idOf(hash)),
    writeCounts() {
      counts.write();
      sessionCounts.write();
      if (movedNumbers.size > 1_000) movedNumbers.clear();
    },
    forget() {
      for (const names of [kinds, sessions, places, hooks, sets]) names.forget();
      counts.clear();
      sessionCounts.clear();
      last = Number(sql.read('SELECT MAX(n) FROM events')()[0]?.[0] ?? 0);
    },
  };
}

/** Rare fields as JSON; null for most decisions. */
function rareFields(record: DecisionRecord): string | null {
  const found = fieldNames.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]);
  return found.length === 0 ? null : JSON.stringify(Object.fromEntries(found));
}

const fieldNames = Object.keys(decisionFields) as readonly (keyof DecisionFields)[];

/** Longer texts are compressed. */
const minCompressedChars = 1_024;

/** The details of a decision in the form they are stored in. */
export function encodeDetail(detail: Omit<DetailRecord, 'id'>): string | Uint8Array {
  const text = JSON.stringify(detail);
  // A copy: the result is a slice of a much larger buffer.
  return text.length > minCompressedChars ? Uint8Array.from(deflateRawSync(text, { level: 1, memLevel: 6 })) : text;
}

type SqlRow = readonly SqlCell[];

/** Numbers for strings that many rows share. */
interface NameTable {
  /** The number of a row of names; inserted if it is new. */
  idOf(...names: readonly (string | number)[]): number;
  forget(): void;
}

const maxKnown = 10_000;

/** Names in a table with these columns besides `id`. */
function createNameTable(sql: SqlConnection, table: string, columns: readonly string[]): NameTable {
  const where = columns.map((column) => `${column} = ?`).join(' AND ');
  const find = sql.read(`SELECT id FROM ${table} WHERE ${where}`);
  const add = sql.write(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const known = new Map<string, number>();
  const idIn = (rows: readonly SqlRow[]): number | undefined => rows[0] && Number(rows[0][0]);
  return {
    idOf(...names) {
      const key = names.join('\0');
      let id = known.get(key);
      if (id !== undefined) return id;
      id = idIn(find(...names));
      if (id === undefined) {
        add(...names);
        id = idIn(find(...names)) ?? 0;
      }
      if (known.size >= maxKnown) known.clear();
      known.set(key, id);
      return id;
    },
    forget: () => known.clear(),
  };
}
