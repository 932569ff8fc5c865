import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { claim } from './claim.js';

test('a claim holds until it is old; one from the future, or in no folder, is none', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-claim-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'mark');
  const made = (secondsAgo: number) => utimesSync(file, Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo);
  assert.equal(claim(file, 10_000), true);
  assert.equal(claim(file, 10_000), false);
  made(60);
  assert.equal(claim(file, 10_000), true);
  made(-60);
  assert.equal(claim(file, 10_000), true);
  assert.equal(claim(join(folder, 'none', 'mark'), 10_000), false);
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
  assert.equal(claim(join(folder, 'link'), 10_000), false);
  assert.deepEqual(readdirSync(folder).sort(), ['link', 'mark']);
});
