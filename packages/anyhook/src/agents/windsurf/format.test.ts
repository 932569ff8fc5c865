import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { Event, Hook } from '@anyhook/core';
import { fromNativeInput, type ToolCall, toNativeInput } from '@anyhook/core';
import { formatEvent, formatHook, sampleFile, sampleInputs } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { isWindows } from '../../../test/support/systems.js';
import { windsurfLoader } from './format.js';
import { windsurfFormatCodec } from './format-codec.js';

const windsurf = windsurfFormatCodec();

const hookOf = (nativeEvent: string) =>
  formatHook({ dialect: 'windsurf', nativeEvent, scope: 'project', root: '/project', flavour: 'hooks', id: 'h' });
const base = { trajectory_id: 's-1', timestamp: '2026-01-01T00:00:00.000Z', model_name: '' };
const file: ToolCall = { kind: 'write', nativeName: 'Write', input: { path: 'a.ts', content: 'x' } };
const edit: ToolCall = { kind: 'edit', nativeName: 'Edit', input: { path: '/a.ts', oldText: 'x', newText: 'y' } };
const reading: ToolCall = { kind: 'read', nativeName: 'Read', input: { path: '/a.ts' } };
const mcp: ToolCall = {
  kind: 'mcp',
  nativeName: 'mcp__git__push',
  mcp: { server: 'git', tool: 'push' },
  input: { to: 'x' },
};
const result = { ok: true, text: 'pushed' };
const called = { mcp_server_name: 'git', mcp_tool_name: 'push', mcp_tool_arguments: { to: 'x' } };
const changed = (old_string: string, new_string: string) => ({
  file_path: resolve('/a.ts'),
  edits: [{ old_string, new_string }],
});

const stdin: readonly [string, Event, Record<string, unknown>][] = [
  ['pre_run_command', formatEvent('tool.before'), { command_line: 'ls', cwd: '/project' }],
  ['post_run_command', formatEvent('tool.after'), { command_line: 'ls', cwd: '/project' }],
  [
    'pre_write_code',
    formatEvent('tool.before', { call: file }),
    { ...changed('', 'x'), file_path: resolve('/project/a.ts') },
  ],
  ['post_write_code', formatEvent('tool.after', { call: edit, result }), changed('x', 'y')],
  ['pre_read_code', formatEvent('tool.before', { call: reading }), { file_path: resolve('/a.ts') }],
  ['post_read_code', formatEvent('tool.after', { call: reading, result }), { file_path: resolve('/a.ts') }],
  ['pre_mcp_tool_use', formatEvent('tool.before', { call: mcp }), called],
  ['post_mcp_tool_use', formatEvent('tool.after', { call: mcp, result }), { ...called, mcp_result: 'pushed' }],
  ['pre_user_prompt', formatEvent('prompt.submit'), { user_prompt: 'fix the bug' }],
  ['post_cascade_response', formatEvent('agent.done'), { response: 'all done' }],
  [
    'post_cascade_response_with_transcript',
    formatEvent('agent.done', { transcriptPath: '/t.jsonl' }),
    { transcript_path: '/t.jsonl' },
  ],
  [
    'post_setup_worktree',
    formatEvent('other', {
      raw: { agent_action_name: 'post_setup_worktree', tool_info: { root_workspace_path: '/p' } },
    }),
    { root_workspace_path: '/p' },
  ],
];
for (const [native, event, tool_info] of stdin)
  test(`${native} gets the fields that Windsurf sends`, () => {
    const { execution_id, ...seen } = windsurf.stdin(event, hookOf(native)) as Record<string, unknown>;
    assert.deepEqual(seen, { ...base, agent_action_name: native, tool_info });
    assert.equal(typeof execution_id, 'string');
  });

test('every event of Windsurf has a stdin test', () => {
  assert.deepEqual(new Set(stdin.map(([native]) => native)), new Set(Object.keys(windsurf.events)));
  const worktree = stdin.at(-1)?.[1] as Event;
  assert.deepEqual(windsurf.env(worktree, hookOf('post_setup_worktree')), { ROOT_WORKSPACE_PATH: '/p' });
});

for (const [name, input] of sampleInputs(windsurf.tools))
  test(`an input of ${name} survives the round trip`, () => {
    assert.deepEqual(fromNativeInput(windsurf.tools[name], toNativeInput(windsurf.tools[name], input)), input);
  });

const read = (native: string, exitCode: number, stderr = '', stdout = '') =>
  windsurf.read({ exitCode, stdout, stderr }, hookOf(native), formatEvent('tool.before'));

test('only exit 2 at a pre event blocks', () => {
  assert.deepEqual(read('pre_run_command', 2, 'never'), {
    kind: 'done',
    result: { decision: 'deny', reason: 'never' },
  });
  assert.deepEqual(read('pre_user_prompt', 2), {
    kind: 'done',
    result: { decision: 'deny', reason: 'blocked by hook h, which gave no reason' },
  });
  assert.deepEqual(read('pre_run_command', 0, '', '{"decision":"deny"}'), {
    kind: 'done',
    result: { decision: 'pass', logs: ['{"decision":"deny"}'] },
  });
  assert.equal(read('pre_run_command', 1, 'oops').kind, 'failed');
});

test('exit 2 at a post event sends stderr to the model', () => {
  assert.deepEqual(read('post_write_code', 2, 'lint'), {
    kind: 'done',
    result: { decision: 'pass', context: ['lint'] },
  });
  assert.equal(read('post_cascade_response', 2, 'x').kind, 'failed');
});

const load = (hooks: unknown, more: Parameters<typeof sampleFile>[2] = {}) =>
  windsurfLoader.load(sampleFile('/project/.windsurf/hooks.json', JSON.stringify({ hooks }), more));

test('an entry becomes a hook for calls of its kind, in the project', () => {
  const { hooks, problems } = load(
    { pre_write_code: [{ command: 'python3 guard.py', show_output: true, description: 'no secrets' }] },
    { present: ['/project/guard.py'] },
  );
  assert.deepEqual(problems, []);
  const { id, match, handler, files, description, timeoutMs, blockingFailures } = hooks[0] as Hook;
  assert.deepEqual(
    [id, match, description, timeoutMs, blockingFailures],
    [
      'project.windsurf.pre_write_code.0',
      { tool: { source: 'write_code|edit_code', mode: 'anchored' } },
      'no secrets',
      60_000,
      undefined,
    ],
  );
  assert.deepEqual(handler, { kind: 'command', form: 'shell', command: 'python3 guard.py', cwd: '.' });
  assert.deepEqual(files, ['/project/.windsurf/hooks.json', join('/project', 'guard.py')]);
});

test("working_directory is the command's folder, and may contain the workspace variable", () => {
  const folder = (working_directory: string) => {
    const { handler } = load({ pre_run_command: [{ command: 'x', working_directory }] }).hooks[0] as Hook;
    return handler.kind === 'command' && handler.cwd;
  };
  assert.deepEqual(['${workspaceFolder}', 'tools', '/project/tools'].map(folder), ['.', 'tools', 'tools']);
});

test("user and machine hooks start in the agent's working folder", () => {
  const { hooks } = load({ pre_run_command: [{ command: 'x' }] }, { scope: 'user', root: '/h/.codeium/windsurf' });
  assert.deepEqual(hooks[0]?.handler, { kind: 'command', form: 'shell', command: 'x' });
  const places = windsurfLoader.places({
    cwd: '/p',
    root: '/p',
    home: '/h',
    configHome: '/h/.config',
    configuredFiles: [],
  });
  assert.deepEqual(
    places.map(({ scope, dir }) => [scope, plainPath(dir)]),
    [
      ['managed', isWindows ? '/ProgramData/Windsurf' : '/etc/windsurf'],
      ['user', '/h/.codeium/windsurf'],
      ['project', '/p/.windsurf'],
    ],
  );
});

test('unknown keys warn, unknown events and entries without a command are errors, own entries are skipped', () => {
  const loaded = load({
    pre_run_command: [{ command: 'x', shell: 'y' }, {}, { command: 'anyhook-hook --host windsurf' }],
    pre_run: [{ command: 'x' }],
  });
  assert.deepEqual(
    loaded.hooks.map(({ unloadable }) => unloadable !== undefined),
    [false, true],
  );
  assert.deepEqual(
    loaded.problems.map(({ severity, field }) => [severity, field]),
    [
      ['warning', 'hooks.pre_run_command.0.shell'],
      ['error', 'hooks.pre_run_command.1.command'],
      ['error', 'hooks.pre_run'],
    ],
  );
});
