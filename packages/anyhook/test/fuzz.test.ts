import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { partNames, startPart } from '../../../fuzz/parts.js';
import { fuzzRandom } from '../../../fuzz/random.js';
import { runCase } from '../../../fuzz/run-case.js';

interface KeptCase {
  readonly part: string;
  readonly why: string;
  readonly case: unknown;
}

const corpus = new URL('../../../fuzz/corpus/', import.meta.url);
const kept = readdirSync(corpus).map((file) => ({
  file,
  ...(JSON.parse(readFileSync(new URL(file, corpus), 'utf8')) as KeptCase),
}));

describe('a case that once showed a fault no longer does', () => {
  for (const name of [...new Set(kept.map(({ part }) => part))])
    test(`in the part ${name}`, async (t) => {
      const part = await startPart(name);
      t.after(() => part.end?.());
      for (const { file, case: one, why } of kept.filter((entry) => entry.part === name))
        assert.deepEqual((await runCase(part, one)).fault, undefined, `${file}: ${why}`);
    });
});

/** How many cases the tests check per part; CI checks these seeds and more with `npm run fuzz -- --seed 1`. */
const checkedParts: Readonly<Record<string, number>> = {
  needles: 100,
  globs: 100,
  decode: 800,
  'hook-output': 500,
  'guard-packs': 250,
  'guard-rules': 125,
  'guard-wrap': 75,
  'file-operations': 12,
};

describe('random cases show no fault', () => {
  for (const [name, count] of Object.entries(checkedParts))
    test(`in the part ${name}`, async (t) => {
      const part = await startPart(name);
      t.after(() => part.end?.());
      for (let seed = 1; seed <= count; seed++) {
        const { fault } = await runCase(part, part.make(fuzzRandom(seed)));
        assert.deepEqual(fault, undefined, `npm run fuzz -- --part ${name} --seed ${seed}`);
      }
    });
});

test('the same seed makes the same case', async () => {
  for (const name of partNames.filter((one) => one !== 'socket')) {
    const part = await startPart(name);
    assert.deepEqual(part.make(fuzzRandom(7)), part.make(fuzzRandom(7)), name);
    await part.end?.();
  }
});
