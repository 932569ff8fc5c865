import type { SqlConnection } from '@anyhook/core';
import { StoreError } from './errors.js';

/**
 * Step n migrates a database from version n to n + 1. Released steps never change. A task is one row, sorted by time.
 * Its number is never reused, even if the task is deleted. Long columns are last, so that a list need not read them.
 * Any single filter is a range of an index that ends in the number; combined filters scan `tasks_by_root`, which
 * contains all filter columns.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE tasks (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    root TEXT NOT NULL, kind TEXT NOT NULL, ability TEXT NOT NULL, version TEXT NOT NULL,
    status TEXT NOT NULL, source TEXT NOT NULL, session TEXT, parent INTEGER,
    idempotent INTEGER NOT NULL, attempts INTEGER NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER, duration_ms REAL,
    runner TEXT, child TEXT,
    caller TEXT NOT NULL, more TEXT NOT NULL, note TEXT, summary TEXT,
    error TEXT, preflight TEXT, guard TEXT, settings TEXT NOT NULL, input TEXT NOT NULL, output TEXT
  );
  CREATE INDEX tasks_by_root ON tasks (root, n, status, ability, source);
  CREATE INDEX tasks_by_status ON tasks (root, status, n);
  CREATE INDEX tasks_by_ability ON tasks (root, ability, n);
  CREATE INDEX tasks_by_source ON tasks (root, source, n);
  CREATE INDEX tasks_by_session ON tasks (session, n, root, status, ability, source) WHERE session IS NOT NULL;
  CREATE INDEX tasks_by_parent ON tasks (parent, n, root, session, status, ability, source) WHERE parent IS NOT NULL;
  CREATE INDEX tasks_running ON tasks (n) WHERE status = 'running';
  CREATE TABLE sessions (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE, root TEXT NOT NULL, cwd TEXT NOT NULL,
    started_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, ended_at INTEGER, turns INTEGER NOT NULL,
    caller TEXT NOT NULL, environment TEXT, baseline TEXT, summary TEXT
  );
  CREATE INDEX sessions_by_root ON sessions (root, n);
  CREATE INDEX sessions_open ON sessions (n) WHERE ended_at IS NULL;
  `,
  `
  CREATE INDEX tasks_by_end ON tasks (ended_at, n, root, parent) WHERE ended_at IS NOT NULL;
  CREATE INDEX sessions_by_end ON sessions (ended_at, n, root) WHERE ended_at IS NOT NULL;
  `,
];

/** The version that this program writes. */
export const taskSchemaVersion = migrations.length;

/** Migrates a database to the version of this program in one transaction; throws if it is newer. */
export function migrateTaskStore(sql: SqlConnection, path: string, steps: readonly string[] = migrations): void {
  if (versionOf(sql) === steps.length) return;
  sql.exec('PRAGMA journal_mode = WAL');
  sql.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(sql);
    if (version > steps.length) throw newerError(path, version, steps.length);
    for (const step of steps.slice(version)) sql.exec(step);
    sql.exec(`PRAGMA user_version = ${steps.length}`);
    sql.exec('COMMIT');
  } catch (error) {
    sql.exec('ROLLBACK');
    throw error;
  }
}

const newerError = (path: string, version: number, known: number): StoreError =>
  new StoreError(
    `${path} has version ${version}, and this anyhook supports ${known}`,
    'update anyhook, or move the file away',
  );

const versionOf = (sql: SqlConnection): number => Number(sql.read('PRAGMA user_version')()[0]?.[0] ?? 0);
