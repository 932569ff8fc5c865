import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventName, Hook } from '@anyhook/core';
import { failureKinds } from '@anyhook/core';
import { formatEvent, formatHook, sampleFile } from '../../../test/support/format-samples.js';
import { dockerCodec } from './codec.js';
import { dockerLoader } from './load.js';

const docker = dockerCodec();

/** Features that docker-agent added after its first example file. */

const load = (text: string) => dockerLoader.load(sampleFile('/project/.agents/hooks.yaml', text, {}));
const hooksOf = (text: string): readonly Hook[] => {
  const { hooks, problems } = load(text);
  assert.deepEqual(problems, []);
  return hooks;
};
const onlyHookOf = (text: string): Hook => {
  const [hook, ...more] = hooksOf(text);
  assert.ok(hook && more.length === 0);
  return hook;
};
const hook = '{type: command, command: x}';
const read = (of: Partial<Hook> & Pick<Hook, 'nativeEvent'>, name: EventName, output: unknown) =>
  docker.read(
    { exitCode: 0, stdout: typeof output === 'string' ? output : JSON.stringify(output), stderr: '' },
    formatHook({ dialect: 'docker', ...of }),
    formatEvent(name),
  );
const specificOutput = (fields: object) => ({ hook_specific_output: fields });

test('a single entry does not need a list', () => {
  assert.deepEqual(
    hooksOf(`hooks: {stop: ${hook}, pre_tool_use: {matcher: shell, hooks: ${hook}}}`).map(({ id, match }) => [
      id,
      match.tool?.source,
    ]),
    [
      ['hooks.pre_tool_use.0.0', 'shell'],
      ['hooks.stop.0', undefined],
    ],
  );
});

test('input is rewritten before guards see it, and output before observers see it', () => {
  const group = `[{hooks: [${hook}]}]`;
  const names = ['post_tool_use', 'pre_tool_use', 'tool_response_transform', 'tool_guard', 'tool_input_transform'];
  assert.deepEqual(
    hooksOf(`hooks: {${names.map((name) => `${name}: ${group}`).join(', ')}}`).map(({ nativeEvent }) => nativeEvent),
    ['tool_input_transform', 'tool_guard', 'tool_response_transform', 'pre_tool_use', 'post_tool_use'],
  );
});

test('any failure denies at tool_guard, with preempt_yolo, and with strict_output before a call', () => {
  const group = (event: string, more = '', entry = hook) => `hooks: {${event}: [{${more}hooks: [${entry}]}]}`;
  const strict = '{type: command, command: x, strict_output: true}';
  for (const text of [
    group('tool_guard'),
    group('pre_tool_use', 'preempt_yolo: true, '),
    group('pre_tool_use', '', strict),
  ])
    assert.deepEqual(onlyHookOf(text).blockingFailures, failureKinds, text);
  assert.deepEqual(onlyHookOf(group('pre_tool_use', 'preempt_yolo: false, ')).blockingFailures, ['timeout', 'spawn']);
  assert.equal(onlyHookOf(group('post_tool_use', '', strict)).blockingFailures, undefined);
});

test('preempt_yolo at another event is a warning', () => {
  const { hooks, problems } = load(`hooks: {post_tool_use: [{preempt_yolo: true, hooks: [${hook}]}]}`);
  assert.deepEqual([hooks.length, hooks[0]?.flavour], [1, undefined]);
  assert.match(problems.map(({ message }) => message).join(), /"preempt_yolo" means something at pre_tool_use only/);
});

test('before approval, an allow is ignored, and a deny or an ask is applied', () => {
  const verdict = (permission_decision: string) =>
    specificOutput({ permission_decision, permission_decision_reason: 'r' });
  for (const of of [
    { nativeEvent: 'tool_guard' },
    { nativeEvent: 'tool_input_transform' },
    { nativeEvent: 'pre_tool_use', flavour: 'guard' },
  ]) {
    const decisions = ['allow', 'ask', 'deny'].map((word) => {
      const ending = read(of, 'tool.before', verdict(word));
      return ending.kind === 'done' ? ending.result.decision : ending.kind;
    });
    assert.deepEqual(decisions, ['pass', 'ask', 'deny'], of.nativeEvent);
  }
});

test('a rewrite by a guard with preempt_yolo is dropped with a note', () => {
  const ending = read(
    { nativeEvent: 'pre_tool_use', flavour: 'guard' },
    'tool.before',
    specificOutput({ updated_input: {} }),
  );
  assert.ok(ending.kind === 'done');
  assert.deepEqual(
    [ending.result.rewrite, ending.result.notes],
    [undefined, ['docker-agent reads no rewrite of an entry with "preempt_yolo": left out']],
  );
});

test('tool_response_transform rewrites the output, even to an empty string', () => {
  for (const value of ['clean', '']) {
    const of = { nativeEvent: 'tool_response_transform' };
    assert.deepEqual(read(of, 'tool.after', specificOutput({ updated_tool_response: value })), {
      kind: 'done',
      result: { decision: 'pass', rewrite: { of: 'output', value } },
    });
  }
});

test('texts in instruction_context become context', () => {
  const output = specificOutput({
    additional_context: 'a',
    instruction_context: [{ key: 'k', content: 'b' }, { key: 'x' }],
  });
  const ending = read({ nativeEvent: 'turn_start' }, 'turn.start', output);
  assert.deepEqual(ending.kind === 'done' && ending.result.context, ['a', 'b']);
});

for (const [what, native, name, output, why] of [
  ['plain text', 'turn_start', 'turn.start', 'a fact', /one JSON object or nothing/],
  ['an unknown field', 'turn_start', 'turn.start', { colour: 'red' }, /unknown field "colour"/],
  ['a field in camelCase', 'turn_start', 'turn.start', { systemMessage: 'm' }, /unknown field "systemMessage"/],
  [
    'an unknown inner field',
    'turn_start',
    'turn.start',
    specificOutput({ colour: 1 }),
    /"hook_specific_output.colour"/,
  ],
  ['suppress_output', 'turn_start', 'turn.start', { suppress_output: true }, /suppress_output/],
  ['a block at an event that cannot block', 'stop', 'agent.done', { decision: 'block' }, /stop cannot block/],
  [
    'the name of another event',
    'stop',
    'agent.done',
    specificOutput({ hook_event_name: 'turn_end' }),
    /expected "stop"/,
  ],
  [
    'context at an event without context',
    'pre_tool_use',
    'tool.before',
    specificOutput({ additional_context: 'a' }),
    /"additional_context"/,
  ],
  ['a rewrite by a guard', 'tool_guard', 'tool.before', specificOutput({ updated_input: {} }), /"updated_input"/],
  ['a summary before compaction', 'pre_compact', 'compact.before', specificOutput({ summary: 's' }), /"summary"/],
] as const) {
  test(`strict_output rejects ${what}`, () => {
    const strict = read({ nativeEvent: native, flavour: 'strict' }, name, output);
    assert.ok(strict.kind === 'failed' && strict.why === 'bad-output', JSON.stringify(strict));
    assert.match(strict.detail, why);
    assert.equal(read({ nativeEvent: native }, name, output).kind, 'done');
  });
}

test('strict_output accepts the fields that the event reads', () => {
  const of = { flavour: 'strict' };
  const outputs = [
    ['pre_tool_use', 'tool.before', specificOutput({ permission_decision: 'deny', permission_decision_reason: 'r' })],
    ['tool_response_transform', 'tool.after', specificOutput({ updated_tool_response: 'x' })],
    ['turn_start', 'turn.start', { system_message: 'm', ...specificOutput({ additional_context: 'c' }) }],
    ['stop', 'agent.done', ''],
  ] as const;
  for (const [nativeEvent, name, output] of outputs)
    assert.equal(read({ ...of, nativeEvent }, name, output).kind, 'done', nativeEvent);
});

test('a model hook becomes a prompt handler with its provider', () => {
  const text = (more = '') =>
    `hooks: {pre_tool_use: [{hooks: [{type: model, model: openai/gpt-4o-mini, prompt: "Is {{ .ToolName }} fine?"${more}}]}]}`;
  const base = { kind: 'prompt', prompt: 'Is {{ .ToolName }} fine?', provider: 'openai', model: 'gpt-4o-mini' };
  assert.deepEqual(onlyHookOf(text(', schema: pre_tool_use_decision')).handler, { ...base, answer: 'decision' });
  assert.deepEqual(onlyHookOf(text()).handler, { ...base, answer: 'text' });
});

for (const [what, entry, message] of [
  ['without a prompt', 'type: model, model: m', /prompt" is required and missing/],
  ['without a model', 'type: model, prompt: p', /model" is required and missing/],
  ['with an unknown schema', 'type: model, model: m, prompt: p, schema: other', /schema/],
  ['with an unknown input field', 'type: model, model: m, prompt: "{{ .Colour }}"', /"\.Colour" is not a field/],
  ['with a loop', 'type: model, model: m, prompt: "{{ range .Messages }}x{{ end }}"', /"range" is not known here/],
] as const) {
  test(`a model hook ${what} cannot be loaded, and its placeholder denies`, () => {
    const { hooks, problems } = load(`hooks: {pre_tool_use: [{hooks: [{${entry}}]}]}`);
    assert.deepEqual([hooks.length, hooks[0]?.unloadable !== undefined, hooks[0]?.onFailure], [1, true, 'closed']);
    assert.match(problems.map((problem) => problem.message).join(), message);
  });
}

test('variables in folders and environment values are expanded when the hook runs', () => {
  const handlerOf = (fields: string) => onlyHookOf(`hooks: {stop: [{type: command, command: x, ${fields}}]}`).handler;
  const expands = (fields: string) => 'expands' in handlerOf(fields);
  assert.deepEqual(
    ['working_dir: "~/h"', 'working_dir: "$H/x"', 'env: {A: "${env.B}"}', 'working_dir: ./h', 'env: {A: "$B"}'].map(
      expands,
    ),
    [true, true, true, false, false],
  );
});

for (const name of [
  ...['elide_repeated_tool_results', 'limit_large_tool_results', 'safer_shell', 'unload', 'http_post'],
]) {
  test(`${name} is skipped with a warning`, () => {
    const { hooks, problems } = load(`hooks: {turn_end: [{type: builtin, command: ${name}}]}`);
    assert.deepEqual([hooks, problems.map(({ severity }) => severity)], [[], ['warning']]);
    assert.match(problems[0]?.message ?? '', new RegExp(`^${name} is left out: `));
  });
}
