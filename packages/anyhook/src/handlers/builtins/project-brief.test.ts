import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Result } from '@anyhook/core';
import { contextWith, eventAt, git, initRepository, tempFolder } from '../../../test/builtin-world.js';
import { projectBrief } from './project-brief.js';

const briefOf = (cwd: string): readonly string[] =>
  (projectBrief.run(eventAt('session.start', cwd), undefined, contextWith()) as Result).context ?? [];

test('the model gets branch, test command and scripts, as commands of the package manager', () => {
  using folder = tempFolder();
  const scripts = { build: 'x', test: 'y', 'lint:fix': 'z', prepare: 'husky' };
  initRepository(folder.path, { 'package.json': JSON.stringify({ scripts }), 'pnpm-lock.yaml': '', 'src/a.ts': '' });
  git(folder.path, 'switch', '--quiet', '--create', 'fix/cart');
  const text = 'Branch: fix/cart\nTests: pnpm test\nScripts: pnpm build, pnpm test, pnpm lint:fix';
  assert.deepEqual(briefOf(folder.path), [text]);
  assert.deepEqual(briefOf(join(folder.path, 'src')), [text]);
});

test('a work tree has its own branch, and a detached HEAD shows its commit', () => {
  using folder = tempFolder();
  initRepository(join(folder.path), { 'Cargo.toml': '' });
  git(folder.path, 'worktree', 'add', '--quiet', '-b', 'other', join(folder.path, 'tree'));
  assert.deepEqual(briefOf(join(folder.path, 'tree')), ['Branch: other\nTests: cargo test']);
  git(folder.path, 'switch', '--quiet', '--detach');
  assert.match(briefOf(folder.path)[0] ?? '', /^Branch: none, at commit [0-9a-f]{10}\nTests: cargo test$/);
});

test('makefile targets are listed if there are no scripts', () => {
  using folder = tempFolder({ 'go.mod': '', Makefile: '.PHONY: test\nVERSION := 1\ntest: build\n\tgo test\nbuild:\n' });
  assert.deepEqual(briefOf(folder.path), ['Tests: go test ./...\nScripts: make test, make build']);
});

test('a folder that is not a project gets no brief', () => {
  using folder = tempFolder({ 'notes.txt': '' });
  assert.deepEqual(briefOf(folder.path), []);
});

test('the brief has at most 600 characters, ends between two scripts, and takes little time', () => {
  const scripts = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`script-${i}`, 'x']));
  using folder = tempFolder({ 'package.json': JSON.stringify({ scripts }) });
  briefOf(folder.path);
  // CPU time, not wall time, because other tests may keep the machine busy.
  const before = process.cpuUsage();
  const [text = ''] = briefOf(folder.path);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1_000;
  assert.ok(text.length <= 600 && /npm run script-\d+, …$/.test(text), text);
  assert.ok(ms < 200, `${ms} ms`);
});
