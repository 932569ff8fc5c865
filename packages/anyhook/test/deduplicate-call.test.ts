import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestProject, testProject } from './cli/harness.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');

interface Entry {
  readonly agent: string;
  readonly project?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}
const user: Entry = { agent: 'claude-code' };
const shared: Entry = { agent: 'claude-code', project: true };

/** A project with its own entry and these hooks, each of which adds a line to the log when it runs. */
function world(t: TestContext, hooks: string): TestProject & { log(): readonly string[]; once: string } {
  const here = testProject(t, {
    '.agents/anyhook.yaml': hooks,
    '.claude/settings.json': '{"hooks":{"PreToolUse":[{"hooks":[{"command":"anyhook-hook claude-code"}]}]}}',
  });
  const file = join(here.dir, 'log');
  return {
    ...here,
    log: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []),
    once: join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'once'),
  };
}

const hook = (on: string, run: string) => `hooks:\n  - {id: one, on: ${on}, run: ${JSON.stringify(run)}}\n`;
const counted = 'echo ran >> log';

interface Running {
  readonly child: ChildProcess;
  readonly end: Promise<string>;
}

function bring(
  here: TestProject,
  payload: object,
  { agent, project: isShared, env }: Entry,
  more: readonly string[] = [],
): Running {
  const args = [bin, 'run', '--host', agent, '--trust-project', ...(isShared ? ['--entry', 'project'] : []), ...more];
  const child = spawn(process.execPath, args, { cwd: here.dir, env: { ...here.env, ...env } });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stdin.end(JSON.stringify(payload));
  return { child, end: new Promise((done) => child.on('close', () => done(output))) };
}

const call = (here: TestProject, command: string, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  transcript_path: '/t',
  cwd: here.dir,
  tool_name: 'Bash',
  tool_input: { command },
  ...more,
});

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; !condition(); i++) {
    assert.ok(i < 2_000, 'it never happened');
    await sleep(10);
  }
}

/** The entries that sent the recorded calls. */
const entriesOn = (once: string): number =>
  (existsSync(once) ? readdirSync(once) : [])
    .filter((name) => name.endsWith('.call'))
    .reduce((sum, name) => sum + JSON.parse(readFileSync(join(once, name), 'utf8')).entries.length, 0);

test('a call sent by two entries at once is evaluated once, and both get the same answer', async (t) => {
  const here = world(t, hook('tool.before', `${counted}; until [ -e go ]; do sleep 0.01; done; echo no >&2; exit 2`));
  const running = [user, shared].map((entry) => bring(here, call(here, 'ls', { tool_use_id: 'c1' }), entry));
  await until(() => entriesOn(here.once) === 2);
  writeFileSync(join(here.dir, 'go'), '');
  const [first, second] = await Promise.all(running.map(({ end }) => end));
  assert.match(first ?? '', /"permissionDecision":"deny".*\[one\] no/);
  assert.equal(second, first);
  assert.deepEqual(here.log(), ['ran']);
});

test('context for a call sent by two entries reaches the model once', async (t) => {
  const here = world(t, 'hooks:\n  - {id: date, on: prompt.submit, use: add_date}\n');
  const prompt = { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: here.dir, prompt: 'hello' };
  const answers = await Promise.all([user, shared].map((entry) => bring(here, prompt, entry).end));
  assert.equal(answers.filter((text) => text.includes('additionalContext')).length, 1);
  assert.equal(answers.filter((text) => text === '').length, 1);
});

test('a repeated call counts as a new call, with or without an id', async (t) => {
  const here = world(t, hook('tool.before', counted));
  for (const id of [{ tool_use_id: 'c1' }, {}])
    for (let i = 0; i < 2; i++) for (const entry of [user, shared]) await bring(here, call(here, 'ls', id), entry).end;
  assert.equal(here.log().length, 4);
});

for (const [what, change] of Object.entries({
  'a different argument': { tool_input: { command: 'rm' } },
  'a different call id': { tool_use_id: 'c2' },
  'a different session': { session_id: 't' },
  'a different tool': { tool_name: 'Other' },
  'a long argument that differs at its end': { tool_input: { command: `${'x'.repeat(50_000)}y` } },
}))
  test(`${what} makes it a different call`, async (t) => {
    const here = world(t, hook('tool.before', counted));
    const base = call(here, what.startsWith('a long') ? `${'x'.repeat(50_000)}z` : 'ls');
    await bring(here, base, user).end;
    await bring(here, { ...base, ...change }, shared).end;
    assert.equal(here.log().length, 2);
  });

test('when the first entry is killed, the second one evaluates the call', async (t) => {
  const here = world(t, hook('tool.before', `${counted}; [ -e go ] || sleep 60; echo no >&2; exit 2`));
  const first = bring(here, call(here, 'ls'), user);
  await until(() => here.log().length === 1);
  const second = bring(here, call(here, 'ls'), shared);
  await until(() => entriesOn(here.once) === 2);
  writeFileSync(join(here.dir, 'go'), '');
  first.child.kill('SIGKILL');
  assert.match(await second.end, /"permissionDecision":"deny"/);
  assert.equal(here.log().length, 2);
});

test('an entry does not wait for the other one beyond its own timeout', async (t) => {
  const here = world(t, hook('tool.before', `${counted}; until [ -e go ]; do sleep 0.01; done`));
  const first = bring(here, call(here, 'ls'), user);
  await until(() => here.log().length === 1);
  await bring(here, call(here, 'ls'), shared, ['--timeout', '300']).end;
  assert.equal(first.child.exitCode, null);
  writeFileSync(join(here.dir, 'go'), '');
  await first.end;
});

test("without a project entry, the user's entry leaves no lock files behind", async (t) => {
  const here = world(t, hook('tool.before', counted));
  here.write({ '.claude/settings.json': '{"hooks":{}}' });
  await bring(here, call(here, 'ls'), user).end;
  assert.equal(existsSync(here.once), false);
  assert.deepEqual(here.log(), ['ran']);
});

test('with an unusable state folder, the call is evaluated twice and still answered', async (t) => {
  const here = world(t, hook('tool.before', 'echo no >&2; exit 2'));
  writeFileSync(here.env['XDG_STATE_HOME'] ?? '', '');
  for (const entry of [user, shared]) assert.match(await bring(here, call(here, 'ls'), entry).end, /"deny"/);
});

test("Copilot, which also runs Claude Code's entry, is answered as Copilot, once for both entries", async (t) => {
  const here = world(t, hook('tool.before', `${counted}; echo no >&2; exit 2`));
  const env = { COPILOT_CLI: '1' };
  const common = { cwd: here.dir, timestamp: '2030-01-02T03:04:05.000Z' };
  const pascal = {
    ...common,
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  };
  const camel = { ...common, timestamp: 1, sessionId: 's', toolName: 'bash', toolArgs: { command: 'ls' } };
  const own = await bring(here, camel, { agent: 'copilot', env }, ['--event', 'preToolUse']).end;
  const read = await bring(here, pascal, { ...shared, env }).end;
  assert.deepEqual(here.log(), ['ran']);
  const reason = '[one] no';
  assert.deepEqual(JSON.parse(own), { permissionDecision: 'deny', permissionDecisionReason: reason });
  assert.deepEqual(JSON.parse(read).hookSpecificOutput.permissionDecisionReason, reason);
});

test('input that an agent passes rewritten from entry to entry is rewritten only once', async (t) => {
  const here = world(t, 'hooks:\n  - {id: one, on: tool.before, use: ./again.mjs}\n');
  here.write({
    'again.mjs': `import { appendFileSync } from 'node:fs';
export default { on: 'tool.before', run(event) {
  if (!event.recheck) appendFileSync('log', 'ran\\n');
  return { decision: 'pass', rewrite: { of: 'input', value: { command: 'nice ' + event.call.input.command } } };
} };\n`,
  });
  const env = { COPILOT_CLI: '1' };
  const payload = (command: string) => ({
    sessionId: 's',
    timestamp: 1,
    cwd: here.dir,
    toolName: 'bash',
    toolArgs: { command },
  });
  const event = ['--event', 'preToolUse'];
  const first = await bring(here, payload('ls'), { agent: 'copilot', env }, event).end;
  assert.deepEqual(JSON.parse(first), { modifiedArgs: { command: 'nice ls' } });
  assert.equal(await bring(here, payload('nice ls'), { agent: 'copilot', project: true, env }, event).end, '');
  assert.deepEqual(here.log(), ['ran']);
});
