import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  AnyhookError,
  type EventName,
  emptyVerdict,
  eventNames,
  hasCall,
  toolKinds,
  type Verdict,
} from '@anyhook/core';
import { verdictEffects } from '../agent.js';
import { canonical } from './agent.js';
import { type EventWords, makeEvent, toolCallOf } from './event.js';
import { baseFields, eventFields } from './fields.js';

const now = '2030-01-02T03:04:05.000Z';
const make = (name: EventName, words: EventWords = {}) => makeEvent({ name, cwd: '/p', now, ...words });
const fields = (name: EventName, words: EventWords = {}) => {
  const { host: agent, nativeName, sessionId, cwd, timestamp, caller, raw, name: _name, ...own } = make(name, words);
  assert.deepEqual(
    [agent, nativeName, sessionId, cwd, timestamp, caller],
    ['anyhook', name, 'manual', '/p', now, 'manual_cli'],
  );
  assert.equal(typeof raw, 'object');
  return own;
};

const refuses = (words: () => unknown, message: RegExp, code = 'BAD_ARGUMENT') =>
  assert.throws(words, (error) => error instanceof AnyhookError && error.code === code && message.test(error.message));

describe('makeEvent', () => {
  const shell = { kind: 'shell', nativeName: 'shell', input: { command: '' } };
  const defaults: Record<EventName, object> = {
    'session.start': { source: 'startup' },
    'session.end': { reason: 'other' },
    'prompt.submit': { prompt: '' },
    'turn.start': {},
    'turn.end': {},
    'model.before': { messages: [] },
    'model.after': {},
    'tool.before': { call: shell },
    'tool.permission': { call: shell },
    'tool.after': { call: shell, result: { ok: true, text: '' } },
    'tool.failure': { call: shell, error: 'the tool failed' },
    'agent.stop': { stopHookActive: false },
    'agent.done': {},
    'subagent.start': { subagent: {} },
    'subagent.stop': { subagent: {} },
    'compact.before': { trigger: 'manual' },
    'compact.after': { trigger: 'manual' },
    'user.wait': {},
    notification: { level: 'info', message: '' },
    error: { level: 'error', message: '' },
    limit: { level: 'warning', message: '' },
    'task.create': { ability: { kind: 'ability_id', value: 'run_command' } },
    other: {},
  };
  for (const name of eventNames)
    test(`${name} is valid with no arguments`, () => assert.deepEqual(fields(name), defaults[name]));

  const given: [EventName, EventWords, object][] = [
    ['prompt.submit', { prompt: 'hi', data: { files: ['a'] } }, { prompt: 'hi', files: ['a'] }],
    ['prompt.submit', { prompt: 'hi', data: { prompt: 'data wins' } }, { prompt: 'data wins' }],
    ['turn.start', { prompt: 'hi' }, { prompt: 'hi' }],
    ['model.before', { prompt: 'hi' }, { messages: [{ role: 'user', content: 'hi' }] }],
    ['subagent.start', { prompt: 'hi', data: { subagent: { name: 'x' } } }, { subagent: { name: 'x' }, task: 'hi' }],
    [
      'tool.after',
      { tool: 'read', input: { path: 'a' }, data: { result: 'text', durationMs: 5, taskKey: 'k' } },
      {
        call: { kind: 'read', nativeName: 'read', input: { path: 'a' } },
        result: { ok: true, text: 'text' },
        durationMs: 5,
        taskKey: 'k',
      },
    ],
    [
      'tool.after',
      { data: { result: { stdout: 'x', exitCode: 1, ok: false } } },
      { call: shell, result: { ok: false, text: '', stdout: 'x', exitCode: 1 } },
    ],
    [
      'tool.failure',
      { data: { error: 'e', result: 'r' } },
      { call: shell, error: 'e', result: { ok: false, text: 'r' } },
    ],
    [
      'tool.before',
      { data: { call: { id: 'c1', nativeName: 'Bash' } } },
      { call: { ...shell, id: 'c1', nativeName: 'Bash' } },
    ],
    ['task.create', { tool: 'deploy' }, { ability: { kind: 'ability_id', value: 'deploy' } }],
    [
      'session.end',
      { data: { changedFiles: ['a'], totalSteps: 3 } },
      { reason: 'other', changedFiles: ['a'], totalSteps: 3 },
    ],
    ['other', { data: { anything: [1], call: 2, result: 3 } }, { anything: [1], call: 2, result: 3 }],
  ];
  for (const [name, words, expected] of given)
    test(`${name} accepts ${JSON.stringify(words)}`, () => assert.deepEqual(fields(name, words), expected));

  test('base fields can be set by arguments and by data', () => {
    for (const name of ['tool.before', 'other'] as const) {
      const data = { sessionId: 's2', agent: { id: 'a' }, caller: 'ci_pipeline', model: 'm', nativeName: 'PreX' };
      const event = make(name, { sessionId: 's1', data });
      const { sessionId, agent, caller, model, nativeName } = event;
      assert.deepEqual({ sessionId, agent, caller, model, nativeName }, data);
      assert.equal(event.name, name);
    }
    assert.equal(make('turn.end', { sessionId: 's1' }).sessionId, 's1');
  });

  const wrong: [EventName, EventWords, RegExp][] = [
    ['session.start', { data: { sorce: 'x' } }, /session\.start: there is no field "sorce"; did you mean "source"/],
    ['turn.end', { data: { zzzzzzzz: 1 } }, /known: .*reason/],
    ['tool.after', { data: { durationMs: 'long' } }, /"durationMs" must be a number, got "long"/],
    ['agent.stop', { data: { stopHookActive: 1 } }, /"stopHookActive" must be true or false/],
    ['session.end', { data: { changedFiles: [1] } }, /"changedFiles" must be a list of strings/],
    ['prompt.submit', { data: { caller: 'me' } }, /"caller" must be one of ai_session/],
    ['tool.before', { data: { call: { kind: 'zap' } } }, /"call\.kind" must be one of shell/],
    ['tool.before', { data: { call: { input: 'x' } } }, /"call\.input" must be an object/],
    ['tool.before', { data: { raw: 1 } }, /no field "raw"/],
    ['other', { data: { recheck: true } }, /no field "recheck"/],
    ['tool.before', { tool: 'mcp' }, /mcp\.<server>\.<tool>/],
    ['session.start', { tool: 'shell' }, /--tool: session\.start has no tool call/],
    ['agent.stop', { input: {} }, /--input: agent\.stop has no tool call/],
    ['tool.before', { prompt: 'x' }, /--prompt: tool\.before has no prompt/],
  ];
  for (const [name, words, message] of wrong)
    test(`${name} refuses ${JSON.stringify(words)}`, () => refuses(() => make(name, words), message));

  test('__proto__ and constructor keys of JSON data are rejected as unknown fields', () => {
    for (const name of ['tool.before', 'other'] as const)
      refuses(() => make(name, { data: JSON.parse('{"__proto__":{"x":1}}') }), /no field "__proto__"/);
    refuses(() => make('tool.before', { data: { constructor: 1 } }), /no field "constructor"/);
  });

  test('every field of every event is validated', () => {
    for (const name of eventNames)
      for (const field of Object.keys({ ...baseFields, ...eventFields[name] }))
        refuses(() => make(name, { data: { [field]: null } }), new RegExp(`"${field}" must be`));
  });
});

describe('callOf', () => {
  for (const kind of Object.keys(toolKinds).filter((kind) => kind !== 'mcp'))
    test(`callOf accepts the kind ${kind} and keeps its input`, () => {
      const call = toolCallOf(kind, { any: 1 });
      assert.deepEqual([call.kind, call.nativeName, call.input['any']], [kind, kind, 1]);
    });

  test('mcp.server.tool is an MCP tool; any other unknown name is a tool of kind other', () => {
    const mcp = { server: 'git', tool: 'pull.all' };
    assert.deepEqual(toolCallOf('mcp.git.pull.all', { a: 1 }), {
      kind: 'mcp',
      nativeName: 'mcp.git.pull.all',
      mcp,
      input: { a: 1 },
    });
    assert.deepEqual(toolCallOf('Bash'), { kind: 'other', nativeName: 'Bash', input: {} });
    assert.deepEqual(toolCallOf('constructor'), { kind: 'other', nativeName: 'constructor', input: {} });
  });
});

describe('the canonical agent', () => {
  const context = { env: {}, cwd: '/p', now };

  test('decodes arguments, with the original payload as raw', () => {
    const payload = { event: 'tool.before', tool: 'shell', input: { command: 'ls' }, sessionId: 's1', cwd: '/q' };
    const event = canonical.decode(payload, context);
    assert.ok(hasCall(event));
    assert.deepEqual(event.call.input, { command: 'ls' });
    assert.deepEqual([event.name, event.sessionId, event.cwd], ['tool.before', 's1', '/q']);
    assert.equal(event.raw, payload);
    assert.equal(canonical.decode({}, { ...context, event: 'turn.end' }).name, 'turn.end');
  });

  test('rejects an unknown event, and a payload that is not an object', () => {
    refuses(() => canonical.decode({ event: 'tool.befor' }, context), /did you mean "tool.before"/, 'UNKNOWN_EVENT');
    refuses(() => canonical.decode({ event: 'constructor' }, context), /known events/, 'UNKNOWN_EVENT');
    refuses(() => canonical.decode([], context), /^anyhook: /, 'BAD_PAYLOAD');
  });

  test('supports every capability at every event', () => {
    for (const name of eventNames)
      for (const wish of verdictEffects) assert.equal(canonical.capabilities[name]?.[wish], 'exact');
  });

  const answers: [Partial<Verdict>, object, string, number][] = [
    [{}, { decision: 'pass' }, '', 0],
    [{ decision: 'ask', reason: 'r' }, { decision: 'ask', reason: 'r' }, '', 0],
    [{ decision: 'deny', reason: 'r', stop: 's' }, { decision: 'deny', reason: 'r', stop: 's' }, 'r', 2],
    [
      { context: ['c'], messages: ['m'], notes: ['n'], rewrite: { of: 'prompt', value: 'p' } },
      { decision: 'pass', rewrite: { of: 'prompt', value: 'p' }, context: ['c'], messages: ['m'], notes: ['n'] },
      '',
      0,
    ],
  ];
  for (const [verdict, body, stderr, exitCode] of answers)
    test(`encodes the verdict ${JSON.stringify(verdict)} unchanged`, () => {
      const wire = canonical.encode(make('tool.before'), { ...emptyVerdict, ...verdict }, context);
      assert.deepEqual({ ...wire, stdout: JSON.parse(wire.stdout) }, { stdout: body, stderr, exitCode });
    });
});
