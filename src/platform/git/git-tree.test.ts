import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { git, initRepository, tempFolder } from '../../../test/builtin-world.js';
import { resolveCommit, writeCommit } from './git-tree.js';

const env = { PATH: process.env['PATH'], HOME: '/nonexistent' };

/** A repository with its first commit, and an empty folder beside it. */
function world(files: Readonly<Record<string, string>>) {
  const folder = tempFolder();
  const repo = join(folder.path, 'repo');
  const out = join(folder.path, 'out');
  mkdirSync(repo);
  mkdirSync(out);
  initRepository(repo, files);
  return { repo, out, place: { cwd: repo, env }, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

test('the names of a commit are found, what is none is not', async () => {
  using here = world({ a: '1' });
  const head = git(here.repo, 'rev-parse', 'HEAD').trim();
  for (const name of ['HEAD', 'main', head, head.slice(0, 8)])
    assert.equal(await resolveCommit(name, here.place), head);
  for (const name of ['HEAD~1', 'nowhere', 'HEAD:a', 'HEAD^{tree}', '--all', '-x', 'a b'])
    assert.equal(await resolveCommit(name, here.place), undefined, name);
});

test('files are written byte for byte, with their right to be executed', async () => {
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

test('nothing that the repository says leaves a file out or starts a program', async () => {
  using here = world({ '.gitattributes': '* export-ignore filter=evil text eol=crlf\n', a: 'x\n' });
  git(here.repo, 'config', 'filter.evil.smudge', `touch ${join(here.out, 'evil')}; cat`);
  git(here.repo, 'config', 'core.fsmonitor', `touch ${join(here.out, 'evil')}`);
  await writeCommit('HEAD', here.out, here.place);
  assert.equal(readFileSync(join(here.out, 'a'), 'utf8'), 'x\n');
  assert.ok(!existsSync(join(here.out, 'evil')));
});

test('links are links, and no file is written through one', async () => {
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

test('a tree that leads out of the folder does not', async () => {
  using here = world({ a: 'x' });
  const blob = git(here.repo, 'rev-parse', 'HEAD:a').trim();
  const bytes = (mode: string, name: string, id: string) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);
  const treeOf = (body: Buffer) => {
    const file = join(here.repo, '.git', 'made');
    writeFileSync(file, body);
    return git(here.repo, 'hash-object', '-t', 'tree', '-w', '--literally', file).trim();
  };
  const inner = treeOf(bytes('100644', 'evil', blob));
  const outer = treeOf(Buffer.concat([bytes('40000', '..', inner), bytes('100644', 'fine', blob)]));
  const commit = git(here.repo, 'commit-tree', outer, '-m', 'evil').trim();
  await writeCommit(commit, here.out, here.place);
  assert.ok(!existsSync(join(here.out, '..', 'evil')));
  assert.equal(readFileSync(join(here.out, 'fine'), 'utf8'), 'x');
});

test('a commit that is not there is an error', async () => {
  using here = world({ a: 'x' });
  await assert.rejects(writeCommit('0'.repeat(40), here.out, here.place), /git ls-tree/);
});
