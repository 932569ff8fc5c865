import assert from 'node:assert/strict';
import { chmodSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { processMark } from '@anyhook/core';
import { newTask, StoreWorld, sampleRoot } from '../../../test/tasks/store/store-world.js';
import type { GuardAnswer, Task } from '../task.js';
import { StoreError } from './errors.js';
import type { TaskChangeResult, TaskStore } from './task-store.js';

const said: GuardAnswer = { decision: 'denied', reason: 'not on a Friday', hook_signals: [], context: ['wait'] };
const done = { result: { status: 'success', output: { rows: 3 } }, durationMs: 1.5, outputSummary: '3 rows' } as const;

const claim = (store: TaskStore, task: Task) => store.claim({ key: task.key, seenInput: task.input });
const whyOf = (had: TaskChangeResult) => (had.ok ? 'ok' : had.why);
const statusOf = (store: TaskStore, { key }: Task) => store.get(key)?.status;

test('a task is read as it was inserted, and only in its project', async (t) => {
  const world = new StoreWorld(t);
  const store = await world.open({ now: () => 1_794_755_731_977 });
  const parent = await store.insert(newTask());
  const given = newTask({
    ability: { kind: 'ability_id', value: 'deploy' },
    input: JSON.parse('{"__proto__":{"a":1},"text":"a\\u0000b\\ud800","n":-0.5,"deep":[[null]]}'),
    environment: 'prod',
    implementation: 'script',
    settings: { region: 'eu' },
    caller: { source: 'ci_pipeline', session_id: 's1', job_id: 'j', triggered_by: 'push' },
    parent: parent.key,
    note: 'a \0 in a note',
    idempotent: true,
    preflight: said,
  });
  const task = await store.insert(given);
  const { key, ...rest } = task;
  assert.notEqual(key, parent.key);
  assert.deepEqual(rest, {
    ...given,
    status: 'ready',
    createdAt: 1_794_755_731_977,
    updatedAt: 1_794_755_731_977,
    attempts: 0,
  });
  store.close();
  const again = await world.open();
  assert.deepEqual(again.get(key), task);
  assert.deepEqual(again.get(key, sampleRoot), task);
  assert.equal(again.get(key, '/elsewhere'), undefined);
  assert.equal(again.get('t_0000000001'), undefined);
  assert.equal(again.get("' OR 1=1"), undefined);
});

test('only the owner may read the database', async (t) => {
  const world = new StoreWorld(t);
  const store = await world.open();
  await store.insert(newTask());
  const modes = [world.state, ...['', '-wal', '-shm'].map((end) => world.database + end)].map(
    (path) => statSync(path).mode & 0o777,
  );
  assert.deepEqual(modes, [0o700, 0o600, 0o600, 0o600]);
});

test('a folder that other users can write to is not used', async (t) => {
  const world = new StoreWorld(t);
  (await world.open()).close();
  chmodSync(world.state, 0o777);
  await assert.rejects(
    world.open(),
    (error) => error instanceof StoreError && /other users may write/.test(error.message),
  );
});

test('a task is run once, by the runner that claimed it', async (t) => {
  const world = new StoreWorld(t);
  const [store, other] = [await world.open(), await world.open({ runner: processMark(process.ppid) })];
  const task = await store.insert(newTask());
  assert.equal(await store.finish(task.key, done), undefined);
  const claims = await Promise.all([claim(store, task), claim(other, task), claim(store, task)]);
  assert.deepEqual(claims.map(whyOf).sort(), ['IN_USE', 'IN_USE', 'ok']);
  const [winner, loser] = claims[1]?.ok ? [other, store] : [store, other];
  assert.equal(await loser.finish(task.key, done), undefined);
  assert.equal(await loser.recordProcessGroup(task.key, process.pid), false);
  const ended = await winner.finish(task.key, done);
  assert.deepEqual(
    [ended?.status, ended?.output, ended?.outputSummary, ended?.durationMs, ended?.attempts],
    ['success', { rows: 3 }, '3 rows', 1.5, 1],
  );
  assert.deepEqual(store.get(task.key), ended);
  assert.equal(await winner.finish(task.key, done), undefined);
  assert.equal(whyOf(await claim(store, task)), 'ALREADY_RUN');
});

test('a claim works only for the input that the guard saw, and stores the guard’s rewrite', async (t) => {
  const store = await new StoreWorld(t).open();
  const task = await store.insert(newTask());
  await store.update({ key: task.key, input: { table: 'users' } });
  assert.equal(whyOf(await claim(store, task)), 'CHANGED');
  const guard: GuardAnswer = { decision: 'allowed', hook_signals: [], context: [] };
  const had = await store.claim({ key: task.key, seenInput: { table: 'users' }, input: { table: 'staff' }, guard });
  assert.deepEqual(had.ok && [had.task.input, had.task.guard], [{ table: 'staff' }, guard]);
});

test('a guard’s refusal is stored, and the task can be run later', async (t) => {
  const store = await new StoreWorld(t).open();
  const task = await store.insert(newTask());
  const waiting = await store.recordWaiting(task.key, { ...said, decision: 'needs_human' });
  assert.deepEqual(waiting.task?.status, 'waiting');
  const refused = await store.recordRefusal(task.key, said);
  assert.deepEqual([refused.task?.status, refused.task?.guard], ['ready', said]);
  await store.recordWaiting(task.key, said);
  assert.equal(whyOf(await claim(store, task)), 'ok');
  assert.equal(whyOf(await store.recordWaiting(task.key, said)), 'IN_USE');
});

test('a new input makes a waiting task ready, and a started task cannot be changed', async (t) => {
  const store = await new StoreWorld(t).open();
  const task = await store.insert(newTask({ note: 'first' }));
  await store.recordWaiting(task.key, said);
  const noted = await store.update({ key: task.key, note: 'second' });
  assert.deepEqual([noted.task?.status, noted.task?.note, noted.task?.guard], ['waiting', 'second', said]);
  const changed = await store.update({ key: task.key, input: { table: 'users' } });
  assert.deepEqual([changed.task?.status, changed.task?.note, changed.task?.guard], ['ready', 'second', undefined]);
  assert.equal(whyOf(await store.claim({ key: task.key, seenInput: { table: 'users' } })), 'ok');
  assert.equal(whyOf(await store.update({ key: task.key, note: 'third' })), 'IN_USE');
  await store.finish(task.key, done);
  assert.equal(whyOf(await store.update({ key: task.key })), 'ALREADY_RUN');
  assert.equal(whyOf(await store.update({ key: 't_0000000001', note: 'x' })), 'UNKNOWN_TASK');
});

test('a task is deleted with its steps, but not while one of them runs', async (t) => {
  const store = await new StoreWorld(t).open();
  const top = await store.insert(newTask());
  const middle = await store.insert(newTask({ parent: top.key }));
  const bottom = await store.insert(newTask({ parent: middle.key }));
  const unrelated = await store.insert(newTask());
  await claim(store, bottom);
  assert.equal(await store.delete(top.key), 'IN_USE');
  assert.equal(store.list(sampleRoot).length, 4);
  await store.finish(bottom.key, done);
  assert.equal(await store.delete(top.key), 'deleted');
  assert.equal(await store.delete(top.key), 'UNKNOWN_TASK');
  assert.deepEqual(
    store.list(sampleRoot).map(({ key }) => key),
    [unrelated.key],
  );
});

test('keys are never reused, even after deletions and clock changes', async (t) => {
  const world = new StoreWorld(t);
  let time = 1_794_755_731_977;
  const keys: string[] = [];
  for (const step of [0, 0, 1, -3_600_000, 0, 1]) {
    time += step;
    const store = await world.open({ now: () => time });
    const { key } = await store.insert(newTask());
    keys.push(key);
    await store.delete(key);
    store.close();
  }
  assert.equal(new Set(keys).size, keys.length);
  assert.deepEqual([...keys].sort(), keys);
});

test('of concurrent inserts, only those that cannot be stored fail', async (t) => {
  const store = await new StoreWorld(t).open();
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  const asked = [newTask(), newTask({ input: cycle }), newTask({ input: { text: 'x'.repeat(65 * 1024 * 1024) } })];
  const results = await Promise.allSettled([...asked, newTask({ root: undefined as never })].map(store.insert));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'rejected'],
  );
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  assert.ok(errors.every((error) => error instanceof StoreError && error.error.code === 'STORE'));
  assert.match(String(errors[0]), /input cannot be stored as JSON/);
  assert.match(String(errors[1]), /at most 67108864 can be stored/);
  assert.equal(store.list(sampleRoot).length, 1);
});

test('changes requested before close are stored', async (t) => {
  const world = new StoreWorld(t);
  const store = await world.open();
  const task = store.insert(newTask());
  store.close();
  assert.deepEqual((await world.open()).list(sampleRoot), [await task]);
});

test('sessions are counted, listed and ended once', async (t) => {
  const store = await new StoreWorld(t).open({ now: () => 7 });
  const given = {
    id: 's1',
    root: sampleRoot,
    cwd: `${sampleRoot}/src`,
    caller: { source: 'ai_session' as const, session_id: 's1' },
  };
  const session = await store.insertSession({ ...given, environment: 'dev', baseline: ['a.ts'] });
  assert.deepEqual(session, {
    ...given,
    environment: 'dev',
    baseline: ['a.ts'],
    startedAt: 7,
    updatedAt: 7,
    turns: 0,
  });
  assert.deepEqual(store.getSession('s1'), session);
  assert.equal(await store.insertSession(given), undefined);
  await store.insertSession({ ...given, id: 's2' });
  await store.insertSession({ ...given, id: 's3', root: '/elsewhere' });
  assert.equal((await store.countTurn('s1'))?.turns, 1);
  const ended = await store.endSession('s1', { tasks: 2 });
  assert.deepEqual([ended?.endedAt, ended?.summary, ended?.turns], [7, { tasks: 2 }, 1]);
  assert.equal(await store.endSession('s1', {}), undefined);
  assert.equal(await store.countTurn('s1'), undefined);
  const ids = (query?: Parameters<TaskStore['listSessions']>[0]) => store.listSessions(query).map(({ id }) => id);
  assert.deepEqual(ids(), ['s3', 's2', 's1']);
  assert.deepEqual(ids({ root: sampleRoot }), ['s2', 's1']);
  assert.deepEqual(ids({ root: sampleRoot, open: true }), ['s2']);
  assert.deepEqual(ids({ limit: 1 }), ['s3']);
  assert.equal(store.getSession('none'), undefined);
});

test('an interrupted task can be claimed again only if its ability is idempotent', async (t) => {
  const world = new StoreWorld(t);
  // No process has this mark.
  const dead = await world.open({ runner: '4194304:1::' });
  const store = await world.open();
  const [once, often] = [await store.insert(newTask()), await store.insert(newTask({ idempotent: true }))];
  for (const task of [once, often]) await claim(dead, task);
  assert.deepEqual(await store.sweep(), [once.key, often.key]);
  assert.deepEqual(await store.sweep(), []);
  assert.deepEqual([statusOf(store, once), statusOf(store, often)], ['interrupted', 'interrupted']);
  assert.equal(store.get(once.key)?.error?.code, 'INTERRUPTED');
  assert.equal(await dead.finish(once.key, done), undefined);
  assert.equal(whyOf(await claim(store, once)), 'INTERRUPTED');
  assert.equal(whyOf(await store.update({ key: often.key, note: 'x' })), 'INTERRUPTED');
  assert.equal((await store.recordRefusal(often.key, said)).task?.status, 'interrupted');
  const again = await claim(store, often);
  assert.deepEqual([whyOf(again), again.task?.attempts, again.task?.error], ['ok', 2, undefined]);
});

test('claiming a task whose runner died reports at once that it was interrupted', async (t) => {
  const world = new StoreWorld(t);
  const dead = await world.open({ runner: '4194304:1::' });
  const store = await world.open();
  const [once, often] = [await store.insert(newTask()), await store.insert(newTask({ idempotent: true }))];
  for (const task of [once, often]) await claim(dead, task);
  assert.equal(whyOf(await claim(store, once)), 'INTERRUPTED');
  assert.equal(whyOf(await claim(store, often)), 'ok');
  const left = await store.insert(newTask());
  await claim(dead, left);
  assert.equal(await store.delete(left.key), 'deleted');
});

test('a runner that cannot be checked from here counts as alive for a day', async (t) => {
  const world = new StoreWorld(t);
  let time = 1_794_755_731_977;
  const runner = processMark().replace(/[^:]*$/, '1');
  const theirs = await world.open({ runner, now: () => time });
  const task = await theirs.insert(newTask());
  await claim(theirs, task);
  const store = await world.open({ now: () => time });
  time += 23 * 3_600_000;
  assert.deepEqual(await store.sweep(), []);
  assert.equal(whyOf(await claim(store, task)), 'IN_USE');
  time += 2 * 3_600_000;
  assert.deepEqual(await store.sweep(), [task.key]);
});
