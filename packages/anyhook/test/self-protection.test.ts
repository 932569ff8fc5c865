import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import type { FireReport } from '../src/answer/fire-report.js';
import { type TestProject, testProject } from './cli/harness.js';

function run(here: TestProject, agent: string, tool: string, input: object): string {
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: here.dir, tool_name: tool, tool_input: input };
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', '--host', agent],
    {
      cwd: here.dir,
      env: here.env,
      input: JSON.stringify(payload),
      encoding: 'utf8',
    },
  );
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

const settings = { '.agents/anyhook.yaml': 'hooks: []\n' };

test("a change of the guard's config asks on an agent that can ask", (t) => {
  const here = testProject(t, settings);
  const said = run(here, 'claude-code', 'Write', { file_path: `${here.dir}/.agents/anyhook.yaml`, content: '' });
  assert.match(said, /"permissionDecision":"ask".*\[self-protection\] .*the settings of anyhook in this project/);
});

test('an agent that cannot ask is denied and told that a person must approve', async (t) => {
  const here = testProject(t, settings);
  assert.match(
    run(here, 'codex', 'Bash', { command: 'rm .agents/anyhook.yaml' }),
    /"deny".*a person must approve it first/,
  );
  const [waiting] = await here.json<{ request: { hooks: { id: string }[] } }[]>(['approve', '--list', '--json']);
  assert.deepEqual(
    waiting?.request.hooks.map(({ id }) => id),
    ['self-protection'],
  );
});

test('deleting the state folder is denied, and unrelated calls pass silently', (t) => {
  const here = testProject(t, settings);
  const state = `${here.env['XDG_STATE_HOME']}/anyhook`;
  assert.match(run(here, 'claude-code', 'Bash', { command: `rm -rf ${state}` }), /"permissionDecision":"deny"/);
  for (const command of ['npm test', 'cat .agents/anyhook.yaml', 'rm -rf dist'])
    assert.equal(run(here, 'claude-code', 'Bash', { command }), '');
});

test('fire lists self-protection only if it has an opinion', async (t) => {
  const here = testProject(t, settings);
  const fire = (command: string) =>
    here.json<FireReport>(['fire', 'tool.before', '--tool', 'shell', '--input', JSON.stringify({ command }), '--json']);
  assert.deepEqual(
    (await fire('rm .agents/anyhook.yaml')).hooks.map(({ id, decision }) => [id, decision]),
    [['self-protection', 'ask']],
  );
  assert.deepEqual((await fire('ls')).hooks, []);
});
