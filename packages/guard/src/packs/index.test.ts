import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { shippedPackFiles } from '../../../../scripts/pack-tables.js';
import { parseYaml } from '../../../anyhook/src/formats/kit/parse.js';
import { packTables, toolLines } from '../../.cache/packs/index.js';
import { packedTools, packFinder, packsOf, shippedPackNames } from './index.js';
import { loadPacks } from './load-packs.js';
import { contentOfBlock, packBlock } from './table-text.js';

test('every program in the pack table has packs that name it', () => {
  assert.ok(packedTools().length > 100);
  for (const tool of packedTools()) {
    const packs = packsOf(tool);
    assert.ok(packs.length > 0 && packs.every(({ tools }) => tools.includes(tool)), tool);
  }
});

test('the pack table equals the pack files without their examples', () => {
  const { packs } = loadPacks(shippedPackFiles(), parseYaml);
  assert.deepEqual(
    shippedPackNames(),
    packs.map(({ name }) => name),
  );
  for (const pack of packs) {
    const shipped = packsOf(pack.tools[0] ?? '').find(({ name }) => name === pack.name);
    assert.deepEqual(shipped, { ...pack, examples: { caught: [], passed: [] } });
  }
});

test('every part of a pack survives the table', () => {
  const content = {
    pack: 'x',
    tools: ['x', 'y.sh'],
    flags: [],
    harmless: ['--plan=a|b'],
    not: ['run'],
    target: ['-h'],
    values: { '*': ['-n'], 'get|list all': ['-o', '!-n'], none: [] },
    oneDash: true,
    stopsAtOperand: true,
    shapes: [{ '': 'gives stdin' }, { 'a:b : c': 'publish' }],
  };
  assert.deepEqual(contentOfBlock(packBlock(content)), content);
});

test('a program without a pack has none, whatever its name', () => {
  for (const name of ['no-such-program', '', 'constructor', '__proto__', 'toString']) {
    assert.deepEqual(packsOf(name), []);
  }
});

test('project packs follow the shipped ones and never replace them', () => {
  const text = '{ "pack": "own", "tools": ["gio", "deployer"], "not": ["remove"], "shapes": [{ "x": "publish" }] }';
  const { packs } = loadPacks([{ source: 'own.yaml', text }], parseYaml);
  const find = packFinder(packs);
  assert.deepEqual(find('gio'), [...packsOf('gio'), ...packs]);
  assert.deepEqual(find('deployer'), packs);
  assert.deepEqual(find('rm-nothing'), []);
  assert.equal(packFinder([]), packsOf);
});

test('packsOf returns the same pack object each time', () => {
  assert.equal(packsOf('gio')[0], packsOf('gio')[0]);
});

test('each pack table stays small, because a command loads the tables of its programs', () => {
  const sizes = packTables.map(([last, text]) => [last, gzipSync(text()).length] as const);
  for (const [last, size] of sizes) assert.ok(size < 3_500, `${size} bytes up to ${last}`);
  assert.ok(gzipSync(toolLines).length < 6_000);
});
