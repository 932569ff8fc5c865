import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKillRounds } from './kill-rounds.js';

test('killing processes at random loses no answered decision, and records none twice', async (t) => {
  const { lost, doubled, problems, records, answered } = await runKillRounds(t, { rounds: 12, seed: 23 });
  assert.deepEqual({ lost, doubled, problems }, { lost: 0, doubled: 0, problems: [] });
  assert.ok(answered > 20 && records >= answered, `${answered} answers, ${records} records`);
});
