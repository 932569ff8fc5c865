import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { hasCall } from '@anyhook/core';
import { patchPaths } from '../../../../core/src/patch.js';
import { codecHarness, hookSpecific as own } from '../../../test/support/agent-codec.js';
import { codex } from './agent.js';

const { decode, answer } = codecHarness(codex);

const patch = [
  '*** Begin Patch',
  '*** Add File: docs/new file.md',
  '+*** Delete File: not/this.md',
  '*** Update File: src/a.ts\r',
  '*** Move to: src/b.ts',
  '@@',
  '-x',
  '+y',
  '*** Delete File: old.txt',
  '*** Update File: src/a.ts',
  '*** End Patch',
].join('\n');

describe('a patch', () => {
  test('names each added, updated, moved or deleted file once, and ignores file names in content lines', () => {
    assert.deepEqual(patchPaths(patch), ['docs/new file.md', 'src/a.ts', 'src/b.ts', 'old.txt']);
    assert.deepEqual(patchPaths(''), []);
    assert.deepEqual(patchPaths('*** Add File: \n*** Move to:'), []);
  });

  test('is decoded to its text and paths, and a rewritten patch is sent back as command', () => {
    const event = decode('PreToolUse', { tool_name: 'apply_patch', tool_input: { command: patch } });
    assert.ok(hasCall(event));
    assert.deepEqual(event.call, {
      kind: 'patch',
      nativeName: 'apply_patch',
      id: 'call_000006',
      input: { content: patch, paths: ['docs/new file.md', 'src/a.ts', 'src/b.ts', 'old.txt'] },
    });
    assert.deepEqual(codex.nativeInput(event, event.call.input), { command: patch });
    assert.deepEqual(codex.nativeInput(event, { ...event.call.input, content: 'new' }), { command: 'new' });
  });

  test('a megabyte of hyphens and asterisks is parsed without backtracking', () => {
    assert.deepEqual(patchPaths(`${'*** '.repeat(250_000)}\n${'\n'.repeat(250_000)}`), []);
  });
});

describe('decode', () => {
  const calls: [string, object, object][] = [
    ['Bash', { command: 'ls' }, { kind: 'shell', input: { command: 'ls' } }],
    ['spawn_agent', { message: 'go' }, { kind: 'task', input: { prompt: 'go' } }],
    ['multi_agent_v1spawn_agent', { message: 'go' }, { kind: 'task', input: { prompt: 'go' } }],
    ['multi_agent_v1wait_agent', { targets: [] }, { kind: 'other', input: { targets: [] } }],
    ['mcp__files__read', { a: 1 }, { kind: 'mcp', mcp: { server: 'files', tool: 'read' }, input: { a: 1 } }],
    ['apply_patch', { command: 5 }, { kind: 'patch', input: { content: 5 } }],
  ];
  for (const [tool, input, expected] of calls)
    test(`${tool} ${JSON.stringify(input)} is decoded to canonical fields, and encoded back to the same input`, () => {
      const event = decode('PreToolUse', { tool_name: tool, tool_input: input });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call, { nativeName: tool, id: 'call_000006', ...expected });
      assert.deepEqual(codex.nativeInput(event, event.call.input), input);
    });

  const results: [unknown, object][] = [
    ['oops\n', { ok: true, text: 'oops\n' }],
    [
      { content: [{ type: 'text', text: 'a' }], isError: true },
      { ok: false, text: 'a' },
    ],
    [[{ type: 'text', text: 'a' }], { ok: true, text: 'a' }],
    [{ any: 1 }, { ok: true, text: '{"any":1}' }],
    [null, { ok: true, text: '' }],
  ];
  for (const [response, expected] of results)
    test(`reads the tool response ${JSON.stringify(response)}, and a failed command is a finished call`, () => {
      const event = decode('PostToolUse', { tool_response: response });
      assert.ok(event.name === 'tool.after');
      assert.deepEqual(event.result, expected);
    });

  const fields: [string, object][] = [
    ['SessionStart', { source: 'startup', model: 'mock-model', permissionMode: 'bypassPermissions' }],
    ['UserPromptSubmit', { prompt: 'please do it' }],
    ['Stop', { response: 'all done', stopHookActive: false }],
    ['PreCompact', { trigger: 'auto' }],
    ['PreModelRequest', { name: 'model.before', model: 'mock-model' }],
    ['PostModelRequest', { name: 'model.after' }],
    ['Interrupt', { name: 'other', nativeName: 'Interrupt', turn_id: '01a1de36-7d87-7a50-9768-7a88ed622e44' }],
    [
      'SubagentStop',
      {
        subagent: { id: '01a1de32-63b8-7780-bf75-df7055959740', name: 'default', type: 'default' },
        response: 'SUBDONE',
      },
    ],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Record<string, unknown>;
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });
});

describe('encode', () => {
  const deny = { decision: 'deny', reason: 'no' } as const;
  const denied = (reason: string) =>
    own('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason });
  const rewrite = { of: 'input', value: { command: 'ls -h' } } as const;
  const cases: [string, string, Partial<Verdict>, unknown][] = [
    ['SessionStart', 'context', { context: ['c'] }, own('SessionStart', { additionalContext: 'c' })],
    ['SessionStart', 'deny', deny, { continue: false, stopReason: 'no' }],
    ['SessionStart', 'stop', { stop: 'enough' }, { continue: false, stopReason: 'enough' }],
    ['SessionStart', 'message', { messages: ['m'] }, { systemMessage: 'm' }],
    ['UserPromptSubmit', 'deny', { ...deny, context: ['c'] }, { decision: 'block', reason: 'no' }],
    ['UserPromptSubmit', 'context', { context: ['c'] }, own('UserPromptSubmit', { additionalContext: 'c' })],
    ['UserPromptSubmit', 'stop', { stop: 'enough' }, { continue: false, stopReason: 'enough' }],
    [
      'UserPromptSubmit',
      'rewrite',
      { rewrite: { of: 'prompt', value: 'better' }, context: ['c'] },
      {
        systemMessage: 'Codex cannot replace a prompt: the model was told to use the rewritten one.',
        ...own('UserPromptSubmit', {
          additionalContext:
            "A hook replaced the user's prompt. Work on this text instead of what the user typed:\nbetter\n\nc",
        }),
      },
    ],
    ['PreToolUse', 'deny', deny, denied('no')],
    ['PreToolUse', 'deny without a reason', { decision: 'deny' }, denied('Blocked by a hook that gave no reason.')],
    [
      'PreToolUse',
      'deny with everything in its reason',
      { ...deny, context: ['c'], messages: ['m'], stop: 's', rewrite },
      denied('no\n\nc\n\nm'),
    ],
    ['PreToolUse', 'an unsupported ask as a deny', { decision: 'ask', reason: 'sure?' }, denied('sure?')],
    ['PreToolUse', 'allow as an empty answer', { decision: 'allow', reason: 'fine' }, undefined],
    ['PreToolUse', 'stop as an empty answer', { stop: 'enough' }, undefined],
    [
      'PreToolUse',
      'rewrite, together with an allow',
      { rewrite },
      own('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'ls -h' } }),
    ],
    [
      'PreToolUse',
      'rewrite, context and message',
      { rewrite, context: ['c'], messages: ['m'] },
      {
        systemMessage: 'm',
        ...own('PreToolUse', {
          permissionDecision: 'allow',
          updatedInput: { command: 'ls -h' },
          additionalContext: 'c',
        }),
      },
    ],
    ['PreToolUse', 'context', { context: ['c'] }, own('PreToolUse', { additionalContext: 'c' })],
    ['PreToolUse', 'message', { messages: ['n'] }, { systemMessage: 'n' }],
    [
      'PermissionRequest',
      'allow',
      { decision: 'allow' },
      own('PermissionRequest', { decision: { behavior: 'allow' } }),
    ],
    [
      'PermissionRequest',
      'deny',
      { ...deny, messages: ['m'] },
      own('PermissionRequest', { decision: { behavior: 'deny', message: 'no\n\nm' } }),
    ],
    ['PermissionRequest', 'a message as an empty answer', { messages: ['m'] }, undefined],
    ['PostToolUse', 'deny', deny, { decision: 'block', reason: 'no' }],
    ['PostToolUse', 'rewrite', { rewrite: { of: 'output', value: 'clean' } }, { decision: 'block', reason: 'clean' }],
    [
      'PostToolUse',
      'an emptied output',
      { rewrite: { of: 'output', value: '' } },
      { decision: 'block', reason: '(no output)' },
    ],
    [
      'PostToolUse',
      'rewrite, deny and context',
      { ...deny, rewrite: { of: 'output', value: 'clean' }, context: ['c'], messages: ['m'] },
      { decision: 'block', reason: 'clean\n\nno\n\nc', systemMessage: 'm' },
    ],
    ['PostToolUse', 'context', { context: ['c'] }, own('PostToolUse', { additionalContext: 'c' })],
    ['PostToolUse', 'stop as an empty answer', { stop: 'enough' }, undefined],
    ['Stop', 'deny', { ...deny, context: ['c'] }, { decision: 'block', reason: 'no\n\nc' }],
    ['Stop', 'context as a message to the user', { context: ['c'] }, { systemMessage: 'c' }],
    ['Stop', 'stop, which wins over a deny', { ...deny, stop: 'enough' }, { systemMessage: 'enough' }],
    ['SubagentStart', 'context', { context: ['c'] }, own('SubagentStart', { additionalContext: 'c' })],
    ['SubagentStop', 'deny', deny, { decision: 'block', reason: 'no' }],
    ['PreCompact', 'deny', deny, { continue: false, stopReason: 'no' }],
    ['PreCompact', 'stop', { stop: 'enough' }, { continue: false, stopReason: 'enough' }],
    ['PreCompact', 'a message as an empty answer', { messages: ['m'] }, undefined],
    ...['SessionEnd', 'PostCompact', 'PreModelRequest', 'PostModelRequest', 'Interrupt'].map(
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

  test("no answer to any verdict has a field outside Codex's output schemas", () => {
    const top = ['continue', 'stopReason', 'systemMessage', 'decision', 'reason', 'hookSpecificOutput'];
    const specific: Record<string, readonly string[]> = {
      PreToolUse: [
        'hookEventName',
        'permissionDecision',
        'permissionDecisionReason',
        'updatedInput',
        'additionalContext',
      ],
      PermissionRequest: ['hookEventName', 'decision'],
    };
    const wishes = { reason: 'r', context: ['c'], messages: ['m'], notes: ['n'], stop: 's' };
    for (const native of Object.keys(codex.events))
      for (const decision of ['pass', 'allow', 'ask', 'deny'] as const)
        for (const stop of [{}, { stop: undefined }]) {
          const { stop: _stop, ...calm } = wishes;
          const body = (answer(decode(native), { ...('stop' in stop ? calm : wishes), decision }) ?? {}) as Record<
            string,
            Record<string, unknown>
          >;
          for (const key of Object.keys(body)) assert.ok(top.includes(key), `${native} ${key}`);
          const allowed = specific[native] ?? ['hookEventName', 'additionalContext'];
          for (const key of Object.keys(body['hookSpecificOutput'] ?? {}))
            assert.ok(allowed.includes(key), `${native} ${key}`);
          if (native === 'PreToolUse') assert.ok(!('continue' in body) && !('stopReason' in body));
        }
  });
});
