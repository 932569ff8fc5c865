import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { hookMdWithScript, type TestProject, testProject } from './cli/harness.js';
import { entryArgs } from './support/entry-args.js';
import { runAgent } from './support/run-agent.js';

/** Hooks that cannot be loaded are not silently dropped: from the file to the agent's answer. */

const program = resolve('packages/anyhook/bin/anyhook.cjs');
const trusted = { ANYHOOK_TRUST: 'project' };

/** The decision and reason that a caller gets for a shell call. */
function notify(project: TestProject, env: Readonly<Record<string, string>> = trusted) {
  const input = JSON.stringify({
    session_id: 's',
    cwd: project.dir,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  });
  const { stdout } = spawnSync(process.execPath, [program, ...entryArgs(['run', '--host', 'claude-code'], env)], {
    cwd: project.dir,
    env: { ...project.env, ...env },
    input,
    encoding: 'utf8',
    timeout: 30_000,
  });
  const own = (JSON.parse(stdout || '{}') as { hookSpecificOutput?: Record<string, string> }).hookSpecificOutput ?? {};
  return { decision: own['permissionDecision'], reason: own['permissionDecisionReason'] ?? '' };
}

const pluginHook = (handler: object) =>
  JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [handler] }] } });

for (const [what, files, where] of [
  ['a HOOK.md with a bad timeout', hookMdWithScript('guard', 'before_tool', 'exit 2', 'timeout: soon\n'), /HOOK\.md:5/],
  [
    'a HOOK.md that is not YAML',
    { '.agents/hooks/guard/HOOK.md': '---\ntrigger: before_tool\na: [\n---\n' },
    /HOOK\.md/,
  ],
  [
    'an ability hook with another handler',
    {
      '.system/hooks/guard.yaml':
        'id: guard\nevent_type: PreAbilityCall\nenabled: true\nblocking: true\nsummary: s\nhandler: {kind: http}\n',
    },
    /guard\.yaml:6/,
  ],
  [
    'a plugin hook of an unknown type',
    { 'hooks/hooks.json': pluginHook({ type: 'comand', command: 'exit 2' }) },
    /hooks\.json/,
  ],
  ['a plugin file that is not JSON', { 'hooks/hooks.json': '{"hooks":' }, /hooks\.json/],
  ['a config entry with a typo', { '.agents/anyhook.yaml': 'hooks:\n  - {on: tool.before, rn: x}\n' }, /yaml:2/],
  ['a config that is not YAML', { '.agents/anyhook.yaml': 'hooks: [\n' }, /anyhook\.yaml/],
] as const)
  test(`${what} asks before a call, naming its place and what to do`, (t) => {
    const { decision, reason } = notify(testProject(t, files));
    assert.equal(decision, 'ask');
    assert.match(reason, where);
    assert.match(reason, /anyhook hooks validate/);
  });

test('a broken hook for another event does not ask before a call', (t) => {
  const project = testProject(t, hookMdWithScript('late', 'after_tool', 'exit 0', 'timeout: soon\n'));
  assert.equal(notify(project).decision, undefined);
});

test('a broken hook that never blocks does not ask', (t) => {
  const project = testProject(t, hookMdWithScript('audit', 'before_tool', 'exit 0', 'async: true\ntimeout: soon\n'));
  assert.equal(notify(project).decision, undefined);
});

test('a broken untrusted file is skipped', (t) => {
  const project = testProject(t, hookMdWithScript('guard', 'before_tool', 'exit 2', 'timeout: soon\n'));
  assert.equal(notify(project, {}).decision, undefined);
});

test('an unknown key is a warning, and the hook runs', (t) => {
  for (const files of [
    hookMdWithScript('guard', 'before_tool', 'exit 2', 'stray: 1\n'),
    { 'hooks/hooks.json': pluginHook({ type: 'command', command: 'exit 2', stray: 1 }) },
    { '.agents/hooks.yaml': 'hooks: {pre_tool_use: [{hooks: [{type: command, command: exit 2, stray: 1}]}]}\n' },
  ])
    assert.equal(notify(testProject(t, files)).decision, 'deny', JSON.stringify(files));
});

test('list says that a hook cannot be loaded, validate does not count it, and convert refuses it', async (t) => {
  const project = testProject(t, {
    '.agents/hooks.yaml':
      'hooks:\n  pre_tool_use: [{hooks: [{name: judge, type: model}]}]\n  user_prompt_submit: [{name: hint, type: model}]\n',
  });
  const options = { env: trusted };
  const { stdout: listed } = await project.run(['list'], options);
  assert.match(listed, /judge .*unloadable, denies/);
  assert.match(listed, /hint .*unloadable, asks/);
  const [entry] = await project.json<readonly { id: string; unloadable?: string }[]>(['list', '--json'], options);
  assert.match(entry?.unloadable ?? '', /hooks\.yaml:\d/);
  const { stdout: checked, code } = await project.run(['hooks', 'validate'], options);
  assert.equal(code, 1);
  assert.match(checked, /0 hooks in 0 files can run/);
  const { stderr } = await project.run(['hooks', 'convert', 'judge', '--to', 'hook-md'], options);
  assert.match(stderr, /cannot be loaded/);
});

test('a hook file that breaks during a session is reported once, at the next event', (t) => {
  const project = testProject(t, hookMdWithScript('late', 'after_tool', 'exit 0'));
  const told = (event: string) => {
    const payload = { session_id: 's', cwd: project.dir, hook_event_name: event, prompt: 'hi', source: 'startup' };
    return String(runAgent(project, 'claude-code', payload).json['systemMessage'] ?? '');
  };
  assert.equal(told('SessionStart'), '');
  project.write(hookMdWithScript('late', 'after_tool', 'exit 0', 'timeout: soon\n'));
  assert.match(told('UserPromptSubmit'), /1 error in hook files: see "anyhook hooks validate"/);
  assert.equal(told('UserPromptSubmit'), '');
});
