#!/usr/bin/env node
// Exit 2 keeps the agent working; what stands on stderr is its next task.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

// Your own command, where the guess below is wrong: 'make check', for example.
const command = '';
const maxLines = 40;

const { work_dir } = JSON.parse(readFileSync(0, 'utf8'));
const found = command === '' ? guess(work_dir) : { root: work_dir, command };
if (found) check(found);

function check({ root, command: tests, fine = [] }) {
  const state = stateOf(root);
  const memory = memoryOf(root);
  // Passed: nothing to do. Failed: the agent was told, and changed nothing since.
  if (state !== undefined && read(memory) === state) return;
  const run = spawnSync('sh', ['-c', tests], { cwd: root, encoding: 'utf8', env: { ...process.env, CI: '1' } });
  // The shell's words for a program that is not there: no verdict about the work.
  if (run.status === 127 || run.status === 126 || run.status === null) {
    console.error(`the tests could not be run: ${tests}`);
    process.exitCode = 1;
    return;
  }
  // Tests write files, too.
  remember(memory, stateOf(root) ?? '');
  if (run.status === 0 || fine.includes(run.status)) return;
  const lines = `${run.stdout}\n${run.stderr}`.split('\n').filter((line) => line.trim() !== '');
  console.error(`The work is not done: "${tests}" fails.\n${lines.slice(-maxLines).join('\n')}`);
  process.exitCode = 2;
}

/** The nearest project, not above its repository, and how it is tested. */
function guess(from) {
  for (let root = from; ; root = dirname(root)) {
    const script = scriptOf(root);
    if (script) return { root, command: script };
    const python = pythonOf(root);
    // Both runners end with 5 when there is no test.
    if (python)
      return { root, command: `${python} -m ${knowsPytest(python, root) ? 'pytest -q' : 'unittest'}`, fine: [5] };
    if (existsSync(join(root, 'Cargo.toml'))) return { root, command: 'cargo test --quiet' };
    if (existsSync(join(root, 'go.mod'))) return { root, command: 'go test ./...' };
    if (existsSync(join(root, '.git')) || dirname(root) === root) return undefined;
  }
}

/** The Python of a Python project: its own, or the user's. */
function pythonOf(root) {
  const marks = ['pyproject.toml', 'pytest.ini', 'setup.py', 'setup.cfg'];
  if (!marks.some((name) => existsSync(join(root, name)))) return undefined;
  return ['.venv/bin/python', 'venv/bin/python'].find((name) => existsSync(join(root, name))) ?? 'python3';
}

function knowsPytest(python, root) {
  return spawnSync(python, ['-c', 'import pytest'], { cwd: root }).status === 0;
}

function scriptOf(root) {
  const text = read(join(root, 'package.json'));
  const script = text === undefined ? undefined : JSON.parse(text).scripts?.test;
  // What `npm init` writes fails by design.
  if (!script || script.includes('no test specified')) return undefined;
  if (existsSync(join(root, 'pnpm-lock.yaml'))) return 'pnpm test';
  if (existsSync(join(root, 'yarn.lock'))) return 'yarn test';
  if (existsSync(join(root, 'bun.lock')) || existsSync(join(root, 'bun.lockb'))) return 'bun run test';
  return 'npm test';
}

/** One word for the state of the files, as git sees them; undefined outside a repository. */
function stateOf(root) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const top = git('rev-parse', '--show-toplevel');
  if (top.status !== 0) return undefined;
  const hash = createHash('sha256')
    .update(git('rev-parse', 'HEAD').stdout)
    .update(git('diff', '--no-ext-diff', 'HEAD').stdout);
  const fresh = git('ls-files', '--others', '--exclude-standard', '-z').stdout.split('\0').filter(Boolean);
  for (const name of fresh) {
    const stat = statSync(join(root, name), { throwIfNoEntry: false });
    hash.update(`${name} ${stat?.size} ${stat?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function memoryOf(root) {
  const state = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
  return join(state, 'tests-before-stop', createHash('sha256').update(root).digest('hex').slice(0, 32));
}

function remember(file, state) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, state, { mode: 0o600 });
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
