import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { type Event, hasCall } from '@anyhook/core';
import { codecHarness } from '../../../test/support/agent-codec.js';
import { opencode } from './agent.js';

const { context, payloadOf, decode, answer } = codecHarness(opencode);

type Fields = Record<string, unknown>;

const busEvent = (type: string, properties: Fields, more: Fields = {}): Event =>
  opencode.decode({ hook: `event.${type}`, event: { type, properties }, ...more }, context);

describe('decode', () => {
  const fields: [string, Fields][] = [
    ['event.session.created', { source: 'startup', cwd: '/home/dev/project' }],
    ['chat.message', { prompt: '"do the task"', model: 'mock/scripted' }],
    ['experimental.text.complete', { name: 'agent.stop', response: 'All done.' }],
    ['event.session.idle', { name: 'agent.done' }],
    ['event.session.error', { level: 'error', kind: 'MessageAbortedError', message: 'Aborted' }],
    ['shell.env', { name: 'other', cwd: '/home/dev/project', output: { env: {} } }],
    ['event.todo.updated', { name: 'other', event: payloadOf('event.todo.updated')['event'] }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Fields;
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  test('the messages of a model call have their parts as content', () => {
    const event = decode('experimental.chat.messages.transform');
    assert.ok(event.name === 'model.before');
    const [first] = (payloadOf('experimental.chat.messages.transform')['output'] as { messages: { parts: unknown }[] })
      .messages;
    assert.deepEqual(event.messages, [{ role: 'user', content: first?.parts }]);
  });

  test('the plugin reports the folder, whether a hook kept the agent working, and the parent session', () => {
    const event = decode('experimental.text.complete', { directory: '/elsewhere', stopHookActive: true });
    assert.deepEqual([event.cwd, event.name === 'agent.stop' && event.stopHookActive], ['/elsewhere', true]);
    const inside = decode('tool.execute.before', { parentID: 'ses_parent' });
    const child = 'ses_e21e0f693ffejIWmaE7YD0w03Y';
    assert.deepEqual([inside.sessionId, inside.parentSessionId, inside.agent], [child, 'ses_parent', { id: child }]);
  });

  test('a session that existed before is resumed', () => {
    const event = decode('event.session.created', { resumed: true });
    assert.ok(event.name === 'session.start');
    assert.equal(event.source, 'resume');
  });

  test("an MCP tool's contents are joined as its text", () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ];
    const event = decode('tool.execute.after', { output: { content } });
    assert.ok(event.name === 'tool.after');
    assert.equal(event.result.text, 'one\ntwo');
  });

  test("a subagent's start and end belong to its parent session", () => {
    const info = { id: 'ses_child', parentID: 'ses_parent', agent: 'explore', title: 'look', directory: '/p' };
    const start = busEvent('session.created', { sessionID: 'ses_child', info });
    assert.ok(start.name === 'subagent.start');
    const subagent = { id: 'ses_child', name: 'explore', type: 'explore' };
    assert.deepEqual([start.sessionId, start.subagent, start.task], ['ses_parent', subagent, 'look']);
    assert.equal(start.agent, undefined);
    const end = busEvent('session.idle', { sessionID: 'ses_child' }, { parentID: 'ses_parent' });
    assert.ok(end.name === 'subagent.stop');
    assert.deepEqual([end.sessionId, end.subagent], ['ses_parent', { id: 'ses_child' }]);
    assert.equal(decode('experimental.text.complete', { parentID: 'ses_parent' }).name, 'other');
  });

  test('the parent of a message is not a session', () => {
    const info = { id: 'msg_2', parentID: 'msg_1', role: 'assistant' };
    const event = busEvent('message.updated', { sessionID: 'ses_1', info });
    assert.deepEqual(
      [event.name, event.sessionId, event.parentSessionId, event.agent],
      ['other', 'ses_1', undefined, undefined],
    );
  });

  const ends: [string, Fields, string][] = [
    ['dispose', { input: { sessionID: 'ses_1' } }, 'exit'],
    ['event.session.deleted', { event: { type: 'session.deleted', properties: { info: { id: 'ses_1' } } } }, 'deleted'],
  ];
  for (const [hook, more, reason] of ends)
    test(`${hook} ends a session`, () => {
      const event = opencode.decode({ hook, ...more }, context);
      assert.ok(event.name === 'session.end');
      assert.deepEqual([event.sessionId, event.reason], ['ses_1', reason]);
    });

  test('a bus event is recognized by its type if the hook passes no name', () => {
    const event = opencode.decode({ event: { type: 'session.idle', properties: { sessionID: 'ses_1' } } }, context);
    assert.deepEqual([event.name, event.nativeName, event.sessionId], ['agent.done', 'event.session.idle', 'ses_1']);
  });

  const parts: [string, Fields, string][] = [
    [
      'a tool that threw',
      {
        type: 'tool',
        tool: 'read',
        callID: 'c',
        state: { status: 'error', input: { filePath: '/x' }, error: 'no such file' },
      },
      'tool.failure',
    ],
    ['a tool that runs', { type: 'tool', tool: 'read', state: { status: 'running', input: {} } }, 'other'],
    ['a step that stops', { type: 'step-finish', reason: 'stop' }, 'agent.stop'],
    ['a step that calls a tool', { type: 'step-finish', reason: 'tool-calls' }, 'other'],
    ['a text part', { type: 'text', text: 'x' }, 'other'],
  ];
  for (const [what, part, name] of parts)
    test(`message.part.updated with ${what} is decoded to ${name}`, () => {
      const event = busEvent('message.part.updated', { sessionID: 'ses_1', part });
      assert.equal(event.name, name);
      if (event.name !== 'tool.failure') return;
      assert.deepEqual(event.call, { kind: 'read', nativeName: 'read', id: 'c', input: { path: '/x' } });
      assert.deepEqual([event.error, event.result], ['no such file', { ok: false, text: 'no such file' }]);
    });

  test('a finished tool has its output and exit code; a non-zero exit code is a failure', () => {
    const done = decode('tool.execute.after');
    assert.ok(done.name === 'tool.after');
    assert.deepEqual(done.result, { ok: true, text: 'mutated\n', exitCode: 0 });
    const failed = decode('tool.execute.after', { output: { output: 'oops', metadata: { exit: 3 } } });
    assert.ok(failed.name === 'tool.failure');
    assert.deepEqual([failed.error, failed.result], ['oops', { ok: false, text: 'oops', exitCode: 3 }]);
  });

  test('a permission request has what the event says about the call, and all of it if the plugin adds it', () => {
    const asked = decode('event.permission.asked');
    assert.ok(asked.name === 'tool.permission');
    assert.deepEqual([asked.call.nativeName, asked.call.id], ['external_directory', 'call_2_0']);
    assert.equal(asked.call.input['filePath'], '/nonexistent/x');
    const bash = busEvent('permission.asked', { permission: 'bash', patterns: ['rm -rf x'], metadata: {} });
    assert.ok(bash.name === 'tool.permission');
    assert.deepEqual([bash.call.kind, bash.call.input['command']], ['shell', 'rm -rf x']);
    const known = decode('event.permission.asked', { call: { tool: 'read', args: { filePath: '/nonexistent/x' } } });
    assert.ok(known.name === 'tool.permission');
    assert.deepEqual(known.call, {
      kind: 'read',
      nativeName: 'read',
      id: 'call_2_0',
      input: { path: '/nonexistent/x' },
    });
  });

  const patchText = '*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch';
  const patch = { kind: 'patch', input: { content: patchText, paths: ['a.txt'] } };
  const calls: [string, Fields, Fields, Fields?][] = [
    ['bash', { command: 'ls', description: 'd' }, { kind: 'shell', input: { command: 'ls', description: 'd' } }],
    ['read', { filePath: 'a', offset: 1 }, { kind: 'read', input: { path: 'a', offset: 1 } }],
    ['write', { filePath: 'a', content: 'x' }, { kind: 'write', input: { path: 'a', content: 'x' } }],
    [
      'edit',
      { filePath: 'a', oldString: 'x', newString: 'y', replaceAll: true },
      { kind: 'edit', input: { path: 'a', oldText: 'x', newText: 'y', replaceAll: true } },
    ],
    ['multiedit', { filePath: 'a', edits: [] }, { kind: 'edit', input: { path: 'a', edits: [] } }],
    ['apply_patch', { patchText }, patch],
    ['patch', { patchText }, patch],
    ['list', { path: 'a' }, { kind: 'list', input: { path: 'a' } }],
    ['glob', { pattern: '*.ts', path: 'a' }, { kind: 'list', input: { query: '*.ts', path: 'a' } }],
    ['grep', { pattern: 'x', include: '*.ts' }, { kind: 'search', input: { query: 'x', include: '*.ts' } }],
    ['webfetch', { url: 'http://a', format: 'text' }, { kind: 'fetch', input: { url: 'http://a', format: 'text' } }],
    ['websearch', { query: 'q' }, { kind: 'websearch', input: { query: 'q' } }],
    ['task', { prompt: 'p', subagent_type: 's' }, { kind: 'task', input: { prompt: 'p', subagent_type: 's' } }],
    ['todowrite', { todos: [] }, { kind: 'todo', input: { todos: [] } }],
    ['todoread', {}, { kind: 'todo', input: {} }],
    [
      'my_server_ping_it',
      { x: 1 },
      { kind: 'mcp', mcp: { server: 'my_server', tool: 'ping_it' }, input: { x: 1 } },
      { mcpServers: ['my', 'my_server', 5] },
    ],
    ['my_server_ping_it', { x: 1 }, { kind: 'other', input: { x: 1 } }],
    ['my_', { x: 1 }, { kind: 'other', input: { x: 1 } }, { mcpServers: ['my'] }],
    ['invalid', { tool: 'nope', error: 'e' }, { kind: 'other', input: { tool: 'nope', error: 'e' } }],
  ];
  for (const [tool, args, expected, more] of calls)
    test(`${tool} ${JSON.stringify(args)} is decoded to ${expected['kind']}, and encoded back to the same arguments`, () => {
      const event = decode('tool.execute.before', { input: { tool, sessionID: 's' }, output: { args }, ...more });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, ...expected });
      assert.deepEqual(opencode.nativeInput(event, event.call.input), args);
    });
});

describe('encode', () => {
  const deny = { decision: 'deny', reason: 'no' } as const;
  const all: Partial<Verdict> = { ...deny, context: ['c'], messages: ['m'] };
  const rewrite = { of: 'input', value: { command: 'ls -h' } } as const;
  const exact = 'Answer with exactly the text below and nothing else. It is the summary of the conversation.\n\nshort';
  const cases: [string, string, Partial<Verdict>, unknown][] = [
    [
      'event.session.created',
      'context and messages',
      { context: ['c'], messages: ['m', 'l'], notes: ['n'] },
      { context: ['c'], messages: ['m', 'l'] },
    ],
    ['chat.message', 'deny, which leaves context out', all, { deny: 'no', messages: ['m'] }],
    [
      'chat.message',
      'a deny without a reason',
      { decision: 'deny' },
      { deny: 'Blocked by a hook that gave no reason.' },
    ],
    [
      'chat.message',
      'rewrite and context',
      { rewrite: { of: 'prompt', value: 'better' }, context: ['c'] },
      { prompt: 'better', context: ['c'] },
    ],
    ['chat.message', 'an emptied prompt', { rewrite: { of: 'prompt', value: '' } }, { prompt: '' }],
    ['chat.message', 'stop', { stop: '' }, { stop: 'A hook stopped the agent.' }],
    ['tool.execute.before', 'deny with its context', all, { deny: 'no\n\nc', messages: ['m'] }],
    ['tool.execute.before', 'deny, which leaves a rewrite out', { ...deny, rewrite }, { deny: 'no' }],
    ['tool.execute.before', 'an unsupported ask as a deny', { decision: 'ask', reason: 'sure?' }, { deny: 'sure?' }],
    ['tool.execute.before', 'allow, for the question that follows', { decision: 'allow' }, { allow: true }],
    [
      'event.session.created',
      'deny and stop',
      { ...all, stop: 's' },
      { deny: 'no', stop: 's', context: ['c'], messages: ['m'] },
    ],
    [
      'tool.execute.before',
      'rewrite, whole',
      { rewrite, context: ['c'] },
      { input: { command: 'ls -h', description: 'scripted' }, context: ['c'] },
    ],
    ['tool.execute.before', 'deny and stop', { ...deny, stop: 'enough' }, { deny: 'no', stop: 'enough' }],
    ['event.permission.asked', 'deny', all, { deny: 'no', messages: ['m'] }],
    ['event.permission.asked', 'allow', { decision: 'allow' }, { allow: true }],
    [
      'event.permission.asked',
      'no decision as an empty answer, which leaves it to the user',
      { context: ['c'] },
      undefined,
    ],
    ['tool.execute.after', 'deny as text after the output', all, { context: ['no', 'c'], messages: ['m'] }],
    [
      'tool.execute.after',
      'rewrite and context',
      { rewrite: { of: 'output', value: '' }, context: ['c'] },
      { output: '', context: ['c'] },
    ],
    ['tool.execute.after', 'stop', { stop: 'enough' }, { stop: 'enough' }],
    ['experimental.text.complete', 'deny as the next prompt', all, { continue: 'no\n\nc', messages: ['m'] }],
    [
      'experimental.text.complete',
      'stop, which wins over a deny',
      { ...deny, stop: 'enough' },
      { messages: ['enough'] },
    ],
    ['experimental.text.complete', 'context as a message to the user', { context: ['c'] }, { messages: ['c'] }],
    ['experimental.session.compacting', 'deny', all, { deny: 'no', messages: ['m'] }],
    ['experimental.session.compacting', 'context', { context: ['c'] }, { context: ['c'] }],
    [
      'experimental.session.compacting',
      'a summary as an instruction',
      { rewrite: { of: 'summary', value: 'short' } },
      { prompt: exact },
    ],
    ...['event.session.idle', 'event.session.compacted', 'event.session.error'].map(
      (native): [string, string, Partial<Verdict>, unknown] => [
        native,
        'messages only',
        { ...all, stop: 's' },
        { messages: ['m'] },
      ],
    ),
    ...['event.session.diff', 'chat.params', 'command.execute.before'].map(
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

  test('a subagent start accepts a deny and context, a subagent stop only messages', () => {
    const start = busEvent('session.created', { info: { id: 'c', parentID: 'p' } });
    assert.deepEqual(answer(start, all), { deny: 'no', context: ['c'], messages: ['m'] });
    const end = busEvent('session.idle', { sessionID: 'c' }, { parentID: 'p' });
    assert.deepEqual(answer(end, all), { messages: ['m'] });
  });

  test('unchanged messages keep their form, rewritten ones get a new text, and messages can be added or removed', () => {
    const own = [
      { info: { role: 'user', id: 'm1' }, parts: [{ type: 'text', text: 'a', id: 'p1' }] },
      {
        info: { role: 'assistant', id: 'm2' },
        parts: [
          { type: 'tool', id: 'p2' },
          { type: 'text', text: 'b', id: 'p3' },
        ],
      },
      { info: { role: 'user', id: 'm3' }, parts: [{ type: 'text', text: 'c', id: 'p4' }] },
    ];
    const event = opencode.decode(
      { hook: 'experimental.chat.messages.transform', input: {}, output: { messages: own } },
      context,
    );
    assert.ok(event.name === 'model.before');
    const value = [
      { role: 'user', content: structuredClone(own[0]?.parts) },
      { role: 'assistant', content: 'B' },
      { role: 'system', content: 'new' },
    ];
    assert.deepEqual(answer(event, { rewrite: { of: 'messages', value } }), {
      history: [
        own[0],
        {
          info: { role: 'assistant', id: 'm2' },
          parts: [
            { type: 'text', text: 'B', id: 'p3' },
            { type: 'tool', id: 'p2' },
          ],
        },
        { info: { role: 'system' }, parts: [{ type: 'text', text: 'new' }] },
      ],
    });
    assert.deepEqual(answer(event, { rewrite: { of: 'messages', value: [] } }), { history: [] });
  });
});
