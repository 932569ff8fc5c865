import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { isAlive } from '../../../../anyhook/test/support/is-alive.js';
import { newTask, StoreWorld } from '../../../test/tasks/store/store-world.js';

/** A program in its own process group, as a runner starts it for a task. */
async function program(t: TestContext, key: string): Promise<number> {
  const child = spawn('/bin/sh', ['-c', 'sleep 600 & echo started; wait'], {
    detached: true,
    env: { PATH: process.env['PATH'], ANYHOOK_TASK_KEY: key },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = child.pid ?? 0;
  t.after(() => isAlive(pid) && process.kill(-pid, 'SIGKILL'));
  await once(child.stdout, 'data');
  return pid;
}

const isLinux = process.platform === 'linux';

test('a program whose runner died before recording it is found by its task and ended; others stay', async (t) => {
  const world = new StoreWorld(t);
  // No process has this mark.
  const dead = await world.open({ runner: '4194304:1::' });
  const store = await world.open();
  const [left, ours, ready] = [
    await store.insert(newTask()),
    await store.insert(newTask()),
    await store.insert(newTask()),
  ];
  await dead.claim({ key: left.key, seenInput: left.input });
  await store.claim({ key: ours.key, seenInput: ours.input });
  const [lost = 0, running = 0, other = 0] = await Promise.all([left, ours, ready].map(({ key }) => program(t, key)));
  assert.deepEqual(await store.sweep(), [left.key]);
  // Other systems cannot tell which task it belongs to.
  assert.deepEqual([isAlive(lost), isAlive(running), isAlive(other)], [!isLinux, true, true]);
  assert.equal(store.get(left.key)?.status, 'interrupted');
});
