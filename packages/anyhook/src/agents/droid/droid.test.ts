import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Event, emptyVerdict, hasCall, type Verdict } from '@anyhook/core';
import { codecHarness } from '../../../test/support/agent-codec.js';
import { droid } from './agent.js';

const { context, payloadOf } = codecHarness(droid);

/** A recorded payload, or the fields that droid sends for an event that could not be recorded. */
const unrecorded: Record<string, Record<string, unknown>> = {
  UserPromptSubmit: { prompt: 'do it', has_images: false },
  SubagentStop: { task_name: 'reviewer', task_result: 'fine', stop_hook_active: false },
  PreCompact: { trigger: 'manual', custom_instructions: 'keep names', message_count: 3 },
  Notification: { message: 'needs you', notification_type: 'permission_prompt' },
};

function decode(native: string, more: Record<string, unknown> = {}): Event {
  const own = unrecorded[native];
  const base = own ? { ...payloadOf('PreToolUse'), ...own, hook_event_name: native } : payloadOf(native);
  return droid.decode({ ...base, ...more }, context);
}

const specificOutput = (hookEventName: string, fields: object) =>
  json({ hookSpecificOutput: { hookEventName, ...fields } });
const json = (body: object) => ({ stdout: JSON.stringify(body), stderr: '', exitCode: 0 });
const exit2 = (stderr: string) => ({ stdout: '', stderr, exitCode: 2 });
const nothing = { stdout: '', stderr: '', exitCode: 0 };

describe('decode', () => {
  const fields: [string, object][] = [
    ['SessionStart', { source: 'startup', permissionMode: 'off' }],
    ['SessionEnd', { reason: 'other', durationMs: 1741.94970703125 }],
    ['UserPromptSubmit', { prompt: 'do it' }],
    ['Stop', { stopHookActive: false, stepCount: 0 }],
    ['SubagentStop', { subagent: { name: 'reviewer' }, response: 'fine', stopHookActive: false }],
    ['PreCompact', { trigger: 'manual', instructions: 'keep names' }],
    ['Notification', { message: 'needs you', kind: 'permission_prompt' }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Record<string, unknown>;
      assert.equal(event['name'], droid.events[native]);
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  const patch = '*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch';
  const calls: [string, object, object][] = [
    ['Execute', { command: 'ls', summary: 's' }, { kind: 'shell', input: { command: 'ls', summary: 's' } }],
    ['Read', { file_path: '/a', offset: 1 }, { kind: 'read', input: { path: '/a', offset: 1 } }],
    ['Create', { file_path: '/a', content: 'x' }, { kind: 'write', input: { path: '/a', content: 'x' } }],
    [
      'Edit',
      { file_path: '/a', old_str: 'x', new_str: 'y', change_all: true },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y', change_all: true } },
    ],
    ['MultiEdit', { file_path: '/a', changes: [] }, { kind: 'edit', input: { path: '/a', changes: [] } }],
    ['ApplyPatch', { input: patch }, { kind: 'patch', input: { content: patch, paths: ['a.txt'] } }],
    ['LS', { directory_path: '/a' }, { kind: 'list', input: { path: '/a' } }],
    ['Glob', { patterns: ['*.ts'], folder: '/a' }, { kind: 'list', input: { query: ['*.ts'], path: '/a' } }],
    ['Grep', { pattern: 'x', path: '/a' }, { kind: 'search', input: { query: 'x', path: '/a' } }],
    ['FetchUrl', { url: 'http://a' }, { kind: 'fetch', input: { url: 'http://a' } }],
    ['WebSearch', { query: 'q' }, { kind: 'websearch', input: { query: 'q' } }],
    ['Task', { subagent_type: 't', prompt: 'p' }, { kind: 'task', input: { subagent_type: 't', prompt: 'p' } }],
    ['TodoWrite', { todos: '1. x' }, { kind: 'todo', input: { todos: '1. x' } }],
    ['AskUser', { questionnaire: 'q' }, { kind: 'other', input: { questionnaire: 'q' } }],
    ['mcp__s__t', { a: 1 }, { kind: 'mcp', mcp: { server: 's', tool: 't' }, input: { a: 1 } }],
  ];
  for (const [tool, input, expected] of calls)
    test(`${tool} is decoded to canonical fields, and encoded back to the same input`, () => {
      const event = decode('PreToolUse', { tool_name: tool, tool_input: input });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, ...expected });
      assert.deepEqual(droid.nativeInput(event, event.call.input), input);
    });

  test('the start of a subagent names its parent session', () => {
    assert.equal(decode('SessionStart', { calling_session_id: 'parent' }).parentSessionId, 'parent');
    assert.equal('parentSessionId' in decode('SessionStart'), false);
  });

  test('every tool of the table has a test above', () => {
    assert.deepEqual(
      Object.keys(droid.tools).filter((name) => !calls.some(([tool]) => tool === name)),
      [],
    );
  });

  const results: [unknown, object][] = [
    ['ran\n\n\n[Process exited with code 0]', { ok: true, exitCode: 0 }],
    ['oops\n\n[Process exited with code 7]', { ok: false, exitCode: 7 }],
    ['[Process exited with code 7] is what it printed', { ok: true }],
    [{ any: 1 }, { ok: true }],
    [undefined, { ok: true }],
  ];
  for (const [response, expected] of results)
    test(`reads the tool response ${JSON.stringify(response)}`, () => {
      const event = decode('PostToolUse', { tool_response: response });
      assert.ok(event.name === 'tool.after');
      const text = typeof response === 'string' ? response : response === undefined ? '' : JSON.stringify(response);
      assert.deepEqual(event.result, { text, ...expected });
    });
});

describe('encode', () => {
  const deny = { decision: 'deny', reason: 'no' } as const;
  const rewrite = { of: 'input', value: { command: 'ls -h' } } as const;
  const whole = { ...(payloadOf('PreToolUse')['tool_input'] as object), command: 'ls -h' };
  const halted = json({ continue: false, stopReason: 'enough' });
  const cases: [string, string, Partial<Verdict>, object][] = [
    ['SessionStart', 'context', { context: ['c'] }, specificOutput('SessionStart', { additionalContext: 'c' })],
    ['SessionStart', 'an unsupported deny as an empty answer', deny, nothing],
    ['UserPromptSubmit', 'deny', { ...deny, context: ['c'] }, exit2('no')],
    ['UserPromptSubmit', 'stop, which wins over a deny', { ...deny, stop: 'enough' }, halted],
    ['UserPromptSubmit', 'context', { context: ['c'] }, specificOutput('UserPromptSubmit', { additionalContext: 'c' })],
    [
      'UserPromptSubmit',
      'rewrite',
      { rewrite: { of: 'prompt', value: 'better' } },
      specificOutput('UserPromptSubmit', { updatedInput: { prompt: 'better' } }),
    ],
    ['PreToolUse', 'deny', { ...deny, rewrite }, exit2('no')],
    ['PreToolUse', 'deny without a reason', { decision: 'deny' }, exit2('Blocked by a hook that gave no reason.')],
    ['PreToolUse', 'an unsupported ask as a deny', { decision: 'ask', reason: 'sure?' }, exit2('sure?')],
    [
      'PreToolUse',
      'allow',
      { decision: 'allow', reason: 'fine' },
      specificOutput('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'fine' }),
    ],
    [
      'PreToolUse',
      'rewrite, whole and without an allow',
      { rewrite },
      specificOutput('PreToolUse', { updatedInput: whole }),
    ],
    ['PreToolUse', 'stop', { stop: 'enough' }, halted],
    ['PreToolUse', 'context and message as an empty answer', { context: ['c'], messages: ['m'] }, nothing],
    ['PostToolUse', 'deny', { ...deny, context: ['c'] }, exit2('no\n\nc')],
    [
      'PostToolUse',
      'deny with a message, as context',
      { ...deny, messages: ['m'] },
      json({ systemMessage: 'm', hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'no' } }),
    ],
    ['PostToolUse', 'context', { context: ['c'] }, specificOutput('PostToolUse', { additionalContext: 'c' })],
    ['PostToolUse', 'message', { messages: ['n'], notes: ['x'] }, json({ systemMessage: 'n' })],
    ['PostToolUse', 'stop', { ...deny, stop: 'enough' }, halted],
    ['Stop', 'deny', { ...deny, context: ['c'] }, json({ decision: 'block', reason: 'no\n\nc' })],
    [
      'Stop',
      'deny and message',
      { ...deny, messages: ['m'] },
      json({ decision: 'block', reason: 'no', systemMessage: 'm' }),
    ],
    ['Stop', 'context as a message to the user', { context: ['c'] }, json({ systemMessage: 'c' })],
    ['Stop', 'stop, which wins over a deny', { ...deny, stop: 'enough' }, halted],
    ['PreCompact', 'deny', deny, exit2('no')],
    ['PreCompact', 'context as an empty answer', { context: ['c'] }, nothing],
    ...['SessionEnd', 'SubagentStop', 'Notification'].map((native): [string, string, Partial<Verdict>, object] => [
      native,
      'every effect as an empty answer',
      { ...deny, context: ['c'], messages: ['m'], stop: 's' },
      nothing,
    ]),
  ];
  for (const [native, what, verdict, expected] of cases)
    test(`${native} encodes ${what}`, () =>
      assert.deepEqual(droid.encode(decode(native), { ...emptyVerdict, ...verdict }, context), expected));
});
