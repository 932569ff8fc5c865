import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventName, EventOf, Result } from '@anyhook/core';
import { fromNativeInput, toNativeInput, toolName } from '@anyhook/core';
import { foreignShellCall, formatEvent, formatHook, sampleInputs } from '../../../test/support/format-samples.js';
import { dockerCodec } from './codec.js';

const docker = dockerCodec();

const hookOf = (nativeEvent: string) => formatHook({ dialect: 'docker', nativeEvent });

for (const [name, input] of sampleInputs(docker.tools)) {
  test(`${name}: a tool input survives the round trip through a hook`, () => {
    const row = docker.tools[name];
    assert.deepEqual(fromNativeInput(row, toNativeInput(row, input)), input);
  });
}

test('edit_file accepts one edit as a list of one, and keeps lists and partial edits unchanged', () => {
  const row = docker.tools['edit_file'];
  assert.deepEqual(toNativeInput(row, { path: 'a', oldText: 'x', newText: 'y' }), {
    path: 'a',
    edits: [{ oldText: 'x', newText: 'y' }],
  });
  for (const input of [
    { path: 'a', newText: 'y' },
    { path: 'a', edits: [{ oldText: '1' }, { oldText: '2' }] },
    { path: 'a', oldText: 'x', edits: [{ oldText: '1' }] },
    { path: 'a', edits: 'no list' },
  ])
    assert.deepEqual(fromNativeInput(row, toNativeInput(row, input)), input);
});

test('an MCP tool is named server_tool', () => {
  const mcp = { ...foreignShellCall, kind: 'mcp', nativeName: 'x', mcp: { server: 'git', tool: 'log' } } as const;
  assert.equal(toolName(docker.tools, mcp, docker.mcpName), 'git_log');
});

const readOutput = (native: string, name: EventName, stdout: string, { exitCode = 0, stderr = '' } = {}) =>
  docker.read({ exitCode, stdout, stderr }, hookOf(native), formatEvent(name));
const specificOutput = (fields: object) => JSON.stringify({ hook_specific_output: fields });
const camelSpecificOutput = (fields: object) => JSON.stringify({ hookSpecificOutput: fields });
const noReason = 'blocked by hook h, which gave no reason';

const answers: readonly [string, string, EventName, string, Result][] = [
  ['empty output is no opinion', 'pre_tool_use', 'tool.before', ' \n', { decision: 'pass' }],
  ['continue: true is no opinion', 'pre_tool_use', 'tool.before', '{"continue": true}', { decision: 'pass' }],
  [
    'a deny in snake_case',
    'pre_tool_use',
    'tool.before',
    specificOutput({ permission_decision: 'deny', permission_decision_reason: 'no rm' }),
    { decision: 'deny', reason: 'no rm' },
  ],
  [
    'a deny in camelCase',
    'pre_tool_use',
    'tool.before',
    camelSpecificOutput({ permissionDecision: 'deny', permissionDecisionReason: 'no rm' }),
    { decision: 'deny', reason: 'no rm' },
  ],
  [
    'a deny without a reason gets one',
    'pre_tool_use',
    'tool.before',
    specificOutput({ permission_decision: 'deny' }),
    { decision: 'deny', reason: noReason },
  ],
  [
    'an ask',
    'pre_tool_use',
    'tool.before',
    specificOutput({ permission_decision: 'ask', permission_decision_reason: 'sure?' }),
    { decision: 'ask', reason: 'sure?' },
  ],
  [
    '-h added to ls is returned as command',
    'pre_tool_use',
    'tool.before',
    JSON.stringify({
      hook_specific_output: { permission_decision: 'allow', updated_input: { cmd: 'ls -h' } },
      system_message: 'added -h',
    }),
    { decision: 'allow', rewrite: { of: 'input', value: { command: 'ls -h' } }, messages: ['added -h'] },
  ],
  [
    'decision: block with a reason',
    'pre_compact',
    'compact.before',
    '{"decision":"block","reason":"not now"}',
    { decision: 'deny', reason: 'not now' },
  ],
  ...['allow', 'approve', 'ask'].map((word): (typeof answers)[number] => [
    `decision: ${word} is no verdict`,
    'pre_tool_use',
    'tool.before',
    `{"decision":"${word}"}`,
    {
      decision: 'pass',
      notes: [
        `"decision": "${word}" is not a verdict: it knows only "block"; use "permission_decision" of "hook_specific_output"`,
      ],
    },
  ]),
  [
    'continue: false at an event that cannot be blocked',
    'turn_start',
    'turn.start',
    '{"continue":false,"stop_reason":"x"}',
    { decision: 'pass', notes: ['"continue": false does not stop the agent at turn_start: left out'] },
  ],
  [
    'turn_end: the output is ignored',
    'turn_end',
    'turn.end',
    '{"continue":false,"system_message":"m"}',
    { decision: 'pass', logs: ['{"continue":false,"system_message":"m"}'] },
  ],
  [
    'an output under the newer field name',
    'post_tool_use',
    'tool.after',
    specificOutput({ updated_tool_response: 'redacted' }),
    { decision: 'pass', rewrite: { of: 'output', value: 'redacted' } },
  ],
  [
    'messages keep all their fields',
    'before_llm_call',
    'model.before',
    specificOutput({
      updated_messages: [{ role: 'tool', content: 'x', tool_call_id: 'c1', tool_calls: [{ id: 'c1' }] }],
    }),
    {
      decision: 'pass',
      rewrite: {
        of: 'messages',
        value: [{ role: 'tool', content: 'x', tool_call_id: 'c1', tool_calls: [{ id: 'c1' }] }] as never,
      },
    },
  ],
  [
    'an empty list of messages is not a rewrite',
    'before_llm_call',
    'model.before',
    specificOutput({ updated_messages: [] }),
    { decision: 'pass' },
  ],
  [
    'the stricter of two decisions',
    'pre_tool_use',
    'tool.before',
    '{"decision":"block","reason":"r","hook_specific_output":{"permission_decision":"allow"}}',
    { decision: 'deny', reason: 'r' },
  ],
  [
    'continue: false blocks and stops the agent',
    'before_llm_call',
    'model.before',
    '{"continue":false,"stop_reason":"budget spent"}',
    { decision: 'deny', reason: 'budget spent', stop: 'budget spent' },
  ],
  [
    'permission_request: allow',
    'permission_request',
    'tool.permission',
    specificOutput({ permission_decision: 'allow', permission_decision_reason: 'safe' }),
    { decision: 'allow', reason: 'safe' },
  ],
  [
    'context in JSON',
    'session_start',
    'session.start',
    specificOutput({ additional_context: 'log: /tmp/x' }),
    { decision: 'pass', context: ['log: /tmp/x'] },
  ],
  [
    'null fields are treated as absent',
    'turn_start',
    'turn.start',
    '{"reason":null,"continue":null}',
    { decision: 'pass' },
  ],
  [
    'plain text is context where the event has context',
    'turn_start',
    'turn.start',
    'today\n',
    { decision: 'pass', context: ['today'] },
  ],
  ['plain text is a log elsewhere', 'turn_end', 'turn.end', 'ended\n', { decision: 'pass', logs: ['ended'] }],
  [
    "a summary replaces the model's",
    'before_compaction',
    'compact.before',
    camelSpecificOutput({ hookEventName: 'before_compaction', summary: 'short' }),
    { decision: 'pass', rewrite: { of: 'summary', value: 'short' } },
  ],
  [
    'an empty summary replaces nothing',
    'before_compaction',
    'compact.before',
    camelSpecificOutput({ summary: '' }),
    { decision: 'pass' },
  ],
  [
    'an output',
    'post_tool_use',
    'tool.after',
    specificOutput({ updated_output: 'redacted' }),
    { decision: 'pass', rewrite: { of: 'output', value: 'redacted' } },
  ],
  [
    'a prompt',
    'user_prompt_submit',
    'prompt.submit',
    specificOutput({ updated_prompt: 'fix it well' }),
    { decision: 'pass', rewrite: { of: 'prompt', value: 'fix it well' } },
  ],
  [
    'messages',
    'before_llm_call',
    'model.before',
    specificOutput({ updated_messages: [{ role: 'user', content: 'x' }] }),
    { decision: 'pass', rewrite: { of: 'messages', value: [{ role: 'user', content: 'x' }] } },
  ],
  [
    'a rewrite of another part is noted',
    'post_tool_use',
    'tool.after',
    specificOutput({ updated_input: { cmd: 'x' } }),
    { decision: 'pass', notes: ['"updated_input" has no effect at this event: left out'] },
  ],
];

for (const [what, native, name, stdout, result] of answers) {
  test(`output of a hook: ${what}`, () => {
    assert.deepEqual(readOutput(native, name, stdout), { kind: 'done', result });
  });
}

test('exit 2 blocks with stderr, else the reason in JSON, else the text as its reason', () => {
  const reasonOf = (stdout: string, stderr = '') => {
    const ending = readOutput('pre_tool_use', 'tool.before', stdout, { exitCode: 2, stderr });
    return ending.kind === 'done' ? [ending.result.decision, ending.result.reason] : ending;
  };
  assert.deepEqual(reasonOf('{"reason":"json"}', 'stderr\n'), ['deny', 'stderr']);
  assert.deepEqual(reasonOf('{"reason":"json"}'), ['deny', 'json']);
  assert.deepEqual(reasonOf('{broken'), ['deny', '{broken']);
  assert.deepEqual(reasonOf(specificOutput({ permission_decision: 'allow' })), ['deny', noReason]);
  assert.deepEqual(reasonOf(''), ['deny', noReason]);
});

test('another exit code is a failure that keeps stderr, whatever stdout contains', () => {
  assert.deepEqual(
    readOutput('pre_tool_use', 'tool.before', specificOutput({ permission_decision: 'allow' }), {
      exitCode: 1,
      stderr: 'jq: not found',
    }),
    {
      kind: 'failed',
      why: 'exit',
      detail: 'exited with code 1',
      stderr: 'jq: not found',
    },
  );
});

for (const [what, stdout, message] of [
  ['truncated JSON', '{"continue": tr', /not valid JSON/],
  ['a misspelled decision', '{"decision":"blok"}', /"decision" must be one of .* got "blok"; did you mean "block"\?/],
  ['a misspelled permission decision', specificOutput({ permission_decision: 'denny' }), /did you mean "deny"\?/],
  ['a decision that is a list', '{"decision":["block"]}', /got \["block"\]/],
  ['a decision named like an object method', '{"decision":"constructor"}', /got "constructor"/],
  ['continue as a string', '{"continue":"false"}', /"continue" must be true or false/],
  ['an input that is not an object', specificOutput({ updated_input: 'ls' }), /"updated_input" must be an object/],
  ['a hook_specific_output that is not an object', '{"hook_specific_output":[]}', /must be an object/],
  ['context that is not a string', specificOutput({ additional_context: 5 }), /must be a string, got 5/],
] as const) {
  test(`${what} is a failure, never an allow`, () => {
    const ending = readOutput('pre_tool_use', 'tool.before', stdout);
    assert.equal(ending.kind === 'failed' && ending.why, 'bad-output');
    assert.match(ending.kind === 'failed' ? ending.detail : '', message);
  });
}

const edit = (input: Record<string, unknown>, updated: unknown) => {
  const event: EventOf<'tool.before'> = formatEvent('tool.before', {
    call: { kind: 'edit', nativeName: 'Edit', input },
  });
  const stdout = specificOutput({ updated_input: updated });
  return docker.read({ exitCode: 0, stdout, stderr: '' }, hookOf('pre_tool_use'), event);
};

test("a rewritten edit is returned in the call's own fields", () => {
  const one = { oldText: 'a', newText: 'b' };
  assert.deepEqual(edit({ path: 'x', ...one }, { edits: [{ newText: 'c' }] }), {
    kind: 'done',
    result: { decision: 'pass', rewrite: { of: 'input', value: { newText: 'c' } } },
  });
  assert.deepEqual(edit({ path: 'x', edits: [one, one] }, { edits: [one] }), {
    kind: 'done',
    result: { decision: 'pass', rewrite: { of: 'input', value: { edits: [one] } } },
  });
  const several = edit({ path: 'x', ...one }, { edits: [one, one] });
  assert.match(several.kind === 'failed' ? several.detail : '', /exactly one edit/);
});

test('a rewrite cannot change the prototype', () => {
  const ending = readOutput(
    'pre_tool_use',
    'tool.before',
    '{"hook_specific_output":{"updated_input":{"__proto__":{"command":"x"},"cmd":"y"}}}',
  );
  const value = ending.kind === 'done' && ending.result.rewrite?.of === 'input' ? ending.result.rewrite.value : {};
  assert.deepEqual(value, { command: 'y' });
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

test('a misspelled key is noted, in snake_case and camelCase', () => {
  for (const key of ['permision_decision', 'permisionDecision']) {
    const ending = readOutput('pre_tool_use', 'tool.before', specificOutput({ [key]: 'deny' }));
    const notes = ending.kind === 'done' ? ending.result.notes : [];
    assert.match(notes?.[0] ?? '', new RegExp(`unknown key "${key}".*did you mean "permission_?[dD]ecision"`));
  }
});

test('a deeply nested answer is a failure', () => {
  const ending = readOutput('pre_tool_use', 'tool.before', `{"decision":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  assert.equal(ending.kind === 'failed' && ending.why, 'bad-output');
});

test('messages without a role are a failure', () => {
  for (const updated_messages of ['x', [null], [{ content: 'x' }]]) {
    const ending = readOutput('before_llm_call', 'model.before', specificOutput({ updated_messages }));
    assert.equal(ending.kind === 'failed' && ending.why, 'bad-output');
  }
});
