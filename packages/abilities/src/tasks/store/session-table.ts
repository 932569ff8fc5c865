import type { SqlCell, SqlConnection } from '@anyhook/core';
import type { CallerInfo } from '../task.js';
import { checkSize, clampLimit, fromJson, optionalField, toJson } from './rows.js';
import type { NewSession, SessionQuery, StoredSession } from './task-store.js';

/** Sessions of the Agent Runtime; changes must be made within a transaction. */
export interface SessionTable {
  insert(session: NewSession): () => StoredSession | undefined;
  get(id: string): StoredSession | undefined;
  list(query: SessionQuery): readonly StoredSession[];
  countTurn(id: string): () => StoredSession | undefined;
  recordUse(id: string): () => void;
  end(id: string, summary: unknown): () => StoredSession | undefined;
}

const columns = 'id, root, cwd, started_at, updated_at, ended_at, turns, caller, environment, baseline, summary';

export function createSessionTable(sql: SqlConnection, now: () => number): SessionTable {
  const insert = sql.read(
    `INSERT INTO sessions (id, root, cwd, started_at, updated_at, turns, caller, environment, baseline)
     VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING ${columns}`,
  );
  const get = sql.read(`SELECT ${columns} FROM sessions WHERE id = ?`);
  const countTurn = sql.read(
    `UPDATE sessions SET turns = turns + 1, updated_at = ? WHERE id = ? AND ended_at IS NULL RETURNING ${columns}`,
  );
  const recordUse = sql.write('UPDATE sessions SET updated_at = ? WHERE id = ? AND ended_at IS NULL');
  const end = sql.read(
    `UPDATE sessions SET updated_at = ?1, ended_at = ?1, summary = ?2
     WHERE id = ?3 AND ended_at IS NULL RETURNING ${columns}`,
  );
  return {
    insert({ id, root, cwd, caller, environment, baseline }) {
      const jsonValues = [toJson(caller, 'caller'), toJson(environment, 'environment'), toJson(baseline, 'baseline')];
      checkSize(`the session ${id}`, jsonValues);
      return () => {
        const time = now();
        return firstSession(insert(id, root, cwd, time, time, ...jsonValues));
      };
    },
    get: (id) => firstSession(get(id)),
    list({ root, open, before, limit }) {
      const conditions = Object.entries({ 'root = ?': root, 'updated_at < ?': before }).flatMap(([test, value]) =>
        value === undefined ? [] : [{ test, value }],
      );
      const tests = [...conditions.map(({ test }) => test), ...(open ? ['ended_at IS NULL'] : [])];
      const where = tests.length > 0 ? `WHERE ${tests.join(' AND ')}` : '';
      const read = sql.read(`SELECT ${columns} FROM sessions ${where} ORDER BY n DESC LIMIT ?`);
      return read(...conditions.map(({ value }) => value), clampLimit(limit)).map(sessionOf);
    },
    countTurn: (id) => () => firstSession(countTurn(now(), id)),
    recordUse: (id) => () => recordUse(now(), id),
    end(id, summary) {
      const text = toJson(summary, 'summary');
      checkSize(`the session ${id}`, [text]);
      return () => firstSession(end(now(), text, id));
    },
  };
}

const firstSession = (rows: readonly (readonly SqlCell[])[]): StoredSession | undefined =>
  rows[0] && sessionOf(rows[0]);

function sessionOf(row: readonly SqlCell[]): StoredSession {
  const [id, root, cwd, startedAt, updatedAt, endedAt, turns, caller, environment, baseline, summary] = row;
  return {
    id: String(id),
    root: String(root),
    cwd: String(cwd),
    caller: fromJson(caller) as CallerInfo,
    ...optionalField('environment', fromJson(environment) as string | undefined),
    startedAt: Number(startedAt),
    updatedAt: Number(updatedAt),
    ...optionalField('endedAt', endedAt === null ? undefined : Number(endedAt)),
    turns: Number(turns),
    ...optionalField('baseline', fromJson(baseline)),
    ...optionalField('summary', fromJson(summary)),
  };
}
