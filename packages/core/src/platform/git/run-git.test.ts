import assert from 'node:assert/strict';
import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { git, initRepository, tempFolder, writeTestFiles } from '../../../../anyhook/test/builtin-world.js';
import { isWindows, noSlashes } from '../../../../anyhook/test/support/systems.js';
import { askGit, openGit } from './run-git.js';

const status = ['status', '--short', '--branch'];
const options = { timeoutMs: 20_000 };

/** A repository, with a home and a state folder next to it. */
function world(files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' }) {
  const folder = tempFolder();
  const [repo, home] = [join(folder.path, 'repo'), join(folder.path, 'home')];
  mkdirSync(repo);
  mkdirSync(home);
  initRepository(repo, files);
  const env = { PATH: process.env['PATH'], HOME: home };
  const ask = async (cwd = repo, args: readonly string[] = status) => {
    const answer = await askGit({ cwd, env }, args, options);
    return answer.kind === 'text' ? answer.text.trimEnd() : answer;
  };
  return { path: folder.path, repo, home, env, ask, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

test('git status shows a branch with its upstream, as plain git does', async () => {
  using here = world();
  const clone = join(here.path, 'clone');
  git(here.path, 'clone', '--quiet', here.repo, clone);
  git(clone, 'commit', '--quiet', '--allow-empty', '--message=ahead');
  assert.equal(await here.ask(clone), '## main...origin/main [ahead 1]');
  assert.equal(await here.ask(clone), git(clone, ...status).trimEnd());
});

test('paths are relative to the folder where git runs', async () => {
  using here = world({ 'a.txt': 'one\n', 'sub/b.txt': 'one\n' });
  writeTestFiles(here.repo, { 'a.txt': 'two\n', 'sub/b.txt': 'two\n' });
  assert.equal(await here.ask(join(here.repo, 'sub')), '## main\n M ../a.txt\n M b.txt');
});

test('a linked work tree has its own branch and files, even of a bare repository', async () => {
  using here = world();
  const [bare, linked] = [join(here.path, 'bare.git'), join(here.path, 'linked')];
  git(here.path, 'clone', '--quiet', '--bare', here.repo, bare);
  git(bare, 'worktree', 'add', '--quiet', '-b', 'other', linked);
  writeTestFiles(linked, { 'new.txt': '' });
  assert.equal(await here.ask(linked), '## other\n?? new.txt');
  assert.deepEqual(await here.ask(bare), { kind: 'absent' });
});

test('a submodule at another commit is shown, but changes inside it are not', async () => {
  using here = world();
  const module = join(here.repo, 'module');
  git(here.repo, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', here.repo, 'module');
  git(here.repo, 'commit', '--quiet', '--message=module');
  writeTestFiles(module, { 'a.txt': 'two\n' });
  assert.equal(await here.ask(), '## main');
  git(module, 'commit', '--quiet', '--allow-empty', '--message=more');
  assert.equal(await here.ask(), '## main\n M module');
  assert.match(String(await here.ask(module)), /^## main.*\n M a\.txt$/);
});

test('a repository with SHA-256 hashes is read', async () => {
  using here = world();
  const other = join(here.path, 'sha256');
  git(here.path, 'init', '--quiet', '--initial-branch=main', '--object-format=sha256', other);
  writeTestFiles(other, { 'a.txt': '' });
  git(other, 'add', '--all');
  git(other, 'commit', '--quiet', '--message=one');
  assert.match(String(await here.ask(other, ['rev-parse', 'HEAD'])), /^[0-9a-f]{64}$/);
});

test("the user's global ignore file applies, in its default place or as core.excludesFile", async () => {
  using here = world();
  writeTestFiles(here.repo, { 'a.log': '', 'b.tmp': '' });
  assert.equal(await here.ask(), '## main\n?? a.log\n?? b.tmp');
  writeTestFiles(here.home, { '.config/git/ignore': '*.log\n' });
  assert.equal(await here.ask(), '## main\n?? b.tmp');
  writeTestFiles(here.home, { '.gitconfig': '[core]\n\texcludesFile = ~/ignored\n', ignored: '*.tmp\n' });
  assert.equal(await here.ask(), '## main\n?? a.log');
});

test('an answer names the filters that were not run, local and global ones', async () => {
  using here = world({ '.gitattributes': '*.bin filter=lfs -text\n', 'a.bin': 'x' });
  const noteOf = async () => {
    const answer = await askGit({ cwd: here.repo, env: here.env }, status, options);
    return answer.kind === 'text' ? answer.note : answer.kind;
  };
  assert.equal(await noteOf(), undefined);
  writeTestFiles(here.home, {
    '.gitconfig': '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n[filter "x"]\n\tclean = x\n',
  });
  assert.match(
    (await noteOf()) ?? '',
    /^filters are not run \(lfs\), so files that they convert may count as changed$/,
  );
  writeTestFiles(here.home, { '.gitconfig': '' });
  git(here.repo, 'config', 'filter.lfs.process', 'git-lfs filter-process');
  assert.match((await noteOf()) ?? '', /\(lfs\)/);
});

test('ordinary repository settings do not stop git from running', async () => {
  using here = world();
  const config = join(here.repo, '.git/config');
  const text = `[core]\n\thooksPath = .husky/_\n\tautocrlf = input\n[user]\n\tname = A B\n[submodule "x"]\n\turl = ../x\n
[credential]\n\thelper = store\n[commit]\n\tgpgsign = true\n[lfs]\n\trepositoryformatversion = 0\n[gui]\n\twmstate = normal\n`;
  writeFileSync(config, text, { flag: 'a' });
  assert.equal(await here.ask(), '## main');
});

test('each repository has one private git folder, which is removed after the repository is', {
  skip: isWindows && 'on Windows the folder holds copies and is temporary',
}, async () => {
  using here = world();
  const gitFolders = join(here.home, '.local/state/anyhook/git');
  await Promise.all([here.ask(), here.ask(), here.ask()]);
  const [first] = readdirSync(gitFolders);
  assert.deepEqual(readdirSync(gitFolders), [first]);
  // Changes that others make there are ignored.
  writeFileSync(join(gitFolders, first ?? '', 'config'), `[core]\n\tfsmonitor = touch ${here.path}/mark\n`);
  assert.equal(await here.ask(), '## main');
  assert.ok(!readdirSync(here.path).includes('mark'));
  const other = join(here.path, 'other');
  git(here.path, 'clone', '--quiet', here.repo, other);
  rmSync(here.repo, { recursive: true });
  await here.ask(other);
  assert.ok(!readdirSync(gitFolders).includes(first ?? ''));
  assert.equal(readdirSync(gitFolders).length, 1);
});

test('a .git folder of another user is not a repository', {
  skip: process.getuid?.() !== 0 && 'only root can do this',
}, async () => {
  using here = world();
  chownSync(join(here.repo, '.git'), 65534, 65534);
  assert.deepEqual(await here.ask(), { kind: 'absent' });
});

test('an empty .git file or one that leads nowhere is not a repository', async () => {
  using here = world();
  for (const [name, text] of [
    ['empty', ''],
    ['nowhere', 'gitdir: /nonexistent\n'],
    ['itself', 'gitdir: .\n'],
  ] as const) {
    const folder = join(here.path, name);
    mkdirSync(folder);
    writeFileSync(join(folder, '.git'), text);
    assert.deepEqual(await here.ask(folder), { kind: 'absent' }, name);
  }
});

test("git on macOS is not started where it would open a dialog to install Apple's tools", {
  skip: noSlashes,
}, () => {
  using here = world();
  const env = { ...here.env, PATH: '/usr/bin' };
  assert.deepEqual(openGit({ cwd: here.repo, env }, 'darwin'), {
    kind: 'refused',
    why: '/usr/bin/git would open a dialog; to have git, run: xcode-select --install',
  });
});
