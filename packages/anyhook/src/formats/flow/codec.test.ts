import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '@anyhook/core';
import { contractOf, type EventName, fromNativeInput, toNativeInput, withRewrite } from '@anyhook/core';
import { foreignShellCall, formatEvent, formatHook, sampleInputs } from '../../../test/support/format-samples.js';
import { flow } from './codec.js';

const hook = formatHook({ dialect: 'flow', nativeEvent: 'preToolUse' });
const base = { session_id: 's-1', transcript_path: '', cwd: '/project' };
const mode = { permission_mode: 'default' };
const call = { tool_name: 'Bash', tool_input: foreignShellCall.input, tool_use_id: 'call-1' };
const done = { stop_hook_active: true, last_assistant_message: 'all done' };
const subagent = { agent_id: 'sub-1', agent_type: 'explorer' };
const response = { stdout: 'a.txt', stderr: '', interrupted: false, isImage: false };

const stdin: readonly [string, EventName, Record<string, unknown>][] = [
  ['agentSpawn', 'session.start', { hook_event_name: 'SessionStart', source: 'resume' }],
  ['userPromptSubmit', 'prompt.submit', { ...mode, hook_event_name: 'UserPromptSubmit', prompt: 'fix the bug' }],
  ['preToolUse', 'tool.before', { ...mode, hook_event_name: 'PreToolUse', ...call }],
  ['permissionRequest', 'tool.permission', { ...mode, hook_event_name: 'PermissionRequest', ...call }],
  [
    'postToolUse',
    'tool.after',
    { ...mode, hook_event_name: 'PostToolUse', ...call, tool_response: response, duration_ms: 12 },
  ],
  [
    'postToolUse',
    'tool.failure',
    {
      ...mode,
      hook_event_name: 'PostToolUseFailure',
      ...call,
      error: 'Exit code 3',
      is_interrupt: false,
      duration_ms: 12,
    },
  ],
  ['stop', 'agent.stop', { ...mode, hook_event_name: 'Stop', ...done }],
  ['stop', 'session.end', { hook_event_name: 'SessionEnd', reason: 'logout' }],
  ['subagentStart', 'subagent.start', { hook_event_name: 'SubagentStart', ...subagent }],
  [
    'subagentStop',
    'subagent.stop',
    {
      ...mode,
      hook_event_name: 'SubagentStop',
      ...subagent,
      stop_hook_active: false,
      last_assistant_message: 'found it',
    },
  ],
];

for (const [native, name, own] of stdin) {
  test(`${native} gets a payload built from ${name} when there is no native one`, () => {
    assert.deepEqual(flow.stdin(formatEvent(name), { ...hook, nativeEvent: native }), { ...base, ...own });
  });
}

test('all eight events are tested, and their capabilities stay within the contract', () => {
  const pairs = Object.entries(flow.events).flatMap(([native, { events }]) =>
    events.map((name) => `${native} ${name}`),
  );
  assert.deepEqual(new Set(stdin.map(([native, name]) => `${native} ${name}`)), new Set(pairs));
  assert.equal(Object.keys(flow.events).length, 8);
  for (const row of Object.values(flow.events)) {
    assert.equal(row.rewrites, false);
    if (row.context) assert.ok(row.events.some((name) => contractOf(name).context));
    assert.ok(row.events.every((name) => contractOf(name).decisions.includes('deny')));
  }
});

const payloads: readonly Event[] = [
  formatEvent('tool.before', { raw: { tool_name: 'shell', args: { deep: ['ls', 'list'] } } }),
  formatEvent('prompt.submit', { raw: { hook_event_name: 'UserPromptSubmit', text: 'fix the bug' } }),
  formatEvent('prompt.submit', { raw: { hook_event_name: 'UserPromptSubmit' }, prompt: '' }),
  formatEvent('agent.stop', { raw: {} }),
  formatEvent('tool.after', {
    raw: { in: foreignShellCall.input, out: { stdout: 'a\n', stderr: 'e\n' } },
    result: { ok: true, text: 'a\n\ne', stdout: 'a\n', stderr: 'e\n' },
  }),
  formatEvent('tool.after', { raw: { in: foreignShellCall.input, out: '' }, result: { ok: true, text: '' } }),
  formatEvent('tool.before', {
    raw: { tool_input: { command: '*** Begin Patch' } },
    call: { kind: 'patch', nativeName: 'apply_patch', input: { content: '*** Begin Patch', paths: ['a.ts'] } },
  }),
];

for (const event of payloads) {
  test(`a native payload is passed on unchanged: ${JSON.stringify(event.raw)}`, () => {
    assert.equal(flow.stdin(event, hook), event.raw);
  });
}

const raw = {
  hook_event_name: 'BeforeTool',
  tool_name: 'run_shell_command',
  tool_input: foreignShellCall.input,
  keep: 1,
};

test('a guard sees the call as rewritten by an earlier hook, not the original', () => {
  const event = withRewrite(formatEvent('tool.before', { raw }), { of: 'input', value: { command: 'rm -rf /' } });
  assert.deepEqual(flow.stdin(event, hook), {
    ...raw,
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf /', description: 'list' },
  });
});

test('one file of a patch is shown as an edit', () => {
  const patch = { tool_name: 'apply_patch', tool_input: { command: 'two files' } };
  const view = {
    kind: 'edit',
    nativeName: 'apply_patch',
    input: { path: 'biome.json', newText: 'two files' },
  } as const;
  assert.deepEqual(flow.stdin(formatEvent('tool.before', { raw: patch, call: view }), hook), {
    tool_name: 'Edit',
    tool_input: { file_path: 'biome.json', new_string: 'two files' },
  });
});

test('a rewritten prompt or output replaces the one in the payload', () => {
  const prompt = withRewrite(formatEvent('prompt.submit', { raw: { prompt: 'fix the bug', keep: 1 } }), {
    of: 'prompt',
    value: 'fix it well',
  });
  assert.deepEqual(flow.stdin(prompt, hook), { prompt: 'fix it well', keep: 1 });
  const after = formatEvent('tool.after', { raw: { ...raw, tool_response: 'a.txt' } });
  assert.equal(flow.stdin(after, hook), after.raw);
  assert.deepEqual(flow.stdin(withRewrite(after, { of: 'output', value: 'redacted' }), hook), {
    ...raw,
    tool_name: 'Bash',
    tool_response: 'redacted',
  });
});

test('a payload too large to compare is rebuilt rather than passed on', () => {
  const huge = { ...raw, list: Array.from({ length: 30_000 }, (_, i) => i) };
  const input = flow.stdin(formatEvent('tool.before', { raw: huge }), hook) as { tool_name: string };
  assert.equal(input.tool_name, 'Bash');
});

test('the environment has the runtime and the input limit', () => {
  assert.deepEqual(flow.env(formatEvent('agent.stop'), hook), {
    FLOW_AGENTS_HOOK_RUNTIME: 'some-agent',
    FLOW_AGENTS_TELEMETRY_RUNTIME: 'some-agent',
    SA_HOOK_INPUT_TRUNCATED: '0',
    SA_HOOK_INPUT_MAX_BYTES: '1048576',
  });
});

test('an adapter may set its own runtime, and report that it truncated the input', () => {
  const caller = { hook: 'kiro', telemetry: 'kiro-cli' };
  assert.deepEqual(flow.env(formatEvent('agent.stop'), hook, { SA_HOOK_INPUT_TRUNCATED: '1' }, caller), {
    FLOW_AGENTS_HOOK_RUNTIME: 'kiro',
    FLOW_AGENTS_TELEMETRY_RUNTIME: 'kiro-cli',
    SA_HOOK_INPUT_TRUNCATED: '1',
    SA_HOOK_INPUT_MAX_BYTES: '1048576',
  });
});

const read = (exitCode: number, stdout: string, stderr = '') =>
  flow.read({ exitCode, stdout, stderr }, hook, formatEvent('tool.before'));
const echo = JSON.stringify({ hook_event_name: 'PreToolUse', text: 'a\n\n---\nb' });

for (const [what, stdout, stderr, result] of [
  ['empty output', '', '', { decision: 'pass' }],
  ['an echo of the input', echo, '', { decision: 'pass' }],
  [
    'guidance behind the echo',
    `${echo}\n\n---\nSTATE: blocked\n---`,
    '',
    { decision: 'pass', context: ['STATE: blocked'] },
  ],
  ['guidance with rules inside', `${echo}\n\n---\na\n---\nb\n---\n`, '', { decision: 'pass', context: ['a\n---\nb'] }],
  ['guidance without an end marker', `${echo}\n\n---\na\n`, '', { decision: 'pass', context: ['a'] }],
  ['guidance with Windows line ends', `${echo}\r\n\r\n---\r\na\r\n---`, '', { decision: 'pass', context: ['a'] }],
  ['empty guidance', `${echo}\n\n---\n\n---`, '', { decision: 'pass' }],
  ['a warning on stderr', echo, 'lint: x\n', { decision: 'pass', messages: ['lint: x'] }],
] as const) {
  test(`exit 0: ${what}`, () => {
    assert.deepEqual(read(0, stdout, stderr), { kind: 'done', result });
  });
}

test('exit 2 blocks with stderr', () => {
  assert.deepEqual(read(2, echo, 'BLOCKED\n'), { kind: 'done', result: { decision: 'deny', reason: 'BLOCKED' } });
  const silent = read(2, '');
  assert.equal(silent.kind === 'done' && silent.result.reason, 'blocked by hook h, which gave no reason');
});

test('any other exit is a failure', () => {
  assert.deepEqual(read(1, `${echo}\n\n---\nx\n---`, 'oops'), {
    kind: 'failed',
    why: 'exit',
    detail: 'exited with code 1',
    stderr: 'oops',
  });
});

for (const [name, input] of sampleInputs(flow.tools)) {
  test(`${name}: a tool input survives the round trip through a hook`, () => {
    assert.deepEqual(fromNativeInput(flow.tools[name], toNativeInput(flow.tools[name], input)), input);
  });
}
