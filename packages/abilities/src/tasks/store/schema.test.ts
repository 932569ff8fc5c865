import assert from 'node:assert/strict';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '@anyhook/core';
import { isWindows } from '../../../../anyhook/test/support/systems.js';
import { newTask, StoreWorld, sampleRoot } from '../../../test/tasks/store/store-world.js';
import { makeVersion1 } from '../../../test/tasks/store/version-1.js';
import { StoreError } from './errors.js';
import { migrateTaskStore, taskSchemaVersion } from './schema.js';

const isStore = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StoreError, String(error));
  assert.equal(error.error.code, 'STORE');
  assert.match(error.message, pattern);
  return true;
};

test('this version reads and writes a database of version 1', async (t) => {
  const world = new StoreWorld(t);
  await makeVersion1(world.state);
  const store = await world.open();
  const [task] = store.list('/p');
  assert.deepEqual(task && store.get(task.key), {
    key: 't_06cqqrc000',
    root: '/p',
    ability: { kind: 'operation_key', value: 'db.migrate' },
    version: '1',
    status: 'success',
    input: { table: 'orders' },
    environment: 'dev',
    settings: { a: 1 },
    caller: { source: 'manual_cli' },
    idempotent: false,
    createdAt: 10,
    updatedAt: 30,
    startedAt: 20,
    endedAt: 30,
    durationMs: 9.5,
    attempts: 1,
    output: { rows: 3 },
    outputSummary: '3 rows',
  });
  assert.equal((await store.countTurn('s1'))?.turns, 3);
  await store.insert(newTask());
  const sql = await openSqlite(world.database, 100);
  t.after(() => sql.close());
  assert.deepEqual(sql.read('PRAGMA user_version')(), [[taskSchemaVersion]]);
});

test('a new database has the same schema as one migrated from version 1', async (t) => {
  const schemaOf = async (path: string) => {
    const sql = await openSqlite(path, 100);
    t.after(() => sql.close());
    return sql
      .read('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name')()
      .map((row) => row.map((cell) => String(cell).replaceAll(/\s+/g, ' ')));
  };
  const [old, fresh] = [new StoreWorld(t), new StoreWorld(t)];
  await makeVersion1(old.state);
  for (const world of [old, fresh]) (await world.open()).close();
  assert.deepEqual(await schemaOf(old.database), await schemaOf(fresh.database));
});

test('a migration step that fails leaves the database unchanged at its version', async (t) => {
  const world = new StoreWorld(t);
  await makeVersion1(world.state);
  const sql = await openSqlite(world.database, 100);
  t.after(() => sql.close());
  const columns = () => sql.read(`SELECT COUNT(*) FROM pragma_table_info('tasks')`)();
  const before = columns();
  const more = ['ALTER TABLE tasks ADD COLUMN extra TEXT', 'ALTER TABLE nothing ADD COLUMN x TEXT'];
  assert.throws(() => migrateTaskStore(sql, world.database, ['never run', ...more]));
  assert.deepEqual([columns(), sql.read('PRAGMA user_version')()], [before, [[1]]]);
  migrateTaskStore(sql, world.database, ['never run', ...more.slice(0, 1)]);
  assert.deepEqual(sql.read('SELECT COUNT(*), MAX(extra) FROM tasks')(), [[1, null]]);
  assert.deepEqual(sql.read('PRAGMA user_version')(), [[2]]);
});

test('a database of a newer version is left unchanged, with an error', async (t) => {
  const world = new StoreWorld(t);
  await makeVersion1(world.state);
  const sql = await openSqlite(world.database, 100);
  sql.exec('PRAGMA user_version = 99');
  sql.close();
  const before = readFileSync(world.database);
  await assert.rejects(world.open(), isStore(/runtime\.db has version 99.*supports 2; update anyhook/));
  assert.deepEqual(readFileSync(world.database), before);
});

test('a file that is not a database is named, and kept unchanged', async (t) => {
  const world = new StoreWorld(t);
  mkdirSync(world.state);
  const text = 'this is no database, and it is long enough to be taken for one '.repeat(100);
  writeFileSync(world.database, text);
  await assert.rejects(world.open(), isStore(/runtime\.db is damaged .*move it away/));
  assert.equal(readFileSync(world.database, 'utf8'), text);
});

test('damage found later is an error of each call, and no task is mistaken for another', async (t) => {
  const world = new StoreWorld(t);
  const store = await world.open();
  const tasks = await Promise.all(
    Array.from({ length: 200 }, () => store.insert(newTask({ note: 'x'.repeat(2_000) }))),
  );
  store.close();
  const sql = await openSqlite(world.database, 100);
  sql.read('PRAGMA wal_checkpoint(TRUNCATE)')();
  sql.close();
  const file = openSync(world.database, 'r+');
  const junk = Buffer.alloc(4096, 0xa5);
  // All pages except the first ones, which contain the schema.
  for (let at = 20 * 4096; at < readFileSync(world.database).length; at += 4096) writeSync(file, junk, 0, 4096, at);
  closeSync(file);
  const broken = await world.open();
  assert.throws(
    () => tasks.map((task) => broken.get(task.key)).concat(broken.list(sampleRoot, { limit: 1_000 })),
    isStore(/runtime\.db is damaged/),
  );
});

test('a folder instead of the file, or a file instead of the folder, is named', async (t) => {
  const world = new StoreWorld(t);
  mkdirSync(world.database, { recursive: true });
  // Wine opens a folder for appending, so SQLite reports the error.
  const isFolder = isWindows
    ? /runtime\.db cannot be used \((?:EISDIR|ConnectionFailed).*check that it is a file/
    : /runtime\.db cannot be used \(EISDIR.*check that it is a file/;
  await assert.rejects(world.open(), isStore(isFolder));
  const other = new StoreWorld(t);
  mkdirSync(dirname(other.state), { recursive: true });
  writeFileSync(other.state, '');
  await assert.rejects(other.open(), isStore(/runtime\.db cannot be used .*check that it is a file/));
});

test('a database that another program locks fails in time, and nothing is half stored', async (t) => {
  const world = new StoreWorld(t);
  const store = await world.open({ waitMs: 100 });
  const task = await store.insert(newTask());
  const other = await openSqlite(world.database, 50);
  t.after(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  await assert.rejects(store.claim({ key: task.key, seenInput: task.input }), isStore(/is locked by another program/));
  // Readers are not blocked.
  assert.deepEqual(store.list(sampleRoot), [task]);
  other.exec('ROLLBACK');
  assert.equal((await store.claim({ key: task.key, seenInput: task.input })).ok, true);
});
