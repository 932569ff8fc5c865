import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { hookMdWithScript, type TestProject, testProject } from './harness.js';

const files = hookMdWithScript('guard', 'before_tool', 'echo "not that" >&2; exit 2');
const terminal = { columns: 100, env: { NO_COLOR: '1' } };
const fired = ['fire', 'tool.before', '--tool', 'shell', '--input', '{"command":"ls"}', '--trust-project'];

const run = (here: TestProject, event: string): string => {
  const payload = {
    hook_event_name: event,
    session_id: 's',
    cwd: here.dir,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  };
  const args = [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', '--host', 'claude-code', '--trust-project'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: here.dir,
    env: here.env,
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
};

const keep = (here: TestProject, text: string) => {
  const folder = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'off.json'), text);
};

test('after off, no hook runs in run or fire until on', async (t) => {
  const here = testProject(t, files);
  assert.equal((await here.run(fired)).code, 2);
  const { code, stdout } = await here.run(['off', '30m'], terminal);
  assert.equal(code, 0);
  assert.match(stdout, /^hooks are off until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d; "anyhook on" switches them on again\n$/);
  const off = await here.run(fired);
  assert.equal(off.code, 0);
  assert.match(off.stdout, /"anyhook off" until \d{4}-/);
  assert.equal(run(here, 'PreToolUse'), '');
  assert.match(run(here, 'SessionStart'), /hooks are switched off: /);
  assert.equal((await here.run(['on'])).stdout, 'hooks are on again\n');
  assert.equal((await here.run(['on'])).stdout, 'hooks were already on\n');
  assert.match(run(here, 'PreToolUse'), /not that/);
});

test('list, status and log start by saying that hooks are off', async (t) => {
  const here = testProject(t, files);
  run(here, 'PreToolUse');
  assert.match((await here.run(['list', '--trust-project'])).stdout, /^guard .* active /m);
  await here.run(['off', '30m'], terminal);
  const first = /^hooks are off until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d: "anyhook on" switches them on again\n/;
  const list = (await here.run(['list', '--trust-project'])).stdout;
  assert.match(list, first);
  assert.match(list, /^guard .* off /m);
  for (const command of [['engine', 'status'], ['log']]) assert.match((await here.run(command)).stdout, first);
  const { off } = await here.json<{ off: string }>(['engine', 'status', '--json']);
  assert.match(off, /^hooks are off until/);
  assert.doesNotMatch((await here.run(['log', '--json'])).stdout, /hooks are off/);
  await here.run(['on']);
  const variable = await here.run(['list', '--trust-project'], { env: { ANYHOOK: 'off' } });
  assert.match(variable.stdout, /^hooks are off: ANYHOOK=off is set here/);
});

for (const [what, text] of [
  ['an expired time', JSON.stringify({ until: Date.now() - 1 })],
  ['a time too far in the future', JSON.stringify({ until: Date.now() + 1e12 })],
  ['a string instead of a time', '{"until":"tomorrow"}'],
  ['invalid JSON', 'off'],
  ['no content', ''],
  ['null', 'null'],
] as const) {
  test(`an off switch with ${what} does not switch hooks off`, async (t) => {
    const here = testProject(t, files);
    keep(here, text);
    assert.equal((await here.run(fired)).code, 2);
    assert.match(run(here, 'PreToolUse'), /not that/);
  });
}

test('off requires a person, and is refused inside an agent', async (t) => {
  const here = testProject(t, files);
  const blind = await here.run(['off']);
  assert.match(blind.stderr, /^anyhook: "anyhook off" needs a person at a terminal; .*\n$/);
  const inside = await here.run(['off'], { ...terminal, env: { GEMINI_CLI: '1' } });
  assert.match(inside.stderr, /runs inside Gemini CLI/);
  assert.deepEqual([blind.code, inside.code, (await here.run(fired)).code], [1, 1, 2]);
});

for (const wrong of ['0m', '25h', '1d', '-5m', 'soon', '1.5h']) {
  test(`the duration ${wrong} is refused`, async (t) => {
    const here = testProject(t, files);
    const { code, stderr } = await here.run(['off', '--', wrong], terminal);
    assert.equal(code, 1);
    assert.match(stderr, /expected a duration such as 90s, 30m or 2h, at most 24h, got /);
    assert.equal((await here.run(fired)).code, 2);
  });
}

test('off accepts seconds, minutes and hours, and defaults to 30 minutes', async (t) => {
  const here = testProject(t, files);
  for (const args of [['90s'], ['5m'], ['24h'], []]) assert.equal((await here.run(['off', ...args], terminal)).code, 0);
});
