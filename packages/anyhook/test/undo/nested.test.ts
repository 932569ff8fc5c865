import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findLostGit } from '../../../undo/src/not-covered.js';
import { storeFolder } from '../../../undo/src/shadow-git.js';
import { readTurns } from '../../../undo/src/turn-files.js';
import { git, initRepository } from '../builtin-world.js';
import { undoWorld } from './undo-world.js';

const files = { 'a.txt': 'a\n', 'src/c.ts': 'c\n' };

/** A project with a repository and a submodule in it. */
function worldWithNested() {
  const here = undoWorld(files);
  mkdirSync(here.at('inner'));
  initRepository(here.at('inner'), { 'own.txt': 'own\n', 'deep/b.txt': 'b\n' });
  git(here.root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', './inner', 'module');
  git(here.root, 'commit', '--quiet', '--message=module');
  return here;
}

test('undo also restores changes in a nested repository and a submodule', async () => {
  using here = worldWithNested();
  const before = here.files();
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('a.txt'), 'agent\n');
    rmSync(here.at('inner/deep'), { recursive: true });
    writeFileSync(here.at('module/own.txt'), 'agent\n');
    writeFileSync(here.at('module/new.txt'), 'agent\n');
  });
  await here.write('s', 'inner/own.txt', () => writeFileSync(here.at('inner/own.txt'), 'agent\n'));
  await here.done('s');
  const after = here.files();
  assert.deepEqual(await here.undo(), {
    taken: ['a.txt', 'inner/deep/b.txt', 'inner/own.txt', 'module/new.txt', 'module/own.txt'],
    left: [],
  });
  assert.deepEqual(here.files(), before);
  assert.notDeepEqual(before, after);
  assert.equal((await here.prepare()).kind, 'nothing');
});

test("undo keeps a person's and another agent's edits in a nested repository", async () => {
  using here = worldWithNested();
  await here.prompt('s');
  await here.shell('s', 'make', () => writeFileSync(here.at('inner/own.txt'), 'agent\n'));
  writeFileSync(here.at('inner/mine.txt'), 'person\n');
  await here.prompt('other');
  await here.shell('other', 'make', () => writeFileSync(here.at('inner/deep/b.txt'), 'other\n'));
  await here.done('other');
  await here.done('s');
  assert.deepEqual(await here.undo({ turn: 2 }), { taken: ['inner/own.txt'], left: [] });
  assert.equal(readFileSync(here.at('inner/mine.txt'), 'utf8'), 'person\n');
  assert.equal(readFileSync(here.at('inner/deep/b.txt'), 'utf8'), 'other\n');
});

test("calls of an agent that enters a nested repository still belong to the project's turn", async () => {
  using here = worldWithNested();
  const before = here.files();
  await here.prompt('s');
  await here.shell('s', 'make', () => {});
  const cwd = { cwd: here.at('inner') };
  const call = { call: { kind: 'shell', nativeName: 'Bash', id: 'in', input: { command: 'make' } }, ...cwd };
  await here.send('s', 'tool.before', call);
  writeFileSync(here.at('a.txt'), 'agent\n');
  writeFileSync(here.at('inner/own.txt'), 'agent\n');
  await here.send('s', 'tool.after', { ...call, result: { ok: true, text: '' } });
  await here.send('s', 'agent.done', cwd);
  assert.equal(here.turns().length, 1);
  assert.notEqual(here.turns()[0]?.endedAt, undefined);
  assert.deepEqual((await here.undo()).taken, ['a.txt', 'inner/own.txt']);
  assert.deepEqual(here.files(), before);
});

test('undo restores a deleted nested repository, except for its history', async () => {
  using here = worldWithNested();
  const before = here.files();
  await here.prompt('s');
  await here.shell('s', 'make', () => rmSync(here.at('inner'), { recursive: true }));
  await here.done('s');
  assert.deepEqual((await here.undo()).taken, ['inner/deep/b.txt', 'inner/own.txt']);
  assert.deepEqual(here.files(), before);
});

test('a deleted .git of the project or a nested repository is named, because no snapshot contains it', async () => {
  using here = worldWithNested();
  await here.prompt('s');
  await here.shell('s', 'make', () => rmSync(here.at('inner/.git'), { recursive: true }));
  await here.done('s');
  assert.deepEqual(findLostGit(here.root, here.turns()), ['inner/.git']);
  const found = await here.prepare();
  assert.ok(found.kind === 'nothing' ? found.lostGit.length === 1 : found.kind === 'prepared', found.kind);
  rmSync(here.at('.git'), { recursive: true });
  assert.deepEqual(findLostGit(here.root, here.turns()), ['.git', 'inner/.git']);
});

test("undo run inside a nested repository reverts only that repository's part of the turn", async () => {
  using here = worldWithNested();
  await here.prompt('s', 'both');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('a.txt'), 'agent\n');
    writeFileSync(here.at('inner/own.txt'), 'agent\n');
  });
  await here.done('s');
  const [turn] = readTurns(storeFolder(here.at('inner'), here.place.env));
  assert.deepEqual([turn?.id, turn?.prompt, turn?.project], [here.turns()[0]?.id, 'both', here.root]);
  assert.deepEqual((await here.undo({}, join(here.root, 'inner'))).taken, ['own.txt']);
  assert.deepEqual((await here.undo()).taken, ['a.txt']);
});

test('a branch switched in a nested repository is named with its folder', async () => {
  using here = worldWithNested();
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    git(here.at('inner'), 'switch', '--quiet', '--create', 'topic');
    writeFileSync(here.at('inner/own.txt'), 'agent\n');
  });
  await here.done('s');
  const found = await here.prepare();
  assert.deepEqual([found.kind, found.kind === 'branch' && found.folder], ['branch', 'inner']);
});
