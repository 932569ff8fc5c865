import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTask, StoreWorld } from '../../../test/tasks/store/store-world.js';
import { recentTasks } from './read-store.js';

test('the latest tasks of all projects are listed, and no store is created if there is none', async (t) => {
  const world = new StoreWorld(t);
  assert.deepEqual(await recentTasks(world.state, 10), []);
  const store = await world.open();
  for (const root of ['/a', '/b', '/c']) await store.insert(newTask({ root }));
  store.close();
  const roots = (await recentTasks(world.state, 2)).map(({ root }) => root);
  assert.deepEqual(roots, ['/c', '/b']);
});
