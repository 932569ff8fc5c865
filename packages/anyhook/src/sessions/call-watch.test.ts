import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isSessionKnown, openCallWatch } from './call-watch.js';

function stateFolder(t: TestContext): string {
  const state = mkdtempSync(join(tmpdir(), 'anyhook-calls-'));
  t.after(() => rmSync(state, { recursive: true, force: true }));
  return state;
}

test('calls of a session are remembered from its start, and only those of that session', (t) => {
  const state = stateFolder(t);
  const watch = openCallWatch(state, 'codex', 's');
  watch.note('a', 'too-early');
  assert.equal(watch.read(), undefined);
  watch.begin({ since: 5, readUpTo: 10 });
  watch.note('a', 'one');
  watch.note('d', 'one');
  watch.noteRead(20);
  const calls = watch.read();
  assert.deepEqual([calls?.since, calls?.readUpTo], [5, 20]);
  assert.deepEqual([calls?.has('a', 'one'), calls?.isDenied('one'), calls?.has('a', 'too-early')], [true, true, false]);
  watch.note('a', 'one');
  assert.equal(watch.read()?.isDenied('one'), false);
  for (const [agent, session] of [
    ['codex', 't'],
    ['pi', 's'],
  ] as const)
    assert.equal(openCallWatch(state, agent, session).read(), undefined);
});

test('a session with an event is recorded, even if its calls are not watched', (t) => {
  const state = stateFolder(t);
  openCallWatch(state, 'codex', 's').mark();
  assert.deepEqual([isSessionKnown(state, 'codex', 's'), isSessionKnown(state, 'codex', 't')], [true, false]);
  assert.equal(openCallWatch(state, 'codex', 's').read(), undefined);
});
