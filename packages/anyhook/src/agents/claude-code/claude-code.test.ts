import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { hasCall } from '@anyhook/core';
import { codecHarness, hookSpecific as own } from '../../../test/support/agent-codec.js';
import { claudeCode } from './agent.js';

const { context, payloadOf, decode, answerOrExit2: answer } = codecHarness(claudeCode);

describe('decode', () => {
  const fields: [string, object][] = [
    ['SessionStart', { source: 'startup' }],
    ['SessionEnd', { reason: 'other' }],
    ['UserPromptSubmit', { prompt: 'please do it', permissionMode: 'default' }],
    ['Stop', { stopHookActive: false, response: 'all done' }],
    ['StopFailure', { level: 'error', kind: 'unknown', message: 'API Error: 400 scripted bad request' }],
    [
      'SubagentStart',
      { subagent: { id: 'a92dc1501d70445ed', name: 'general-purpose', type: 'general-purpose' }, agent: undefined },
    ],
    ['SubagentStop', { stopHookActive: false, response: 'SUBDONE', agent: undefined }],
    ['PreCompact', { trigger: 'manual', instructions: 'keep it' }],
    ['PostCompact', { trigger: 'manual', summary: 'SUMM' }],
    ['Notification', { message: 'Elicitation response for server "el": cancel', kind: 'elicitation_response' }],
    ['WorktreeCreate', { name: 'other', nativeName: 'WorktreeCreate' }],
    ['PostToolBatch', { name: 'other', tool_calls: payloadOf('PostToolBatch')['tool_calls'] }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Record<string, unknown>;
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  test('a finished Bash call has stdout, stderr and both combined as text', () => {
    const event = decode('PostToolUse', { tool_response: { stdout: 'out', stderr: 'err', interrupted: false } });
    assert.ok(event.name === 'tool.after');
    assert.deepEqual(event.call, {
      kind: 'shell',
      nativeName: 'Bash',
      id: 'toolu_000001',
      input: { command: 'echo hello > out.txt', description: 'x' },
    });
    assert.deepEqual(event.result, { ok: true, text: 'out\nerr', stdout: 'out', stderr: 'err' });
    assert.equal(event.durationMs, 51);
  });

  test('a failed Bash call has its error and exit code', () => {
    const event = decode('PostToolUseFailure');
    assert.ok(event.name === 'tool.failure');
    assert.equal(event.error, 'Exit code 3');
    assert.deepEqual(event.result, { ok: false, text: 'Exit code 3', exitCode: 3 });
  });

  const results: [string, unknown, object][] = [
    ['a string', 'hello', { ok: true, text: 'hello' }],
    ['nothing', undefined, { ok: true, text: '' }],
    ['a Read result with content', { type: 'text', file: { content: 'x' } }, { ok: true, text: 'x' }],
    [
      'content blocks',
      [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }],
      { ok: true, text: 'a\nb' },
    ],
    ['a failed MCP result', { content: [{ type: 'text', text: 'no' }], isError: true }, { ok: false, text: 'no' }],
    ['a WebFetch result', { code: 200, result: 'page' }, { ok: true, text: 'page' }],
    ['an interrupted command', { stdout: 'x', interrupted: true }, { ok: false, text: 'x', stdout: 'x' }],
    ['anything else, as JSON', { filenames: ['a'] }, { ok: true, text: '{"filenames":["a"]}' }],
  ];
  for (const [what, response, expected] of results)
    test(`reads a tool response: ${what}`, () => {
      const event = decode('PostToolUse', { tool_response: response });
      assert.ok(event.name === 'tool.after');
      assert.deepEqual(event.result, expected);
    });

  const calls: [string, object, object][] = [
    ['Bash', { command: 'ls' }, { kind: 'shell', input: { command: 'ls' } }],
    ['Read', { file_path: '/a', limit: 5 }, { kind: 'read', input: { path: '/a', limit: 5 } }],
    ['Write', { file_path: '/a', content: 'x' }, { kind: 'write', input: { path: '/a', content: 'x' } }],
    [
      'Edit',
      { file_path: '/a', old_string: 'x', new_string: 'y', replace_all: false },
      { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y', replace_all: false } },
    ],
    ['MultiEdit', { file_path: '/a', edits: [] }, { kind: 'edit', input: { path: '/a', edits: [] } }],
    [
      'NotebookEdit',
      { notebook_path: '/a.ipynb', new_source: 'y' },
      { kind: 'edit', input: { path: '/a.ipynb', newText: 'y' } },
    ],
    ['Glob', { pattern: '*.ts', path: '/a' }, { kind: 'list', input: { query: '*.ts', path: '/a' } }],
    ['LS', { path: '/a' }, { kind: 'list', input: { path: '/a' } }],
    [
      'Grep',
      { pattern: 'x', path: '/a', '-n': true },
      { kind: 'search', input: { query: 'x', path: '/a', '-n': true } },
    ],
    ['WebFetch', { url: 'https://a', prompt: 'p' }, { kind: 'fetch', input: { url: 'https://a', prompt: 'p' } }],
    ['WebSearch', { query: 'q' }, { kind: 'websearch', input: { query: 'q' } }],
    ['Task', { prompt: 'p', subagent_type: 't' }, { kind: 'task', input: { prompt: 'p', subagent_type: 't' } }],
    ['Agent', { prompt: 'p' }, { kind: 'task', input: { prompt: 'p' } }],
    ['TodoWrite', { todos: [] }, { kind: 'todo', input: { todos: [] } }],
    [
      'mcp__git_hub__list__all',
      { a: 1 },
      { kind: 'mcp', mcp: { server: 'git_hub', tool: 'list__all' }, input: { a: 1 } },
    ],
    ['SlashCommand', { file_path: '/a' }, { kind: 'other', input: { file_path: '/a' } }],
  ];
  for (const [tool, input, expected] of calls)
    test(`${tool} is decoded to canonical fields, and encoded back to the same input`, () => {
      const event = decode('PreToolUse', { tool_name: tool, tool_input: input });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, id: 'toolu_000001', ...expected });
      assert.deepEqual(claudeCode.nativeInput(event, event.call.input), input);
    });

  test('an agent id marks an event as inside a subagent, an agent type alone does not', () => {
    const inside = decode('PreToolUse', { agent_id: 'a1', agent_type: 'reviewer' });
    assert.deepEqual(inside.agent, { id: 'a1', name: 'reviewer', type: 'reviewer' });
    assert.equal(decode('SessionStart', { agent_type: 'reviewer' }).agent, undefined);
  });

  test('a missing session id is taken from the environment', () => {
    const env = { CLAUDE_CODE_SESSION_ID: 's1' };
    assert.equal(claudeCode.decode({ hook_event_name: 'Stop' }, { ...context, env }).sessionId, 's1');
  });
});

describe('encode', () => {
  const deny = { decision: 'deny', reason: 'no' } as const;
  const rewrite = { of: 'input', value: { command: 'ls -h', description: 'x' } } as const;
  const updatedInput = { command: 'ls -h', description: 'x' };
  const cases: [string, string, Partial<Verdict>, unknown][] = [
    ['SessionStart', 'context', { context: ['a', 'b'] }, own('SessionStart', { additionalContext: 'a\n\nb' })],
    ['SessionStart', 'message', { messages: ['m', 'l'], notes: ['n'] }, { systemMessage: 'm\nl' }],
    ['SessionStart', 'a deny that was not fitted', deny, undefined],
    ['UserPromptSubmit', 'deny', { ...deny, context: ['c'] }, { decision: 'block', reason: 'no' }],
    ['UserPromptSubmit', 'context', { context: ['c'] }, own('UserPromptSubmit', { additionalContext: 'c' })],
    ['UserPromptSubmit', 'stop', { stop: 'enough' }, { continue: false, stopReason: 'enough' }],
    [
      'UserPromptSubmit',
      'rewrite',
      { rewrite: { of: 'prompt', value: 'better' } },
      {
        systemMessage: 'Claude Code cannot replace a prompt: the model was told to use the rewritten one.',
        ...own('UserPromptSubmit', {
          additionalContext:
            "A hook replaced the user's prompt. Work on this text instead of what the user typed:\nbetter",
        }),
      },
    ],
    ['PreToolUse', 'deny', deny, own('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' })],
    [
      'PreToolUse',
      'deny without a reason',
      { decision: 'deny', reason: '  ' },
      own('PreToolUse', {
        permissionDecision: 'deny',
        permissionDecisionReason: 'Blocked by a hook that gave no reason.',
      }),
    ],
    [
      'PreToolUse',
      'deny, which leaves a rewrite out',
      { ...deny, rewrite },
      own('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
    ],
    [
      'PreToolUse',
      'ask with a rewrite',
      { decision: 'ask', reason: 'sure?', rewrite },
      own('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'sure?', updatedInput }),
    ],
    ['PreToolUse', 'allow', { decision: 'allow' }, own('PreToolUse', { permissionDecision: 'allow' })],
    [
      'PreToolUse',
      'allow with a reason',
      { decision: 'allow', reason: 'fine' },
      own('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'fine' }),
    ],
    ['PreToolUse', 'rewrite, without an allow that nobody gave', { rewrite }, own('PreToolUse', { updatedInput })],
    ['PreToolUse', 'context', { context: ['c'] }, own('PreToolUse', { additionalContext: 'c' })],
    ['PreToolUse', 'message', { messages: ['m'] }, { systemMessage: 'm' }],
    [
      'PreToolUse',
      'stop',
      { stop: 'enough' },
      {
        continue: false,
        stopReason: 'enough',
        systemMessage: 'Claude Code runs this tool call before it stops.',
      },
    ],
    [
      'PreToolUse',
      'deny and stop',
      { ...deny, stop: 'enough' },
      {
        continue: false,
        stopReason: 'enough',
        ...own('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
      },
    ],
    [
      'PermissionRequest',
      'allow',
      { decision: 'allow' },
      own('PermissionRequest', { decision: { behavior: 'allow' } }),
    ],
    ['PermissionRequest', 'deny', deny, own('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } })],
    ['PermissionRequest', 'ask, which is left to the user', { decision: 'ask', reason: 'r' }, undefined],
    ['PermissionRequest', 'message', { messages: ['m'] }, { systemMessage: 'm' }],
    ['PostToolUse', 'deny', deny, { decision: 'block', reason: 'no' }],
    ['PostToolUse', 'context', { context: ['c'] }, own('PostToolUse', { additionalContext: 'c' })],
    ['PostToolUse', 'stop', { stop: '' }, { continue: false, stopReason: 'A hook stopped the agent.' }],
    [
      'PostToolUse',
      'rewrite, in the shape of the tool',
      { rewrite: { of: 'output', value: 'clean' } },
      own('PostToolUse', {
        updatedToolOutput: { stdout: 'clean', stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
      }),
    ],
    ['PostToolUseFailure', 'context', { context: ['c'] }, own('PostToolUseFailure', { additionalContext: 'c' })],
    [
      'PostToolUseFailure',
      'deny as context',
      { ...deny, context: ['c'] },
      own('PostToolUseFailure', { additionalContext: 'no\n\nc' }),
    ],
    ['Stop', 'deny', { ...deny, context: ['c'] }, { decision: 'block', reason: 'no\n\nc' }],
    ['Stop', 'context, which must not make it go on', { context: ['c'], messages: ['m'] }, { systemMessage: 'm\nc' }],
    ['Stop', 'stop, which wins over a deny', { ...deny, stop: 'enough' }, { systemMessage: 'enough' }],
    ['SubagentStart', 'context', { context: ['c'] }, own('SubagentStart', { additionalContext: 'c' })],
    ['SubagentStop', 'deny', deny, { decision: 'block', reason: 'no' }],
    ['SubagentStop', 'context, which must not make it go on', { context: ['c'] }, { systemMessage: 'c' }],
    ['PreCompact', 'deny', { ...deny, messages: ['m'] }, { exit2: 'no\n\nm' }],
    ['PreCompact', 'message', { messages: ['m'] }, undefined],
    ...['SessionEnd', 'PostCompact', 'Notification', 'StopFailure', 'MessageDisplay', 'WorktreeCreate', 'Setup'].map(
      (native): [string, string, Partial<Verdict>, unknown] => [
        native,
        'every effect as an empty answer',
        { ...deny, context: ['c'], messages: ['m'], stop: 's' },
        undefined,
      ],
    ),
  ];
  for (const [native, what, verdict, expected] of cases)
    test(`${native} encodes ${what}`, () => assert.deepEqual(answer(decode(native), verdict), expected));

  const shapes: [string, unknown, unknown][] = [
    ['a string', 'old', 'new'],
    [
      'Read',
      { type: 'text', file: { filePath: '/a', content: 'old' } },
      { type: 'text', file: { filePath: '/a', content: 'new' } },
    ],
    [
      'content blocks',
      [
        { type: 'text', text: 'old' },
        { type: 'text', text: 'old too' },
      ],
      [{ type: 'text', text: 'new' }],
    ],
    [
      'an MCP answer',
      { content: [{ type: 'text', text: 'old' }], x: 1 },
      { content: [{ type: 'text', text: 'new' }], x: 1 },
    ],
    ['WebFetch', { code: 200, result: 'old' }, { code: 200, result: 'new' }],
    ['Bash without stderr', { stdout: 'old' }, { stdout: 'new' }],
  ];
  for (const [what, before, after] of shapes)
    test(`a rewritten output keeps its original shape: ${what}`, () => {
      const event = decode('PostToolUse', { tool_response: before });
      const expected = own('PostToolUse', { updatedToolOutput: after });
      assert.deepEqual(answer(event, { rewrite: { of: 'output', value: 'new' } }), expected);
    });

  test('an unknown output shape is replaced by plain text, and the user is notified', () => {
    const event = decode('PostToolUse', { tool_name: 'Glob', tool_response: { filenames: ['old'] } });
    assert.deepEqual(answer(event, { rewrite: { of: 'output', value: 'new' } }), {
      systemMessage: 'The output of Glob has no text that can be replaced: the model was told to ignore it.',
      ...own('PostToolUse', {
        additionalContext: 'A hook replaced the output of Glob. Ignore the output above and use this one:\nnew',
      }),
    });
  });
});
