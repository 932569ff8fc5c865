import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isWindows } from '../../../../anyhook/test/support/systems.js';
import { archiveEntries } from './archive-entries.js';

const base = mkdtempSync(join(tmpdir(), 'anyhook-archive-'));
after(() => rmSync(base, { recursive: true, force: true }));
const long = `${'long/'.repeat(40)}end.txt`;
mkdirSync(join(base, 'tree', 'long/'.repeat(40)), { recursive: true });
writeFileSync(join(base, 'tree/a.txt'), 'x');
writeFileSync(join(base, 'tree', long), 'x');

const skip = isWindows && 'needs Unix tar';

for (const format of ['gnu', 'ustar', 'pax'])
  for (const letters of ['cf', 'czf'])
    test(`the entries of a ${format} tar archive are listed (tar ${letters})`, { skip }, () => {
      const file = join(base, `${format}-${letters}.tar`);
      execFileSync('tar', [letters, file, `--format=${format}`, '-C', join(base, 'tree'), '.']);
      const found = archiveEntries(file) ?? [];
      const names = found.map(({ name }) => name.replace(/^\.\//, ''));
      assert.ok(names.includes('a.txt'));
      assert.ok(names.includes(long));
      assert.equal(found.find(({ name }) => /^\.?\/?$/.test(name))?.isFolder, true);
    });

test('the entries of a zip archive are listed', () => {
  // One stored file with local header, central directory and end record, as zip programs write them.
  const name = Buffer.from('d/a.txt');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const listed = Buffer.alloc(46);
  listed.writeUInt32LE(0x02014b50, 0);
  listed.writeUInt16LE(name.length, 28);
  listed.writeUInt32LE(0o100644 * 0x10000, 38);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length, 16);
  const file = join(base, 'a.zip');
  writeFileSync(file, Buffer.concat([local, name, listed, name, end]));
  assert.deepEqual(archiveEntries(file), [{ name: 'd/a.txt', isFolder: false, mode: 0o644 }]);
});

test('a file that is damaged, missing or not an archive has no entries', () => {
  const file = join(base, 'other');
  for (const text of ['', 'x', 'text '.repeat(500), '\x1f\x8bbroken', 'PK\x03\x04broken']) {
    writeFileSync(file, text, 'latin1');
    assert.equal(archiveEntries(file), undefined, JSON.stringify(text));
  }
  assert.equal(archiveEntries(join(base, 'none')), undefined);
});
