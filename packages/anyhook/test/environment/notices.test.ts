import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { launcherVersion } from '@anyhook/core';
import { hookMdWithScript, type TestProject, testProject } from '../cli/harness.js';

/** Hand-written entries, and what people are told about variables. */

const program = resolve('packages/anyhook/bin/anyhook.cjs');
const guard = hookMdWithScript('guard', 'before_tool', 'echo "not that" >&2; exit 2');

function run(
  here: TestProject,
  { event = 'PreToolUse', args = [], env = {} }: { event?: string; args?: readonly string[]; env?: object },
) {
  const call = { tool_name: 'Bash', tool_input: { command: 'export DB_PASSWORD=telemSecret77' } };
  const payload = { hook_event_name: event, session_id: 's', cwd: here.dir, source: 'startup', ...call };
  return spawnSync(process.execPath, [program, 'run', '--host', 'claude-code', ...args], {
    cwd: here.dir,
    env: { ...here.env, ...env },
    input: JSON.stringify(payload),
    encoding: 'utf8',
  }).stdout;
}

const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o755 });
};

test('ANYHOOK=off does not switch hooks off, and the session, why and list say so', async (t) => {
  const here = testProject(t, guard);
  const env = { ANYHOOK: 'off' };
  assert.match(run(here, { args: ['--trust-project'], env }), /not that/);
  const { stdout } = await here.run(['why']);
  assert.match(
    stdout.replaceAll(/\s+/g, ' '),
    /ANYHOOK=off is set, but an agent's environment cannot switch hooks off/,
  );
  assert.match(run(here, { event: 'SessionStart', env }), /ANYHOOK=off is set, .*run \\"anyhook off\\"/);
  assert.match((await here.run(['list', '--trust-project'], { env })).stdout, /^hooks are off: ANYHOOK=off/);
});

test('a hand-written entry sets trust by a flag or --fixed, not by the environment', (t) => {
  const here = testProject(t, guard);
  assert.equal(/not that/.test(run(here, { env: { ANYHOOK_TRUST: 'project' } })), false);
  assert.match(run(here, { event: 'SessionStart', env: { ANYHOOK_TRUST: 'project' } }), /ANYHOOK_TRUST is set, but/);
  for (const args of [['--trust-project'], ['--fixed', 'ANYHOOK_TRUST=project'], ['--fixed=ANYHOOK_TRUST=project']])
    assert.match(run(here, { args }), /not that/, args.join(' '));
  assert.equal(run(here, { args: ['--fixed', 'ANYHOOK=off', '--trust-project'] }).includes('not that'), true);
});

test("a managed config named by the agent's environment is ignored, and the session says so", (t) => {
  const here = testProject(t, guard);
  const managed = join(here.dir, 'evil.yaml');
  put(managed, 'trust: project\ndisabled: [self-protection]\n');
  const env = { ANYHOOK_MANAGED_CONFIG: managed };
  assert.equal(run(here, { env }).includes('not that'), false);
  assert.match(run(here, { event: 'SessionStart', env }), /ANYHOOK_MANAGED_CONFIG is set, but/);
  assert.match(run(here, { args: ['--fixed', `ANYHOOK_MANAGED_CONFIG=${managed}`] }), /not that/);
});

test("a session started by an earlier version's launcher is told once to run init", (t) => {
  const here = testProject(t);
  const earlier = ['--fixed', `HOME=${here.env['HOME']}`];
  const told = /an earlier version of anyhook wrote the launcher: .*run \\"anyhook init --yes\\"/;
  assert.match(run(here, { event: 'SessionStart', args: earlier }), told);
  assert.doesNotMatch(run(here, { args: earlier }), told);
  const current = [...earlier, '--fixed', `ANYHOOK_LAUNCHER=${launcherVersion}`];
  assert.doesNotMatch(run(here, { event: 'SessionStart', args: current }), told);
});

test('hooks in a config folder inside the project need trust, and that config cannot loosen anything', async (t) => {
  const here = testProject(t, { ...guard, 'cfg/anyhook/config.yaml': 'trust: project\ndisabled: [guard]\n' });
  const marker = join(here.dir, 'ran');
  for (const [path, text] of Object.entries(hookMdWithScript('yes', 'before_tool', `touch ${marker}`)))
    put(join(here.dir, path.replace('.agents/', 'cfg/agents/')), text);
  const env = { XDG_CONFIG_HOME: join(here.dir, 'cfg') };
  const states = async () =>
    (await here.json<{ id: string; state: string }[]>(['list', '--json'], { env })).map(
      ({ id, state }) => `${id} ${state}`,
    );
  assert.equal(run(here, { env }).includes('not that'), false);
  assert.equal(existsSync(marker), false);
  assert.deepEqual((await states()).sort(), ['guard untrusted', 'yes untrusted']);
  await here.run(['trust', '--yes'], { columns: 100, env });
  assert.match(run(here, { env }), /not that/);
  assert.deepEqual((await states()).sort(), ['guard active', 'yes active']);
});

test('secrets are redacted from telemetry even if the redaction lists are none', (t) => {
  const here = testProject(t);
  put(join(here.env['HOME'] ?? '', '.config/anyhook/config.yaml'), 'telemetry: {}\n');
  const env = { TELEMETRY_CHANNEL_ANALYTICS_REDACT: 'none', TELEMETRY_CHANNEL_FULL_REDACT: 'none' };
  run(here, { env });
  for (const channel of ['full', 'analytics']) {
    const text = readFileSync(join(here.env['XDG_STATE_HOME'] ?? '', `anyhook/telemetry/${channel}.jsonl`), 'utf8');
    assert.match(text, /export DB_PASSWORD=/);
    assert.doesNotMatch(text, /telemSecret77/);
  }
});
