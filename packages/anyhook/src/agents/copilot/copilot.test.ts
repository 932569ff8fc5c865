import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Verdict } from '@anyhook/core';
import { type Event, hasCall } from '@anyhook/core';
import { codecHarness, recordedPayload } from '../../../test/support/agent-codec.js';
import { copilot } from './agent.js';

const { context, answer } = codecHarness(copilot);

const isPascal = (native: string): boolean => /^[A-Z]/.test(native);

const payloadOf = (native: string): Record<string, unknown> =>
  recordedPayload(isPascal(native) ? 'copilot-pascal' : 'copilot', native);

/** Documented payload fields of events that could not be recorded. */
const unrecorded: Record<string, Record<string, unknown>> = {
  preCompact: { trigger: 'auto', customInstructions: 'keep names', transcriptPath: '/t' },
  SubagentStart: { agent_name: 'explore' },
  SubagentStop: { agent_id: 'a1', agent_type: 'explore', agent_name: 'explore', last_assistant_message: 'found' },
  PreCompact: { trigger: 'manual', custom_instructions: 'keep names' },
  Notification: { message: 'idle', notification_type: 'agent_idle' },
  ErrorOccurred: { error: { message: 'broken', name: 'Error' }, error_context: 'system', recoverable: false },
};

function decode(native: string, more: Record<string, unknown> = {}): Event {
  const own = unrecorded[native];
  const base = isPascal(native)
    ? { ...payloadOf('SessionEnd'), ...own, hook_event_name: native }
    : { ...payloadOf('sessionEnd'), ...own };
  return copilot.decode({ ...(own ? base : payloadOf(native)), ...more }, { ...context, event: native });
}

describe('decode', () => {
  const agent = {
    id: '792977cb-ea4c-4fcb-8ef3-799d4d733b6e',
    name: 'general-purpose',
    type: 'general-purpose',
  };
  const fields: [string, object][] = [
    ['sessionStart', { source: 'new', timestamp: '2026-11-15T07:40:17.689Z' }],
    ['SessionStart', { source: 'new', timestamp: '2026-11-15T07:45:07.256Z' }],
    ['sessionEnd', { reason: 'complete' }],
    ['SessionEnd', { reason: 'complete' }],
    ['userPromptSubmitted', { prompt: 'please create out.txt' }],
    ['UserPromptSubmit', { prompt: 'please create out.txt' }],
    ['userPromptTransformed', { name: 'other', prompt: 'please create out.txt' }],
    ['agentStop', { stopReason: 'end_turn', stopHookActive: false }],
    ['Stop', { stopReason: 'end_turn', stopHookActive: false }],
    ['subagentStart', { subagent: agent }],
    ['SubagentStart', { subagent: { name: 'explore' } }],
    ['subagentStop', { subagent: agent, response: 'SUBDONE', stopHookActive: false }],
    ['SubagentStop', { subagent: { id: 'a1', name: 'explore', type: 'explore' }, response: 'found' }],
    ['preCompact', { trigger: 'auto', instructions: 'keep names', transcriptPath: '/t' }],
    ['PreCompact', { trigger: 'manual', instructions: 'keep names' }],
    ['notification', { message: 'Run command: echo hello > out.txt; echo ran', kind: 'permission_prompt' }],
    ['Notification', { message: 'idle', kind: 'agent_idle' }],
    ['errorOccurred', { level: 'error', kind: 'model_call' }],
    ['ErrorOccurred', { level: 'error', message: 'broken', kind: 'system' }],
  ];
  for (const [native, expected] of fields)
    test(`${native} is decoded with its event-specific fields`, () => {
      const event = decode(native) as unknown as Record<string, unknown>;
      assert.deepEqual([event['name'], event['nativeName']], [copilot.events[native], native]);
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(event[field], value, field);
    });

  test('an unknown event keeps its payload fields under their own names', () => {
    const event = decode('userPromptTransformed') as unknown as Record<string, unknown>;
    assert.equal(event['transformedPrompt'], payloadOf('userPromptTransformed')['transformedPrompt']);
    assert.equal(event['session_id'], undefined);
  });

  test('events inside a subagent name the subagent and the parent session; its start belongs to the parent session', () => {
    const inside = { sessionId: 'child', agentId: 'child', agentType: 'explore', parentAgentId: 'parent' };
    const call = decode('preToolUse', inside);
    assert.deepEqual([call.sessionId, call.parentSessionId, call.agent?.id], ['child', 'parent', 'child']);
    const start = decode('subagentStart', { ...inside, sessionId: 'parent' });
    assert.deepEqual([start.sessionId, start.parentSessionId], ['parent', undefined]);
    assert.equal(decode('preToolUse').parentSessionId, undefined);
  });

  test('a permission request has camelCase fields under both spellings of the event name', () => {
    const event = copilot.decode(payloadOf('permissionRequest'), { ...context, event: 'PermissionRequest' });
    assert.deepEqual([event.name, event.nativeName], ['tool.permission', 'permissionRequest']);
    assert.deepEqual(answer(event, { decision: 'allow' }), { behavior: 'allow' });
  });

  test('a payload without an event name is recognized by its fields; one without typical fields is other', () => {
    assert.equal(copilot.decode({ sessionId: 's', trigger: 'auto' }, context).nativeName, 'preCompact');
    const blank = copilot.decode({ sessionId: 's' }, context);
    assert.deepEqual([blank.name, blank.nativeName], ['other', '']);
  });

  for (const [timestamp, expected] of [
    [0, '1970-01-01T00:00:00.000Z'],
    [1e300, context.now],
    [Number.NaN, context.now],
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ] as const)
    test(`the timestamp ${timestamp} is decoded to ${expected}`, () => {
      assert.equal(decode('sessionEnd', { timestamp }).timestamp, expected);
    });

  const patch = '*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch';
  const patched = { kind: 'patch', input: { content: patch, paths: ['a.txt'] } };
  const edited = { path: '/a', old_str: 'x', new_str: 'y' };
  const edit = { kind: 'edit', input: { path: '/a', oldText: 'x', newText: 'y' } };
  const calls: [string[], object, object][] = [
    [
      ['bash', 'powershell', 'Bash'],
      { command: 'ls', description: 'd' },
      { kind: 'shell', input: { command: 'ls', description: 'd' } },
    ],
    [['view', 'Read'], { path: '/a', view_range: [1, 2] }, { kind: 'read', input: { path: '/a', view_range: [1, 2] } }],
    [['create', 'Write'], { path: '/a', file_text: 'x' }, { kind: 'write', input: { path: '/a', content: 'x' } }],
    [['edit', 'Edit', 'str_replace_editor'], edited, edit],
    [
      ['str_replace_editor', 'Edit'],
      { command: 'create', path: '/a', file_text: 'x' },
      { kind: 'write', input: { command: 'create', path: '/a', content: 'x' } },
    ],
    [['str_replace_editor'], { command: 'view', path: '/a' }, { kind: 'read', input: { command: 'view', path: '/a' } }],
    [['apply_patch', 'Edit'], { input: patch }, patched],
    [['apply_patch', 'Edit'], { patch }, patched],
    [['glob', 'Glob'], { pattern: '*.ts', path: '/a' }, { kind: 'list', input: { query: '*.ts', path: '/a' } }],
    [['grep', 'rg', 'Grep'], { pattern: 'x' }, { kind: 'search', input: { query: 'x' } }],
    [['web_fetch', 'WebFetch'], { url: 'http://a' }, { kind: 'fetch', input: { url: 'http://a' } }],
    [['web_search', 'WebSearch'], { query: 'q' }, { kind: 'websearch', input: { query: 'q' } }],
    [
      ['task', 'Task', 'Agent'],
      { prompt: 'p', agent_type: 't' },
      { kind: 'task', input: { prompt: 'p', agent_type: 't' } },
    ],
    [['update_todo', 'TodoWrite'], { todos: 'x' }, { kind: 'todo', input: { todos: 'x' } }],
    [['ask_user'], { question: 'q' }, { kind: 'other', input: { question: 'q' } }],
    [['mcp__s__t'], { a: 1 }, { kind: 'mcp', mcp: { server: 's', tool: 't' }, input: { a: 1 } }],
  ];
  for (const [names, input, expected] of calls)
    for (const tool of names)
      test(`${tool} ${JSON.stringify(input)} is decoded to canonical fields, and encoded back to the same input`, () => {
        const events = [
          decode('preToolUse', { toolName: tool, toolArgs: input }),
          decode('permissionRequest', { toolName: tool, toolInput: input }),
          decode('PreToolUse', { tool_name: tool, tool_input: input }),
        ];
        for (const event of events) {
          assert.ok(hasCall(event));
          assert.deepEqual(event.call, { nativeName: tool, ...expected });
          assert.deepEqual(copilot.nativeInput(event, event.call.input), input);
        }
      });

  test('every tool of the table has a test above', () => {
    assert.deepEqual(
      Object.keys(copilot.tools).filter((name) => !calls.some(([names]) => names.includes(name))),
      [],
    );
  });

  const texts: [unknown, object][] = [
    ['{"command":"ls"}', { command: 'ls' }],
    [patch, { input: patch }],
    ['[1]', { input: '[1]' }],
    ['', { input: '' }],
    [[1], {}],
    [null, {}],
  ];
  for (const [args, input] of texts)
    test(`the tool arguments ${JSON.stringify(args)} are decoded`, () => {
      const event = decode('preToolUse', { toolName: 'unheard_of', toolArgs: args });
      assert.ok(hasCall(event));
      assert.deepEqual(event.call.input, input);
    });

  const results: [unknown, object][] = [
    [
      { resultType: 'success', textResultForLlm: 'a' },
      { ok: true, text: 'a' },
    ],
    [
      { resultType: 'success', textResultForLlm: 'a\n<shellId: 0 completed with exit code 7>' },
      { ok: false, text: 'a\n<shellId: 0 completed with exit code 7>', exitCode: 7 },
    ],
    [
      { resultType: 'failure', textResultForLlm: 'b' },
      { ok: false, text: 'b' },
    ],
    ['no object', { ok: true, text: '' }],
    [undefined, { ok: true, text: '' }],
  ];
  for (const [toolResult, expected] of results)
    test(`reads the tool result ${JSON.stringify(toolResult)}`, () => {
      const event = decode('postToolUse', { toolResult });
      assert.ok(event.name === 'tool.after');
      assert.deepEqual(event.result, expected);
    });

  test('a snake_case tool result is decoded with its text', () => {
    const event = decode('PostToolUse');
    assert.ok(event.name === 'tool.after');
    assert.deepEqual(event.result, { ok: true, text: 'ran2\n<shellId: 0 completed with exit code 0>', exitCode: 0 });
  });

  test('a failed tool call is decoded with its error', () => {
    for (const native of ['postToolUseFailure', 'PostToolUseFailure']) {
      const event = decode(native);
      assert.ok(event.name === 'tool.failure');
      assert.equal(event.error, payloadOf(native)['error']);
      assert.deepEqual(event.result, { ok: false, text: event.error });
    }
  });
});

describe('encode', () => {
  const deny = { decision: 'deny', reason: 'no' } as const;
  const all = { ...deny, context: ['c'], messages: ['m'], stop: 's' };
  const rewrite = { of: 'input', value: { command: 'ls -h' } } as const;
  const whole = { command: 'ls -h', description: 'x' };
  const flat = (permissionDecision: string, permissionDecisionReason: string) => ({
    permissionDecision,
    permissionDecisionReason,
  });
  /** The same answer is expected in both spellings, unless a second one is given. */
  const cases: [camel: string, pascal: string, what: string, Partial<Verdict>, unknown, unknown?][] = [
    ['sessionStart', 'SessionStart', 'context', { context: ['c'] }, { additionalContext: 'c' }],
    ['sessionStart', 'SessionStart', 'an unsupported deny as an empty answer', deny, undefined],
    [
      'userPromptSubmitted',
      'UserPromptSubmit',
      'deny',
      { ...deny, context: ['c'] },
      { decision: 'block', reason: 'no' },
    ],
    [
      'userPromptSubmitted',
      'UserPromptSubmit',
      'stop, as a block',
      { stop: 'enough' },
      { decision: 'block', reason: 'enough' },
    ],
    [
      'userPromptSubmitted',
      'UserPromptSubmit',
      'rewrite and context',
      { rewrite: { of: 'prompt', value: 'better' }, context: ['c'] },
      { modifiedPrompt: 'better', additionalContext: 'c' },
    ],
    [
      'userPromptSubmitted',
      'UserPromptSubmit',
      'an emptied prompt',
      { rewrite: { of: 'prompt', value: '' } },
      { modifiedPrompt: '(empty)' },
    ],
    [
      'preToolUse',
      'PreToolUse',
      'deny, which leaves a rewrite out',
      { ...deny, rewrite },
      flat('deny', 'no'),
      { hookSpecificOutput: { hookEventName: 'PreToolUse', ...flat('deny', 'no') } },
    ],
    [
      'preToolUse',
      'PreToolUse',
      'deny without a reason',
      { decision: 'deny' },
      flat('deny', 'Blocked by a hook that gave no reason.'),
      {
        hookSpecificOutput: { hookEventName: 'PreToolUse', ...flat('deny', 'Blocked by a hook that gave no reason.') },
      },
    ],
    [
      'preToolUse',
      'PreToolUse',
      'stop, as a deny',
      { stop: 'enough' },
      flat('deny', 'enough'),
      { hookSpecificOutput: { hookEventName: 'PreToolUse', ...flat('deny', 'enough') } },
    ],
    [
      'preToolUse',
      'PreToolUse',
      'ask',
      { decision: 'ask', reason: 'sure?' },
      flat('ask', 'sure?'),
      { hookSpecificOutput: { hookEventName: 'PreToolUse', ...flat('ask', 'sure?') } },
    ],
    [
      'preToolUse',
      'PreToolUse',
      'allow',
      { decision: 'allow' },
      { permissionDecision: 'allow' },
      { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } },
    ],
    [
      'preToolUse',
      'PreToolUse',
      'rewrite, whole and without an allow, and context',
      { rewrite, context: ['c'] },
      { modifiedArgs: whole, additionalContext: 'c' },
      { additionalContext: 'c', hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: whole } },
    ],
    ['preToolUse', 'PreToolUse', 'a message as an empty answer', { messages: ['m'] }, undefined],
    ['postToolUse', 'PostToolUse', 'deny as context', { ...deny, context: ['c'] }, { additionalContext: 'no\n\nc' }],
    [
      'postToolUse',
      'PostToolUse',
      'rewrite and context',
      { rewrite: { of: 'output', value: 'clean' }, context: ['c'] },
      { modifiedResult: { resultType: 'success', textResultForLlm: 'clean' }, additionalContext: 'c' },
    ],
    [
      'postToolUse',
      'PostToolUse',
      'an emptied output',
      { rewrite: { of: 'output', value: '' } },
      { modifiedResult: { resultType: 'success', textResultForLlm: '(no output)' } },
    ],
    ['postToolUse', 'PostToolUse', 'stop as an empty answer', { stop: 'enough' }, undefined],
    ['postToolUseFailure', 'PostToolUseFailure', 'deny as context', deny, { additionalContext: 'no' }],
    ['postToolUseFailure', 'PostToolUseFailure', 'context', { context: ['c'] }, { additionalContext: 'c' }],
    ['agentStop', 'Stop', 'deny', { ...deny, context: ['c'] }, { decision: 'block', reason: 'no\n\nc' }],
    [
      'agentStop',
      'Stop',
      'context as an empty answer, because a block would keep the agent working',
      { context: ['c'] },
      undefined,
    ],
    ['agentStop', 'Stop', 'stop as an empty answer, even together with a deny', { ...deny, stop: 'enough' }, undefined],
    ['subagentStart', 'SubagentStart', 'context', { context: ['c'] }, { additionalContext: 'c' }],
    ['subagentStop', 'SubagentStop', 'deny', deny, { decision: 'block', reason: 'no' }],
    ['preCompact', 'PreCompact', 'every effect as an empty answer', all, undefined],
    ['sessionEnd', 'SessionEnd', 'every effect as an empty answer', all, undefined],
    ['notification', 'Notification', 'every effect as an empty answer', all, undefined],
    ['errorOccurred', 'ErrorOccurred', 'every effect as an empty answer', all, undefined],
    ['userPromptTransformed', 'userPromptTransformed', 'every effect as an empty answer', all, undefined],
  ];
  for (const [camel, pascal, what, verdict, flatAnswer, ownAnswer = flatAnswer] of cases)
    test(`${camel} and ${pascal} encode ${what}`, () => {
      assert.deepEqual(answer(decode(camel), verdict), flatAnswer);
      assert.deepEqual(answer(decode(pascal), verdict), ownAnswer);
    });

  const permissions: [string, Partial<Verdict>, unknown][] = [
    ['allow', { decision: 'allow' }, { behavior: 'allow' }],
    ['deny', deny, { behavior: 'deny', message: 'no' }],
    ['stop', { ...deny, stop: 'enough' }, { behavior: 'deny', message: 'enough', interrupt: true }],
    ['a message as an empty answer', { messages: ['m'] }, undefined],
  ];
  for (const [what, verdict, expected] of permissions)
    test(`permissionRequest answers with ${what}`, () =>
      assert.deepEqual(answer(decode('permissionRequest'), verdict), expected));

  test('a deny at stop is sent even while an earlier deny keeps the agent working', () => {
    assert.deepEqual(answer(decode('agentStop', { stop_hook_active: true }), deny), {
      decision: 'block',
      reason: 'no',
    });
  });
});
