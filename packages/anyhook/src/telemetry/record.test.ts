import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Event } from '@anyhook/core';
import { type EventName, eventNames } from '@anyhook/core';
import { makeEvent } from '../agents/canonical/event.js';
import { flowAgent } from '../agents/flow/agent.js';
import { agentNamed } from '../agents/index.js';
import { type TelemetryRecord, telemetryRecord } from './record.js';
import { type TelemetryEvent, telemetryEventOf } from './taxonomy.js';

const now = '2030-01-02T03:04:05.000Z';
const context = { env: {}, cwd: '/somewhere', now };
const record = (event: Event, agent?: string) => telemetryRecord(event, { id: 'i', runtime: event.host, agent });

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, key) => {
    if (Array.isArray(found)) return found.map((item) => item[key]).find((item) => item !== undefined);
    return (found as Record<string, unknown> | undefined)?.[key];
  }, value);

/** Paths of a record, down to fields that anyhook does not define. */
function pathsOf(value: unknown, prefix = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, prefix));
  const closed = prefix === 'tool.input' || prefix === 'hook.raw_input';
  if (typeof value !== 'object' || value === null || closed) return [prefix];
  return Object.entries(value).flatMap(([key, item]) => pathsOf(item, prefix ? `${prefix}.${key}` : key));
}

const commonRequired = ['schema_version', 'id', 'timestamp', 'event', 'hook.event_name', 'hook.runtime'];
const commonOptional = [
  'hook.raw_input',
  'context.session_id',
  'context.model',
  'agent.id',
  'agent.name',
  'agent.type',
];
const targetPaths = ['agent_id', 'agent_name', 'agent_type', 'query'].map((field) => `delegation.targets.${field}`);

/** Paths of a record before redaction: required ones, and ones that depend on the agent. */
const fieldsOf = {
  agentSpawn: {
    requires: [...commonRequired, 'context.cwd'],
    optional: [...commonOptional, 'context.source'],
  },
  userPromptSubmit: {
    requires: commonRequired,
    optional: [...commonOptional, 'turn.prompt_text', 'context.cwd'],
  },
  preToolUse: {
    requires: [...commonRequired, 'tool.name', 'tool.kind', 'tool.input'],
    optional: [...commonOptional, 'tool.id', 'context.cwd', ...targetPaths],
  },
  permissionRequest: {
    requires: [...commonRequired, 'tool.name', 'tool.kind'],
    optional: [...commonOptional, 'tool.id', 'tool.input', 'context.cwd', ...targetPaths],
  },
  postToolUse: {
    requires: [...commonRequired, 'tool.name', 'tool.kind', 'tool.ok', 'tool.output'],
    optional: [
      ...commonOptional,
      ...['id', 'input', 'exit_code', 'duration_ms', 'error.type', 'error.message'].map((field) => `tool.${field}`),
      'context.cwd',
      ...targetPaths,
    ],
  },
  stop: {
    requires: commonRequired,
    optional: [...commonOptional, 'stop.reason', 'context.cwd'],
  },
  subagentStart: {
    requires: commonRequired,
    optional: [...commonOptional, 'context.cwd', ...targetPaths],
  },
  subagentStop: {
    requires: commonRequired,
    optional: [...commonOptional, 'context.cwd', ...targetPaths, 'delegation.outcome'],
  },
} as const satisfies Record<
  TelemetryEvent,
  { readonly requires: readonly string[]; readonly optional: readonly string[] }
>;

const sources: Record<TelemetryEvent, readonly EventName[]> = {
  agentSpawn: ['session.start'],
  userPromptSubmit: ['prompt.submit'],
  preToolUse: ['tool.before'],
  permissionRequest: ['tool.permission'],
  postToolUse: ['tool.after', 'tool.failure'],
  stop: ['agent.stop', 'session.end'],
  subagentStart: ['subagent.start'],
  subagentStop: ['subagent.stop'],
};

describe('every telemetry event', () => {
  for (const [event, names] of Object.entries(sources) as [TelemetryEvent, readonly EventName[]][])
    for (const name of names)
      test(`${event} is recorded for ${name}, with every field that it requires`, () => {
        const made = record(makeEvent({ name, now, cwd: '/p' }));
        assert.equal(made?.event, event);
        for (const path of fieldsOf[event].requires) assert.notEqual(valueAt(made, path), undefined, path);
        assert.deepEqual([made.timestamp, made.hook.runtime, made.schema_version], [now, 'anyhook', '1.0']);
      });

  test('other events are not recorded', () => {
    const known = Object.values(sources).flat();
    for (const name of eventNames.filter((one) => !known.includes(one))) {
      assert.equal(telemetryEventOf(name), undefined);
      assert.equal(record(makeEvent({ name, now, cwd: '/p' })), undefined);
    }
  });
});

describe('a payload of the specification', () => {
  const base = { cwd: '/p', session_id: 's1' };
  const shared = { cwd: '/p', session_id: 's1' };
  const payloads: [object, Partial<TelemetryRecord>][] = [
    [
      { hook_event_name: 'SessionStart', agent_id: 'a1', model: 'm', source: 'startup', ...base },
      { event: 'agentSpawn', context: { ...shared, model: 'm', source: 'startup' }, agent: { id: 'a1' } },
    ],
    [
      { hook_event_name: 'UserPromptSubmit', turn: { prompt_text: 'hi' }, ...base },
      { event: 'userPromptSubmit', context: shared, turn: { prompt_text: 'hi' } },
    ],
    [
      { hook_event_name: 'PreToolUse', tool_name: 'write', tool_input: { path: 'a' }, tool_use_id: 't1', ...base },
      { event: 'preToolUse', context: shared, tool: { name: 'write', kind: 'write', id: 't1', input: { path: 'a' } } },
    ],
    [
      { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'ls' }, ...base },
      {
        event: 'permissionRequest',
        context: shared,
        tool: { name: 'Bash', kind: 'shell', input: { command: 'ls' } },
      },
    ],
    [
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_response: 'out',
        ...base,
      },
      {
        event: 'postToolUse',
        context: shared,
        tool: { name: 'Bash', kind: 'shell', input: { command: 'ls' }, output: 'out', ok: true },
      },
    ],
    [
      { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: {}, error: 'boom', ...base },
      {
        event: 'postToolUse',
        context: shared,
        tool: {
          name: 'Bash',
          kind: 'shell',
          input: {},
          output: '',
          ok: false,
          error: { type: 'tool_failure', message: 'boom' },
        },
      },
    ],
    [
      { hook_event_name: 'Stop', stop_reason: 'end_turn', ...base },
      { event: 'stop', context: shared, stop: { reason: 'end_turn' } },
    ],
    [
      { hook_event_name: 'SessionEnd', reason: 'logout', ...base },
      { event: 'stop', context: shared, stop: { reason: 'logout' } },
    ],
    [
      { hook_event_name: 'SubagentStart', agent_name: 'worker', agent_type: 'tool', ...base },
      {
        event: 'subagentStart',
        context: shared,
        delegation: { targets: [{ agent_name: 'worker', agent_type: 'tool' }] },
      },
    ],
    [
      { hook_event_name: 'SubagentStop', agent_name: 'worker', outcome: 'success', ...base },
      {
        event: 'subagentStop',
        context: shared,
        delegation: { targets: [{ agent_name: 'worker' }], outcome: 'success' },
      },
    ],
  ];
  for (const [payload, expected] of payloads) {
    const { hook_event_name: native } = payload as { hook_event_name: string };
    test(`${native} is recorded completely`, () =>
      assert.deepEqual(record(flowAgent.decode(payload, context)), {
        schema_version: '1.0',
        id: 'i',
        timestamp: now,
        hook: { event_name: native, runtime: 'flow', raw_input: payload },
        ...expected,
      }));
  }

  test('subagents called as a tool are recorded as delegation targets', () => {
    const tool_input = {
      command: 'InvokeSubagents',
      content: { subagents: [{ agent_name: 'x', query: 'q' }, { agent_type: 'y' }, 7, {}] },
    };
    const many = record(flowAgent.decode({ hook_event_name: 'PreToolUse', tool_name: 'mcp', tool_input }, context));
    assert.deepEqual(many?.delegation, { targets: [{ agent_name: 'x', query: 'q' }, { agent_type: 'y' }] });
    const task = { subagent_type: 'explore', prompt: 'look' };
    const one = record(
      flowAgent.decode({ hook_event_name: 'PreToolUse', tool_name: 'Task', tool_input: task }, context),
    );
    assert.deepEqual(one?.delegation, { targets: [{ agent_type: 'explore', query: 'look' }] });
  });
});

describe('payloads of real agents', () => {
  for (const name of readdirSync('packages/anyhook/fixtures').filter((folder) => agentNamed(folder)))
    for (const file of readdirSync(`packages/anyhook/fixtures/${name}`).filter((one) => one.endsWith('.json')))
      test(`${name}/${file} gives a record with known fields only, or none`, () => {
        const captured = JSON.parse(readFileSync(`packages/anyhook/fixtures/${name}/${file}`, 'utf8'));
        const agent = agentNamed(name);
        assert.ok(agent);
        // Agents with in-process hooks were captured without a stdin.
        const payload = captured.stdin ?? captured;
        const event = agent.decode(payload, { ...context, event: file.replace('.json', '') });
        const made = record(event);
        assert.equal(made?.event, telemetryEventOf(event.name));
        if (!made) return;
        const { requires, optional } = fieldsOf[made.event];
        for (const path of requires) assert.notEqual(valueAt(made, path), undefined, path);
        const known = new Set<string>([
          ...requires,
          ...optional,
          'context.permission_mode',
          'context.parent_session_id',
        ]);
        // A shell failure keeps its exit code; every event may have its folder.
        const unknown = pathsOf(made).filter((path) => !known.has(path) && path !== 'context.cwd');
        assert.deepEqual(unknown, []);
      });
});

describe('values from outside', () => {
  test('a sentence is not recorded as a stop reason or outcome, and names are truncated', () => {
    const stop = record(flowAgent.decode({ hook_event_name: 'Stop', stop_reason: 'my password is x' }, context));
    assert.equal(stop?.stop, undefined);
    const payload = { hook_event_name: 'SubagentStop', agent_name: 'n'.repeat(9_999), outcome: 'a b\n' };
    const ended = record(flowAgent.decode(payload, context));
    assert.equal(ended?.delegation?.targets?.[0]?.agent_name?.length, 300);
    assert.equal(ended?.delegation?.outcome, undefined);
  });

  test("the caller may name the agent, but the event's own agent wins", () => {
    assert.deepEqual(record(flowAgent.decode({ hook_event_name: 'Stop' }, context), 'dev')?.agent, { name: 'dev' });
    const inside = { hook_event_name: 'Stop', agent_id: 'a', agent_type: 'explore' };
    assert.deepEqual(record(flowAgent.decode(inside, context), 'dev')?.agent, {
      id: 'a',
      name: 'explore',
      type: 'explore',
    });
  });
});
