import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { git } from '../builtin-world.js';
import { undoWorld } from './undo-world.js';

// Work trees whose files differ from what git stores.

test('in a sparse checkout only files that are checked out are restored', async () => {
  using here = undoWorld({
    'in/a.txt': 'a\n',
    'in/b.txt': 'b\n',
    'out/c.txt': 'c\n',
    'out/d.txt': 'd\n',
    'top.txt': 't\n',
  });
  git(here.root, 'sparse-checkout', 'set', '--cone', 'in');
  assert.equal(existsSync(here.at('out')), false);
  const before = here.files();
  await here.prompt('s');
  await here.shell('s', 'make', () => {
    writeFileSync(here.at('in/a.txt'), 'agent\n');
    rmSync(here.at('in/b.txt'));
    writeFileSync(here.at('in/new.txt'), 'new\n');
  });
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['in/a.txt', 'in/b.txt', 'in/new.txt'], left: [] });
  assert.deepEqual(here.files(), before);
  assert.equal(existsSync(here.at('out')), false);
  assert.equal(git(here.root, 'status', '--porcelain').trim(), '');
});

test('files from widening a sparse checkout are removed by undo, and git still has them', async () => {
  using here = undoWorld({ 'in/a.txt': 'a\n', 'out/c.txt': 'c\n' });
  git(here.root, 'sparse-checkout', 'set', '--cone', 'in');
  await here.prompt('s');
  await here.shell('s', 'make', () => git(here.root, 'sparse-checkout', 'disable'));
  await here.done('s');
  assert.deepEqual(await here.undo(), { taken: ['out/c.txt'], left: [] });
  assert.equal(git(here.root, 'show', 'HEAD:out/c.txt'), 'c\n');
});

for (const [name, setUp] of Object.entries({
  'core.autocrlf': (root: string): void => {
    git(root, 'config', 'core.autocrlf', 'true');
  },
  attributes: (root: string): void => {
    writeFileSync(`${root}/.gitattributes`, '*.txt text eol=crlf\n');
    git(root, 'add', '.gitattributes');
    git(root, 'commit', '--quiet', '--message=attributes');
  },
}))
  test(`line endings that git converts are restored as on disk: ${name}`, async () => {
    using here = undoWorld({ 'a.txt': 'one\ntwo\n', 'b.txt': 'three\nfour\n', 'c.bin': 'x\r\ny\n' });
    setUp(here.root);
    for (const file of ['a.txt', 'b.txt']) rmSync(here.at(file));
    git(here.root, 'checkout', '--', 'a.txt', 'b.txt');
    assert.equal(readFileSync(here.at('a.txt'), 'utf8'), 'one\r\ntwo\r\n');
    const before = here.files();
    await here.prompt('s');
    await here.shell('s', 'make', () => {
      writeFileSync(here.at('a.txt'), 'one\ntwo\n');
      rmSync(here.at('b.txt'));
      writeFileSync(here.at('c.bin'), 'x\ny\n');
    });
    await here.done('s');
    assert.deepEqual((await here.undo()).taken, ['a.txt', 'b.txt', 'c.bin']);
    assert.deepEqual(here.files(), before);
    assert.equal(git(here.root, 'status', '--porcelain').trim(), '');
  });
