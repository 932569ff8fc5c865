import type { SqlConnection } from '@anyhook/core';

/** Recounts the decisions of the chosen sessions. */
export function countSessions(condition: string): string {
  const denials = (decision: string) => `COALESCE(SUM(k.decision = '${decision}'), 0)`;
  return `UPDATE sessions SET (first, last, events, denied, asked) = (
      SELECT MIN(e.n), MAX(e.n), COUNT(*), ${denials('deny')}, ${denials('ask')}
      FROM events e JOIN kinds k ON k.id = e.kind WHERE e.session = sessions.id
    ) WHERE ${condition};`;
}

/**
 * Step n migrates a journal from version n to n + 1. Released steps never change. `events` has one narrow row per
 * decision, sorted by time. Fields with few distinct values are in `kinds`, so that any filter is a handful of ranges
 * of one index, however many rows there are.
 */
const steps: readonly string[] = [
  `
  CREATE TABLE kinds (
    id INTEGER PRIMARY KEY,
    host TEXT NOT NULL, event TEXT NOT NULL, native TEXT NOT NULL, tool TEXT NOT NULL, tool_name TEXT NOT NULL,
    decision TEXT NOT NULL, caller TEXT NOT NULL, via TEXT NOT NULL,
    UNIQUE (host, event, native, tool, tool_name, decision, caller, via)
  );
  CREATE TABLE sessions (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE places (id INTEGER PRIMARY KEY, root TEXT NOT NULL, cwd TEXT NOT NULL, UNIQUE (root, cwd));
  CREATE TABLE hooks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, shadow INTEGER NOT NULL, UNIQUE (name, shadow));
  CREATE TABLE hooksets (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, hooks TEXT);
  CREATE TABLE events (
    n INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL, session INTEGER NOT NULL, place INTEGER NOT NULL, hookset INTEGER NOT NULL,
    ms REAL NOT NULL, call TEXT, more TEXT, runs TEXT NOT NULL
  );
  CREATE INDEX events_by_kind ON events (kind);
  CREATE INDEX events_by_session ON events (session, kind);
  CREATE INDEX events_by_call ON events (call) WHERE call IS NOT NULL;
  CREATE TABLE runs (
    hook INTEGER NOT NULL, kind INTEGER NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (hook, kind, n)
  ) WITHOUT ROWID;
  CREATE TABLE details (n INTEGER PRIMARY KEY, body BLOB NOT NULL);
  CREATE TABLE rollup (
    hook INTEGER NOT NULL, slot INTEGER NOT NULL, kind INTEGER NOT NULL, outcome TEXT NOT NULL, decision TEXT NOT NULL,
    bucket INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (hook, slot, kind, outcome, decision, bucket)
  ) WITHOUT ROWID;
  CREATE TABLE hours (
    hook INTEGER NOT NULL, hour INTEGER NOT NULL, kind INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (hook, hour, kind)
  ) WITHOUT ROWID;
  CREATE TABLE imported (file TEXT PRIMARY KEY, offset INTEGER NOT NULL) WITHOUT ROWID;
  `,
  // Runs may have a start and a wait (stored-runs.ts). Sessions know their span and counts. Reserved for records that
  // leave the machine: the device, the record's place in the device's sequence, and the hash of the record before.
  `
  CREATE TABLE devices (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  ALTER TABLE events ADD COLUMN device INTEGER;
  ALTER TABLE events ADD COLUMN sequence INTEGER;
  ALTER TABLE events ADD COLUMN previous BLOB;
  ALTER TABLE sessions ADD COLUMN first INTEGER;
  ALTER TABLE sessions ADD COLUMN last INTEGER;
  ALTER TABLE sessions ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN denied INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX sessions_by_last ON sessions (last);
  ${countSessions('1')}
  `,
  // The audit of an organisation: the sent records of each device, and the state of its chain. They are found by the id
  // of their decision, so the columns of events that version 2 reserved stay empty.
  `
  ALTER TABLE devices ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE devices ADD COLUMN hash TEXT NOT NULL DEFAULT '';
  ALTER TABLE devices ADD COLUMN acked INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE devices ADD COLUMN unsent_bytes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE devices ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE devices ADD COLUMN untold INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE audit (
    device INTEGER NOT NULL, sequence INTEGER NOT NULL, line TEXT NOT NULL, acked_at INTEGER,
    PRIMARY KEY (device, sequence)
  ) WITHOUT ROWID;
  `,
];

/** The version that this program writes. */
const journalSchemaVersion = steps.length;

/** The journal was written by a newer anyhook, so it is not touched. */
export class NewerJournalError extends Error {}

/** Migrates a journal to the version of this program; throws if it is newer. */
export function migrateJournal(sql: SqlConnection, path: string): void {
  if (versionOf(sql) === journalSchemaVersion) return;
  // Allows free pages to be returned later; possible only before the first table.
  if (versionOf(sql) === 0) sql.exec('PRAGMA auto_vacuum = INCREMENTAL');
  sql.exec('PRAGMA journal_mode = WAL');
  sql.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(sql);
    if (version > journalSchemaVersion) throw new NewerJournalError(newerMessage(path, version));
    for (const step of steps.slice(version)) sql.exec(step);
    sql.exec(`PRAGMA user_version = ${journalSchemaVersion}`);
    sql.exec('COMMIT');
  } catch (error) {
    sql.exec('ROLLBACK');
    throw error;
  }
}

const newerMessage = (path: string, version: number): string =>
  `${path} has version ${version}, and this anyhook supports ${journalSchemaVersion}: update anyhook, or move the file away`;

const versionOf = (sql: SqlConnection): number => Number(sql.read('PRAGMA user_version')()[0]?.[0] ?? 0);
