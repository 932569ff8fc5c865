import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../../../anyhook/test/builtin-world.js';
import { listEntries, readableSize, readStart, writeTarget } from './bounded-reads.js';

test('readStart returns the start of a regular file with its full size, and nothing for other files', () => {
  using folder = tempFolder({ 'a.txt': 'abcdef' });
  assert.deepEqual(readStart(join(folder.path, 'a.txt'), 3), { text: 'abc', size: 6 });
  assert.deepEqual(readStart(join(folder.path, 'a.txt'), 100), { text: 'abcdef', size: 6 });
  execFileSync('mkfifo', [join(folder.path, 'pipe')]);
  for (const name of ['pipe', 'missing', '.']) assert.equal(readStart(join(folder.path, name), 3), undefined, name);
});

test('writeTarget follows links, even to a file that does not exist', () => {
  using folder = tempFolder({ 'real/a.txt': '' });
  const pathOf = (...parts: readonly string[]) => join(folder.path, ...parts);
  symlinkSync('real', pathOf('link'));
  symlinkSync('real/later', pathOf('dangling'));
  symlinkSync('dangling', pathOf('twice'));
  symlinkSync('turn', pathOf('round'));
  symlinkSync('round', pathOf('turn'));
  assert.equal(writeTarget(pathOf('link/a.txt')), pathOf('real/a.txt'));
  assert.equal(writeTarget(pathOf('link/new/b.txt')), pathOf('real/new/b.txt'));
  assert.equal(writeTarget(pathOf('dangling/b.txt')), pathOf('real/later/b.txt'));
  assert.equal(writeTarget(pathOf('twice')), pathOf('real/later'));
  assert.ok([pathOf('round'), pathOf('turn')].includes(writeTarget(pathOf('round'))));
});

test('listEntries returns nothing for a missing folder or a file', () => {
  using folder = tempFolder({ 'a.txt': '', 'b/c.txt': '' });
  assert.deepEqual(listEntries(folder.path), [
    { name: 'a.txt', kind: 'file' },
    { name: 'b', kind: 'folder' },
  ]);
  assert.deepEqual(listEntries(join(folder.path, 'missing')), []);
  assert.deepEqual(listEntries(join(folder.path, 'a.txt')), []);
});

test('readableSize measures a link itself, and returns nothing for a folder', () => {
  using folder = tempFolder({ 'a.txt': 'abc' });
  symlinkSync('/nowhere', join(folder.path, 'link'));
  assert.equal(readableSize(join(folder.path, 'a.txt')), 3);
  assert.equal(readableSize(join(folder.path, 'link')), '/nowhere'.length);
  assert.equal(readableSize(folder.path), undefined);
});
