import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as later } from 'node:timers/promises';
import { createCallLimiter } from './server.js';

const never = new AbortController().signal;

test('at most the allowed number of calls run at once, and queued calls start in order', async () => {
  const limiter = createCallLimiter({ running: 3, waiting: 1_000 });
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const work = (index: number) => async () => {
    began.push(index);
    most = Math.max(most, ++running);
    await later();
    running--;
    return index;
  };
  const all = Array.from({ length: 500 }, (_, index) => limiter.run('', work(index), never));
  const wanted = Array.from({ length: 500 }, (_, index) => index);
  assert.deepEqual(await Promise.all(all), wanted);
  assert.deepEqual(began, wanted);
  assert.equal(most, 3);
});

test('a call that fails frees its slot', async () => {
  const limiter = createCallLimiter({ running: 1, waiting: 10 });
  const failing = limiter.run('', () => Promise.reject(new Error('no')), never);
  const next = limiter.run('', async () => 'next', never);
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'next');
  assert.equal(await limiter.run('', async () => 'free again', never), 'free again');
});

test('a call cancelled while it waits never begins, and frees its place in the queue', async () => {
  const limiter = createCallLimiter({ running: 1, waiting: 1 });
  let end = () => {};
  const first = limiter.run('', () => new Promise<void>((resolve) => (end = resolve)), never);
  const controller = new AbortController();
  let hasBegun = false;
  const second = limiter.run(
    '',
    async () => {
      hasBegun = true;
    },
    controller.signal,
  );
  await assert.rejects(
    limiter.run('', async () => undefined, never),
    /1 calls wait already/,
  );
  controller.abort();
  await assert.rejects(second, /cancelled before it began/);
  const third = limiter.run('', async () => 'third', never);
  end();
  await first;
  assert.equal(await third, 'third');
  assert.equal(hasBegun, false);
});
