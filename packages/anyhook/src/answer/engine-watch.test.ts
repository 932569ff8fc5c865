import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { hookOf, shellEvent } from '../../test/support/engine-samples.js';
import { createEngineWatch } from './engine-watch.js';

const clock = () => performance.now();
const newWatch = () => createEngineWatch({ now: () => 1_000_000 + clock(), ticks: clock });

/** A watch with timers and a clock that only the test advances, and the lines that its watcher receives. */
function stillWatch(t: TestContext) {
  const { timers } = t.mock;
  timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate'] });
  let time = 0;
  const watch = createEngineWatch({ now: () => 1_000_000 + time, ticks: () => time });
  watch.decided('before anybody watches\n');
  const heard: string[] = [];
  const stop = watch.add((lines) => void heard.push(lines));
  const pass = (ms: number) => {
    for (let i = 0; i < ms; i++) {
      time++;
      timers.tick(1);
    }
  };
  return { watch, heard, stop, pass };
}

test('decisions made together reach the watcher in one message, and nothing is sent after it stops', (t) => {
  const { watch, heard, stop, pass } = stillWatch(t);
  watch.decided('one\n');
  watch.decided('two\n');
  assert.deepEqual(heard, [''], 'agents get their answers first');
  pass(40);
  watch.decided('three\n');
  const later: string[] = [];
  const stopLater = watch.add((lines) => void later.push(lines));
  stop();
  stopLater();
  watch.decided('after\n');
  pass(40);
  assert.deepEqual(heard, ['', 'one\ntwo\n', 'three\n']);
  assert.deepEqual(later, ['']);
});

test('up to a hundred decisions a second are each sent at once', (t) => {
  const { watch, heard, pass } = stillWatch(t);
  for (let i = 0; i < 100; i++) {
    watch.decided(`${i}\n`);
    pass(1);
    assert.equal(heard.at(-1), `${i}\n`);
    pass(9);
  }
});

test('a burst of decisions is sent in at most twenty messages a second, and later ones at once again', (t) => {
  const { watch, heard, pass } = stillWatch(t);
  const burst = (name: string) => {
    for (let i = 0; i < 1_000; i++) {
      watch.decided(`${name} ${i}\n`);
      pass(1);
    }
  };
  burst('first');
  heard.length = 0;
  burst('second');
  assert.ok(heard.length <= 21, `told ${heard.length} times`);
  pass(100);
  assert.match(heard.join(''), /^second 999\n/m, 'the last decision is sent as well');
  watch.decided('calm\n');
  pass(1);
  assert.equal(heard.at(-1), 'calm\n');
});

test('a slow event is reported with the hook it waits for, again when the hook changes, and when it ends', async () => {
  const watch = newWatch();
  const slow = watch.begin();
  slow.event = shellEvent('sleep 9');
  const [first, second] = [hookOf('first'), hookOf('second')];
  slow.hooks.set(first, clock());
  await wait(120);
  const heard: string[] = [];
  // A watcher that is added later gets it at once.
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
