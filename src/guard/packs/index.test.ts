import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packsOf, shippedPackNames } from './index.js';
import { packNamesByTool, packTexts } from './table.js';

test('every program of the table has packs that name it', () => {
  for (const tool of Object.keys(packNamesByTool)) {
    const packs = packsOf(tool);
    assert.ok(packs.length > 0 && packs.every(({ tools }) => tools.includes(tool)), tool);
  }
});

test('a program without a pack has none, whatever its name', () => {
  for (const name of ['no-such-program', '', 'constructor', '__proto__', 'toString']) {
    assert.deepEqual(packsOf(name), []);
  }
});

test('a pack is read once', () => {
  assert.equal(packsOf('gio')[0], packsOf('gio')[0]);
  assert.ok(shippedPackNames.includes('gio'));
});

test('the table stays small', () => {
  assert.ok(gzipSync(JSON.stringify([packTexts, packNamesByTool])).length < 30_000);
});
