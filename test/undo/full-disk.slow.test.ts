import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../builtin-world.js';
import { filesIn, undoWorldIn } from './undo-world.js';

/** A disk of two MiB for the project; only root can make one. */
function smallDisk(folder: string): boolean {
  mkdirSync(folder);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]).status === 0;
}

test('on a full disk nothing is changed, and it says so', async (t) => {
  using folder = tempFolder();
  const disk = join(folder.path, 'disk');
  if (!smallDisk(disk)) return t.skip('a small disk cannot be made here');
  try {
    const here = undoWorldIn(join(disk, 'project'), folder.path, { 'a.txt': 'a'.repeat(300_000), 'b.txt': 'b' });
    await here.prompt('s');
    await here.shell('s', 'make', () => {
      rmSync(here.at('a.txt'));
      writeFileSync(here.at('b.txt'), 'changed');
    });
    await here.done('s');
    try {
      writeFileSync(join(disk, 'fill'), Buffer.alloc(4 * 1024 * 1024));
    } catch {
      // Full.
    }
    const before = filesIn(here.root);
    await assert.rejects(here.undo(), /no space left|could not be written|not in the store/);
    assert.deepEqual(filesIn(here.root), before);
    rmSync(join(disk, 'fill'));
    await here.undo();
    assert.equal(readFileSync(here.at('a.txt'), 'utf8').length, 300_000);
  } finally {
    spawnSync('umount', [disk]);
  }
});
