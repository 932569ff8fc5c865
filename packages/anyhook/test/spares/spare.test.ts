import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { nodeSamples, pythonSamples } from './hook-samples.js';
import { type HookSample, spareWorld } from './spare-world.js';

// A few of many: the others are in contract.slow.test.ts.
const skip = process.platform !== 'linux' && 'spares are started on Linux only';
const withoutPython = skip || spawnSync('/usr/bin/python3', ['--version']).status !== 0;

test('a node hook behaves the same in a spare', { skip }, async (t) => {
  const world = spareWorld(t);
  const [sample] = nodeSamples as [HookSample];
  assert.deepEqual((await world.spare(sample))?.end, (await world.plain(sample)).end);
});

test('a python hook behaves the same in a spare', { skip: withoutPython }, async (t) => {
  const world = spareWorld(t);
  const [sample] = pythonSamples as [HookSample];
  assert.deepEqual((await world.spare(sample))?.end, (await world.plain(sample)).end);
});
