import assert from 'node:assert/strict';
import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sha256, unreadSha } from '../hash.js';
import { createContentHasher } from './content-hasher.js';

test('links to hashed content are free, and content over the byte limit is not read', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-hasher-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const pathOf = (name: string) => join(dir, name);
  writeFileSync(pathOf('a'), '12345');
  writeFileSync(pathOf('b'), '67890');
  linkSync(pathOf('a'), pathOf('hard'));
  symlinkSync('a', pathOf('soft'));
  const hasher = createContentHasher(9);
  for (const name of ['a', 'hard', 'soft', 'a']) assert.equal(hasher.hash(pathOf(name)), sha256('12345'), name);
  assert.equal(hasher.skipped, 0);
  assert.equal(hasher.hash(pathOf('b')), unreadSha);
  assert.equal(hasher.hash(pathOf('missing')), unreadSha);
  assert.equal(hasher.hash(dir), unreadSha);
  assert.equal(hasher.skipped, 1);
});
