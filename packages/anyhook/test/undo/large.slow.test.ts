import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { git } from '../builtin-world.js';
import { undoWorld } from './undo-world.js';

const folders = 400;
const filesPerFolder = 500;

/** Empty files, because git then stores one content only. */
function addManyFiles(root: string): void {
  for (let i = 0; i < folders; i++) {
    mkdirSync(join(root, `packages/p${i}`), { recursive: true });
    for (let j = 0; j < filesPerFolder; j++) writeFileSync(join(root, `packages/p${i}/f${j}.ts`), '');
  }
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=many');
}

test('in a project of 200,000 files, files named by calls are restored, and the rest is listed and kept', async () => {
  using here = undoWorld({ 'a.txt': 'a\n', '.gitignore': '*.log\n' });
  addManyFiles(here.root);
  await here.prompt('s');
  // While the model thinks, the first snapshot finishes.
  while (here.turns()[0]?.looks.length === 0) await wait(100);
  await here.shell('s', 'rm packages/p7/f7.ts', () => rmSync(here.at('packages/p7/f7.ts')));
  await here.write('s', 'a.txt', () => writeFileSync(here.at('a.txt'), 'agent\n'));
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('packages/p3/f3.ts'), 'agent\n');
    rmSync(here.at('packages/p4'), { recursive: true });
  });
  await here.done('s');
  // Which of them comes first depends on the machine.
  assert.match(here.turns()[0]?.light ?? '', /more than 100000 files|no look was ready in time/);
  const began = performance.now();
  const { taken, left } = await here.undo();
  assert.deepEqual(taken, ['a.txt', 'packages/p7/f7.ts']);
  assert.equal(left.length, 1 + filesPerFolder);
  assert.ok(left.every((line) => line.endsWith(': unwatched')));
  assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'a\n');
  assert.equal(readFileSync(here.at('packages/p7/f7.ts'), 'utf8'), '');
  assert.equal((await here.undo({ paths: ['packages'] })).taken.length, 1 + filesPerFolder);
  assert.equal(git(here.root, 'status', '--porcelain').trim(), '');
  assert.ok(performance.now() - began < 60_000, 'both take seconds');
});
