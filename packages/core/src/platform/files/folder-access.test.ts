import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderAccess } from './ownership.js';

test('a folder without the right to write is writable only where that says nothing, as on Windows', {
  skip: process.geteuid?.() !== 0 && 'only root may write to such a folder here',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-access-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o500);
  const writable = (system: string) => folderAccess(folder, system);
  assert.deepEqual(writable('linux'), { kind: 'folder', writable: false, readOnly: false });
  assert.deepEqual(writable('win32'), { kind: 'folder', writable: true, readOnly: false });
});
