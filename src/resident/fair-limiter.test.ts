import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createGate } from './fair-limiter.js';

/** Something that runs until it is told to end. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { act: () => ended, end };
}

test('no more run at once than are let in', async () => {
  const gate = createGate({ most: 3, slowMs: 60_000 });
  let now = 0;
  let most = 0;
  const one = async () => {
    most = Math.max(most, ++now);
    await wait(2);
    now--;
  };
  await Promise.all(Array.from({ length: 50 }, (_, n) => gate.pass(`agent-${n % 4}`, one)));
  assert.equal(most, 3);
  assert.deepEqual(gate.crowd(), { running: 0, waiting: 0 });
});

test('agents take turns, however many programs one of them wants', async () => {
  const gate = createGate({ most: 1, slowMs: 60_000 });
  const order: string[] = [];
  const first = held();
  const all = [gate.pass('busy', first.act)];
  for (const who of ['busy', 'busy', 'busy', 'calm']) all.push(gate.pass(who, () => void order.push(who)));
  assert.deepEqual(gate.crowd(), { running: 1, waiting: 4 });
  first.end();
  await Promise.all(all);
  assert.deepEqual(order, ['busy', 'calm', 'busy', 'busy']);
});

test('a program that runs for long holds nobody back', async () => {
  const gate = createGate({ most: 1, slowMs: 5 });
  const slow = held();
  const running = gate.pass('a', slow.act);
  await gate.pass('b', () => {});
  assert.deepEqual(gate.crowd(), { running: 1, waiting: 0 });
  slow.end();
  await running;
  assert.deepEqual(gate.crowd(), { running: 0, waiting: 0 });
});

test('a wait that is called off never runs, and its place goes to the next', async () => {
  const gate = createGate({ most: 1, slowMs: 60_000 });
  const first = held();
  const running = gate.pass('a', first.act);
  const leaving = new AbortController();
  let ran = false;
  const gone = gate.pass(
    'a',
    () => {
      ran = true;
    },
    leaving.signal,
  );
  const next = gate.pass('a', () => 'next');
  leaving.abort();
  await assert.rejects(gone, /went away/);
  first.end();
  assert.equal(await next, 'next');
  await running;
  assert.equal(ran, false);
  assert.deepEqual(gate.crowd(), { running: 0, waiting: 0 });
});

test('what throws inside gives its place free', async () => {
  const gate = createGate({ most: 1, slowMs: 60_000 });
  const failing = gate.pass('a', () => {
    throw new Error('broken');
  });
  await assert.rejects(failing, /broken/);
  assert.equal(await gate.pass('a', () => 1), 1);
});
