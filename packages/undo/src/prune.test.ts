import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownBytes } from '@anyhook/core';
import { undoWorld } from '../../anyhook/test/undo/undo-world.js';
import { pruneStores } from './prune.js';

const day = { turns: 500, days: 7, bytes: 1e9 };

test('turns over the limit are removed with their content, and the remaining ones can be undone', async () => {
  using here = undoWorld({ 'a.txt': 'a' });
  const body = (i: number) =>
    `${i} ${Array.from({ length: 20_000 }, () => Math.random().toString(36)).join('')}`.slice(0, 100_000);
  const texts = ['a'];
  for (let i = 0; i < 5; i++) {
    await here.prompt('s', `turn ${i}`);
    texts.push(body(i));
    await here.write('s', 'a.txt', () => writeFileSync(here.at('a.txt'), texts.at(-1) ?? ''));
    await here.done('s');
  }
  const full = await ownBytes(here.dir);
  await pruneStores(here.place, { ...day, turns: 2 });
  assert.deepEqual(
    here.turns().map(({ prompt }) => prompt),
    ['turn 3', 'turn 4'],
  );
  assert.ok((await ownBytes(here.dir)) < full - 100_000, 'the store got smaller');
  await here.undo();
  assert.equal(here.files()['a.txt'], `644 ${texts[4]}`);
  await here.undo();
  assert.equal(here.files()['a.txt'], `644 ${texts[3]}`);
});

test('turns over the size limit are removed, and a later turn can still be undone', async () => {
  using here = undoWorld({ 'a.txt': 'a' });
  for (let i = 0; i < 4; i++) {
    await here.prompt('s', `turn ${i}`);
    await here.write('s', 'a.txt', () => writeFileSync(here.at('a.txt'), `${i}`.repeat(1000)));
    await here.done('s');
  }
  await pruneStores(here.place, { ...day, bytes: 1 });
  assert.deepEqual(readdirSync(join(here.dir, 'turns')), []);
  await here.prompt('s', 'next');
  await here.write('s', 'a.txt', () => writeFileSync(here.at('a.txt'), 'x'));
  await here.done('s');
  assert.deepEqual((await here.undo()).taken, ['a.txt']);
});

test('pruning during a call keeps the content that an undo of this call needs', async () => {
  using here = undoWorld({ '.gitignore': '.env\n' });
  writeFileSync(here.at('.env'), 'KEY=1\n');
  await here.prompt('s');
  await here.shell('s', 'rm .env', async () => {
    rmSync(here.at('.env'));
    await pruneStores(here.place, day);
  });
  await here.done('s');
  assert.deepEqual((await here.undo()).taken, ['.env']);
  assert.equal(here.files()['.env'], '644 KEY=1\n');
});
