import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

test('a folder recreated after its test is removed when the test file ends', (t) => {
  const top = mkdtempSync(join(tmpdir(), 'anyhook-folder-'));
  t.after(() => rmSync(top, { recursive: true, force: true }));
  const folder = join(top, 'folder');
  const helper = pathToFileURL(join(import.meta.dirname, 'remove-folder.ts')).href;
  const script = `
    import { existsSync, mkdirSync } from 'node:fs';
    const { removeFolderAtLast } = await import(${JSON.stringify(helper)});
    const folder = ${JSON.stringify(folder)};
    mkdirSync(folder);
    removeFolderAtLast(folder);
    if (existsSync(folder)) process.exit(3);
    mkdirSync(folder + '/late', { recursive: true });
  `;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(existsSync(folder), false);
  assert.equal(existsSync(top), true);
});
