import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathResolver } from './path-resolver.js';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'place-look-')));
after(() => rmSync(base, { recursive: true, force: true }));

test('realPath follows links and keeps missing parts as written', () => {
  symlinkSync('/etc', join(base, 'conf'));
  symlinkSync('missing/x', join(base, 'dangling'));
  assert.equal(pathResolver.realPath(join(base, 'conf', 'no-such-file', 'y')), '/etc/no-such-file/y');
  assert.equal(pathResolver.realPath(join(base, 'dangling')), join(base, 'missing/x'));
  assert.equal(pathResolver.realPath(join(base, 'a/b/c')), join(base, 'a/b/c'));
});

test('a link loop, a pipe and an impossible path return at once', { timeout: 5_000 }, () => {
  symlinkSync('two', join(base, 'one'));
  symlinkSync('one', join(base, 'two'));
  execFileSync('mkfifo', [join(base, 'pipe')]);
  assert.notEqual(pathResolver.realPath(join(base, 'one', 'x')), '');
  assert.equal(pathResolver.realPath(join(base, 'pipe')), join(base, 'pipe'));
  assert.equal(pathResolver.workTree(join(base, 'pipe', 'x')), undefined);
  assert.equal(pathResolver.realPath(`/${'x'.repeat(5_000)}`), undefined);
  assert.equal(pathResolver.realPath('/x'.repeat(300)), undefined);
  assert.equal(pathResolver.realPath('/a\0b'), undefined);
});

test('a pipe named .git, or a .git file that leads nowhere, is not a work tree', { timeout: 5_000 }, () => {
  const folder = mkdtempSync(join(base, 'tree-'));
  execFileSync('mkfifo', [join(folder, '.git')]);
  assert.equal(pathResolver.workTree(folder), undefined);
  const other = mkdtempSync(join(base, 'tree-'));
  writeFileSync(join(other, '.git'), 'gitdir: /nowhere\n');
  assert.equal(pathResolver.workTree(other), undefined);
});
