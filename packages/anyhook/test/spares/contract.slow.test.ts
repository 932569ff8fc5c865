import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pythonEndSamples } from './end-samples.js';
import { nodeSamples, pythonSamples } from './hook-samples.js';
import { type HookOutcome, spareWorld } from './spare-world.js';

/** Replaces values that differ between any two processes: ids and memory addresses. */
const comparable = ({ end, files }: HookOutcome) =>
  JSON.parse(
    JSON.stringify({ end, files })
      .replace(/\(node:\d+\)/g, '(node:1)')
      .replace(/\b0x[\da-f]+/g, '0x1'),
  ) as unknown;

for (const [kind, samples] of [
  ['node', nodeSamples],
  ['python', pythonSamples],
  ['python at its end', pythonEndSamples],
] as const)
  for (const sample of samples)
    test(`${kind}: ${sample.name} behaves the same in a spare`, {
      skip: process.platform !== 'linux' && 'spares are started on Linux only',
    }, async (t) => {
      const world = spareWorld(t);
      const plain = await world.plain(sample);
      const spare = await world.spare(sample);
      assert.ok(spare, 'no spare could do it');
      assert.deepEqual(comparable(spare), comparable(plain));
    });
