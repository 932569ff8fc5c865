import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderAccess } from './ownership.js';

test('a read-only mode makes a folder unwritable on Linux, but not on Windows', {
  skip: process.geteuid?.() !== 0 && 'needs root',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-access-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o500);
  const writable = (system: string) => folderAccess(folder, system);
  assert.deepEqual(writable('linux'), { kind: 'folder', writable: false, readOnly: false });
  assert.deepEqual(writable('win32'), { kind: 'folder', writable: true, readOnly: false });
});
