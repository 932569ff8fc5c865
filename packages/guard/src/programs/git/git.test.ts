import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TrialWorld, tryProgram } from '../../../../anyhook/test/support/guard-program-machine.js';
import { gitPrograms } from './git.js';

const effectsOf = (line: string, trial?: TrialWorld): readonly string[] => tryProgram(gitPrograms(), line, trial).seen;
const project = '/home/dev/project';
const discards = [`discard in ${project}`];

test('reset, checkout, restore, switch and clean discard uncommitted work, as do forced branch changes', () => {
  const lines = [
    ...['git reset --hard', 'git reset --ha HEAD~1', 'git reset -q --merge', 'git --no-pager reset --hard'],
    ...['git checkout .', 'git checkout -- a', 'git checkout HEAD a', 'git checkout -f main', 'git checkout src/a.ts'],
    ...['git checkout -q main file', 'git checkout --theirs x', 'git checkout -tf main', 'git checkout *'],
    ...['git restore a', 'git restore -SW .', 'git restore --source=HEAD~5 .', 'git restore --work a'],
    ...['git switch -f main', 'git switch --discard main', 'git clean -fd', 'git clean -d --force', 'git clean -qf'],
    ...['git checkout -B main origin/main', 'git switch -C fix origin/fix', 'git checkout -Bmaster'],
    ...['git stash drop', 'git stash clear', 'git submodule deinit -f --all', 'git checkout-index -fa'],
    ...[
      'git branch -D x',
      'git branch -d -f x',
      'git branch -Dv x',
      'git branch -f x HEAD',
      'git -c clean.requireForce=false clean -d',
    ],
  ];
  for (const line of lines) assert.deepEqual(effectsOf(line), discards, line);
});

test('git commands that discard nothing have no effects', () => {
  const lines = [
    ...['git reset', 'git reset --soft HEAD~1', 'git reset HEAD a', 'git reset --hard --help', 'git help reset'],
    ...['git checkout main', 'git checkout -b fix', 'git checkout -Bfix', 'git checkout -', 'git checkout v1.2.3'],
    ...['git checkout release/4.2.x', 'git checkout --track origin/x', 'git checkout -qbx', 'git checkout -b a b'],
    ...['git checkout -B fix origin/main', 'git switch -C fix main', 'git checkout -b main origin/main'],
    ...['git checkout -p', 'git checkout main --', 'git restore --staged .', 'git restore -S a', 'git restore --help'],
    ...[
      'git switch main',
      'git switch -Cx',
      'git clean -nfd',
      'git clean --dry-run -fd',
      'git clean -i',
      'git clean -e -f',
    ],
    ...['git stash', 'git stash pop', 'git branch -d x', 'git branch -M main', 'git branch -m a b', 'git branch -avv'],
    ...['git rm --cached -r x', 'git commit --amend', 'git --version', 'git rebase -i HEAD~3', 'git gc', 'git tag v1'],
    ...['git reflog', 'git reflog expire --dry-run --expire=now', 'git worktree remove x', 'git remote add a b'],
    ...['git config --get alias.x', 'git config user.name x', 'git submodule update --init', 'git commit -m x'],
  ];
  for (const line of lines) assert.deepEqual(effectsOf(line), [], line);
});

test('the effect is at the work tree of the repository', () => {
  assert.deepEqual(effectsOf('git -C /tmp/x reset --hard'), ['discard in /tmp/x']);
  assert.deepEqual(effectsOf('git --work-tree=sub reset --hard'), [`discard in ${project}/sub`]);
  assert.deepEqual(effectsOf('git --git-dir repo/.git reset --hard'), [`discard in ${project}/repo`]);
  assert.deepEqual(effectsOf('git reset --hard', { env: { GIT_WORK_TREE: '/tmp/y' } }), ['discard in /tmp/y']);
  assert.deepEqual(effectsOf('git worktree remove --force ../wt'), ['discard in /home/dev/wt']);
});

test('a push reports whether it forces or deletes, its remote and its branch', () => {
  const pushes: Readonly<Record<string, string>> = {
    'git push': 'push',
    'git push -u origin feature': 'push origin feature',
    'git push origin a:b': 'push origin b',
    'git push -f origin main': 'push force origin main',
    'git push origin main --forc': 'push force origin main',
    'git push origin +main': 'push force origin main',
    'git push origin +a:refs/heads/b': 'push force origin b',
    'git push --force-with-lease origin main': 'push origin main',
    'git push --force-w': 'push',
    'git push --follow-tags': 'push',
    'git push --force-with-lease --force': 'push force',
    'git push origin :main': 'push deletes origin main',
    'git push -d origin main': 'push deletes origin main',
    'git push --mirror': 'push force deletes',
    'git push origin --prune': 'push deletes origin',
  };
  for (const [line, effect] of Object.entries(pushes)) assert.deepEqual(effectsOf(line), [effect], line);
  assert.deepEqual(effectsOf('git push -n --force'), []);
});

test('rewriting history and pruning the reflog are reported', () => {
  for (const line of ['git filter-repo --path x', 'git replace a b', 'git update-ref -d refs/heads/x', 'git tag -d v1'])
    assert.deepEqual(effectsOf(line), [`rewrite in ${project}`], line);
  for (const line of [
    'git gc --prune=now',
    'git reflog expire --expire=now --all',
    'git prune',
    'git -c gc.pruneExpire=now gc',
  ])
    assert.deepEqual(effectsOf(line), [`forget in ${project}`], line);
  assert.deepEqual(effectsOf("git filter-branch --tree-filter 'rm x' HEAD"), ['shell rm x', `rewrite in ${project}`]);
});

test('aliases are followed, from -c or from an earlier command', () => {
  assert.deepEqual(effectsOf("git -c alias.x='reset --hard' x"), discards);
  assert.deepEqual(effectsOf("git -c 'alias.x=!rm -rf /' x a"), ['shell rm -rf / "$@" with rm -rf / a']);
  const memory = new Map<string, string>();
  assert.deepEqual(effectsOf("git config --global alias.nuke 'reset --hard'", { memory }), []);
  assert.deepEqual(effectsOf('git nuke', { memory }), discards);
  assert.deepEqual(effectsOf("git -c alias.x='x' x"), []);
});

test('commands that git runs are reported', () => {
  const runs: Readonly<Record<string, string>> = {
    "git rebase --exec 'rm -rf /' HEAD~2": 'shell rm -rf /',
    "git submodule foreach 'git reset --hard'": 'shell git reset --hard',
    'git submodule foreach --recursive git clean -fdx': 'run git clean -fdx',
    'git bisect run sh x': 'run sh x',
    "git -c core.pager='rm x' log": 'shell rm x',
    "git config core.editor 'rm x'": 'shell rm x',
    "git clone -u 'rm x' a:b /tmp/b": 'shell rm x',
    "git clone 'ext::sh -c rm% x' /tmp/b": 'run sh -c rm x',
    "git grep -O'rm x' y": 'shell rm x',
    "git difftool -x 'rm x'": 'shell rm x',
    'git config --global core.hooksPath /tmp/x': "persist git's core.hooksPath for all repositories",
    'git daemon --export-all': 'expose repositories over the network',
  };
  for (const [line, effect] of Object.entries(runs)) assert.equal(effectsOf(line)[0], effect, line);
  assert.deepEqual(effectsOf('git fetch', { env: { GIT_SSH_COMMAND: 'rm x' } }), ['shell rm x']);
});

test('git rm deletes, and git show of a secret prints it', () => {
  assert.deepEqual(effectsOf('git rm -rf .'), [`delete ${project} recursive`]);
  assert.deepEqual(effectsOf('git rm a'), [`delete ${project}/a`]);
  assert.equal(tryProgram(gitPrograms(), 'git show HEAD:.env').printed, '…(a secret)');
  assert.equal(tryProgram(gitPrograms(), 'git rev-parse --show-toplevel').printed, `${project}\n`);
  assert.equal(tryProgram(gitPrograms(), 'git credential fill').printed, '(a secret)');
});
