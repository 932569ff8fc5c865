import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractOf, type EventName, fromNativeInput, toNativeInput, toolName } from '@anyhook/core';
import { foreignShellCall, formatEvent, formatHook, sampleInputs } from '../../../test/support/format-samples.js';
import { claudeFormatCodec, promptText } from './format-codec.js';

const claude = claudeFormatCodec();

const base = { session_id: 's-1', transcript_path: '/t.jsonl', cwd: '/project' };
const mode = { permission_mode: 'default' };
const call = { tool_name: 'Bash', tool_input: { command: 'ls', description: 'list' } };
const id = { tool_use_id: 'call-1' };
const bash = { stdout: 'a.txt', stderr: '', interrupted: false, isImage: false };
const subagent = { agent_id: 'sub-1', agent_type: 'explorer' };

const stdin: readonly [string, EventName, Record<string, unknown>][] = [
  ['SessionStart', 'session.start', { source: 'resume' }],
  ['SessionEnd', 'session.end', { reason: 'logout' }],
  ['UserPromptSubmit', 'prompt.submit', { ...mode, prompt: 'fix the bug' }],
  ['PreToolUse', 'tool.before', { ...mode, ...call, ...id }],
  ['PermissionRequest', 'tool.permission', { ...mode, ...call, ...id }],
  ['PostToolUse', 'tool.after', { ...mode, ...call, ...id, tool_response: bash, duration_ms: 12 }],
  [
    'PostToolUseFailure',
    'tool.failure',
    { ...mode, ...call, ...id, error: 'Exit code 3', is_interrupt: false, duration_ms: 12 },
  ],
  ['Stop', 'agent.stop', { ...mode, stop_hook_active: true, last_assistant_message: 'all done' }],
  ['SubagentStart', 'subagent.start', subagent],
  [
    'SubagentStop',
    'subagent.stop',
    { ...mode, ...subagent, stop_hook_active: false, last_assistant_message: 'found it' },
  ],
  ['PreCompact', 'compact.before', { trigger: 'auto', custom_instructions: 'keep paths' }],
  ['PostCompact', 'compact.after', { trigger: 'auto', compact_summary: 'short' }],
  ['Notification', 'notification', { message: 'look', notification_type: 'idle_prompt' }],
  ['StopFailure', 'error', { error: 'rate_limit', last_assistant_message: 'model failed' }],
];

const hookOf = (nativeEvent: string, more = {}) => formatHook({ dialect: 'claude', nativeEvent, ...more });
const eventOf = (name: EventName, more = {}) => formatEvent(name, { transcriptPath: '/t.jsonl', ...more });

for (const [native, name, own] of stdin) {
  test(`${native} gets Claude's payload of ${name} on stdin`, () => {
    const expected = { ...base, hook_event_name: native, ...own };
    assert.deepEqual(claude.stdin(eventOf(name), hookOf(native)), expected);
  });
}

const others = Object.entries(claude.events).filter(([, { events }]) => events.includes('other'));
for (const [native] of others) {
  test(`${native} gets the native payload under its native event name`, () => {
    const raw = { hook_event_name: 'whatever', load_reason: 'session_start' };
    assert.deepEqual(claude.stdin(eventOf('other', { raw }), hookOf(native)), {
      ...base,
      hook_event_name: native,
      load_reason: 'session_start',
    });
  });
}

test('all thirty events are supported, and their capabilities stay within the contract', () => {
  assert.equal(Object.keys(claude.events).length, 30);
  assert.equal(stdin.length + others.length, 30);
  for (const row of Object.values(claude.events)) {
    const contracts = row.events.map((name) => contractOf(name));
    if (row.blocks) assert.ok(contracts.every(({ decisions }) => decisions.includes('deny')));
    if (row.context) assert.ok(contracts.every(({ context }) => context));
    if (row.rewrites) assert.ok(contracts.every(({ rewrites }) => rewrites));
  }
});

test("a hook inside a subagent gets the subagent's id and type", () => {
  const event = eventOf('prompt.submit', { agent: { id: 'a-1', type: 'explorer' }, permissionMode: 'plan' });
  assert.deepEqual(claude.stdin(event, hookOf('UserPromptSubmit')), {
    ...base,
    permission_mode: 'plan',
    agent_id: 'a-1',
    agent_type: 'explorer',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'fix the bug',
  });
});

test("extra fields of a payload with the same shape are kept, and the event's fields win", () => {
  const raw = {
    hook_event_name: 'PreToolUse',
    prompt_id: 'p',
    tool_input: { command: 'old' },
    effort: { level: 'high' },
  };
  const input = claude.stdin(eventOf('tool.before', { raw }), hookOf('PreToolUse')) as Record<string, unknown>;
  assert.deepEqual([input['prompt_id'], input['effort'], input['tool_input']], ['p', raw.effort, call.tool_input]);
  const foreign = claude.stdin(
    eventOf('tool.before', { raw: { ...raw, hook_event_name: 'BeforeTool' } }),
    hookOf('PreToolUse'),
  );
  assert.deepEqual(foreign, { ...base, ...mode, hook_event_name: 'PreToolUse', ...call, ...id });
});

test('a tool response stays in its native form until a hook rewrites it', () => {
  const raw = { hook_event_name: 'PostToolUse', tool_response: { ...bash, noOutputExpected: false } };
  const responseOf = (result: object, more = {}) =>
    (claude.stdin(eventOf('tool.after', { raw, result, ...more }), hookOf('PostToolUse')) as { tool_response: unknown })
      .tool_response;
  assert.deepEqual(responseOf({ ok: true, text: 'a.txt', stdout: 'a.txt', stderr: '' }), raw.tool_response);
  assert.deepEqual(responseOf({ ok: true, text: 'redacted', rewritten: true }), { ...bash, stdout: 'redacted' });
  const read = { kind: 'read', nativeName: 'Read', input: {} };
  assert.deepEqual(responseOf({ ok: true, text: 'other', rewritten: true }, { call: read }), {
    type: 'text',
    file: { content: 'other', numLines: 1, startLine: 1, totalLines: 1 },
  });
});

test("a call from another agent reaches the hook under Claude's names", () => {
  const edit = { kind: 'edit', nativeName: 'replace', input: { path: '/a', oldText: 'x', newText: 'y', extra: 1 } };
  const input = claude.stdin(eventOf('tool.before', { call: edit }), hookOf('PreToolUse')) as Record<string, unknown>;
  assert.equal(input['tool_name'], 'Edit');
  assert.deepEqual(input['tool_input'], { file_path: '/a', old_string: 'x', new_string: 'y', extra: 1 });
});

test('the PowerShell tool keeps its name: a hook that matches Bash does not see it', () => {
  const call = { kind: 'shell', nativeName: 'PowerShell', input: { command: 'ls' } };
  const input = claude.stdin(eventOf('tool.before', { call }), hookOf('PreToolUse')) as Record<string, unknown>;
  assert.deepEqual([input['tool_name'], input['tool_input']], ['PowerShell', { command: 'ls' }]);
});

for (const [name, input] of sampleInputs(claude.tools)) {
  test(`${name}: a tool input survives the round trip through a hook`, () => {
    const row = claude.tools[name];
    assert.deepEqual(fromNativeInput(row, toNativeInput(row, input)), input);
  });
}

for (const [kind, name] of [
  ['shell', 'Bash'],
  ['read', 'Read'],
  ['write', 'Write'],
  ['edit', 'Edit'],
  ['list', 'Glob'],
  ['search', 'Grep'],
  ['fetch', 'WebFetch'],
  ['websearch', 'WebSearch'],
  ['task', 'Task'],
  ['todo', 'TodoWrite'],
  ['patch', 'apply_patch'],
] as const) {
  test(`a ${kind} call from another agent is called ${name}`, () => {
    assert.equal(toolName(claude.tools, { kind, nativeName: 'native', input: {} }, claude.mcpName), name);
  });
}

test('an MCP tool is named mcp__server__tool', () => {
  const mcp = { ...foreignShellCall, kind: 'mcp', nativeName: 'x', mcp: { server: 'git', tool: 'log' } } as const;
  assert.equal(toolName(claude.tools, mcp, claude.mcpName), 'mcp__git__log');
});

test('the environment names the plugin, the project and the tool', () => {
  const tool = { TOOL_NAME: 'Bash', TOOL_INPUT: '{"command":"ls","description":"list"}' };
  const event = eventOf('tool.before', { cwd: '/project/sub' });
  assert.deepEqual(claude.env(event, hookOf('PreToolUse', { flavour: 'plugin' })), {
    CLAUDE_PLUGIN_ROOT: '/project',
    CLAUDE_PROJECT_DIR: '/project',
    ...tool,
  });
  assert.deepEqual(
    claude.env(event, hookOf('PreToolUse', { flavour: 'settings', scope: 'user', root: '/home/.claude' })),
    {
      CLAUDE_PROJECT_DIR: '/project/sub',
      ...tool,
    },
  );
  assert.deepEqual(claude.env(eventOf('agent.stop'), hookOf('Stop')), { CLAUDE_PROJECT_DIR: '/project' });
});

test('the variable is empty for an input that is nested too deeply to serialize', () => {
  let deep: unknown = 'x';
  for (let i = 0; i < 100_000; i++) deep = [deep];
  const event = eventOf('tool.before', { call: { ...foreignShellCall, input: { deep } } });
  assert.equal(claude.env(event, hookOf('PreToolUse'))['TOOL_INPUT'], '');
});

test("a prompt's text is substituted once, and only in place of its placeholder", () => {
  const prompt = (
    text: string,
    event = eventOf('tool.before', { call: { ...foreignShellCall, input: { command: '$TOOL_NAME $&' } } }),
  ) => promptText(hookOf('PreToolUse', { handler: { kind: 'prompt', prompt: text } }), event);
  assert.equal(
    prompt('$TOOL_NAME: ${TOOL_INPUT} $TOOL_NAMES $HOME'),
    'Bash: {"command":"$TOOL_NAME $&"} $TOOL_NAMES $HOME',
  );
  assert.equal(JSON.parse(prompt('$ARGUMENTS')).tool_name, 'Bash');
  assert.equal(prompt('[$TOOL_NAME$TOOL_INPUT]', eventOf('agent.stop') as never), '[]');
  assert.equal(promptText(hookOf('Stop'), eventOf('agent.stop')), '');
});
