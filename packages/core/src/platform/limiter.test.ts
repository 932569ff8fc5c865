import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createLimiter } from './limiter.js';

/** Something that runs until it is told to end. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { act: () => ended, end };
}

test('no more run at once than are let in', async () => {
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

test('agents take turns, however many programs one of them wants', async () => {
  const limiter = createLimiter({ maxRunning: 1, slowMs: 60_000 });
  const order: string[] = [];
  const first = held();
  const all = [limiter.run('busy', first.act)];
  for (const who of ['busy', 'busy', 'busy', 'calm']) all.push(limiter.run(who, () => void order.push(who)));
  assert.deepEqual(limiter.load(), { running: 1, waiting: 4 });
  first.end();
  await Promise.all(all);
  assert.deepEqual(order, ['busy', 'calm', 'busy', 'busy']);
});

test('a program that runs for long holds nobody back', async () => {
  const limiter = createLimiter({ maxRunning: 1, slowMs: 5 });
  const slow = held();
  const running = limiter.run('a', slow.act);
  await limiter.run('b', () => {});
  assert.deepEqual(limiter.load(), { running: 1, waiting: 0 });
  slow.end();
  await running;
  assert.deepEqual(limiter.load(), { running: 0, waiting: 0 });
});

test('a wait that is called off never runs, and its place goes to the next', async () => {
  const limiter = createLimiter({ maxRunning: 1, slowMs: 60_000 });
  const first = held();
  const running = limiter.run('a', first.act);
  const leaving = new AbortController();
  let ran = false;
  const gone = limiter.run(
    'a',
    () => {
      ran = true;
    },
    leaving.signal,
  );
  const next = limiter.run('a', () => 'next');
  leaving.abort();
  await assert.rejects(gone, /went away/);
  first.end();
  assert.equal(await next, 'next');
  await running;
  assert.equal(ran, false);
  assert.deepEqual(limiter.load(), { running: 0, waiting: 0 });
});

test('what throws inside gives its place free', async () => {
  const limiter = createLimiter({ maxRunning: 1, slowMs: 60_000 });
  const failing = limiter.run('a', () => {
    throw new Error('broken');
  });
  await assert.rejects(failing, /broken/);
  assert.equal(await limiter.run('a', () => 1), 1);
});

test('with one place per key, the calls of a key run in order, and keys do not wait for each other', async () => {
  const limiter = createLimiter({ maxRunningPerKey: 1 });
  const order: string[] = [];
  const first = held();
  const all = [limiter.run('a', first.act)];
  for (const what of ['a1', 'a2', 'b1', 'b2']) all.push(limiter.run(what.slice(0, 1), () => void order.push(what)));
  await Promise.all(all.slice(3));
  assert.deepEqual(order, ['b1', 'b2']);
  first.end();
  await Promise.all(all);
  assert.deepEqual(order, ['b1', 'b2', 'a1', 'a2']);
});

test('a call is refused if too many calls of its key, or too many in all, wait already', async () => {
  const limits = [
    { maxRunning: 1, maxWaiting: 2 },
    { maxRunningPerKey: 1, maxWaitingPerKey: 2 },
  ];
  for (const limit of limits) {
    const limiter = createLimiter(limit);
    const first = held();
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

test('it is idle when the last one that waited has ended, and not between two', async () => {
  const limiter = createLimiter({ maxRunning: 1 });
  const [first, second] = [held(), held()];
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
