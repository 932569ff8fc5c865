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

function tempFiles(t: TestContext, ...names: readonly string[]): readonly string[] {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-stamps-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const paths = names.map((name) => join(dir, name));
  for (const path of paths) writeFileSync(path, path);
  return paths;
}

/** Well after every change in this file. */
const later = () => Date.now() + 60_000;

const stampsByPath = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, fileStamp(path) ?? null]));

test('files that were created, removed or changed between two sets of stamps are listed', (t) => {
  const [same = '', removed = '', edited = ''] = tempFiles(t, 'same', 'removed', 'edited');
  const added = `${same}-new`;
  const before = stampsOf([same, removed, edited, added]);
  rmSync(removed);
  writeFileSync(edited, 'changed');
  writeFileSync(added, '');
  assert.deepEqual(changedPaths(before, stampsOf([same, removed, edited, added])), [removed, edited, added]);
  assert.deepEqual(changedPaths(before, before), []);
});

test('a recheck trusts stamps of files that were old enough at the first check', (t) => {
  const paths = tempFiles(t, 'a', 'b');
  const at = later();
  assert.deepEqual(recheckStamps(stampsByPath([...paths, '/nowhere']), at, at + 1), { racy: [], reliableFrom: at });
});

test('a recheck lists files that were too new at the first check, and resets reliableFrom once they are old', (t) => {
  const paths = tempFiles(t, 'a');
  const changed = fileStamp(paths[0] ?? '')?.ctimeMs ?? 0;
  const stamps = stampsByPath(paths);
  assert.deepEqual(recheckStamps(stamps, changed, changed + 1_000), { racy: paths, reliableFrom: changed });
  assert.deepEqual(recheckStamps(stamps, changed, changed + 10_000), { racy: paths, reliableFrom: changed + 10_000 });
});

test('a recheck fails if a file was created, removed or changed', (t) => {
  const [path = ''] = tempFiles(t, 'a');
  const here = stampsByPath([path]);
  assert.equal(recheckStamps({ [path]: null }, later(), later()), undefined);
  const { mtime } = statSync(path);
  writeFileSync(path, '12345678');
  utimesSync(path, mtime, mtime);
  assert.equal(recheckStamps(here, later(), later()), undefined);
  rmSync(path);
  assert.equal(recheckStamps(here, later(), later()), undefined);
});

test('isUnchanged needs the same old stamp, or a file that is still missing', (t) => {
  const [path = '', other = ''] = tempFiles(t, 'a', 'b');
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

test('isUntouchedSince needs a time clearly after the last change', (t) => {
  const [path = ''] = tempFiles(t, 'a');
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

test('a fingerprint changes with the stamp of a file', (t) => {
  const paths = tempFiles(t, 'a', 'b');
  const at = later();
  const before = fingerprintFiles(paths, at);
  assert.equal(before.racy, false);
  assert.deepEqual(fingerprintFiles(paths, at), before);
  writeFileSync(paths[1] ?? '', 'other');
  assert.notEqual(fingerprintFiles(paths, at).print, before.print);
});

/** Looks up names in a folder at a given time, as if the folder had not changed for a minute. */
function absentNames(t: TestContext, ...names: readonly string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-absent-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const absent = new AbsentNames();
  const paths = names.map((name) => join(dir, name));
  return { dir, at: (time: number) => paths.map(absent.checkAt(time)) };
}

test('names are absent until one appears, in the folder or in a new subfolder', (t) => {
  const { dir, at } = absentNames(t, 'a', 'b/c', 'b/d/e');
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
  // Names that existed count as present until they are looked up again.
  assert.deepEqual([at(later())[0], at(later() + 60_000)[0]], [false, true]);
});

test('a name in a recently changed folder is looked up each time', (t) => {
  const { dir, at } = absentNames(t, 'a');
  const { ctimeMs } = statSync(dir);
  assert.deepEqual(at(ctimeMs), [true]);
  writeFileSync(join(dir, 'a'), '');
  assert.deepEqual(at(ctimeMs), [false]);
});

test('a broken link, a file instead of a folder, and a link that changes its target are noticed', (t) => {
  const { dir, at } = absentNames(t, 'link', 'link/x', 'file/x', 'to/x');
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

test('no name counts as absent below an unreadable folder', {
  skip: process.getuid?.() === 0 && 'root may enter every folder',
}, (t) => {
  const { dir, at } = absentNames(t, 'closed/x');
  mkdirSync(join(dir, 'closed'));
  chmodSync(join(dir, 'closed'), 0);
  assert.deepEqual(at(later()), [false]);
  chmodSync(join(dir, 'closed'), 0o700);
});
