import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { listProgramFiles } from '@anyhook/core';
import {
  copiesFolder,
  copyName,
  copyOf,
  copyVersion,
  isWholeCopy,
  planCopy,
  pruneCopies,
  removeCopies,
  writeCopy,
} from './program-copy.js';

/** A launcher in its own folder. */
function launcherIn(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-copy-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'anyhook/bin/anyhook-hook');
}

/** A small copy of any version. */
function smallCopy(launcher: string, version: string): string {
  const draft = join(copiesFolder(launcher), 'draft');
  mkdirSync(join(draft, 'bin'), { recursive: true });
  writeFileSync(join(draft, 'bin/anyhook.cjs'), version);
  const files = listProgramFiles(draft);
  const folder = join(copiesFolder(launcher), copyName(version, files));
  writeCopy({ folder, program: '', files, bytes: 0, isWhole: false });
  rmSync(draft, { recursive: true });
  return folder;
}

test('a copy runs without the package, including SQLite, and only its owner can read or change it', (t) => {
  const launcher = launcherIn(t);
  const plan = planCopy(launcher, {});
  assert.equal(plan.isWhole, false);
  writeCopy(plan);
  assert.equal(planCopy(launcher, {}).isWhole, true);
  const { stdout, status } = spawnSync(process.execPath, [plan.program, '--version'], { encoding: 'utf8', cwd: '/' });
  assert.equal(status, 0);
  assert.equal(stdout.trim().split('+')[0], copyVersion(plan.folder));
  const probe = "import('libsql').then(({ default: Database }) => new Database(':memory:'))";
  const sqlite = spawnSync(process.execPath, ['-e', probe], { cwd: join(plan.folder, 'dist'), encoding: 'utf8' });
  assert.equal(sqlite.stderr, '');
  assert.equal(copyOf(plan.program, launcher), plan.folder);
  assert.equal(existsSync(join(plan.folder, 'dist/types')), false);
  for (const path of [copiesFolder(launcher), plan.folder, plan.program]) assert.equal(statSync(path).mode & 0o077, 0);
  assert.deepEqual(readdirSync(copiesFolder(launcher)), [basename(plan.folder)]);
});

test('a copy with an extra, missing or changed file is invalid, and the next copy replaces it', (t) => {
  const launcher = launcherIn(t);
  const folder = smallCopy(launcher, '1.0.0');
  const file = join(folder, 'bin/anyhook.cjs');
  for (const harm of [
    () => writeFileSync(join(folder, 'bin/more.js'), ''),
    () => appendFileSync(file, ' '),
    () => rmSync(file),
  ]) {
    assert.equal(isWholeCopy(folder), true);
    harm();
    assert.equal(isWholeCopy(folder), false);
    smallCopy(launcher, '1.0.0');
  }
  assert.deepEqual(readdirSync(copiesFolder(launcher)), [basename(folder)]);
});

test('a source that changes during the copy leaves no copy', (t) => {
  const launcher = launcherIn(t);
  const folder = smallCopy(launcher, '1.0.0');
  const files = listProgramFiles(folder);
  const wrong = join(dirname(folder), `2.0.0-${'0'.repeat(16)}`);
  const copy = { folder: wrong, program: '', files, bytes: 0, isWhole: false };
  assert.throws(() => writeCopy(copy), /changed while init copied it; run init again/);
  assert.deepEqual(readdirSync(copiesFolder(launcher)), [basename(folder)]);
});

test('old copies are deleted after a delay, but not copies in use or foreign folders', (t) => {
  const launcher = launcherIn(t);
  const [used, engine, old, young] = ['4.0.0', '3.0.0', '2.0.0', '1.0.0'].map((name) => smallCopy(launcher, name));
  const [left, foreign] = ['.new-x', 'mine'].map((name) => join(copiesFolder(launcher), name));
  for (const folder of [left, foreign]) mkdirSync(folder ?? '');
  const hours = Date.now() / 1000 - 7200;
  for (const folder of [used, engine, old, left, foreign]) utimesSync(folder ?? '', hours, hours);
  pruneCopies(launcher, [used ?? '', engine ?? '']);
  const names = (folders: readonly (string | undefined)[]) => folders.map((one) => basename(one ?? '')).sort();
  assert.deepEqual(readdirSync(copiesFolder(launcher)).sort(), names([used, engine, young, foreign]));
  removeCopies(launcher);
  assert.deepEqual(readdirSync(copiesFolder(launcher)), ['mine']);
});
