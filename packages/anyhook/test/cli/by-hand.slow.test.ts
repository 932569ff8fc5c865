import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { type TestProject, testProject } from './harness.js';

/** `anyhook run` in a hand-written entry: without a launcher, most agents take a crash for a yes. */

const bin = resolve('packages/anyhook/bin/anyhook.cjs');
const call = JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } });
const after = JSON.stringify({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } });

interface RunOptions {
  readonly agent?: string;
  readonly input?: string;
  readonly program?: string;
  readonly stdout?: number;
  /** Shell code in front of the command. */
  readonly limit?: string;
  readonly more?: readonly string[];
}

function run({ dir, env }: TestProject, options: RunOptions = {}) {
  const { agent = 'claude-code', input = call, program = bin, stdout = 'pipe', limit = ':', more = [] } = options;
  const words = [process.execPath, program, 'run', '--host', agent, '--trust-project', ...more];
  const ran = spawnSync('/bin/sh', ['-c', `${limit}; exec "$@"`, 'sh', ...words], {
    cwd: dir,
    env,
    input,
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['pipe', stdout, 'pipe'],
  });
  return { code: ran.status, stdout: ran.stdout ?? '', stderr: ran.stderr };
}

const decisionIn = (stdout: string) => JSON.parse(stdout).hookSpecificOutput as Readonly<Record<string, string>>;

const withModule = (body: string, on = 'tool.before') => ({
  '.agents/anyhook.yaml': `hooks:\n  - {id: guard, on: ${on}, use: ./guard.mjs}\n`,
  'guard.mjs': `export default { on: '${on}', async run() { ${body} } };\n`,
});
const wait = 'await new Promise((done) => setTimeout(done, 5_000));';
const deny = "return { decision: 'deny', reason: 'no' };";

describe('a hand-written "anyhook run" entry whose process ends without an answer', { concurrency: 2 }, () => {
  const crashes: Readonly<Record<string, readonly [string, RegExp]>> = {
    'an uncaught error': [`setTimeout(() => { throw new Error('late'); }, 1); ${wait}`, /: late, so no hook/],
    'an unhandled rejection': [`void Promise.reject(new Error('lost')); ${wait}`, /: lost, so no hook/],
    'process.exit()': ['process.exit();', /ended from within, so no hook/],
    'process.exit(0)': ['process.exit(0);', /ended from within, so no hook/],
    'process.exit(1)': ['process.exit(1);', /ended from within, so no hook/],
    'a thread without memory': [
      `const { Worker } = await import('node:worker_threads');
       new Worker('const a = []; for (;;) a.push(new Array(1e5).fill(1.5))', { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } });
       ${wait}`,
      /memory limit.*so no hook/,
    ],
  };
  for (const [what, [body, words]] of Object.entries(crashes))
    test(`refuses a call: ${what}`, async (t) => {
      const here = testProject(t, withModule(body));
      const claude = run(here);
      assert.equal(claude.code, 0, claude.stderr);
      assert.equal(decisionIn(claude.stdout)['permissionDecision'], 'ask');
      assert.match(decisionIn(claude.stdout)['permissionDecisionReason'] ?? '', words);
      const droid = run(here, { agent: 'droid' });
      assert.deepEqual([droid.code, droid.stdout], [2, '']);
      assert.match(droid.stderr, words);
    });

  test('lets an event that cannot be refused continue, with one line for the user', async (t) => {
    const { code, stdout, stderr } = run(testProject(t, withModule('process.exit(2);', 'tool.after')), {
      input: after,
    });
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /ended without an answer.*goes on without hooks\n$/);
  });
});

test('processes that a hook leaves behind do not change an answer already given', async (t) => {
  const here = testProject(t, withModule(`setTimeout(() => { throw new Error('late'); }, 0); ${deny}`));
  assert.equal(decisionIn(run(here).stdout)['permissionDecision'], 'deny');
  const { code, stderr } = run(here, { agent: 'droid' });
  assert.equal(code, 2);
  assert.match(stderr, /no/);
});

test('an answer that cannot be printed is given as the exit code', { skip: process.platform !== 'linux' }, (t) => {
  const here = testProject(t, withModule(deny));
  const full = openSync('/dev/full', 'w');
  const { code, stderr } = run(here, { stdout: full });
  assert.equal(code, 2);
  assert.match(stderr, /the answer could not be written: ENOSPC/);
});

test('a hook that cannot start for lack of file descriptors or memory asks', {
  skip: process.platform !== 'linux',
}, (t) => {
  const guard = 'hooks:\n  - {id: guard, on: tool.before, run: "echo no >&2; exit 2"}\n';
  const here = testProject(t, { '.agents/anyhook.yaml': guard });
  assert.equal(decisionIn(run(here).stdout)['permissionDecision'], 'deny');
  const answers = Array.from({ length: 12 }, (_, n) => run(here, { limit: `ulimit -n ${19 + n}` }));
  const answered = answers.filter(({ stdout }) => stdout !== '');
  for (const { stdout } of answered) assert.match(decisionIn(stdout)['permissionDecision'] ?? 'pass', /^(?:ask|deny)$/);
  assert.ok(answered.some(({ stdout }) => /EMFILE.*it never ran, so anyhook asks/.test(stdout)));
});

test('a damaged installation refuses events before an action, and no others', (t) => {
  const here = testProject(t);
  const copy = join(here.dir, '..', 'copy');
  for (const part of ['bin', 'dist/run', 'package.json'])
    cpSync(join('packages/anyhook', part), join(copy, part), { recursive: true });
  const program = join(copy, 'bin/anyhook.cjs');
  writeFileSync(join(copy, 'dist/run/run.cjs'), 'half of');
  for (const [input, more, expected] of [
    [call, [], 2],
    ['', ['--event', 'preToolUse'], 2],
    ['{"hook_event_name":"BeforeTool"', [], 2],
    [after, [], 0],
    ['{"hook_event_name":"Stop","last_assistant_message":"say \\"PreToolUse\\""}', [], 0],
  ] as const) {
    const { code, stderr } = run(here, { program, input, more });
    assert.equal(code, expected, input);
    assert.match(stderr, /^anyhook: this installation is damaged, install it again .*\n$/);
  }
  rmSync(join(copy, 'dist'), { recursive: true });
  assert.equal(run(here, { program }).code, 2);
});
