import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolderAtLast } from './remove-folder.js';

/** Gives the code under test a private temporary folder, so that only its own files are counted there. */
export function usePrivateTemp(t: TestContext): string {
  const before = process.env['TMPDIR'];
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-temp-')));
  process.env['TMPDIR'] = folder;
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    removeFolderAtLast(folder);
  });
  return folder;
}
