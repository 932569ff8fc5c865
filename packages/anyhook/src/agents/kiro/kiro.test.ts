import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyVerdict, hasCall, type Verdict } from '@anyhook/core';
import { codecHarness } from '../../../test/support/agent-codec.js';
import { kiro } from './agent.js';

const { context, payloadOf, decode, plainAnswer: answer } = codecHarness(kiro);

type Fields = Record<string, unknown>;

const blocked = (reason: string) => ({ blocked: reason, stdout: '' });
const warned = (stderr: string) => ({ stdout: '', stderr });
const withStdout = (stdout: string) => ({ stdout, stderr: '' });
const noOutput = withStdout('');
const deny = { decision: 'deny', reason: 'no' } as const;
const ask = { decision: 'ask', reason: 'sure?' } as const;
const all: Partial<Verdict> = { ...deny, context: ['c'], messages: ['m'] };
const prompt = { of: 'prompt', value: 'better' } as const;

/** The same event in both versions. */
const pairs = {
  start: ['v2.agentSpawn', 'v3.SessionStart'],
  prompt: ['v2.userPromptSubmit', 'v3.UserPromptSubmit'],
  before: ['v2.preToolUse', 'v3.PreToolUse'],
  after: ['v2.postToolUse', 'v3.PostToolUse'],
  stop: ['v2.stop', 'v3.Stop'],
} as const;

describe('decode', () => {
  const fields: [readonly string[], Fields][] = [
    [pairs.start, { name: 'session.start' }],
    [pairs.prompt, { name: 'prompt.submit', prompt: 'please create out.txt' }],
    [pairs.stop, { name: 'agent.stop', response: 'All done.' }],
    [['v2.postToolUse'], { result: { ok: true, text: '# Project\n\nText' } }],
    [['v3.PostToolUse'], { result: { ok: true, text: 'hello\n' } }],
  ];
  for (const [files, expected] of fields)
    for (const file of files)
      test(`${file} is decoded with its event-specific fields`, () => {
        const event = decode(file) as unknown as Fields;
        for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
      });

  test('a response with success: false is a failure', () => {
    for (const file of pairs.after) {
      const event = decode(file, { tool_response: { success: false, result: ['no such file'] } });
      assert.ok(event.name === 'tool.failure');
      assert.deepEqual([event.error, event.result], ['no such file', { ok: false, text: 'no such file' }]);
    }
  });

  test('older versions send no session id', () => {
    const { session_id: _session, ...payload } = payloadOf('v2.preToolUse');
    assert.equal(kiro.decode(payload, context).sessionId, '');
  });

  const one = { operations: [{ mode: 'Line', path: '/a', start_line: 1 }] };
  const two = {
    operations: [
      { mode: 'Line', path: '/a' },
      { mode: 'Directory', path: '/b' },
    ],
  };
  const calls: [string, Fields, Fields][] = [
    ['execute_bash', { command: 'ls', summary: 's' }, { kind: 'shell', input: { command: 'ls', summary: 's' } }],
    ['shell', { command: 'ls' }, { kind: 'shell', input: { command: 'ls' } }],
    ['fs_read', one, { kind: 'read', input: { mode: 'Line', path: '/a', start_line: 1 } }],
    ['fs_read', two, { kind: 'read', input: { ...two, paths: ['/a', '/b'] } }],
    [
      'fs_read',
      { operations: [{ mode: 'Image', image_paths: ['/a'] }] },
      { kind: 'read', input: { operations: [{ mode: 'Image', image_paths: ['/a'] }] } },
    ],
    ['read', { path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    [
      'fs_write',
      { command: 'create', path: '/a', file_text: 'x' },
      { kind: 'write', input: { command: 'create', path: '/a', content: 'x' } },
    ],
    [
      'fs_write',
      { command: 'str_replace', path: '/a', old_str: 'x', new_str: 'y' },
      { kind: 'edit', input: { command: 'str_replace', path: '/a', oldText: 'x', newText: 'y' } },
    ],
    ['write', { path: '/a', content: 'x' }, { kind: 'write', input: { path: '/a', content: 'x' } }],
    [
      'str_replace',
      { path: '/a', old_str: 'x', new_str: 'y' },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y' } },
    ],
    ['glob', { pattern: '*.ts', path: '/a' }, { kind: 'list', input: { query: '*.ts', path: '/a' } }],
    ['grep', { pattern: 'x', path: '/a' }, { kind: 'search', input: { query: 'x', path: '/a' } }],
    ['web_fetch', { url: 'http://a' }, { kind: 'fetch', input: { url: 'http://a' } }],
    ['web_search', { query: 'q' }, { kind: 'websearch', input: { query: 'q' } }],
    ['todo_list', { todos: [] }, { kind: 'todo', input: { todos: [] } }],
    [
      '@postgres/query/all',
      { sql: 's' },
      { kind: 'mcp', mcp: { server: 'postgres', tool: 'query/all' }, input: { sql: 's' } },
    ],
    ['use_aws', { service_name: 's3' }, { kind: 'other', input: { service_name: 's3' } }],
  ];
  for (const [tool, input, expected] of calls)
    test(`${tool} ${JSON.stringify(input)} is decoded to ${expected['kind']}, and encoded back to the same input`, () => {
      const event = decode('v2.preToolUse', { tool_name: tool, tool_input: input });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, ...expected });
      assert.deepEqual(kiro.nativeInput(event, event.call.input), input);
    });
});

describe('encode', () => {
  const rewritten = "A hook replaced the user's prompt. Work on this text instead of what the user typed:\nbetter";
  const cases: [readonly string[], string, Partial<Verdict>, unknown][] = [
    [pairs.start, 'context as plain text', { context: ['a', 'b'], messages: ['m'] }, withStdout('a\n\nb')],
    [pairs.start, 'an unsupported deny as an empty answer', deny, noOutput],
    [pairs.prompt, 'context as plain text', { context: ['c'] }, withStdout('c')],
    [pairs.prompt, 'rewrite as context', { rewrite: prompt, context: ['c'] }, withStdout(`${rewritten}\n\nc`)],
    [pairs.before, 'deny with its context', all, blocked('no\n\nc')],
    [pairs.before, 'an unsupported ask as a deny', ask, blocked('sure?')],
    [pairs.before, 'allow as an empty answer', { decision: 'allow' }, noOutput],
    [pairs.before, 'context as an empty answer', { context: ['c'], messages: ['m'] }, noOutput],
    [pairs.after, 'a message as a warning', all, warned('m')],
    [[...pairs.after, ...pairs.stop], 'context and a stop as an empty answer', { context: ['c'], stop: 's' }, noOutput],
    [pairs.stop, 'a message as a warning', { messages: ['m', 'n'], context: ['c'] }, warned('m\nn')],
    [pairs.stop, 'a deny with its reason', all, blocked('no\n\nm')],
    [pairs.stop, 'a deny and a stop as the messages', { ...all, stop: 's' }, warned('m')],
    [['v3.PostFileSave', 'v3.PostFileCreate', 'v3.PostFileDelete'], 'everything as an empty answer', all, noOutput],
    [['v3.PreTaskExec', 'v3.PostTaskExec', 'v3.Manual'], 'everything as an empty answer', all, noOutput],
  ];
  for (const [files, what, verdict, expected] of cases)
    for (const file of files)
      test(`${file} encodes ${what}`, () => assert.deepEqual(answer(decode(file), verdict), expected));

  test('a warning does not exit with 0, because Kiro would ignore its stderr', () => {
    assert.equal(kiro.encode(decode('v3.Stop'), { ...emptyVerdict, messages: ['m'] }, context).exitCode, 1);
  });
});
