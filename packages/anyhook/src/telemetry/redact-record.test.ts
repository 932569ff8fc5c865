import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TelemetryRecord } from './record.js';
import { type Channel, channels, redactedPaths, redactRecord, redactVariable } from './redact-record.js';

const whole: TelemetryRecord = {
  schema_version: '1.0',
  id: 'i',
  timestamp: 't',
  event: 'postToolUse',
  hook: { event_name: 'PostToolUse', runtime: 'r', raw_input: { all: 'RAW' } },
  context: { cwd: '/CWD', session_id: 's' },
  turn: { prompt_text: 'PROMPT' },
  tool: {
    name: 'Task',
    kind: 'task',
    input: { prompt: 'INPUT' },
    output: 'OUTPUT',
    ok: false,
    error: { type: 'tool_failure', message: 'OUTPUT' },
  },
  delegation: {
    targets: [
      { agent_name: 'a', query: 'QUERY' },
      { agent_name: 'b', query: 'QUERY' },
    ],
  },
};
const { tool: _tool, ...started } = whole;

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, key) => {
    if (Array.isArray(found)) return found.map((item) => item[key]).find((item) => item !== undefined);
    return (found as Record<string, unknown> | undefined)?.[key];
  }, value);

describe('the default list', () => {
  const lists: Record<Channel, readonly string[]> = {
    full: ['hook.raw_input', 'turn.prompt_text', 'tool.input', 'tool.output'],
    analytics: [
      'tool.input',
      'tool.output',
      'turn.prompt_text',
      'delegation.targets.query',
      'context.cwd',
      'hook.raw_input',
    ],
  };
  for (const channel of ['full', 'analytics'] as const) {
    test(`of ${channel} is the one in the specification`, () =>
      assert.deepEqual(redactedPaths(channel, {}), lists[channel]));
    for (const path of channels[channel])
      test(`of ${channel} removes ${path}`, () => {
        assert.notEqual(valueAt(whole, path), undefined);
        assert.equal(valueAt(redactRecord(whole, channels[channel]), path), undefined);
      });
  }

  test("of full keeps the cwd, and a subagent's task if it is not a tool input", () => {
    const kept = redactRecord(started, channels.full) as TelemetryRecord;
    assert.equal(kept.context?.cwd, '/CWD');
    assert.equal(kept.delegation?.targets?.[1]?.query, 'QUERY');
  });

  test('keeps names, ids, the order of parts and whether a tool failed', () => {
    assert.equal(
      JSON.stringify(redactRecord(whole, channels.analytics)),
      JSON.stringify({
        schema_version: '1.0',
        id: 'i',
        timestamp: 't',
        event: 'postToolUse',
        hook: { event_name: 'PostToolUse', runtime: 'r' },
        context: { session_id: 's' },
        turn: {},
        tool: { name: 'Task', kind: 'task', ok: false, error: { type: 'tool_failure' } },
        delegation: { targets: [{ agent_name: 'a' }, { agent_name: 'b' }] },
      }),
    );
  });
});

describe('copies of a field', () => {
  const gone: [string, string][] = [
    ['tool.output', 'tool.error.message'],
    ['tool.input', 'delegation.targets.query'],
    ['tool.input.prompt', 'delegation.targets.query'],
    ['turn.prompt_text', 'hook.raw_input'],
    ['turn', 'hook.raw_input'],
    ['tool.input', 'hook.raw_input'],
    ['tool.output', 'hook.raw_input'],
    ['context.cwd', 'hook.raw_input'],
    ['delegation.targets', 'hook.raw_input'],
  ];
  for (const [path, copy] of gone)
    test(`${copy} is removed together with ${path}`, () =>
      assert.equal(valueAt(redactRecord(whole, [path]), copy), undefined));

  test('the raw payload is kept if no field with user content is removed', () =>
    assert.deepEqual(valueAt(redactRecord(whole, ['context.session_id']), 'hook.raw_input'), { all: 'RAW' }));
});

describe('the variable of a channel', () => {
  for (const channel of ['full', 'analytics'] as const) {
    test(`replaces the list of ${channel}`, () =>
      assert.deepEqual(redactedPaths(channel, { [redactVariable(channel)]: ' tool.name , context ,,' }), [
        'tool.name',
        'context',
      ]));
    test(`with none removes nothing from ${channel}`, () => {
      const paths = redactedPaths(channel, { [redactVariable(channel)]: 'none' });
      assert.deepEqual(redactRecord(whole, paths), whole);
    });
    test(`leaves the list of ${channel} unchanged if it is empty`, () => {
      for (const empty of ['', ' ', ' , ']) {
        assert.deepEqual(redactedPaths(channel, { [redactVariable(channel)]: empty }), channels[channel]);
      }
    });
  }

  test('is named as in the specification', () => {
    assert.equal(redactVariable('full'), 'TELEMETRY_CHANNEL_FULL_REDACT');
    assert.equal(redactVariable('analytics'), 'TELEMETRY_CHANNEL_ANALYTICS_REDACT');
  });

  const harmless = [
    'nowhere',
    'tool.nowhere.deep',
    'id.x',
    'delegation.targets.0.agent_name',
    '.',
    '..',
    '__proto__.x',
  ];
  for (const path of harmless)
    test(`may contain "${path}", which removes nothing`, () => assert.deepEqual(redactRecord(whole, [path]), whole));

  test('may contain a path and a part of it, in any order', () => {
    for (const paths of [
      ['tool', 'tool.input'],
      ['tool.input', 'tool'],
    ])
      assert.equal('tool' in redactRecord(whole, paths), false);
  });
});

test('the original record is not changed', () => {
  const before = structuredClone(whole);
  redactRecord(whole, channels.analytics);
  assert.deepEqual(whole, before);
});
