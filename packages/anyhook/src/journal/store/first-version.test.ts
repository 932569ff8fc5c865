import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeFirstJournal } from '../../../test/journal/version-1.js';
import { openJournal } from '../open-journal.js';

const at = Date.UTC(2026, 10, 1, 3, 20);

test('a journal of the first version is read unchanged, and its sessions are counted', async (t) => {
  const state = mkdtempSync(join(tmpdir(), 'anyhook-journal-'));
  t.after(() => rmSync(state, { recursive: true, force: true }));
  await writeFirstJournal(state, at);
  const notices: string[] = [];
  const { journal } = await openJournal({ state, notify: (text) => notices.push(text) });
  t.after(() => journal.close());
  const [first, second] = journal.list({}, { limit: 10, order: 'oldest' });
  assert.deepEqual(first?.hooks, [{ hook: 'guard', outcome: 'ok', decision: 'pass', ms: 2.5 }]);
  assert.deepEqual(second?.hooks, [
    { hook: 'guard', outcome: 'ok', decision: 'pass', ms: 1, gave: ['context'], job: 'job-1' },
    { hook: 'guard', outcome: 'blocked', decision: 'deny', ms: 2, recheck: true },
  ]);
  assert.equal(second?.agent, 'helper');
  assert.deepEqual(journal.details([first?.id ?? '']).get(first?.id ?? '')?.payload, { a: 1 });
  assert.deepEqual(journal.sessions({}, 10), [
    {
      session: 'old session',
      first: at,
      last: at + 1_000,
      events: 2,
      denied: 1,
      asked: 0,
      host: 'gemini',
      root: '/p',
      cwd: '/p/src',
      agent: 'helper',
    },
  ]);
  assert.deepEqual(notices, []);
});
