import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeyedQueue } from './session-access.js';

test('work of one key runs in the order of its requests, and keys do not wait for each other', async () => {
  const { run } = createKeyedQueue();
  const done: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = run('a', async () => {
    await gate;
    done.push('a1');
  });
  const second = run('a', async () => void done.push('a2'));
  await run('b', async () => void done.push('b1'));
  assert.deepEqual(done, ['b1']);
  open();
  await Promise.all([first, second]);
  assert.deepEqual(done, ['b1', 'a1', 'a2']);
});

test('work that fails does not stop the work after it', async () => {
  const { run } = createKeyedQueue();
  const failing = run('a', () => Promise.reject(new Error('no')));
  const next = run('a', async () => 'done');
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'done');
});

test('work that is cancelled before its turn does not run', async () => {
  const { run } = createKeyedQueue();
  const controller = new AbortController();
  const first = run('a', async () => controller.abort());
  const second = run('a', async () => assert.fail('served'), controller.signal);
  await first;
  await assert.rejects(second, { code: 'CANCELLED' });
});

test('a key with too much waiting work rejects more with TOO_MANY', async () => {
  const { run } = createKeyedQueue();
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const waiting = Array.from({ length: 100 }, () => run('a', () => gate));
  await assert.rejects(
    run('a', async () => {}),
    { code: 'TOO_MANY' },
  );
  open();
  await Promise.all(waiting);
  await run('a', async () => {});
});
