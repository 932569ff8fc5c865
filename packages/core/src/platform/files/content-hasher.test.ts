import assert from 'node:assert/strict';
import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sha256, unreadSha } from '../hash.js';
import { createContentHasher } from './content-hasher.js';

test('a content counts once, however many links lead to it, and what exceeds the bytes stays unread', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-hasher-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const at = (name: string) => join(dir, name);
  writeFileSync(at('a'), '12345');
  writeFileSync(at('b'), '67890');
  linkSync(at('a'), at('hard'));
  symlinkSync('a', at('soft'));
  const hasher = createContentHasher(9);
  for (const name of ['a', 'hard', 'soft', 'a']) assert.equal(hasher.hash(at(name)), sha256('12345'), name);
  assert.equal(hasher.skipped, 0);
  assert.equal(hasher.hash(at('b')), unreadSha);
  assert.equal(hasher.hash(at('missing')), unreadSha);
  assert.equal(hasher.hash(dir), unreadSha);
  assert.equal(hasher.skipped, 1);
});
