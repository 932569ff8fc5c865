import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { git, initRepository, tempFolder } from '../../../../anyhook/test/builtin-world.js';
import { resolveCommit, writeCommit } from './git-tree.js';

const env = { PATH: process.env['PATH'], HOME: '/nonexistent' };

/** A repository with its first commit, and an empty folder next to it. */
function world(files: Readonly<Record<string, string>>) {
  const folder = tempFolder();
  const repo = join(folder.path, 'repo');
  const out = join(folder.path, 'out');
  mkdirSync(repo);
  mkdirSync(out);
  initRepository(repo, files);
  return { repo, out, place: { cwd: repo, env }, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

test('the names of a commit resolve, and other names do not', async () => {
  using here = world({ a: '1' });
  const head = git(here.repo, 'rev-parse', 'HEAD').trim();
  for (const name of ['HEAD', 'main', head, head.slice(0, 8)])
    assert.equal(await resolveCommit(name, here.place), head);
  for (const name of ['HEAD~1', 'nowhere', 'HEAD:a', 'HEAD^{tree}', '--all', '-x', 'a b'])
    assert.equal(await resolveCommit(name, here.place), undefined, name);
});

test('files are written byte for byte, with their executable bit', async () => {
  const script = '#!/bin/sh\nexit 0\n';
  using here = world({ 'a b/ü.txt': 'x\r\ny\n', 'run.sh': script, empty: '' });
  writeFileSync(join(here.repo, 'bytes'), Buffer.from([0, 255, 10, 13, 10, 128]));
  git(here.repo, 'add', '--all');
  git(here.repo, 'commit', '--quiet', '--message=second');
  assert.equal(await writeCommit('HEAD', here.out, here.place), 0);
  assert.equal(readFileSync(join(here.out, 'a b/ü.txt'), 'utf8'), 'x\r\ny\n');
  assert.equal(readFileSync(join(here.out, 'empty'), 'utf8'), '');
  assert.deepEqual([...readFileSync(join(here.out, 'bytes'))], [0, 255, 10, 13, 10, 128]);
  assert.ok((lstatSync(join(here.out, 'run.sh')).mode & 0o111) !== 0);
});

test('no setting or attribute of the repository leaves out a file or starts a program', async () => {
  using here = world({ '.gitattributes': '* export-ignore filter=evil text eol=crlf\n', a: 'x\n' });
  git(here.repo, 'config', 'filter.evil.smudge', `touch ${join(here.out, 'evil')}; cat`);
  git(here.repo, 'config', 'core.fsmonitor', `touch ${join(here.out, 'evil')}`);
  await writeCommit('HEAD', here.out, here.place);
  assert.equal(readFileSync(join(here.out, 'a'), 'utf8'), 'x\n');
  assert.ok(!existsSync(join(here.out, 'evil')));
});

test('a symbolic link is written as a link', async () => {
  using here = world({ 'real/a': 'x' });
  symlinkSync('real', join(here.repo, 'link'));
  symlinkSync('/etc/passwd', join(here.repo, 'outside'));
  git(here.repo, 'add', '--all');
  git(here.repo, 'commit', '--quiet', '--message=links');
  await writeCommit('HEAD', here.out, here.place);
  assert.deepEqual(
    ['link', 'outside'].map((name) => readlinkSync(join(here.out, name))),
    ['real', '/etc/passwd'],
  );
});

test('a file of many megabytes is left out and counted', async () => {
  using here = world({ large: 'x'.repeat(9 * 1024 * 1024), small: 'y' });
  assert.equal(await writeCommit('HEAD', here.out, here.place), 1);
  assert.ok(!existsSync(join(here.out, 'large')));
  assert.equal(readFileSync(join(here.out, 'small'), 'utf8'), 'y');
});

/** Makes trees and commits with names that no work tree can have. */
function treeMaker(repo: string) {
  const blob = git(repo, 'rev-parse', 'HEAD:a').trim();
  const bytes = (mode: string, name: string, id: string) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);
  const treeOf = (...entries: readonly Buffer[]) => {
    const made = join(repo, '.git', 'made');
    writeFileSync(made, Buffer.concat(entries));
    return git(repo, 'hash-object', '-t', 'tree', '-w', '--literally', made).trim();
  };
  return {
    treeOf,
    file: (name: string) => bytes('100644', name, blob),
    folder: (name: string, tree: string) => bytes('40000', name, tree),
    commitOf: (tree: string) => git(repo, 'commit-tree', tree, '-m', 'evil').trim(),
  };
}

test('a tree entry named .. cannot write outside the folder', async () => {
  using here = world({ a: 'x' });
  const { treeOf, file, folder, commitOf } = treeMaker(here.repo);
  const commit = commitOf(treeOf(folder('..', treeOf(file('evil'))), file('fine')));
  assert.equal(await writeCommit(commit, here.out, here.place), 1);
  assert.ok(!existsSync(join(here.out, '..', 'evil')));
  assert.equal(readFileSync(join(here.out, 'fine'), 'utf8'), 'x');
});

test('names that lead elsewhere on Windows are left out there, and counted', async (t) => {
  using here = world({ a: 'x' });
  const { treeOf, file, folder, commitOf } = treeMaker(here.repo);
  const names = ['..\\..\\x.cmd', 'C:x', 'a.js:evil', 'b.', 'c '];
  const outside = folder('d', treeOf(file('..\\..\\..\\y.cmd')));
  const commit = commitOf(treeOf(...names.map(file), outside, file('fine')));
  assert.equal(await writeCommit(commit, here.out, here.place, 'win32'), names.length + 1);
  assert.deepEqual(readdirSync(here.out), ['fine']);
  if (process.platform === 'win32') return t.diagnostic('a file of Windows cannot have these names');
  rmSync(join(here.out, 'fine'));
  assert.equal(await writeCommit(commit, here.out, here.place, 'linux'), 0);
  assert.deepEqual(readdirSync(here.out).sort(), [...names, 'd', 'fine'].sort());
});

test('a folder named .GIT is left out where case does not matter', async () => {
  using here = world({ a: 'x' });
  const { treeOf, file, folder, commitOf } = treeMaker(here.repo);
  const commit = commitOf(treeOf(folder('.GIT', treeOf(file('config'))), file('fine')));
  assert.equal(await writeCommit(commit, here.out, here.place, 'darwin'), 1);
  assert.deepEqual(readdirSync(here.out), ['fine']);
});

test('writing a missing commit is an error', async () => {
  using here = world({ a: 'x' });
  await assert.rejects(writeCommit('0'.repeat(40), here.out, here.place), /git ls-tree/);
});
