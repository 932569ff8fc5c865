import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { waitUntil } from './bad-input/marked-processes.js';
import { hookMdWithScript, type TestProject, testProject } from './cli/harness.js';

/** Sends one Claude Code event through the real program. */
function send(here: TestProject, name: string, fields: object = {}) {
  const payload = { hook_event_name: name, session_id: 's1', cwd: here.dir, ...fields };
  const { status, stdout } = spawnSync(
    process.execPath,
    [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', '--host', 'claude-code', '--trust-project'],
    { cwd: here.dir, env: here.env, input: JSON.stringify(payload), encoding: 'utf8' },
  );
  assert.equal(status, 0);
  return stdout === '' ? undefined : JSON.parse(stdout);
}

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command }, tool_use_id: 't1' });
const ofUser = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`../home/.config/${path.replace('.agents', 'agents')}`, text]),
  );

test('modified_input replaces the input, and an invalid one approves nothing', (t) => {
  const answer = (json: string) => testProject(t, hookMdWithScript('swap', 'before_tool', `echo '${json}'`));
  const swapped = send(answer('{"decision":"allow","modified_input":{"command":"ls -h"}}'), 'PreToolUse', bash('ls'));
  assert.deepEqual(swapped.hookSpecificOutput.updatedInput, { command: 'ls -h' });
  const unread = send(answer('{"decision":"allow","modifed_input":{"command":"ls -h"}}'), 'PreToolUse', bash('rm x'));
  assert.equal(unread?.hookSpecificOutput?.permissionDecision, undefined);
  assert.match(unread.systemMessage, /its "allow" is ignored/);
});

test('a project hook of priority 999 runs before a user hook of priority 10', (t) => {
  const log = (name: string, priority: number) =>
    hookMdWithScript(name, 'before_tool', `echo ${name} >>"$HOME/order"`, `priority: ${priority}\n`);
  const here = testProject(t, { ...log('high', 999), ...ofUser({ ...log('low', 10), ...log('same', 999) }) });
  send(here, 'PreToolUse', bash('ls'));
  assert.equal(readFileSync(join(here.env['HOME'] ?? '', 'order'), 'utf8'), 'same\nhigh\nlow\n');
});

test("before_stop and session_end get the session's step count and duration", (t) => {
  const keep = (name: string, trigger: string) => hookMdWithScript(name, trigger, `cat >"$HOME/${name}.json"`);
  const here = testProject(t, { ...keep('stop', 'before_stop'), ...keep('end', 'session_end') });
  const stdinOf = (name: string) => JSON.parse(readFileSync(join(here.env['HOME'] ?? '', `${name}.json`), 'utf8'));
  send(here, 'SessionStart', { source: 'startup' });
  send(here, 'UserPromptSubmit', { prompt: 'first' });
  send(here, 'PostToolUse', { ...bash('ls'), tool_response: { stdout: '' } });
  send(here, 'UserPromptSubmit', { prompt: 'second' });
  send(here, 'PostToolUse', { ...bash('ls'), tool_response: { stdout: '' } });
  send(here, 'PostToolUseFailure', { ...bash('false'), error: 'exit 1' });
  send(here, 'Stop', { stop_hook_active: false });
  assert.equal(stdinOf('stop').step_count, 2);
  send(here, 'SessionEnd', { reason: 'other' });
  const { total_steps, duration_seconds } = stdinOf('end');
  assert.equal(total_steps, 3);
  assert.ok(duration_seconds > 0 && duration_seconds < 600, String(duration_seconds));
});

test('why and log show how an async hook ended', async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('audit', 'before_tool', 'echo no disk >&2; exit 3', 'async: true\n'),
    ...hookMdWithScript('fine', 'before_tool', 'exit 0', 'async: true\n'),
    ...hookMdWithScript('slow', 'before_tool', 'sleep 20', 'async: true\ntimeout: 100\n'),
  });
  send(here, 'PreToolUse', bash('ls'));
  const file = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'async.jsonl');
  const ended = () => existsSync(file) && readFileSync(file, 'utf8').trim().split('\n').length === 3;
  assert.ok(await waitUntil(ended), 'all have ended');
  const why = (await here.run(['why'])).stdout;
  assert.match(why, /audit .*started .*failed after .*: exit code 3\n +wrote: no disk\n/);
  assert.match(why, /fine .*started .*ended ok after/);
  assert.match(why, /slow .*started .*timed out after/);
  assert.match((await here.run(['log'])).stdout, /! audit, slow {2}/);
  const [line] = (await here.run(['log', '--json'])).stdout.split('\n');
  const { hooks } = JSON.parse(line ?? '') as { hooks: { hook: string; ended?: { outcome: string } }[] };
  assert.deepEqual(Object.fromEntries(hooks.map(({ hook, ended: end }) => [hook, end?.outcome])), {
    audit: 'failed',
    fine: 'ok',
    slow: 'timeout',
  });
});

test('validate says that settings in hooks.toml are not read', async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('guard', 'before_tool', 'exit 2'),
    '.agents/hooks/hooks.toml': '[[hooks.disable]]\nname = "guard"\n',
  });
  const { stdout, code } = await here.run(['hooks', 'validate']);
  assert.equal(code, 0);
  assert.match(stdout, /hooks\.toml.*not read: hooks that it switches off run/s);
});
