import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createLimiter } from './limiter.js';

/** An action that runs until `end` is called. */
function heldAction() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { act: () => ended, end };
}

test('no more actions than the limit run at once', async () => {
  const limiter = createLimiter({ maxRunning: 3, slowMs: 60_000 });
  let now = 0;
  let most = 0;
  const one = async () => {
    most = Math.max(most, ++now);
    await wait(2);
    now--;
  };
  await Promise.all(Array.from({ length: 50 }, (_, n) => limiter.run(`agent-${n % 4}`, one)));
  assert.equal(most, 3);
  assert.deepEqual(limiter.load(), { running: 0, waiting: 0 });
});

test('agents take turns, however many actions one of them queues', async () => {
  const limiter = createLimiter({ maxRunning: 1, slowMs: 60_000 });
  const order: string[] = [];
  const first = heldAction();
  const all = [limiter.run('busy', first.act)];
  for (const who of ['busy', 'busy', 'busy', 'calm']) all.push(limiter.run(who, () => void order.push(who)));
  assert.deepEqual(limiter.load(), { running: 1, waiting: 4 });
  first.end();
  await Promise.all(all);
  assert.deepEqual(order, ['busy', 'calm', 'busy', 'busy']);
});

test('a slow action does not block the next one', async () => {
  const limiter = createLimiter({ maxRunning: 1, slowMs: 5 });
  const slow = heldAction();
  const running = limiter.run('a', slow.act);
  await limiter.run('b', () => {});
  assert.deepEqual(limiter.load(), { running: 1, waiting: 0 });
  slow.end();
  await running;
  assert.deepEqual(limiter.load(), { running: 0, waiting: 0 });
});

test('a cancelled wait never runs, and its place goes to the next action', async () => {
  const limiter = createLimiter({ maxRunning: 1, slowMs: 60_000 });
  const first = heldAction();
  const running = limiter.run('a', first.act);
  const canceller = new AbortController();
  let ran = false;
  const cancelled = limiter.run(
    'a',
    () => {
      ran = true;
    },
    canceller.signal,
  );
  const next = limiter.run('a', () => 'next');
  canceller.abort();
  await assert.rejects(cancelled, /went away/);
  first.end();
  assert.equal(await next, 'next');
  await running;
  assert.equal(ran, false);
  assert.deepEqual(limiter.load(), { running: 0, waiting: 0 });
});

test('an action that throws frees its place', async () => {
  const limiter = createLimiter({ maxRunning: 1, slowMs: 60_000 });
  const failing = limiter.run('a', () => {
    throw new Error('broken');
  });
  await assert.rejects(failing, /broken/);
  assert.equal(await limiter.run('a', () => 1), 1);
});

test("with one place per key, a key's actions run in order and do not delay other keys", async () => {
  const limiter = createLimiter({ maxRunningPerKey: 1 });
  const order: string[] = [];
  const first = heldAction();
  const all = [limiter.run('a', first.act)];
  for (const what of ['a1', 'a2', 'b1', 'b2']) all.push(limiter.run(what.slice(0, 1), () => void order.push(what)));
  await Promise.all(all.slice(3));
  assert.deepEqual(order, ['b1', 'b2']);
  first.end();
  await Promise.all(all);
  assert.deepEqual(order, ['b1', 'b2', 'a1', 'a2']);
});

test('a call is refused if too many already wait, for its key or in total', async () => {
  const limits = [
    { maxRunning: 1, maxWaiting: 2 },
    { maxRunningPerKey: 1, maxWaitingPerKey: 2 },
  ];
  for (const limit of limits) {
    const limiter = createLimiter(limit);
    const first = heldAction();
    const open = [limiter.run('a', first.act), limiter.run('a', () => {}), limiter.run('a', () => {})];
    await assert.rejects(
      limiter.run('a', () => {}),
      /2 wait already/,
    );
    first.end();
    await Promise.all(open);
    assert.equal(await limiter.run('a', () => 'again'), 'again');
  }
});

test('the limiter is idle only after the last waiting action has ended', async () => {
  const limiter = createLimiter({ maxRunning: 1 });
  const [first, second] = [heldAction(), heldAction()];
  const open = [limiter.run('a', first.act), limiter.run('a', second.act)];
  let isIdle = false;
  const idle = limiter.idle().then(() => {
    isIdle = true;
  });
  first.end();
  await open[0];
  await wait(1);
  assert.equal(isIdle, false);
  second.end();
  await idle;
  await limiter.idle();
});
