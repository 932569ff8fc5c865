import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ending, Result } from '@anyhook/core';
import { abilityId, contractOf, type ToolKind, toolKinds, toolName } from '@anyhook/core';
import { bareEvent } from '../../../test/support/bare-event.js';
import { formatHook } from '../../../test/support/format-samples.js';
import { assertToolRoundTrip } from '../../../test/support/tool-round-trip.js';
import { abilityCodec } from './codec.js';
import { type AbilityEventType, events, signalKinds } from './events.js';

const ability = abilityCodec();

const event = bareEvent('tool.before', { call: { kind: 'edit', nativeName: 'Edit', input: {} } });
const hookFor = (nativeEvent: string) => formatHook({ dialect: 'ability', nativeEvent, id: 'prod_config_guard' });

const read = (exitCode: number, stdout: string, stderr = '', name = 'PreAbilityCall'): Ending =>
  ability.read({ exitCode, stdout, stderr }, hookFor(name), event);

function resultOf(json: unknown, name = 'PreAbilityCall'): Result {
  const ending = read(0, JSON.stringify(json), '', name);
  assert.ok(ending.kind === 'done', JSON.stringify(ending));
  return ending.result;
}

const signal = (kind: string, code: string, payload: unknown = {}, more: object = {}) => ({
  kind,
  code,
  payload,
  ...more,
});
const guard = (code: string, payload: unknown = {}, more: object = {}) => signal('ability_guard', code, payload, more);
const recordedSignal = (from: string, one: object) => ({ source_event: from, hook_id: 'prod_config_guard', ...one });

for (const [title, exitCode, stdout, stderr, ending] of [
  ['exit 0 without output is no opinion', 0, '', '', { kind: 'done', result: { decision: 'pass' } }],
  ['exit 0 with blank output is no opinion', 0, '\n', 'x', { kind: 'done', result: { decision: 'pass' } }],
  ['an empty result is no opinion', 0, '{}', '', { kind: 'done', result: { decision: 'pass' } }],
  ['a null error is not an error', 0, '{"error":null,"logs":null}', '', { kind: 'done', result: { decision: 'pass' } }],
  ['exit 1 is a failure', 1, '{}', 'boom', { kind: 'failed', why: 'exit', detail: 'exit code 1', stderr: 'boom' }],
  ['exit 2 is a failure like any other exit', 2, '', '', { kind: 'failed', why: 'exit', detail: 'exit code 2' }],
  [
    'an error is a failure',
    0,
    '{"error":{"code":"E1","message":"no registry"},"hook_signals":[]}',
    '',
    { kind: 'failed', why: 'error', detail: 'E1: no registry' },
  ],
  ['an error without a message is a failure', 0, '{"error":{}}', '', { kind: 'failed', why: 'error' }],
  ['an error as a string is a failure', 0, '{"error":"bad"}', '', { kind: 'failed', why: 'error', detail: 'bad' }],
  ['plain text is a failure', 0, 'ok', '', { kind: 'failed', why: 'bad-output' }],
  ['a list is a failure', 0, '[]', '', { kind: 'failed', why: 'bad-output' }],
  ['truncated JSON is a failure', 0, '{"logs":', 'e', { kind: 'failed', why: 'bad-output', stderr: 'e' }],
  ['logs that are not a list are a failure', 0, '{"logs":"x"}', '', { kind: 'failed', why: 'bad-output' }],
  ['logs that are not strings are a failure', 0, '{"logs":[1]}', '', { kind: 'failed', why: 'bad-output' }],
  ['signals that are not a list are a failure', 0, '{"hook_signals":{}}', '', { kind: 'failed', why: 'bad-output' }],
  ['usage_recorded must be a boolean', 0, '{"usage_recorded":"yes"}', '', { kind: 'failed', why: 'bad-output' }],
  [
    'a deeply nested payload is a failure',
    0,
    `{"hook_signals":[{"kind":"ability_guard","code":"ABILITY_DENIED","payload":${'['.repeat(90_000)}${']'.repeat(90_000)}}]}`,
    '',
    { kind: 'failed', why: 'bad-output' },
  ],
] as const) {
  test(title, () => {
    const found = read(exitCode, stdout, stderr);
    if (found.kind === 'failed') assert.ok(found.detail);
    const { detail, ...rest } = { detail: '', ...found };
    assert.deepEqual('detail' in ending ? { ...rest, detail } : rest, ending);
  });
}

test('logs and recorded usage are added to the record', () => {
  assert.deepEqual(resultOf({ logs: ['a', 'b'], usage_recorded: true }, 'PostAbilityCall'), {
    decision: 'pass',
    logs: ['a', 'b', 'usage recorded'],
  });
});

test('a misspelled key is noted', () => {
  assert.deepEqual(resultOf({ hook_signal: [guard('ABILITY_DENIED')], version: 1 }), {
    decision: 'pass',
    notes: ['its output has an unknown key "hook_signal", which is ignored; did you mean "hook_signals"?'],
  });
});

for (const [title, name, one, decision, reason] of [
  ['a denied guard denies', 'PreAbilityCall', guard('ABILITY_DENIED', { reason: 'prod' }), 'deny', 'prod'],
  [
    'a denial without a reason gets one',
    'PreAbilityCall',
    guard('ABILITY_DENIED'),
    'deny',
    'ABILITY_DENIED from hook prod_config_guard, which gave no reason',
  ],
  [
    'require_human wins over denied',
    'PreAbilityCall',
    guard('ABILITY_DENIED', { reason: 'prod', require_human: true }),
    'ask',
    'prod',
  ],
  [
    'require_human: false does not ask',
    'PreAbilityCall',
    guard('ABILITY_DENIED', { reason: 'r', require_human: false }),
    'deny',
    'r',
  ],
  ['a guard may require a human', 'PreAbilityCall', guard('ABILITY_REQUIRES_HUMAN', { reason: 'r' }), 'ask', 'r'],
  ['every *_REQUIRES_HUMAN code asks', 'PreAbilityCall', guard('PROD_REQUIRES_HUMAN', { reason: 'r' }), 'ask', 'r'],
  ['an allowed guard allows', 'PreAbilityCall', guard('ABILITY_ALLOWED'), 'allow', undefined],
  [
    'a guard that allows but requires a human asks',
    'PreAbilityCall',
    guard('ABILITY_ALLOWED', { reason: 'r', require_human: true }),
    'ask',
    'r',
  ],
  ['ABILITY_AVAILABLE does not allow a call', 'PreAbilityCall', guard('ABILITY_AVAILABLE'), 'pass', undefined],
  [
    'an unavailable ability denies its task',
    'PreAbilityCreate',
    signal('ability_preflight', 'ABILITY_UNAVAILABLE', { reason: 'Not in prod.', suggestion: 'Use staging.' }),
    'deny',
    'Not in prod.\nUse staging.',
  ],
  [
    'an available ability allows its task',
    'PreAbilityCreate',
    signal('ability_preflight', 'ABILITY_AVAILABLE'),
    'allow',
    undefined,
  ],
  [
    'a task may require a human',
    'PreAbilityCreate',
    signal('ability_preflight', 'ABILITY_REQUIRES_HUMAN', 'odd payload'),
    'ask',
    'ABILITY_REQUIRES_HUMAN from hook prod_config_guard, which gave no reason',
  ],
] as const) {
  test(title, () => {
    assert.deepEqual(resultOf({ hook_signals: [one] }, name), {
      decision,
      ...(reason !== undefined && { reason }),
      signals: [recordedSignal(name, one)],
    });
  });
}

test('the strictest of several signals wins, with its reasons', () => {
  const signals = [
    guard('ABILITY_ALLOWED', { reason: 'fine' }),
    guard('ABILITY_REQUIRES_HUMAN', { reason: 'hm' }),
    guard('ABILITY_DENIED', { reason: 'one' }),
    guard('ABILITY_DENIED', { reason: 'two' }),
  ];
  const { decision, reason } = resultOf({ hook_signals: signals });
  assert.deepEqual([decision, reason], ['deny', 'one\ntwo']);
});

for (const [title, one] of [
  ['a misspelled code', guard('ABILITY_DENYED')],
  ['an unknown code with an error', guard('NOPE', {}, { severity: 'error' })],
  ['no code', { kind: 'ability_guard', payload: {} }],
] as const) {
  test(`a guard with ${title} is a failure, never an allow`, () => {
    const ending = read(0, JSON.stringify({ hook_signals: [one, guard('ABILITY_ALLOWED')] }));
    assert.ok(ending.kind === 'failed' && ending.why === 'bad-output', JSON.stringify(ending));
    assert.match(ending.detail, /code must be one of ABILITY_DENIED/);
    const denied = resultOf({ hook_signals: [one, guard('ABILITY_DENIED', { reason: 'no' })] });
    assert.deepEqual([denied.decision, denied.reason, denied.notes?.length], ['deny', 'no', 1]);
  });
}

test('an unknown code without an error is noted', () => {
  const one = guard('CHECKED_QUOTA', { left: 3 }, { severity: 'info' });
  assert.deepEqual(resultOf({ hook_signals: [one] }), {
    decision: 'pass',
    signals: [recordedSignal('PreAbilityCall', one)],
    notes: [
      'a signal\'s code must be one of ABILITY_DENIED, ABILITY_UNAVAILABLE, ABILITY_ALLOWED, ABILITY_AVAILABLE, ABILITY_REQUIRES_HUMAN, got "CHECKED_QUOTA"',
    ],
  });
});

test('routing hints become context for the model', () => {
  const one = {
    source_event: 'PromptSubmit',
    hook_id: 'prompt_router',
    kind: 'routing_hint',
    code: 'ROUTE_SUGGESTION',
    payload: {
      suggested_abilities: [{ id: 'signup_e2e_test', reason: 'User asked for it.', confidence: 0.91 }, 'plain'],
      suggested_documents: [{ path: 'integration/ROUTING.md', reason: 'Cross-module.' }, { odd: 1 }],
    },
  };
  assert.deepEqual(resultOf({ hook_signals: [one] }, 'PromptSubmit'), {
    decision: 'pass',
    context: [
      [
        'Routing hint from hook prompt_router:',
        'Suggested abilities:',
        '- signup_e2e_test: User asked for it. (confidence 0.91)',
        '- plain',
        'Suggested documents:',
        '- integration/ROUTING.md: Cross-module.',
        '- {"odd":1}',
      ].join('\n'),
    ],
    signals: [one],
  });
});

test('a normalized intent becomes context for the model, and a long one is truncated', () => {
  const intent = signal('normalized_intent', 'INTENT', { scope: 'auth', stage: { n: 1 } });
  assert.deepEqual(resultOf({ hook_signals: [intent] }, 'PromptSubmit').context, [
    'Normalized intent from hook prod_config_guard:\nScope: auth\nStage: {"n":1}',
  ]);
  const long = resultOf({ hook_signals: [signal('normalized_intent', 'INTENT', 'x'.repeat(9000))] }, 'PromptSubmit');
  assert.match(long.context?.[0] ?? '', /^Normalized intent.*\nx{3900,4000}… \(cut\)$/);
});

const everyKind = [...new Set(Object.values(signalKinds).flat())];
for (const name of Object.keys(events) as AbilityEventType[]) {
  for (const kind of [...everyKind, 'abilty_guard', 'constructor']) {
    const own = signalKinds[name].includes(kind);
    test(`a signal of kind ${kind} is ${own ? 'accepted' : 'dropped and noted'} at ${name}`, () => {
      const { decision, signals, context, notes } = resultOf(
        { hook_signals: [signal(kind, 'ABILITY_DENIED', { a: 1 })] },
        name,
      );
      assert.deepEqual([signals?.length ?? 0, notes?.length ?? 0], own ? [1, 0] : [0, 1]);
      assert.equal(decision, own && name.startsWith('PreAbility') ? 'deny' : 'pass');
      assert.equal(context?.length ?? 0, own && name === 'PromptSubmit' ? 1 : 0);
    });
  }
}

test('a malformed signal is dropped and noted', () => {
  const result = resultOf({ hook_signals: [null, 'x', [], {}, { kind: 5 }] });
  assert.deepEqual([result.decision, result.signals, result.notes?.length], ['pass', undefined, 5]);
});

test('a signal gets its missing event and hook, and a wrong event is corrected', () => {
  const result = resultOf({
    hook_signals: [
      guard('ABILITY_DENIED', { reason: 'r' }, { source_event: 'PromptSubmit', hook_id: 'other', severity: 'fatal' }),
      { kind: 'ability_guard', code: 'ABILITY_DENIED' },
    ],
  });
  assert.deepEqual(result.signals, [
    {
      source_event: 'PreAbilityCall',
      hook_id: 'other',
      kind: 'ability_guard',
      code: 'ABILITY_DENIED',
      payload: { reason: 'r' },
    },
    {
      source_event: 'PreAbilityCall',
      hook_id: 'prod_config_guard',
      kind: 'ability_guard',
      code: 'ABILITY_DENIED',
      payload: null,
    },
  ]);
  assert.equal(result.decision, 'deny');
  assert.equal(result.notes?.length, 2);
});

test("an input written in this format's names is read back unchanged", () => assertToolRoundTrip(ability.tools));

test('each tool is named by its ability id', () => {
  for (const kind of Object.keys(toolKinds) as ToolKind[]) {
    const call = { kind, nativeName: 'Native', input: {}, ...(kind === 'mcp' && { mcp: { server: 's', tool: 't' } }) };
    assert.equal(toolName(ability.tools, call, ability.mcpName), abilityId(call), kind);
  }
});

test('no event allows more than its contract', () => {
  for (const [name, row] of Object.entries(events)) {
    for (const canonical of row.events) {
      const contract = contractOf(canonical);
      assert.ok(!row.blocks || contract.decisions.includes('deny'), `${name} blocks`);
      assert.ok(!row.context || contract.context !== false, `${name} context`);
      assert.equal(row.rewrites, false);
    }
  }
});
