import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../../../anyhook/test/builtin-world.js';
import { listEntries, readableSize, readStart, writeTarget } from './bounded-reads.js';

test('the beginning of a file comes with its whole size, and only regular files have one', () => {
  using folder = tempFolder({ 'a.txt': 'abcdef' });
  assert.deepEqual(readStart(join(folder.path, 'a.txt'), 3), { text: 'abc', size: 6 });
  assert.deepEqual(readStart(join(folder.path, 'a.txt'), 100), { text: 'abcdef', size: 6 });
  execFileSync('mkfifo', [join(folder.path, 'pipe')]);
  for (const name of ['pipe', 'missing', '.']) assert.equal(readStart(join(folder.path, name), 3), undefined, name);
});

test('a path lands where its links lead, whether the end exists or not', () => {
  using folder = tempFolder({ 'real/a.txt': '' });
  const at = (...parts: readonly string[]) => join(folder.path, ...parts);
  symlinkSync('real', at('link'));
  symlinkSync('real/later', at('dangling'));
  symlinkSync('dangling', at('twice'));
  symlinkSync('turn', at('round'));
  symlinkSync('round', at('turn'));
  assert.equal(writeTarget(at('link/a.txt')), at('real/a.txt'));
  assert.equal(writeTarget(at('link/new/b.txt')), at('real/new/b.txt'));
  assert.equal(writeTarget(at('dangling/b.txt')), at('real/later/b.txt'));
  assert.equal(writeTarget(at('twice')), at('real/later'));
  assert.ok([at('round'), at('turn')].includes(writeTarget(at('round'))));
});

test('a folder that cannot be listed has no entries', () => {
  using folder = tempFolder({ 'a.txt': '', 'b/c.txt': '' });
  assert.deepEqual(listEntries(folder.path), [
    { name: 'a.txt', kind: 'file' },
    { name: 'b', kind: 'folder' },
  ]);
  assert.deepEqual(listEntries(join(folder.path, 'missing')), []);
  assert.deepEqual(listEntries(join(folder.path, 'a.txt')), []);
});

test('links count by themselves and folders have no size', () => {
  using folder = tempFolder({ 'a.txt': 'abc' });
  symlinkSync('/nowhere', join(folder.path, 'link'));
  assert.equal(readableSize(join(folder.path, 'a.txt')), 3);
  assert.equal(readableSize(join(folder.path, 'link')), '/nowhere'.length);
  assert.equal(readableSize(folder.path), undefined);
});
