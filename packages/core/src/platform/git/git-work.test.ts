import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isWindows } from '../../../../anyhook/test/support/systems.js';
import { changedSince, workBaseline } from './git-work.js';

function repository(t: TestContext, { init = true } = {}) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-work-')));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, env, stdio: 'ignore' });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const commit = () => {
    git('add', '-A');
    git('commit', '-qm', 'x');
  };
  if (init) git('init', '-q');
  const takeBaseline = async () => {
    const baseline = await workBaseline({ cwd, env });
    assert.ok(baseline);
    return () => changedSince(baseline, { cwd, env });
  };
  return { cwd, env, write, commit, takeBaseline };
}

test('only changes after the baseline are listed, committed or not', async (t) => {
  const { write, commit, takeBaseline, cwd } = repository(t);
  for (const name of ['kept.ts', 'edited.ts', 'gone.ts', 'was-dirty.ts', 'reverted.ts', 'committed-as-it-was.ts'])
    write(name, 'one');
  commit();
  for (const name of ['was-dirty.ts', 'reverted.ts', 'committed-as-it-was.ts', 'new-before.ts']) write(name, 'dirty');
  // Windows allows no quotes in a name.
  const odd = isWindows ? "a b/ü'x.ts" : 'a b/ü"x.ts';
  const changes = await takeBaseline();
  assert.deepEqual(await changes(), []);
  write('edited.ts', 'two');
  write(odd, 'new');
  write('reverted.ts', 'one');
  unlinkSync(join(cwd, 'gone.ts'));
  assert.deepEqual(await changes(), [odd, 'edited.ts', 'gone.ts', 'reverted.ts']);
  commit();
  assert.deepEqual(await changes(), [odd, 'edited.ts', 'gone.ts', 'reverted.ts']);
  write('was-dirty.ts', 'edited again');
  assert.deepEqual(await changes(), [odd, 'edited.ts', 'gone.ts', 'reverted.ts', 'was-dirty.ts']);
});

test('a repository without a commit and a subfolder both have a baseline', async (t) => {
  const { write, commit, takeBaseline, cwd, env } = repository(t);
  write('before.ts', 'x');
  write('sub/deep.ts', 'x');
  symlinkSync('nowhere', join(cwd, 'link'));
  const changes = await takeBaseline();
  write('after.ts', 'x');
  commit();
  assert.deepEqual(await changes(), ['after.ts']);
  const sub = { cwd: join(cwd, 'sub'), env };
  const baseline = await workBaseline(sub);
  assert.ok(baseline);
  write('sub/deep.ts', 'y');
  write('before.ts', 'y');
  assert.deepEqual(await changedSince(baseline, sub), ['before.ts', 'sub/deep.ts']);
});

test('there is no baseline outside a repository', async (t) => {
  const { cwd, env } = repository(t, { init: false });
  assert.equal(await workBaseline({ cwd, env: { ...env, GIT_CEILING_DIRECTORIES: dirname(cwd) } }), undefined);
  assert.equal(await workBaseline({ cwd: join(cwd, 'missing'), env }), undefined);
});

test('a large file is listed after it is written again', async (t) => {
  const { write, commit, takeBaseline } = repository(t);
  write('a.ts', 'x');
  commit();
  write('large.bin', 'x'.repeat(2 * 1024 * 1024));
  const changes = await takeBaseline();
  assert.deepEqual(await changes(), []);
  write('large.bin', 'y'.repeat(2 * 1024 * 1024 + 1));
  assert.deepEqual(await changes(), ['large.bin']);
});
