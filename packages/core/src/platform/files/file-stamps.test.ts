import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  AbsentNames,
  changedPaths,
  fingerprintFiles,
  isUnchanged,
  isUntouchedSince,
  recheckStamps,
  stampsOf,
} from './file-stamps.js';
import { fileStamp } from './files.js';

function files(t: TestContext, ...names: readonly string[]): readonly string[] {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-stamps-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const paths = names.map((name) => join(dir, name));
  for (const path of paths) writeFileSync(path, path);
  return paths;
}

/** Long after every change in this file. */
const later = () => Date.now() + 60_000;

const kept = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, fileStamp(path) ?? null]));

test('files that came, went or changed between two looks are named', (t) => {
  const [same = '', gone = '', other = ''] = files(t, 'same', 'gone', 'other');
  const come = `${same}-new`;
  const before = stampsOf([same, gone, other, come]);
  rmSync(gone);
  writeFileSync(other, 'changed');
  writeFileSync(come, '');
  assert.deepEqual(changedPaths(before, stampsOf([same, gone, other, come])), [gone, other, come]);
  assert.deepEqual(changedPaths(before, before), []);
});

test('a second look believes the stamps of files that were at rest before the first', (t) => {
  const paths = files(t, 'a', 'b');
  const at = later();
  assert.deepEqual(recheckStamps(kept([...paths, '/nowhere']), at, at + 1), { racy: [], reliableFrom: at });
});

test('a second look names files that were young at the first, and counts itself once they are old', (t) => {
  const paths = files(t, 'a');
  const changed = fileStamp(paths[0] ?? '')?.ctimeMs ?? 0;
  const stamps = kept(paths);
  assert.deepEqual(recheckStamps(stamps, changed, changed + 1_000), { racy: paths, reliableFrom: changed });
  assert.deepEqual(recheckStamps(stamps, changed, changed + 10_000), { racy: paths, reliableFrom: changed + 10_000 });
});

test('a second look gives nothing where a file came, went or changed', (t) => {
  const [path = ''] = files(t, 'a');
  const here = kept([path]);
  assert.equal(recheckStamps({ [path]: null }, later(), later()), undefined);
  const { mtime } = statSync(path);
  writeFileSync(path, '12345678');
  utimesSync(path, mtime, mtime);
  assert.equal(recheckStamps(here, later(), later()), undefined);
  rmSync(path);
  assert.equal(recheckStamps(here, later(), later()), undefined);
});

test('a file is unchanged where its stamp is the same and old, or where it is still missing', (t) => {
  const [path = '', other = ''] = files(t, 'a', 'b');
  const [found, changed] = [fileStamp(path), fileStamp(path)?.ctimeMs ?? 0];
  assert.deepEqual(
    [
      isUnchanged(found, found, later()),
      isUnchanged(found, found, changed),
      isUnchanged(found, fileStamp(other), later()),
      isUnchanged(undefined, found, later()),
      isUnchanged(undefined, undefined, later()),
    ],
    [true, false, false, false, true],
  );
});

test('a file is untouched since a time that is clearly after its last change', (t) => {
  const [path = ''] = files(t, 'a');
  const changed = fileStamp(path)?.ctimeMs ?? 0;
  assert.deepEqual(
    [
      isUntouchedSince(path, changed + 1_000),
      isUntouchedSince(path, changed + 10),
      isUntouchedSince('/nowhere', later()),
    ],
    [true, false, false],
  );
});

test('the print of files changes with a stamp, and with the content of a young file', (t) => {
  const paths = files(t, 'a', 'b');
  const at = later();
  const before = fingerprintFiles(paths, at);
  assert.equal(before.racy, false);
  assert.deepEqual(fingerprintFiles(paths, at), before);
  writeFileSync(paths[1] ?? '', 'other');
  assert.notEqual(fingerprintFiles(paths, at).print, before.print);
});

/** A folder, and lookups of names in it at a time, as if the folder had not changed for a minute. */
function lookedUp(t: TestContext, ...names: readonly string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-absent-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const absent = new AbsentNames();
  const paths = names.map((name) => join(dir, name));
  return { dir, at: (time: number) => paths.map(absent.checkAt(time)) };
}

test('names are absent until one appears, in the folder or in a new one below it', (t) => {
  const { dir, at } = lookedUp(t, 'a', 'b/c', 'b/d/e');
  assert.deepEqual(
    [at(later()), at(later())],
    [
      [true, true, true],
      [true, true, true],
    ],
  );
  mkdirSync(join(dir, 'b', 'd'), { recursive: true });
  writeFileSync(join(dir, 'b', 'd', 'e'), '');
  assert.deepEqual(at(later()), [true, true, false]);
  writeFileSync(join(dir, 'a'), '');
  assert.deepEqual(at(later()), [false, true, false]);
  rmSync(join(dir, 'a'));
  // Callers look up what existed themselves, until it is looked up again here.
  assert.deepEqual([at(later())[0], at(later() + 60_000)[0]], [false, true]);
});

test('a name is looked up each time while its folder is young', (t) => {
  const { dir, at } = lookedUp(t, 'a');
  const { ctimeMs } = statSync(dir);
  assert.deepEqual(at(ctimeMs), [true]);
  writeFileSync(join(dir, 'a'), '');
  assert.deepEqual(at(ctimeMs), [false]);
});

test('a broken link, a file in the place of a folder and a link to another folder are seen', (t) => {
  const { dir, at } = lookedUp(t, 'link', 'link/x', 'file/x', 'to/x');
  symlinkSync(join(dir, 'nowhere'), join(dir, 'link'));
  writeFileSync(join(dir, 'file'), '');
  mkdirSync(join(dir, 'one'));
  mkdirSync(join(dir, 'two'));
  writeFileSync(join(dir, 'two', 'x'), '');
  symlinkSync(join(dir, 'one'), join(dir, 'to'));
  assert.deepEqual(at(later()), [false, false, false, true]);
  rmSync(join(dir, 'to'));
  symlinkSync(join(dir, 'two'), join(dir, 'to'));
  assert.deepEqual(at(later()), [false, false, false, false]);
});

test('nothing is absent below a folder that cannot be entered', {
  skip: process.getuid?.() === 0 && 'root may enter every folder',
}, (t) => {
  const { dir, at } = lookedUp(t, 'closed/x');
  mkdirSync(join(dir, 'closed'));
  chmodSync(join(dir, 'closed'), 0);
  assert.deepEqual(at(later()), [false]);
  chmodSync(join(dir, 'closed'), 0o700);
});
