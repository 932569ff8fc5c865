import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testProject } from './cli/harness.js';
import { runAgent } from './support/run-agent.js';

/** A plugin with these hooks at one event. */
const plugin = (event: string, ...hooks: readonly object[]) => ({
  'hooks/hooks.json': JSON.stringify({ hooks: { [event]: [{ hooks }] } }, null, 1),
});

const payload = (event: string, cwd: string, more: object = {}) => ({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: event,
  ...more,
});

const prints = (text: string) => ({ type: 'command', command: `printf '%s' '${text}'` });

const approvals: readonly [string, string][] = [
  ['approve with a message', '{"decision":"approve","systemMessage":"All checks passed"}'],
  ['a message', '{"continue":true,"systemMessage":"All checks passed"}'],
  ['context', '{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"All checks passed"}}'],
  ['plain text', 'All checks passed'],
];

for (const agent of ['claude-code', 'codex', 'qwen', 'droid', 'copilot'])
  for (const [what, printed] of approvals)
    test(`${agent}: a Stop hook that answers ${what} lets the agent stop`, (t) => {
      const project = testProject(t, plugin('Stop', prints(printed)));
      const { stdout, json } = runAgent(project, agent, payload('Stop', project.dir, { stop_hook_active: false }));
      assert.deepEqual(
        Object.keys(json),
        agent === 'copilot' || what === 'plain text' ? [] : ['systemMessage'],
        stdout,
      );
      if (json['systemMessage'] !== undefined) assert.match(stdout, /All checks passed/);
    });

test('handlers without a type, as in the Agent Flow reference, run in order', (t) => {
  const project = testProject(
    t,
    plugin('PreToolUse', { command: 'echo first >> log' }, { command: 'echo second >> log; echo no >&2; exit 2' }),
  );
  const write = { tool_name: 'Write', tool_input: { file_path: 'a.txt', content: 'x' } };
  const { stdout } = runAgent(project, 'claude-code', payload('PreToolUse', project.dir, write));
  assert.match(stdout, /"permissionDecision":"deny"/);
  assert.equal(readFileSync(join(project.dir, 'log'), 'utf8'), 'first\nsecond\n');
});

test('a Notification hook does not run when the agent reports a StopFailure', (t) => {
  const project = testProject(t, plugin('Notification', { type: 'command', command: 'cat >> seen.json' }));
  runAgent(project, 'claude-code', payload('StopFailure', project.dir, { error: 'rate_limit' }));
  assert.equal(existsSync(join(project.dir, 'seen.json')), false);
  runAgent(project, 'claude-code', payload('Notification', project.dir, { message: 'look' }));
  assert.equal(JSON.parse(readFileSync(join(project.dir, 'seen.json'), 'utf8')).message, 'look');
});

test('a gate that prints text before its JSON decision is reported, not silently ignored', (t) => {
  const project = testProject(t, {
    ...plugin('Stop', { type: 'command', command: 'sh gate.sh' }),
    'gate.sh': `echo '> running tests'; echo '1 failed'; echo '{'; echo ' "decision": "block",'; echo ' "reason": "tests fail" }'\n`,
  });
  const { json } = runAgent(project, 'claude-code', payload('Stop', project.dir));
  assert.match(String(json['systemMessage']), /not JSON from its start, so the decision in it was not read/);
  assert.equal(json['decision'], undefined);
});
