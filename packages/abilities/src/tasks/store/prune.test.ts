import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSqlite } from '@anyhook/core';
import { newTask, StoreWorld, sampleRoot } from '../../../test/tasks/store/store-world.js';
import type { Task } from '../task.js';
import type { NewTask, TaskStore } from './task-store.js';

const dayMs = 24 * 3_600_000;
const today = Date.UTC(2027, 0, 1);
const done = { result: { status: 'success', output: 'x'.repeat(100) }, durationMs: 1 } as const;

interface Clock {
  at: number;
}

const daysAgo = async <T>(clock: Clock, days: number, act: () => Promise<T>): Promise<T> => {
  clock.at = today - days * dayMs;
  try {
    return await act();
  } finally {
    clock.at = today;
  }
};

async function world(t: Parameters<Parameters<typeof test>[0] & object>[0]) {
  const clock: Clock = { at: today };
  const place = new StoreWorld(t);
  const store = await place.open({ now: () => clock.at });
  return { clock, place, store };
}

const made = (store: TaskStore, more?: Partial<NewTask>) => store.insert(newTask(more));
const begun = async (store: TaskStore, more?: Partial<NewTask>): Promise<Task> => {
  const task = await made(store, more);
  await store.claim({ key: task.key, seenInput: task.input });
  return task;
};
const ran = async (store: TaskStore, more?: Partial<NewTask>): Promise<Task> => {
  const task = await begun(store, more);
  await store.finish(task.key, done);
  return task;
};
const left = (store: TaskStore) =>
  store
    .list(sampleRoot, { limit: 1_000 })
    .map(({ key }) => key)
    .reverse();

test('tasks that ended long ago are deleted; ready, waiting and running tasks stay, however old', async (t) => {
  const { clock, store } = await world(t);
  const kept = await daysAgo(clock, 400, async () => {
    await ran(store);
    const failed = await begun(store);
    await store.finish(failed.key, {
      result: { status: 'failure', error: { code: 'EXIT', message: 'x' } },
      durationMs: 1,
    });
    const waits = await made(store);
    await store.recordWaiting(waits.key, { decision: 'needs_human', hook_signals: [], context: [] });
    return [waits, await made(store), await begun(store)];
  });
  const young = await daysAgo(clock, 89, () => ran(store));
  assert.deepEqual(store.countOld({ days: 90 }), { tasks: 2, sessions: 0 });
  assert.equal(left(store).length, 6);
  assert.deepEqual(await store.prune({ days: 90 }), { tasks: 2, sessions: 0 });
  assert.deepEqual(
    left(store),
    [...kept, young].map(({ key }) => key),
  );
  assert.deepEqual(await store.prune({ days: 90 }), { tasks: 0, sessions: 0 });
});

test('an interrupted task counts as ended, even if it can run again; one that runs again does not', async (t) => {
  const { clock, place, store } = await world(t);
  const dead = await place.open({ now: () => clock.at, runner: '999999999:1:gone:1' });
  const again = await daysAgo(clock, 100, async () => {
    await begun(dead, { idempotent: true });
    const task = await begun(dead, { idempotent: true });
    await store.sweep();
    return task;
  });
  await store.claim({ key: again.key, seenInput: again.input });
  assert.deepEqual(await store.prune({ days: 90 }), { tasks: 1, sessions: 0 });
  assert.deepEqual(left(store), [again.key]);
});

test('a workflow is deleted with all its steps, or kept with them while one has not ended', async (t) => {
  const { clock, store } = await world(t);
  const stays = await daysAgo(clock, 100, async () => {
    const flow = await begun(store);
    const inner = await begun(store, { parent: flow.key });
    const steps = [await ran(store, { parent: inner.key }), await ran(store, { parent: flow.key })];
    for (const { key } of [inner, flow]) await store.finish(key, done);
    const other = await begun(store);
    const waiting = await made(store, { parent: other.key });
    const ended = await ran(store, { parent: other.key });
    await store.finish(other.key, done);
    const runs = await begun(store);
    assert.equal(steps.length, 2);
    return [other, waiting, ended, runs, await ran(store, { parent: runs.key })];
  });
  assert.deepEqual(store.countOld({ days: 90 }), { tasks: 4, sessions: 0 });
  assert.deepEqual(await store.prune({ days: 90 }), { tasks: 4, sessions: 0 });
  assert.deepEqual(
    left(store),
    stays.map(({ key }) => key),
  );
});

test('a step whose workflow was lost is deleted by itself', async (t) => {
  const { clock, store } = await world(t);
  await daysAgo(clock, 100, () => ran(store, { parent: 't_0000000001' }));
  assert.deepEqual(await store.prune({ days: 90 }), { tasks: 1, sessions: 0 });
});

test('ended sessions are deleted along with old tasks; open ones stay', async (t) => {
  const { clock, store } = await world(t);
  const begin = (id: string) =>
    store.insertSession({ id, root: sampleRoot, cwd: sampleRoot, caller: { source: 'ai_session' } });
  await daysAgo(clock, 100, async () => {
    for (const id of ['old', 'open', 'late']) await begin(id);
    await store.endSession('old', {});
  });
  await daysAgo(clock, 10, () => store.endSession('late', {}));
  assert.deepEqual(await store.prune({ days: 90 }), { tasks: 0, sessions: 1 });
  assert.deepEqual(
    store.listSessions().map(({ id }) => id),
    ['late', 'open'],
  );
});

test('pruning one project leaves the others alone', async (t) => {
  const { clock, store } = await world(t);
  await daysAgo(clock, 100, async () => {
    await ran(store);
    await ran(store, { root: '/other' });
  });
  assert.deepEqual(await store.prune({ days: 90, root: sampleRoot }), { tasks: 1, sessions: 0 });
  assert.equal(store.list('/other').length, 1);
});

test('a large prune runs in short steps, between which another process can write', async (t) => {
  const { clock, place, store } = await world(t);
  await daysAgo(clock, 100, () => ran(store));
  const sql = await openSqlite(place.database, 1_000);
  const columns = sql.read(`SELECT group_concat(name) FROM pragma_table_info('tasks') WHERE name <> 'n'`)()[0]?.[0];
  for (let power = 0; power < 11; power++) sql.exec(`INSERT INTO tasks (${columns}) SELECT ${columns} FROM tasks`);
  sql.close();
  const other = await place.open({ waitMs: 5_000 });
  const gone = store.prune({ days: 90 });
  let isGone = false;
  void gone.then(() => {
    isGone = true;
  });
  await other.insert(newTask());
  assert.equal(isGone, false);
  assert.deepEqual(await gone, { tasks: 2 ** 11, sessions: 0 });
  assert.equal(left(store).length, 1);
});

test('tidying runs once per hour, and completes in a process that ends at once', async (t) => {
  const { clock, place, store } = await world(t);
  await daysAgo(clock, 100, () => ran(store));
  store.tidy(90);
  store.close();
  const next = await place.open({ now: () => clock.at });
  assert.deepEqual(left(next), []);
  next.tidy(90);
  const { key } = await daysAgo(clock, 100, () => ran(next));
  next.tidy(90);
  await made(next, { root: '/other' });
  assert.deepEqual(left(next), [key]);
  clock.at += 3_600_000;
  next.tidy(90);
  await made(next, { root: '/other' });
  assert.deepEqual(left(next), []);
  next.close();
  next.tidy(0);
});
