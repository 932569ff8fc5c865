import { mkdirSync, writeFileSync } from 'node:fs';
import { openSqlite } from '../../../core/src/platform/sqlite.js';
import { decisionNumberAt } from '../../src/journal/decision-id.js';
import { journalPaths } from '../../src/journal/journal-files.js';

/** The schema of the first journal version as released: never change this. */
const schema = `
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
  PRAGMA user_version = 1;
`;

/** Writes a journal of the first version with two decisions of one session, a second apart. */
export async function writeFirstJournal(state: string, at: number): Promise<void> {
  const { dir, database } = journalPaths(state);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(database, '', { mode: 0o600 });
  const sql = await openSqlite(database, 100);
  sql.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;');
  sql.exec(schema);
  const [first, second] = [decisionNumberAt(at), decisionNumberAt(at + 1_000)];
  sql.exec(`
    INSERT INTO kinds VALUES (1, 'gemini', 'tool.before', 'BeforeTool', 'shell', 'run', 'pass', 'ai_session', 'engine');
    INSERT INTO kinds VALUES (2, 'gemini', 'tool.before', 'BeforeTool', 'shell', 'run', 'deny', 'ai_session', 'engine');
    INSERT INTO sessions VALUES (1, 'old session');
    INSERT INTO places VALUES (1, '/p', '/p/src');
    INSERT INTO hooks VALUES (1, 'guard', 0);
    INSERT INTO hooksets VALUES (1, 'set', '[]');
    INSERT INTO events VALUES (${first}, 1, 1, 1, 1, 3.5, 'call-1', NULL, '[[1,"ok","pass",2.5]]');
    INSERT INTO events VALUES (${second}, 2, 1, 1, 1, 4, NULL, '{"agent":"helper"}', '[[1,"ok","pass",1,0,["context"],"job-1"],[1,"blocked","deny",2,1,[]]]');
    INSERT INTO runs VALUES (1, 1, ${first}), (1, 2, ${second});
    INSERT INTO details VALUES (${first}, '{"payload":{"a":1},"event":{},"context":[],"messages":[],"signals":[],"notes":[],"hooks":[],"wire":{"stdout":"{}","stderr":"","exitCode":0}}');
  `);
  sql.close();
}
