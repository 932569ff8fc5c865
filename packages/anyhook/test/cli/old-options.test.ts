import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { hookMdWithScript, testProject } from './harness.js';

const files = hookMdWithScript('guard', 'before_tool', 'echo no >&2; exit 2');

test('--host and --dialect still work, and name --agent and --format', async (t) => {
  const here = testProject(t, files);
  const shell = ['fire', 'tool.before', '--tool', 'shell', '--input', '{"command":"ls"}', '--trust-project', '--json'];
  const old = await here.run([...shell, '--host', 'codex']);
  const now = await here.run([...shell, '--agent', 'codex']);
  assert.deepEqual(
    [old, now].map(({ code, stdout }) => [code, JSON.parse(stdout).wire.exitCode]),
    [
      [2, JSON.parse(now.stdout).wire.exitCode],
      [2, JSON.parse(now.stdout).wire.exitCode],
    ],
  );
  assert.deepEqual([old.stderr, now.stderr], ['anyhook: --host is now --agent\n', '']);
  const list = await here.run(['list', '--dialect=docker']);
  assert.equal(list.stderr, 'anyhook: --dialect is now --format\n');
  assert.equal(list.stdout, (await here.run(['list', '--format', 'docker'])).stdout);
  const wrong = await here.run(['list', '--dialect', 'foo']);
  assert.match(wrong.stderr, /'foo' is invalid\. Allowed choices are hook-md/);
});

test('agents given by --host and --agent are combined', async (t) => {
  const here = testProject(t);
  const { stdout } = await here.run(['hooks', 'matrix', '--json', '--agent', 'codex', '--host', 'gemini', 'pi']);
  const { hosts: agents } = JSON.parse(stdout) as { readonly hosts: readonly { readonly name: string }[] };
  assert.deepEqual(agents.map(({ name }) => name).sort(), ['codex', 'gemini', 'pi']);
});

test('no help mentions the old options, and --host of mcp is still an address', async (t) => {
  const here = testProject(t);
  for (const command of ['init', 'uninstall', 'doctor', 'matrix', 'fire', 'log', 'replay', 'run', 'list', 'new'])
    assert.doesNotMatch((await here.run(['help', command])).stdout, /--host|--dialect/, command);
  assert.match((await here.run(['help', 'mcp'])).stdout, /--host <name>\s+address/);
});

test('run accepts both names, and does not report the old one to the agent', (t) => {
  const here = testProject(t, files);
  const input = JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } });
  const [old, now] = ['--host', '--agent'].map((flag) => {
    const args = [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', flag, 'claude-code', '--trust-project'];
    return spawnSync(process.execPath, args, { cwd: here.dir, env: here.env, input, encoding: 'utf8' });
  });
  assert.deepEqual([old?.stdout, old?.stderr, old?.status], [now?.stdout, now?.stderr, now?.status]);
  assert.match(now?.stdout ?? '', /"permissionDecision":"deny"/);
});
