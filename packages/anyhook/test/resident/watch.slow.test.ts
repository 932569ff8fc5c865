import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BegunEvent } from '../../src/answer/engine-watch.js';
import { watchEngine } from '../../src/answer/live-decisions.js';
import { journalWorld } from '../journal/journal-world.js';
import { claudeShellCall, dialProtocol, until } from './engine-world.js';

const slowHook = 'hooks:\n  - { id: slow, on: tool.before, run: "sleep 0.7", match: { input: slowly } }\n';

test('a watcher sees a hook while it hangs, and its decision as soon as it is recorded', async (t) => {
  const world = journalWorld(t, slowHook);
  await world.up();
  const begun: BegunEvent[] = [];
  const ended: number[] = [];
  const decided: string[] = [];
  let isWatched = false;
  const watch = watchEngine(world.state, {
    news(lines) {
      isWatched = true;
      for (const line of lines) {
        const one = JSON.parse(line);
        if (one.begun) begun.push(one.begun);
        else if (one.ended) ended.push(one.ended);
        else if (one.decision) decided.push(one.decision.session);
      }
    },
    ended() {},
  });
  t.after(() => watch?.close());
  await until(() => isWatched);
  const line = dialProtocol(world);
  const slow = line.ask(world, { ...claudeShellCall(world.project, 'slowly'), session_id: 'slow session' });
  // On a busy machine the event is reported before its hook starts, and again when it does.
  await until(() => begun.some(({ hooks }) => hooks.length > 0));
  assert.deepEqual([begun.at(-1)?.session, begun.at(-1)?.hooks.map(({ hook }) => hook)], ['slow session', ['slow']]);
  assert.ok(!decided.includes('slow session'));
  await line.ask(world, { ...claudeShellCall(world.project, 'ls'), session_id: 'short session' });
  await until(() => decided.includes('short session'));
  await slow;
  // On a busy machine the short one may take long enough to be reported as well.
  const slowest = begun[0]?.n ?? 0;
  await until(() => ended.includes(slowest) && decided.includes('slow session'));
});

test('watching needs a running engine, and ends with a message when the engine ends', async (t) => {
  const world = journalWorld(t);
  assert.equal(watchEngine(world.state, { news() {}, ended() {} }), undefined);
  const engine = await world.up();
  let isWatched = false;
  let isGone = false;
  const news = () => {
    isWatched = true;
  };
  const gone = () => {
    isGone = true;
  };
  watchEngine(world.state, { news, ended: gone });
  await until(() => isWatched);
  engine.kill('SIGKILL');
  await until(() => isGone);
});
