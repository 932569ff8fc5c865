import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { git, initRepository, tempFolder } from '../../../../anyhook/test/builtin-world.js';
import { copyEntries } from './git-stage.js';

test('git reads a repository through copied refs, with the config next to the copy', () => {
  using folder = tempFolder();
  const repository = join(folder.path, 'repo');
  const stage = join(folder.path, 'stage');
  for (const path of [repository, stage]) mkdirSync(path);
  initRepository(repository, { 'a.txt': 'one\n' });
  git(repository, 'tag', 'loose');
  git(repository, 'pack-refs', '--all');
  git(repository, 'branch', 'later');
  git(repository, 'config', 'alias.log', '!false');
  assert.equal(copyEntries(join(repository, '.git'), stage), undefined);
  assert.deepEqual(
    ['packed-refs', 'refs/heads/later', 'config', 'objects'].map((name) => existsSync(join(stage, name))),
    [true, true, false, false],
  );
  writeFileSync(join(stage, 'config'), '[core]\n\trepositoryformatversion = 0\n');
  writeFileSync(join(repository, 'a.txt'), 'two\n');
  const ask = (...args: readonly string[]) =>
    execFileSync('git', args, {
      cwd: repository,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: folder.path,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_DIR: join(repository, '.git'),
        GIT_COMMON_DIR: stage,
        GIT_WORK_TREE: repository,
        GIT_OBJECT_DIRECTORY: join(repository, '.git', 'objects'),
      },
    }).trim();
  assert.equal(ask('status', '--short'), 'M a.txt');
  assert.equal(ask('for-each-ref', '--format=%(refname)'), 'refs/heads/later\nrefs/heads/main\nrefs/tags/loose');
  assert.equal(ask('log', '--format=%s', 'later'), 'first commit');
});

test('too many refs to copy are reported, with the command that packs them', () => {
  using folder = tempFolder();
  const refs = join(folder.path, 'common', 'refs', 'heads');
  const stage = join(folder.path, 'stage');
  for (const path of [refs, stage]) mkdirSync(path, { recursive: true });
  for (let i = 0; i <= 5_000; i++) writeFileSync(join(refs, `b${i}`), '');
  assert.match(
    copyEntries(join(folder.path, 'common'), stage) ?? '',
    /more than 5000 files.*run "git pack-refs --all"/,
  );
});
