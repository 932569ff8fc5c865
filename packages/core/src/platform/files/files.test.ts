import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isWindows } from '../../../../anyhook/test/support/systems.js';
import { gitChangedFiles } from '../git/git-work.js';
import { sha256 } from '../hash.js';
import { sameStamp } from './file-stamps.js';
import {
  exists,
  fileNameFor,
  fileStamp,
  isExecutable,
  isFile,
  isFolder,
  listFolder,
  makePrivateFolder,
  readBytes,
  readText,
  realPath,
  writeAtomic,
} from './files.js';

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-files-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Paths that cannot be read as a file: missing, a folder, below a file, a link loop, a pipe. */
function unreadablePaths(dir: string): readonly string[] {
  writeFileSync(join(dir, 'file'), 'text');
  mkdirSync(join(dir, 'folder'));
  symlinkSync('loop', join(dir, 'loop'));
  symlinkSync('nowhere', join(dir, 'dangling'));
  assert.equal(spawnSync('mkfifo', [join(dir, 'pipe')]).status, 0);
  return ['missing', 'folder', 'file/below', 'loop', 'loop/below', 'dangling', 'pipe'].map((name) => join(dir, name));
}

test('a path that is not a readable file has no text, stamp or executable bit, and never hangs or throws', (t) => {
  for (const path of unreadablePaths(folder(t))) {
    assert.deepEqual(
      [readText(path), readBytes(path), fileStamp(path), isFile(path), isExecutable(path)],
      [undefined, undefined, undefined, false, false],
      path,
    );
    assert.equal(typeof realPath(path), 'string');
    assert.equal(typeof exists(path), 'boolean');
  }
});

test('readText does not read a file larger than its limit', (t) => {
  const path = join(folder(t), 'big');
  writeFileSync(path, 'x'.repeat(100));
  assert.deepEqual([readText(path, 99), readText(path, 100)?.length], [undefined, 100]);
});

test('listFolder follows links, reports a loop or a file, and returns nothing for a missing folder', (t) => {
  const dir = folder(t);
  unreadablePaths(dir);
  symlinkSync('folder', join(dir, 'link'));
  const kinds = Object.fromEntries(
    (listFolder(dir) as readonly { name: string; kind: string }[]).map(({ name, kind }) => [name, kind]),
  );
  assert.deepEqual(kinds, {
    dangling: 'other',
    file: 'file',
    folder: 'folder',
    link: 'folder',
    loop: 'other',
    pipe: 'other',
  });
  assert.equal(listFolder(join(dir, 'loop')), 'its symbolic links form a loop');
  assert.deepEqual(listFolder(join(dir, 'missing')), []);
  assert.match(listFolder(join(dir, 'file')) as string, /expected a folder/);
  assert.equal(isFolder(join(dir, 'link')), true);
});

test('isExecutable is true for an executable file but not for a folder', (t) => {
  const dir = folder(t);
  const path = join(dir, 'run');
  writeFileSync(path, '');
  assert.equal(isExecutable(path), false);
  chmodSync(path, 0o755);
  assert.deepEqual([isExecutable(path), isExecutable(dir)], [true, false]);
});

test('the stamp of a replaced file differs', (t) => {
  const path = join(folder(t), 'x');
  writeFileSync(path, 'one');
  const before = fileStamp(path);
  assert.ok(before && sameStamp(before, fileStamp(path) ?? before));
  writeAtomic(path, 'two');
  const after = fileStamp(path);
  assert.ok(after && !sameStamp(before, after));
});

test('an atomic write replaces the whole file, creates its folder and leaves no temporary file', (t) => {
  const dir = join(folder(t), 'new');
  const path = join(dir, 'x');
  writeAtomic(path, 'long '.repeat(1_000_000));
  writeAtomic(path, 'short');
  assert.deepEqual([readFileSync(path, 'utf8'), readdirSync(dir)], ['short', ['x']]);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a failed atomic write leaves no temporary file', (t) => {
  const dir = folder(t);
  mkdirSync(join(dir, 'x', 'full'), { recursive: true });
  assert.throws(() => writeAtomic(join(dir, 'x'), 'text'));
  assert.deepEqual(readdirSync(dir), ['x']);
});

test('a folder that cannot be created is an error, not a hang; an existing one is fine', (t) => {
  const dir = folder(t);
  makePrivateFolder(join(dir, 'a', 'b', 'c'));
  makePrivateFolder(join(dir, 'a', 'b', 'c'));
  assert.equal(statSync(join(dir, 'a', 'b', 'c')).mode & 0o777, 0o700);
  writeFileSync(join(dir, 'file'), '');
  for (const path of [join(dir, 'file', 'below', 'x'), ...(process.platform === 'linux' ? ['/proc/nowhere/x'] : [])])
    assert.throws(() => makePrivateFolder(path), /ENOTDIR|ENOENT|EEXIST/);
});

test('file names made from strings are short, safe and distinct', () => {
  const texts = ['', 'a', 'A', '/a/b', '/a-b', '/a/b/', '../..', 'x'.repeat(1_000), 'x'.repeat(1_001), 'é', 'è'];
  const names = texts.map(fileNameFor);
  assert.equal(new Set(names).size, texts.length);
  for (const name of names) assert.match(name, /^[A-Za-z0-9-]{1,60}$/);
  const many = new Set(Array.from({ length: 100_000 }, (_, i) => fileNameFor(`session-${i}`)));
  assert.equal(many.size, 100_000);
});

test('sha256 hashes the UTF-8 bytes of a string', () => {
  assert.equal(sha256(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.equal(sha256('é'), sha256(Buffer.from('é')));
});

test('gitChangedFiles lists changed, new and oddly named files, and nothing outside a repository', async (t) => {
  const dir = folder(t);
  const changed = async () => (await gitChangedFiles({ cwd: dir, env: process.env })).files;
  assert.deepEqual(await changed(), []);
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: dir });
  git('init');
  for (const name of ['kept', 'edited', 'gone', 'moved']) writeFileSync(join(dir, name), name);
  git('add', '.');
  git('commit', '-m', 'first');
  writeFileSync(join(dir, 'edited'), 'new');
  rmSync(join(dir, 'gone'));
  git('mv', 'moved', 'there');
  mkdirSync(join(dir, 'sub'));
  // Windows allows neither quotes nor line breaks in a name.
  const odd = isWindows ? "a 'ü' b" : 'a "b"\n';
  writeFileSync(join(dir, 'sub', odd), '');
  assert.deepEqual([...(await changed())].sort(), ['edited', 'gone', 'moved', `sub/${odd}`, 'there']);
});

test('gitChangedFiles runs no program that the repository configures', async (t) => {
  const dir = folder(t);
  const mark = join(dir, 'ran');
  const monitor = join(dir, 'monitor.sh');
  writeFileSync(monitor, `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(monitor, 0o755);
  spawnSync('git', ['init'], { cwd: dir });
  spawnSync('git', ['config', 'core.fsmonitor', monitor], { cwd: dir });
  const { files } = await gitChangedFiles({ cwd: dir, env: process.env });
  assert.ok(files.includes('monitor.sh'));
  assert.equal(existsSync(mark), false);
});
