import { appendText, makePrivateFolder } from '../../../../core/src/platform/files/files.js';
import { openSqlite } from '../../../../core/src/platform/sqlite.js';
import { taskDatabasePath } from '../../../src/tasks/store/open-task-store.js';

/** The first version of the database, as it was released: this text never changes. */
const schema = `
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
  PRAGMA user_version = 1;
`;

const rows = `
  INSERT INTO tasks (n, root, kind, ability, version, status, source, idempotent, attempts, created_at, updated_at,
    started_at, ended_at, duration_ms, caller, more, summary, settings, input, output)
  VALUES (7034880000000, '/p', 'operation_key', 'db.migrate', '1', 'success', 'manual_cli', 0, 1, 10, 30, 20, 30, 9.5,
    '{"source":"manual_cli"}', '{"environment":"dev"}', '"3 rows"', '{"a":1}', '{"table":"orders"}', '{"rows":3}');
  INSERT INTO sessions (id, root, cwd, started_at, updated_at, turns, caller)
  VALUES ('s1', '/p', '/p', 10, 10, 2, '{"source":"ai_session","session_id":"s1"}');
`;

/** Makes the database of a state folder as the first version left it, with a task that ran and an open session. */
export async function makeVersion1(state: string): Promise<void> {
  makePrivateFolder(state);
  appendText(taskDatabasePath(state), '');
  const sql = await openSqlite(taskDatabasePath(state), 100);
  sql.exec('PRAGMA journal_mode = WAL');
  sql.exec(schema);
  sql.exec(rows);
  sql.close();
}
