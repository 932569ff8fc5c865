import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hookMdWithScript, testProject } from './harness.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');

function runBinary(t: TestContext, args: readonly string[], { files = {}, input = '' } = {}) {
  const { dir: cwd, env } = testProject(t, files);
  return spawnSync(process.execPath, [bin, ...args], { cwd, env, input, encoding: 'utf8' });
}

test('--version prints the package version', (t) => {
  const { version } = JSON.parse(readFileSync('packages/anyhook/package.json', 'utf8')) as { version: string };
  assert.equal(runBinary(t, ['--version']).stdout, `${version}\n`);
});

test('the binary prints an error in one line and exits 1', (t) => {
  const { status, stdout, stderr } = runBinary(t, ['lst']);
  assert.deepEqual([status, stdout, stderr], [1, '', "anyhook: unknown command 'lst'; did you mean list?\n"]);
});

test('fire exits 2 through the binary when the verdict is deny', (t) => {
  const files = hookMdWithScript('guard', 'before_tool', 'echo no >&2; exit 2');
  const { status, stdout } = runBinary(t, ['fire', 'tool.before', '--json', '--trust-project'], { files });
  assert.equal(status, 2);
  assert.equal(JSON.parse(stdout).decision, 'deny');
});

test('a large report is written to a pipe completely', (t) => {
  const hooks = Array.from({ length: 300 }, (_, i) => `  - {id: h${i}, on: session.start, use: add_date}\n`).join('');
  const files = { '.agents/anyhook.yaml': `hooks:\n${hooks}` };
  const { status, stdout } = runBinary(t, ['list', '--json'], { files });
  assert.equal(status, 0);
  assert.equal(JSON.parse(stdout).length, 300);
});

test('a reader that closes the pipe is not an error', (t) => {
  const { dir: cwd, env } = testProject(t, hookMdWithScript('guard', 'before_tool', 'exit 0'));
  const { status, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${bin}" list | true`], {
    cwd,
    env,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
});

test('the binary starts run and prints its help', (t) => {
  const input = JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } });
  const { status, stdout } = runBinary(t, ['run', '--host', 'claude-code'], { input });
  assert.deepEqual([status, stdout], [0, '']);
  assert.match(runBinary(t, ['run', '--help']).stdout, /anyhook run --agent claude-code < payload\.json/);
});

const push = JSON.stringify({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'git push -f' },
});
const run = ['run', '--host', 'claude-code', '--trust-project'];

for (const [what, args, message] of [
  ['an unknown agent', ['--host', 'claud-code'], /unknown agent "claud-code"; did you mean "claude-code"\?/],
  ['no agent', [], /--agent is required/],
] as const) {
  test(`an entry with ${what} reports it and lets the agent continue, unless failClosed is set`, (t) => {
    const open = runBinary(t, ['run', ...args], { input: push });
    assert.deepEqual([open.status, open.stdout], [0, '']);
    assert.match(open.stderr, message);
    assert.match(open.stderr, /the agent continues without hooks\n$/);
    const files = { '.agents/anyhook.yaml': 'failClosed: true\n' };
    const closed = runBinary(t, ['run', ...args], { files, input: push });
    assert.deepEqual([closed.status, closed.stdout], [2, '']);
    assert.match(closed.stderr, /blocked, because failClosed is set\n$/);
  });
}

test('an unknown or unusable option of run does not switch guards off', (t) => {
  const files = hookMdWithScript('guard', 'before_tool', 'echo no >&2; exit 2');
  const { status, stdout, stderr } = runBinary(t, [...run, '--new', '--timeout=soon'], { files, input: push });
  assert.equal(status, 0);
  assert.match(stdout, /"permissionDecision":"deny"/);
  assert.match(stderr, /got "--new", which is ignored\n.*got "soon", which is ignored\n$/);
});

test('run works without HOME', (t) => {
  const { dir: cwd, env } = testProject(t, hookMdWithScript('guard', 'before_tool', 'echo no >&2; exit 2'));
  const { HOME: _home, ...rest } = env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...run], {
    cwd,
    env: rest,
    input: push,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /"permissionDecision":"deny"/);
});

test('run supports patterns that need the native engine', (t) => {
  const files = hookMdWithScript(
    'guard',
    'before_tool',
    'echo no >&2; exit 2',
    'matcher:\n  pattern: "push (?!--dry-run)"\n',
  );
  const { stdout, stderr } = runBinary(t, run, { files, input: push });
  assert.equal(stderr, '');
  assert.match(stdout, /"permissionDecision":"deny"/);
});

test('the start path uses no import(), which a script with cached machine code cannot do', () => {
  assert.equal(/\bimport\(/.test(readFileSync('packages/anyhook/dist/run/run.cjs', 'utf8')), false);
});

for (const [what, stdin] of [
  ['a folder', resolve('.')],
  ['a file without content', '/dev/null'],
] as const) {
  test(`${what} in place of stdin is reported in one line`, (t) => {
    const { dir: cwd, env } = testProject(t);
    const fd = openSync(stdin, 'r');
    const { status, stderr } = spawnSync(process.execPath, [bin, ...run], {
      cwd,
      env,
      stdio: [fd, 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    closeSync(fd);
    assert.equal(status, 0);
    assert.match(stderr, /^anyhook: expected a JSON object of claude-code on stdin, got nothing; [^\n]*\n$/);
  });
}

test('an answer that cannot be written is reported in one line', (t) => {
  if (!existsSync('/dev/full')) return;
  const { dir: cwd, env } = testProject(t, hookMdWithScript('guard', 'before_tool', 'echo no >&2; exit 2'));
  const fd = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [bin, ...run], {
    cwd,
    env,
    input: push,
    stdio: ['pipe', fd, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(fd);
  // The denial is lost, so the exit code refuses the call.
  assert.equal(status, 2);
  assert.match(stderr, /^anyhook: the answer could not be written: ENOSPC[^\n]*\n$/);
});
