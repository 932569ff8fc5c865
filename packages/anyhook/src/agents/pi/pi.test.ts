import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { type Event, hasCall } from '@anyhook/core';
import { codecHarness } from '../../../test/support/agent-codec.js';
import { pi } from './agent.js';

const { context, payloadOf, answer } = codecHarness(pi);

type Fields = Record<string, unknown>;

/** Decodes a recorded payload with replaced event fields, and with fields added next to the event. */
const decode = (native: string, event: Fields = {}, more: Fields = {}): Event => {
  const payload = payloadOf(native);
  return pi.decode({ ...payload, event: { ...(payload['event'] as Fields), ...event }, ...more }, context);
};

describe('decode', () => {
  const sessionFile = (payloadOf('tool_call')['ctx'] as Fields)['sessionFile'];
  const done = { stopReason: 'completed', response: 'All done.' };
  const fields: [string, Fields][] = [
    ['session_start', { source: 'startup', transcriptPath: sessionFile, model: 'mock/scripted' }],
    ['session_shutdown', { reason: 'quit' }],
    ['input', { prompt: 'do the task' }],
    ['turn_end', { reason: 'completed' }],
    ['context', { messages: [{ role: 'user', content: [{ type: 'text', text: 'do the task' }] }] }],
    ['agent_before_settle', done],
    ['agent_end', { ...done, stopReason: 'stop' }],
    ['session_before_compact', { trigger: 'threshold', inputTokens: 97531 }],
    [
      'session_compact',
      {
        trigger: 'threshold',
        inputTokens: 97531,
        summary: 'No prior history.\n\n---\n\n**Turn Context (split turn):**\n\nSUMMARY-BY-MODEL',
      },
    ],
    ['ui_prompt_start', { kind: 'confirm', message: 'Allow?' }],
    ['user_bash', { name: 'other', event: payloadOf('user_bash')['event'] }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Fields;
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  test("only an assistant's message is decoded as a model answer", () => {
    const content = [{ type: 'text', text: 'Hello' }];
    const event = decode('message_end', { message: { role: 'assistant', content } });
    assert.ok(event.name === 'model.after');
    assert.equal(event.response, 'Hello');
    assert.equal(decode('message_end', { message: { role: 'user', content } }).name, 'other');
  });

  test('the extension reports whether a hook kept the agent working', () => {
    const event = decode('agent_before_settle', {}, { stopHookActive: true });
    assert.ok(event.name === 'agent.stop');
    assert.equal(event.stopHookActive, true);
  });

  const session = (payloadOf('tool_call')['ctx'] as Fields)['sessionId'];
  const child = { id: session };

  test('events inside a subagent name the parent session; its start and stop belong to the parent', () => {
    const call = decode('tool_call', {}, { parentID: 'parent' });
    assert.deepEqual([call.sessionId, call.parentSessionId, call.agent], [session, 'parent', child]);
    const start = decode('session_start', {}, { parentID: 'parent' });
    assert.ok(start.name === 'subagent.start');
    assert.deepEqual([start.sessionId, start.parentSessionId, start.subagent], ['parent', undefined, child]);
    for (const native of ['agent_before_settle', 'agent_end']) {
      const stop = decode(native, {}, { parentID: 'parent', stopHookActive: false });
      assert.ok(stop.name === 'subagent.stop');
      assert.deepEqual([stop.sessionId, stop.subagent, stop.stopHookActive], ['parent', child, false]);
      assert.equal(stop.response, 'All done.');
    }
  });

  for (const native of ['input', 'agent_settled', 'session_shutdown'])
    test(`${native} of a subagent is other, because a subagent has no user`, () =>
      assert.equal(decode(native, {}, { parentID: 'parent' }).name, 'other'));

  test('a finished tool has its text; a failed one is a failure', () => {
    const done = decode('tool_result');
    assert.ok(done.name === 'tool.after');
    assert.deepEqual(done.result, { ok: true, text: 'hello\n' });
    const failed = decode('tool_result', { isError: true, content: [{ type: 'text', text: 'exit 1' }] });
    assert.ok(failed.name === 'tool.failure');
    assert.deepEqual([failed.error, failed.result], ['exit 1', { ok: false, text: 'exit 1' }]);
  });

  const calls: [string, Fields, Fields][] = [
    ['bash', { command: 'ls', timeout: 5 }, { kind: 'shell', input: { command: 'ls', timeout: 5 } }],
    ['powershell', { command: 'ls' }, { kind: 'shell', input: { command: 'ls' } }],
    ['read', { path: 'a', offset: 1 }, { kind: 'read', input: { path: 'a', offset: 1 } }],
    ['write', { path: 'a', content: 'x' }, { kind: 'write', input: { path: 'a', content: 'x' } }],
    [
      'edit',
      { path: 'a', edits: [{ oldText: 'x', newText: 'y' }] },
      { kind: 'edit', input: { path: 'a', oldText: 'x', newText: 'y' } },
    ],
    [
      'edit',
      {
        path: 'a',
        edits: [
          { oldText: 'x', newText: 'y' },
          { oldText: 'v', newText: 'w' },
        ],
      },
      {
        kind: 'edit',
        input: {
          path: 'a',
          edits: [
            { oldText: 'x', newText: 'y' },
            { oldText: 'v', newText: 'w' },
          ],
        },
      },
    ],
    [
      'edit',
      { path: 'a', edits: [{ oldText: 'x', newText: 'y', more: 1 }] },
      { kind: 'edit', input: { path: 'a', edits: [{ oldText: 'x', newText: 'y', more: 1 }] } },
    ],
    [
      'edit',
      { path: 'a', oldText: 'x', newText: 'y' },
      { kind: 'edit', input: { path: 'a', oldText: 'x', newText: 'y' } },
    ],
    ['ls', { path: 'a' }, { kind: 'list', input: { path: 'a' } }],
    ['find', { pattern: '*.ts', path: 'a' }, { kind: 'list', input: { query: '*.ts', path: 'a' } }],
    ['grep', { pattern: 'x', path: 'a', glob: '*' }, { kind: 'search', input: { query: 'x', path: 'a', glob: '*' } }],
    ['probe_tool', { x: '1' }, { kind: 'other', input: { x: '1' } }],
  ];
  for (const [toolName, input, expected] of calls)
    test(`${toolName} ${JSON.stringify(input)} is decoded to ${expected['kind']}, and encoded back to the same input`, () => {
      const event = decode('tool_call', { toolName, input });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: toolName, id: 'call_1_0', ...expected });
      assert.deepEqual(pi.nativeInput(event, event.call.input), input);
    });

  test('a rewritten text of a single edit is written back to the edit list', () => {
    const event = decode('tool_call', {
      toolName: 'edit',
      input: { path: 'a', edits: [{ oldText: 'x', newText: 'y' }] },
    });
    assert.ok(hasCall(event));
    const after = pi.nativeInput(event, { ...event.call.input, newText: 'z' });
    assert.deepEqual(after, { path: 'a', edits: [{ oldText: 'x', newText: 'z' }] });
  });
});

describe('encode', () => {
  const deny = { decision: 'deny', reason: 'no' } as const;
  const all: Partial<Verdict> = { ...deny, context: ['c'], messages: ['m'] };
  const rewrite = { of: 'input', value: { command: 'ls -h' } } as const;
  const ask = { decision: 'ask', reason: 'sure?' } as const;
  const cases: [string, string, Partial<Verdict>, unknown][] = [
    [
      'session_start',
      'context and messages',
      { context: ['c'], messages: ['m', 'l'], notes: ['n'] },
      { context: ['c'], messages: ['m', 'l'] },
    ],
    ['session_start', 'deny', all, { deny: 'no', context: ['c'], messages: ['m'] }],
    ['session_start', 'stop', { stop: '' }, { stop: 'A hook stopped the agent.' }],
    ['context', 'deny', { ...deny, messages: ['m'] }, { deny: 'no', messages: ['m'] }],
    ['context', 'stop', { stop: 'enough' }, { stop: 'enough' }],
    ['input', 'deny', all, { deny: 'no', messages: ['m'] }],
    [
      'input',
      'rewrite and context',
      { rewrite: { of: 'prompt', value: 'better' }, context: ['c'] },
      { prompt: 'better', context: ['c'] },
    ],
    ['input', 'stop', { stop: 'enough' }, { stop: 'enough' }],
    ['turn_start', 'context', { context: ['c'] }, { context: ['c'] }],
    ['tool_call', 'deny with its context', all, { deny: 'no\n\nc', messages: ['m'] }],
    ['tool_call', 'an ask without an interface, as a deny', ask, { deny: 'sure?' }],
    ['tool_call', 'allow as an empty answer', { decision: 'allow' }, undefined],
    ['tool_call', 'rewrite, whole', { rewrite, context: ['c'] }, { input: { command: 'ls -h' }, context: ['c'] }],
    ['tool_call', 'stop', { stop: 'enough' }, { stop: 'enough' }],
    ['tool_result', 'deny as text after the output', all, { context: ['no', 'c'], messages: ['m'] }],
    ['tool_result', 'rewrite', { rewrite: { of: 'output', value: 'clean' } }, { output: 'clean' }],
    ['tool_result', 'stop', { stop: 'enough' }, { stop: 'enough' }],
    ...['agent_before_settle', 'agent_end'].flatMap((native): [string, string, Partial<Verdict>, unknown][] => [
      [native, 'deny as the next prompt', all, { continue: 'no\n\nc', messages: ['m'] }],
      [native, 'stop, which wins over a deny', { ...deny, stop: 'enough' }, { messages: ['enough'] }],
      [native, 'context as a message to the user', { context: ['c'] }, { messages: ['c'] }],
    ]),
    ['session_before_compact', 'deny', all, { deny: 'no', messages: ['m'] }],
    [
      'session_before_compact',
      'a summary, without context',
      { rewrite: { of: 'summary', value: 's' }, context: ['c'] },
      { summary: 's' },
    ],
    ...['turn_end', 'agent_settled', 'session_compact', 'ui_prompt_start'].map(
      (native): [string, string, Partial<Verdict>, unknown] => [
        native,
        'messages only',
        { ...all, stop: 's' },
        { messages: ['m'] },
      ],
    ),
    ...['session_shutdown', 'user_bash', 'message_end', 'project_trust'].map(
      (native): [string, string, Partial<Verdict>, unknown] => [
        native,
        'every effect as an empty answer',
        { ...all, stop: 's' },
        undefined,
      ],
    ),
  ];
  for (const [native, what, verdict, expected] of cases)
    test(`${native} encodes ${what}`, () => assert.deepEqual(answer(decode(native), verdict), expected));

  test('an ask becomes a question if a user can answer, with the rewritten input', () => {
    const event = decode('tool_call', {}, { ctx: { hasUI: true } });
    assert.deepEqual(answer(event, { ...ask, rewrite }), { ask: 'sure?', input: { command: 'ls -h' } });
  });

  test('a subagent can be refused, given context and kept working', () => {
    const ofChild = (native: string) => decode(native, {}, { parentID: 'parent' });
    assert.deepEqual(answer(ofChild('session_start'), all), { deny: 'no', context: ['c'], messages: ['m'] });
    assert.deepEqual(answer(ofChild('agent_before_settle'), deny), { continue: 'no' });
  });

  test('a failed tool can be given feedback and context', () => {
    assert.deepEqual(answer(decode('tool_result', { isError: true }), all), { context: ['no', 'c'], messages: ['m'] });
  });

  test('unchanged messages keep their form, and rewritten ones are built from the message they replace', () => {
    const own = [
      { role: 'user', content: [{ type: 'text', text: 'a' }], timestamp: 1 },
      { role: 'toolResult', toolCallId: 'c', content: [{ type: 'text', text: 'secret' }], timestamp: 2 },
    ];
    const event = decode('context', { messages: own });
    const value = [
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      { role: 'toolResult', content: 'hidden' },
      { role: 'user', content: [{ type: 'text', text: 'more' }] },
    ];
    assert.deepEqual(answer(event, { rewrite: { of: 'messages', value } }), {
      history: [
        own[0],
        { role: 'toolResult', toolCallId: 'c', content: [{ type: 'text', text: 'hidden' }], timestamp: 2 },
        { role: 'user', content: [{ type: 'text', text: 'more' }] },
      ],
    });
  });
});
