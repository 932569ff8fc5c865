import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { type Event, hasCall } from '@anyhook/core';
import { codecHarness, hookSpecific } from '../../../test/support/agent-codec.js';
import { qwen } from './agent.js';

const { context, payloadOf, answer } = codecHarness(qwen);

/** Documented payload fields of events that could not be recorded. */
const unrecorded: Record<string, Record<string, unknown>> = {
  SessionEnd: { reason: 'logout' },
  PermissionRequest: { tool_name: 'run_shell_command', tool_input: { command: 'ls' }, permission_suggestions: [] },
  StopFailure: { error: 'rate_limit', error_details: 'too many requests' },
  PreCompact: { trigger: 'auto', custom_instructions: 'keep names' },
  PostCompact: { trigger: 'auto', compact_summary: 'short' },
  PermissionDenied: { tool_name: 'edit', reason: 'risky' },
  SessionDelete: { deleted_session_id: 'gone' },
};

function decode(native: string, more: Record<string, unknown> = {}): Event {
  const extra = unrecorded[native];
  const base = extra ? { ...payloadOf('SessionStart'), ...extra, hook_event_name: native } : payloadOf(native);
  return qwen.decode({ ...base, ...more }, context);
}

describe('decode', () => {
  const fields: [string, object][] = [
    [
      'SessionStart',
      { source: 'startup', model: 'mock', permissionMode: 'yolo', timestamp: '2026-11-15T07:31:47.922Z' },
    ],
    ['SessionEnd', { reason: 'logout' }],
    ['UserPromptSubmit', { prompt: 'please create out.txt' }],
    ['Stop', { response: 'FINAL ok', stopHookActive: false }],
    ['StopFailure', { level: 'error', message: 'too many requests', kind: 'rate_limit' }],
    [
      'SubagentStart',
      { subagent: { id: 'general-purpose-call_0_0', name: 'general-purpose', type: 'general-purpose' } },
    ],
    ['SubagentStop', { response: 'FINAL', stopHookActive: false }],
    ['PreCompact', { trigger: 'auto', instructions: 'keep names' }],
    ['PostCompact', { trigger: 'auto', summary: 'short' }],
    ['Notification', { message: 'Successfully authenticated with openai', kind: 'auth_success' }],
    ['PermissionDenied', { name: 'other', reason: 'risky' }],
    ['SessionDelete', { name: 'other', deleted_session_id: 'gone' }],
    ['TodoCreated', { name: 'other', todo_content: 'first thing', phase: 'validation' }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Record<string, unknown>;
      assert.equal(event['name'], qwen.events[native]);
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  test('a prompt that the user did not submit is not decoded as a prompt', () => {
    assert.equal(decode('UserPromptSubmit', { prompt: '' }).name, 'other');
    assert.equal(
      decode('UserPromptSubmit', { prompt: '', submitted_prompt: undefined }).nativeName,
      'UserPromptSubmit',
    );
  });

  const edit = { path: 'a', oldText: 'x', newText: 'y' };
  const nativeEdit = { file_path: 'a', old_string: 'x', new_string: 'y' };
  const calls: [string, object, object][] = [
    [
      'run_shell_command',
      { command: 'ls', is_background: false },
      { kind: 'shell', input: { command: 'ls', is_background: false } },
    ],
    ['read_file', { file_path: '/a', limit: 1 }, { kind: 'read', input: { path: '/a', limit: 1 } }],
    ['read_file', { absolute_path: '/a' }, { kind: 'read', input: { path: '/a' } }],
    ['read_many_files', { paths: ['a'] }, { kind: 'read', input: { paths: ['a'] } }],
    ['write_file', { file_path: 'a', content: 'x' }, { kind: 'write', input: { path: 'a', content: 'x' } }],
    ['edit', nativeEdit, { kind: 'edit', input: edit }],
    ['replace', nativeEdit, { kind: 'edit', input: edit }],
    ['notebook_edit', { notebook_path: 'n', new_source: 's' }, { kind: 'edit', input: { path: 'n', newText: 's' } }],
    ['list_directory', { path: '/a' }, { kind: 'list', input: { path: '/a' } }],
    ['glob', { pattern: '*.ts', path: '/a' }, { kind: 'list', input: { query: '*.ts', path: '/a' } }],
    ['grep_search', { pattern: 'x' }, { kind: 'search', input: { query: 'x' } }],
    ['search_file_content', { pattern: 'x' }, { kind: 'search', input: { query: 'x' } }],
    ['web_fetch', { url: 'http://a', prompt: 'p' }, { kind: 'fetch', input: { url: 'http://a', prompt: 'p' } }],
    ['web_search', { query: 'q' }, { kind: 'websearch', input: { query: 'q' } }],
    ['agent', { prompt: 'p', subagent_type: 't' }, { kind: 'task', input: { prompt: 'p', subagent_type: 't' } }],
    ['task', { prompt: 'p' }, { kind: 'task', input: { prompt: 'p' } }],
    ['todo_write', { todos: [] }, { kind: 'todo', input: { todos: [] } }],
    ['save_memory', { fact: 'f' }, { kind: 'other', input: { fact: 'f' } }],
    ['mcp__s__t', { a: 1 }, { kind: 'mcp', mcp: { server: 's', tool: 't' }, input: { a: 1 } }],
  ];
  for (const [tool, input, expected] of calls)
    test(`${tool} ${JSON.stringify(input)} is decoded to its kind and canonical fields, and encoded back`, () => {
      const event = decode('PreToolUse', { tool_name: tool, tool_input: input });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, id: 'toolu_1794727908772_a6lihhsx0', ...expected });
      assert.deepEqual(qwen.nativeInput(event, event.call.input), input);
    });

  test('every tool of the table has a test above', () => {
    assert.deepEqual(
      Object.keys(qwen.tools).filter((name) => !calls.some(([tool]) => tool === name)),
      [],
    );
  });

  test('a finished tool has the text that the model sees, its exit code and its duration', () => {
    const event = decode('PostToolUse');
    assert.ok(event.name === 'tool.after');
    const { llmContent } = payloadOf('PostToolUse')['tool_response'] as { llmContent: string };
    assert.deepEqual([event.result, event.durationMs], [{ ok: true, text: llmContent, exitCode: 0 }, 37]);
  });

  test('a failed tool has its error and exit code', () => {
    const event = decode('PostToolUseFailure');
    assert.ok(event.name === 'tool.failure');
    const error = payloadOf('PostToolUseFailure')['error'];
    assert.deepEqual(
      [event.error, event.result, event.durationMs],
      [error, { ok: false, text: error, exitCode: 7 }, 41],
    );
  });

  const responses: [unknown, string][] = [
    ['plain', 'plain'],
    [{ llmContent: [{ text: 'a' }, { inlineData: {} }, 'b'] }, 'a\nb'],
    [{ returnDisplay: 'shown' }, 'shown'],
    [{ llmContent: { text: 'one part' } }, 'one part'],
    [{ any: 1 }, '{"any":1}'],
    [null, ''],
  ];
  for (const [response, text] of responses)
    test(`reads the tool response ${JSON.stringify(response)}`, () => {
      const event = decode('PostToolUse', { tool_response: response });
      assert.ok(event.name === 'tool.after');
      assert.deepEqual(event.result, { ok: true, text });
    });
});

describe('encode', () => {
  const deny = { decision: 'deny', reason: 'no' } as const;
  const all = { ...deny, context: ['c'], messages: ['m'], stop: 's' };
  const denied = (reason: string) =>
    hookSpecific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason });
  const told = "A hook replaced the user's prompt. Work on this text instead of what the user typed:\nbetter";
  const cases: [string, string, Partial<Verdict>, unknown][] = [
    ['SessionStart', 'context', { context: ['c'] }, hookSpecific('SessionStart', { additionalContext: 'c' })],
    ['SessionStart', 'a message as an empty answer', { messages: ['m'] }, undefined],
    ['UserPromptSubmit', 'deny', { ...deny, context: ['c'] }, { decision: 'block', reason: 'no' }],
    ['UserPromptSubmit', 'context', { context: ['c'] }, hookSpecific('UserPromptSubmit', { additionalContext: 'c' })],
    ['UserPromptSubmit', 'stop', { stop: 'enough' }, { continue: false, stopReason: 'enough' }],
    [
      'UserPromptSubmit',
      'rewrite, as context',
      { rewrite: { of: 'prompt', value: 'better' }, context: ['c'] },
      hookSpecific('UserPromptSubmit', { additionalContext: `${told}\n\nc` }),
    ],
    ['PreToolUse', 'deny', { ...deny, context: ['c'], messages: ['m'] }, denied('no')],
    ['PreToolUse', 'deny and stop', { ...deny, stop: 'enough' }, denied('no')],
    ['PreToolUse', 'stop, as a deny', { stop: 'enough' }, denied('enough')],
    ['PreToolUse', 'stop without a reason', { stop: '' }, denied('A hook wants the agent to stop.')],
    [
      'PreToolUse',
      'ask',
      { decision: 'ask', reason: 'sure?' },
      hookSpecific('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
    ],
    ['PreToolUse', 'allow as an empty answer', { decision: 'allow', reason: 'fine' }, undefined],
    [
      'PreToolUse',
      'rewrite and context as an empty answer',
      { rewrite: { of: 'input', value: { command: 'x' } }, context: ['c'] },
      undefined,
    ],
    [
      'PermissionRequest',
      'allow',
      { decision: 'allow' },
      hookSpecific('PermissionRequest', { decision: { behavior: 'allow' } }),
    ],
    [
      'PermissionRequest',
      'deny',
      deny,
      hookSpecific('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } }),
    ],
    ['PermissionRequest', 'a message as an empty answer', { messages: ['m'] }, undefined],
    [
      'PostToolUse',
      'deny as context',
      { ...deny, context: ['c'] },
      hookSpecific('PostToolUse', { additionalContext: 'no\n\nc' }),
    ],
    ['PostToolUse', 'context', { context: ['c'] }, hookSpecific('PostToolUse', { additionalContext: 'c' })],
    [
      'PostToolUse',
      'rewrite, in the place of the output',
      { rewrite: { of: 'output', value: 'clean' } },
      { continue: false, stopReason: 'clean' },
    ],
    [
      'PostToolUse',
      'rewrite, deny and context',
      { ...deny, rewrite: { of: 'output', value: '' }, context: ['c'] },
      { continue: false, stopReason: '(no output)\n\nno\n\nc' },
    ],
    ['PostToolUse', 'stop as an empty answer', { stop: 'enough' }, undefined],
    ['PostToolUseFailure', 'deny as context', deny, hookSpecific('PostToolUseFailure', { additionalContext: 'no' })],
    [
      'PostToolUseFailure',
      'context',
      { context: ['c'] },
      hookSpecific('PostToolUseFailure', { additionalContext: 'c' }),
    ],
    [
      'Stop',
      'deny',
      { ...deny, context: ['c'], messages: ['m'] },
      { decision: 'block', reason: 'no\n\nc', systemMessage: 'm' },
    ],
    ['Stop', 'context as a message to the user', { context: ['c'] }, { systemMessage: 'c' }],
    [
      'Stop',
      'stop, which wins over a deny and never says continue',
      { ...deny, stop: 'enough' },
      { systemMessage: 'enough' },
    ],
    ['SubagentStop', 'deny', { ...deny, stop: 's' }, { decision: 'block', reason: 'no' }],
    ['SubagentStop', 'stop as an empty answer', { stop: 's' }, undefined],
    ['PreCompact', 'context', { context: ['c'] }, hookSpecific('PreCompact', { additionalContext: 'c' })],
    ['PreCompact', 'an unsupported deny as an empty answer', deny, undefined],
    ...Object.keys(qwen.events)
      .filter((native) =>
        ['other', 'session.end', 'compact.after', 'notification', 'error'].includes(qwen.events[native] ?? ''),
      )
      .map((native): [string, string, Partial<Verdict>, unknown] => [
        native,
        'every effect as an empty answer',
        all,
        undefined,
      ]),
  ];
  for (const [native, what, verdict, expected] of cases)
    test(`${native} encodes ${what}`, () => assert.deepEqual(answer(decode(native), verdict), expected));
});
