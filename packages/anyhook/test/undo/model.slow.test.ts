import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playSequence } from './model.js';

test('undo after random edits of two agents and a person restores or lists every byte, and changes nothing else', async () => {
  const seeds = Array.from({ length: 50 }, (_, i) => i + 1);
  for (const seed of seeds) assert.equal(await playSequence(seed), undefined, `seed ${seed}`);
});
