import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { hookOf, shellEvent } from '../../test/support/engine-samples.js';
import { createEngineWatch } from './engine-watch.js';

const clock = () => performance.now();
const newWatch = () => createEngineWatch({ now: () => 1_000_000 + clock(), ticks: clock });

test('who watches hears of decisions together that were made together, and nobody else is told anything', async () => {
  const watch = newWatch();
  watch.decided('before\n');
  const heard: string[] = [];
  const stop = watch.add((lines) => void heard.push(lines));
  watch.decided('one\n');
  watch.decided('two\n');
  assert.deepEqual(heard, [''], 'agents get their answers first');
  await wait(40);
  watch.decided('three\n');
  const later: string[] = [];
  const stopLater = watch.add((lines) => void later.push(lines));
  stop();
  stopLater();
  watch.decided('after\n');
  await wait(40);
  assert.deepEqual(heard, ['', 'one\ntwo\n', 'three\n']);
  assert.deepEqual(later, ['']);
});

test('in a burst decisions are told a few times a second, and soon again when it is over', async () => {
  const watch = newWatch();
  const heard: string[] = [];
  const stop = watch.add((lines) => void heard.push(lines));
  for (let i = 0; i < 5; i++) watch.decided(`${i}\n`);
  await wait(20);
  assert.equal(heard.length, 2);
  for (let i = 0; i < 5; i++) watch.decided(`${i}\n`);
  await wait(20);
  assert.equal(heard.length, 2, 'nobody could read along');
  await wait(60);
  assert.equal(heard.length, 3);
  watch.decided('calm\n');
  await wait(30);
  stop();
  assert.equal(heard.at(-1), 'calm\n');
});

test('an event that takes long is told with the hook that it waits for, again when that changes, and at its end', async () => {
  const watch = newWatch();
  const slow = watch.begin();
  slow.event = shellEvent('sleep 9');
  const [first, second] = [hookOf('first'), hookOf('second')];
  slow.hooks.set(first, clock());
  await wait(120);
  const heard: string[] = [];
  // Somebody who comes later hears of it at once.
  const stop = watch.add((lines) => void heard.push(...lines.split('\n').filter((line) => line !== '')));
  const short = watch.begin();
  short.event = shellEvent('ls');
  watch.end(short);
  slow.hooks.delete(first);
  slow.hooks.set(second, clock());
  await wait(230);
  watch.end(slow);
  await wait(150);
  stop();
  const news = heard.map((line) => JSON.parse(line));
  assert.deepEqual(
    news.map(({ begun, ended }) => begun?.hooks.map(({ hook }: { hook: string }) => hook) ?? ended),
    [['first'], ['second'], news[0].begun.n],
  );
  const { at, event, tool } = news[0].begun;
  assert.deepEqual([event, tool, at > 1_000_000 && at < 1_100_000 + clock()], ['tool.before', 'shell', true]);
});
