import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import type { Event, Hook, Result } from '@anyhook/core';
import { contractOf, type EventName, fromNativeInput, type ToolCall, toNativeInput } from '@anyhook/core';
import { formatEvent, formatHook, sampleInputs } from '../../../test/support/format-samples.js';
import { cursorFormatCodec } from './format-codec.js';

const cursor = cursorFormatCodec();

const hookOf = (nativeEvent: string, more: Partial<Hook> = {}) =>
  formatHook({ dialect: 'cursor', nativeEvent, scope: 'project', root: '/project', flavour: 'hooks', ...more });

const base = {
  conversation_id: 's-1',
  generation_id: 's-1',
  model: '',
  cursor_version: '2.4.0',
  workspace_roots: ['/project'],
  user_email: null,
  transcript_path: null,
};
const call = {
  tool_name: 'Shell',
  tool_input: { command: 'ls', description: 'list' },
  tool_use_id: 'call-1',
  cwd: '/project',
};
const issue: ToolCall = {
  kind: 'mcp',
  nativeName: 'mcp__git__push',
  mcp: { server: 'git', tool: 'push' },
  input: { to: 'x' },
};
const readCall: ToolCall = { kind: 'read', nativeName: 'read_file', input: { path: 'src/.env' } };
const editCall: ToolCall = { kind: 'edit', nativeName: 'Edit', input: { path: '/a', oldText: 'x', newText: 'y' } };
const result = { ok: true, text: 'done' };

const stdin: readonly [string, Event, Record<string, unknown>][] = [
  ['preToolUse', formatEvent('tool.before'), call],
  ['postToolUse', formatEvent('tool.after'), { ...call, tool_output: '{"exitCode":0,"stdout":"a.txt"}', duration: 12 }],
  [
    'postToolUseFailure',
    formatEvent('tool.failure'),
    { ...call, error_message: 'Exit code 3', failure_type: 'error', duration: 12, is_interrupt: false },
  ],
  ['beforeShellExecution', formatEvent('tool.before'), { command: 'ls', cwd: '/project', sandbox: false }],
  ['afterShellExecution', formatEvent('tool.after'), { command: 'ls', output: 'a.txt', duration: 12, sandbox: false }],
  [
    'afterShellExecution',
    formatEvent('tool.failure'),
    { command: 'ls', output: 'Exit code 3', duration: 12, sandbox: false },
  ],
  [
    'beforeMCPExecution',
    formatEvent('tool.before', { call: issue }),
    { tool_name: 'push', tool_input: '{"to":"x"}', mcp_server_name: 'git' },
  ],
  [
    'afterMCPExecution',
    formatEvent('tool.after', { call: issue, result, durationMs: 3 }),
    { tool_name: 'push', tool_input: '{"to":"x"}', mcp_server_name: 'git', result_json: '"done"', duration: 3 },
  ],
  [
    'beforeReadFile',
    formatEvent('tool.before', { call: readCall }),
    { file_path: resolve('/project/src/.env'), content: '', attachments: [] },
  ],
  [
    'afterFileEdit',
    formatEvent('tool.after', { call: editCall, result }),
    { file_path: resolve('/a'), edits: [{ old_string: 'x', new_string: 'y' }] },
  ],
  [
    'beforeSubmitPrompt',
    formatEvent('prompt.submit', { files: ['/a'] }),
    { prompt: 'fix the bug', attachments: [{ type: 'file', file_path: '/a' }] },
  ],
  ['stop', formatEvent('agent.stop', { stopBlocks: 3 }), { status: 'completed', loop_count: 3 }],
  [
    'subagentStart',
    formatEvent('subagent.start', { task: 'look' }),
    { subagent_type: 'explorer', task: 'look', subagent_id: 'sub-1', parent_conversation_id: 's-1' },
  ],
  [
    'subagentStop',
    formatEvent('subagent.stop'),
    { subagent_type: 'explorer', task: '', status: 'completed', summary: 'found it', loop_count: 0 },
  ],
  [
    'sessionStart',
    formatEvent('session.start'),
    { session_id: 's-1', is_background_agent: false, composer_mode: 'agent' },
  ],
  [
    'sessionEnd',
    formatEvent('session.end', { durationMs: 5 }),
    { session_id: 's-1', reason: 'logout', duration_ms: 5 },
  ],
  ['preCompact', formatEvent('compact.before'), { trigger: 'auto', context_tokens: 10, context_window_size: 99 }],
  ['afterAgentResponse', formatEvent('agent.done'), { text: 'all done' }],
  ...['afterAgentThought', 'beforeTabFileRead', 'afterTabFileEdit', 'workspaceOpen'].map(
    (name): [string, Event, Record<string, unknown>] => [name, formatEvent('other'), {}],
  ),
];

for (const [native, event, own] of stdin)
  test(`${native} gets the fields that Cursor sends, also for ${event.name} from another agent`, () => {
    assert.deepEqual(cursor.stdin(event, hookOf(native)), { ...base, hook_event_name: native, ...own });
  });

test('every event of Cursor has a stdin test, and its capabilities stay within the contract', () => {
  assert.deepEqual(new Set(stdin.map(([native]) => native)), new Set(Object.keys(cursor.events)));
  for (const { events, blocks, context, rewrites } of Object.values(cursor.events)) {
    const contracts = events.map((name: EventName) => contractOf(name));
    if (blocks) assert.ok(contracts.every(({ decisions }) => decisions.includes('deny')));
    if (context) assert.ok(contracts.every((one) => one.context));
    if (rewrites) assert.ok(contracts.some((one) => one.rewrites));
  }
});

test('a file edit from another agent is shown as the tool Write', () => {
  const seen = cursor.stdin(formatEvent('tool.before', { call: editCall }), hookOf('preToolUse')) as Record<
    string,
    unknown
  >;
  assert.deepEqual(
    [seen['tool_name'], seen['tool_input']],
    ['Write', { file_path: '/a', old_string: 'x', new_string: 'y' }],
  );
});

test('an event from Cursor keeps the fields that only Cursor sends', () => {
  const raw = { hook_event_name: 'preToolUse', cursor_version: '9', generation_id: 'g', agent_message: 'I will' };
  const seen = cursor.stdin(formatEvent('tool.before', { raw }), hookOf('preToolUse')) as Record<string, unknown>;
  assert.deepEqual([seen['generation_id'], seen['cursor_version'], seen['agent_message']], ['g', '9', 'I will']);
});

test('the environment has the variables that Cursor sets', () => {
  const event = formatEvent('tool.before', { transcriptPath: '/t.jsonl' });
  assert.deepEqual(cursor.env(event, hookOf('preToolUse')), {
    CURSOR_PROJECT_DIR: '/project',
    CLAUDE_PROJECT_DIR: '/project',
    CURSOR_VERSION: '2.4.0',
    CURSOR_TRANSCRIPT_PATH: '/t.jsonl',
  });
  const user = cursor.env(
    formatEvent('tool.before', { cwd: '/work' }),
    hookOf('stop', { scope: 'user', root: '/h/.cursor' }),
  );
  assert.equal(user['CURSOR_PROJECT_DIR'], '/work');
  assert.equal(cursor.env(event, hookOf('stop', { flavour: 'plugin' }))['CURSOR_PLUGIN_ROOT'], '/project');
});

for (const [name, input] of sampleInputs(cursor.tools))
  test(`an input of ${name} survives the round trip`, () => {
    assert.deepEqual(fromNativeInput(cursor.tools[name], toNativeInput(cursor.tools[name], input)), input);
  });

const read = (
  native: string,
  output: { exitCode?: number; stdout?: string; stderr?: string },
  event: Event = formatEvent('tool.before'),
  more: Partial<Hook> = {},
) => cursor.read({ exitCode: 0, stdout: '', stderr: '', ...output }, hookOf(native, { id: 'h', ...more }), event);
const json = (value: unknown) => ({ stdout: JSON.stringify(value) });

const answers: readonly [string, ReturnType<typeof read>, Partial<Result>][] = [
  ['empty output is no opinion', read('preToolUse', {}), { decision: 'pass' }],
  [
    'allow means no objection, but does not approve',
    read('preToolUse', json({ permission: 'allow' })),
    { decision: 'pass' },
  ],
  [
    'deny with a message for the model and one for the user',
    read('beforeShellExecution', json({ permission: 'deny', agent_message: 'not that', user_message: 'stopped it' })),
    { decision: 'deny', reason: 'not that', messages: ['stopped it'] },
  ],
  [
    'deny with only a user message sends it to both',
    read('beforeReadFile', json({ permission: 'deny', user_message: 'no' })),
    { decision: 'deny', reason: 'no' },
  ],
  [
    'ask',
    read('beforeMCPExecution', json({ permission: 'ask', agent_message: 'sure?' })),
    { decision: 'ask', reason: 'sure?' },
  ],
  [
    'field values from older documentation',
    read('preToolUse', json({ decision: 'deny', reason: 'old' })),
    { decision: 'deny', reason: 'old' },
  ],
  ['exit 2 with stderr', read('preToolUse', { exitCode: 2, stderr: 'never\n' }), { decision: 'deny', reason: 'never' }],
  [
    'exit 2 with JSON',
    read('preToolUse', { exitCode: 2, ...json({ agent_message: 'in JSON' }), stderr: 'log' }),
    { decision: 'deny', reason: 'in JSON' },
  ],
  [
    "a rewritten input in Cursor's field names",
    read('preToolUse', json({ permission: 'allow', updated_input: { command: 'ls -l' } })),
    { decision: 'pass', rewrite: { of: 'input', value: { command: 'ls -l' } } },
  ],
  [
    'context after a call',
    read('postToolUse', json({ additional_context: 'look' }), formatEvent('tool.after')),
    { decision: 'pass', context: ['look'] },
  ],
  [
    'a rewritten output of an MCP tool',
    read(
      'postToolUse',
      json({ updated_mcp_tool_output: { a: 1 } }),
      formatEvent('tool.after', { call: issue, result }),
    ),
    { decision: 'pass', rewrite: { of: 'output', value: '{"a":1}' } },
  ],
  [
    'a rewritten output of another tool is a note',
    read('postToolUse', json({ updated_mcp_tool_output: 'x' }), formatEvent('tool.after')),
    { decision: 'pass', notes: ['"updated_mcp_tool_output" is for MCP tools only: left out'] },
  ],
  [
    'a blocked prompt',
    read('beforeSubmitPrompt', json({ continue: false, user_message: 'no secrets' }), formatEvent('prompt.submit')),
    { decision: 'deny', reason: 'no secrets' },
  ],
  [
    'a follow-up keeps the agent working',
    read('stop', json({ followup_message: 'run the tests' }), formatEvent('agent.stop', { stopBlocks: 1 }), {
      stopLimit: 2,
    }),
    { decision: 'deny', reason: 'run the tests' },
  ],
  [
    'a follow-up beyond the limit is a note',
    read('stop', json({ followup_message: 'again' }), formatEvent('agent.stop', { stopBlocks: 2 }), { stopLimit: 2 }),
    { decision: 'pass', notes: ['its loop_limit of 2 is reached: "followup_message" is left out'] },
  ],
  [
    'a follow-up for a subagent',
    read('subagentStop', json({ followup_message: 'more' }), formatEvent('subagent.stop')),
    { decision: 'deny', reason: 'more' },
  ],
  [
    'session variables are a note',
    read('sessionStart', json({ env: { A: '1' }, additional_context: 'hi' }), formatEvent('session.start')),
    { decision: 'pass', context: ['hi'], notes: ['"env" sets variables for later hooks of Cursor only: left out'] },
  ],
  [
    'a user message at compaction',
    read('preCompact', json({ user_message: 'shorter now' }), formatEvent('compact.before')),
    { decision: 'pass', messages: ['shorter now'] },
  ],
  [
    'a misspelled key is a note',
    read('preToolUse', json({ permision: 'deny' })),
    {
      decision: 'pass',
      notes: ['its output has an unknown key "permision", which is ignored; did you mean "permission"?'],
    },
  ],
  [
    'plain text after a call is only recorded',
    read('afterFileEdit', { stdout: 'formatted' }),
    { decision: 'pass', logs: ['formatted'] },
  ],
];
describe("a Cursor hook's output is read", () => {
  for (const [what, ending, expected] of answers)
    test(what, () => assert.deepEqual(ending, { kind: 'done', result: expected }));
});

const failures: readonly [string, ReturnType<typeof read>, string, RegExp][] = [
  ['another exit', read('preToolUse', { exitCode: 1, stderr: 'oops' }), 'exit', /exited with code 1/],
  [
    'text instead of JSON before an action',
    read('preToolUse', { stdout: 'ok' }),
    'bad-output',
    /must be one JSON object/,
  ],
  [
    'an unknown permission',
    read('preToolUse', json({ permission: 'maybe' })),
    'bad-output',
    /"permission" must be one of/,
  ],
  [
    'empty output with failClosed',
    read('preToolUse', {}, undefined, { onFailure: 'closed' }),
    'bad-output',
    /printed nothing/,
  ],
];
for (const [what, ending, why, detail] of failures)
  test(`${what} is a hook failure`, () => {
    assert.ok(ending.kind === 'failed');
    assert.equal(ending.why, why);
    assert.match(ending.detail, detail);
  });

test('unreadable output blocks before an action, and nowhere else', () => {
  const closed = Object.entries(cursor.events).filter(([, row]) => row.blockingFailures?.includes('bad-output'));
  assert.deepEqual(
    closed.map(([name]) => name),
    ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'subagentStart'],
  );
});
