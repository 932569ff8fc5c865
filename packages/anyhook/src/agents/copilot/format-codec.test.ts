import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Event, Result } from '@anyhook/core';
import { contractOf, type EventName } from '@anyhook/core';
import { formatEvent, formatHook } from '../../../test/support/format-samples.js';
import { copilotFormatCodec } from './format-codec.js';

const copilot = copilotFormatCodec();

const hookOf = (nativeEvent: string, more = {}) => formatHook({ dialect: 'copilot', nativeEvent, id: 'h', ...more });
const eventOf = (name: EventName, more = {}): Event => formatEvent(name, { transcriptPath: '/t', ...more }) as Event;
const payloadFor = (native: string, event: Event) => copilot.stdin(event, hookOf(native)) as Record<string, unknown>;

const common = { sessionId: 's-1', timestamp: 1767225600000, cwd: '/project' };
const args = { command: 'ls', description: 'list' };
const agent = { agentName: 'explorer', agentId: 'sub-1', agentType: 'explorer', transcriptPath: '/t' };

const stdin: readonly [string, EventName, Record<string, unknown>][] = [
  ['sessionStart', 'session.start', { source: 'resume', initialPrompt: '' }],
  ['sessionEnd', 'session.end', { reason: 'logout' }],
  ['userPromptSubmitted', 'prompt.submit', { prompt: 'fix the bug' }],
  ['preToolUse', 'tool.before', { toolName: 'bash', toolArgs: args }],
  [
    'permissionRequest',
    'tool.permission',
    { hookName: 'permissionRequest', toolName: 'bash', toolInput: args, permissionSuggestions: [] },
  ],
  [
    'postToolUse',
    'tool.after',
    { toolName: 'bash', toolArgs: args, toolResult: { resultType: 'success', textResultForLlm: 'a.txt' } },
  ],
  ['postToolUseFailure', 'tool.failure', { toolName: 'bash', toolArgs: args, error: 'Exit code 3' }],
  ['agentStop', 'agent.stop', { transcriptPath: '/t', stopReason: 'end_turn', stop_hook_active: true }],
  ['subagentStart', 'subagent.start', agent],
  [
    'subagentStop',
    'subagent.stop',
    { ...agent, response: 'found it', stopReason: 'end_turn', stop_hook_active: false },
  ],
  ['preCompact', 'compact.before', { trigger: 'auto', customInstructions: 'keep paths' }],
  [
    'notification',
    'notification',
    { message: 'look', title: '', hook_event_name: 'Notification', notification_type: 'idle_prompt' },
  ],
  [
    'errorOccurred',
    'error',
    { errorContext: 'rate_limit', recoverable: false, error: { message: 'model failed', name: 'Error' } },
  ],
  ['userPromptTransformed', 'other', {}],
];

for (const [native, name, own] of stdin)
  test(`${native} gets Copilot CLI's payload of ${name} on stdin`, () =>
    assert.deepEqual(payloadFor(native, eventOf(name)), { ...common, ...own }));

test("an event in PascalCase is handled alike, with snake_case fields and Claude's tool names", () => {
  const seen = payloadFor('PostToolUse', eventOf('tool.after'));
  assert.deepEqual(seen, {
    hook_event_name: 'PostToolUse',
    session_id: 's-1',
    timestamp: '2026-01-01T00:00:00.000Z',
    cwd: '/project',
    tool_name: 'Bash',
    tool_input: args,
    tool_result: { result_type: 'success', text_result_for_llm: 'a.txt' },
  });
});

test('every event has the fields that Copilot CLI sends in recorded payloads', () => {
  const isPascal = (folder: string) => folder.endsWith('pascal');
  for (const folder of ['copilot', 'copilot-pascal'])
    for (const file of readdirSync(`packages/anyhook/fixtures/${folder}`)) {
      const native = file.replace('.json', '');
      const { stdin: real } = JSON.parse(readFileSync(`packages/anyhook/fixtures/${folder}/${file}`, 'utf8')) as {
        stdin: object;
      };
      const name = copilot.events[native]?.events[0] ?? 'other';
      if (name === 'other') continue;
      const given = Object.keys(payloadFor(native, eventOf(name)));
      const missing = Object.keys(real).filter((key) => !given.includes(key) && key !== 'parentAgentId');
      assert.deepEqual(missing, [], `${file} ${isPascal(folder)}`);
    }
});

test('all events are supported, and their capabilities stay within the contract', () => {
  assert.equal(Object.keys(copilot.events).length, 27);
  for (const [native, row] of Object.entries(copilot.events)) {
    const [contract] = row.events.map((name) => contractOf(name));
    if (row.blocks) assert.ok(contract?.decisions.includes('deny' as never), native);
    if (row.context) assert.ok(contract?.context, native);
    if (row.rewrites) assert.ok(contract?.rewrites, native);
  }
});

test('a tool has its own name and field names in each spelling', () => {
  const call = { kind: 'write', nativeName: 'Write', input: { path: '/a', content: 'x' } };
  const event = eventOf('tool.before', { call });
  const camel = payloadFor('preToolUse', event);
  assert.deepEqual([camel['toolName'], camel['toolArgs']], ['create', { path: '/a', file_text: 'x' }]);
  const pascal = payloadFor('PreToolUse', event);
  assert.deepEqual([pascal['tool_name'], pascal['tool_input']], ['Write', { path: '/a', file_text: 'x' }]);
});

test("environment variables name the project and the hook file's folder", () => {
  const hook = hookOf('preToolUse', { scope: 'project', root: '/project', source: '/project/.github/hooks/a.json' });
  assert.deepEqual(copilot.env(eventOf('tool.before', { cwd: '/project/sub' }), hook), {
    COPILOT_CLI: '1',
    COPILOT_PROJECT_DIR: '/project',
    COPILOT_HOOK_DIR: '/project/.github/hooks',
    CLAUDE_PROJECT_DIR: '/project',
  });
});

interface Output {
  readonly exit?: number;
  readonly out?: string | object;
  readonly err?: string;
}

function answer(native: string, { exit = 0, out = '', err = '' }: Output) {
  const stdout = typeof out === 'string' ? out : JSON.stringify(out);
  const name = copilot.events[native]?.events[0] ?? 'other';
  return copilot.read({ exitCode: exit, stdout, stderr: err }, hookOf(native), eventOf(name));
}

const no = { decision: 'deny', reason: 'no' } as const;
const flat = { permissionDecision: 'deny', permissionDecisionReason: 'no' };
const answers: readonly [string, string, Output, Result][] = [
  ['exit 2 with stderr', 'preToolUse', { exit: 2, err: 'no' }, no],
  ['exit 1 with stderr', 'PreToolUse', { exit: 1, err: 'no' }, no],
  ['exit 127', 'preToolUse', { exit: 127 }, { decision: 'deny', reason: 'hook h exited with code 127' }],
  ['a flat deny', 'preToolUse', { out: flat }, no],
  ['a flat deny', 'PreToolUse', { out: flat }, no],
  ['a deny in hookSpecificOutput', 'PreToolUse', { out: { hookSpecificOutput: flat } }, no],
  ['ask', 'preToolUse', { out: { ...flat, permissionDecision: 'ask' } }, { decision: 'ask', reason: 'no' }],
  ['allow', 'preToolUse', { out: { permissionDecision: 'allow' } }, { decision: 'allow' }],
  ['plain text', 'preToolUse', { out: 'hi' }, { decision: 'pass', logs: ['hi'] }],
  [
    'modifiedArgs',
    'preToolUse',
    { out: { modifiedArgs: { command: 'ls -h' } } },
    { decision: 'pass', rewrite: { of: 'input', value: { command: 'ls -h' } } },
  ],
  [
    'updatedInput',
    'PreToolUse',
    { out: { hookSpecificOutput: { updatedInput: { command: 'ls -h' } } } },
    { decision: 'pass', rewrite: { of: 'input', value: { command: 'ls -h' } } },
  ],
  ['context', 'preToolUse', { out: { additionalContext: 'know' } }, { decision: 'pass', context: ['know'] }],
  ['context', 'sessionStart', { out: { additionalContext: 'know' } }, { decision: 'pass', context: ['know'] }],
  ['context', 'subagentStart', { out: { additionalContext: 'know' } }, { decision: 'pass', context: ['know'] }],
  ['a block', 'userPromptSubmitted', { out: { decision: 'block', reason: 'no' } }, no],
  [
    'another prompt',
    'userPromptSubmitted',
    { out: { modifiedPrompt: 'b' } },
    { decision: 'pass', rewrite: { of: 'prompt', value: 'b' } },
  ],
  ['a block', 'agentStop', { out: { decision: 'block', reason: 'no' } }, no],
  ['a block', 'SubagentStop', { out: { decision: 'block', reason: 'no' } }, no],
  [
    'a block',
    'postToolUse',
    { out: { decision: 'block', reason: 'hidden' } },
    { decision: 'pass', rewrite: { of: 'output', value: 'hidden' } },
  ],
  [
    'another result',
    'postToolUse',
    { out: { modifiedResult: { resultType: 'success', textResultForLlm: 'b' } } },
    { decision: 'pass', rewrite: { of: 'output', value: 'b' } },
  ],
  ['exit 2 with stderr', 'postToolUseFailure', { exit: 2, err: 'try b' }, { decision: 'pass', context: ['try b'] }],
  ['a refusal', 'permissionRequest', { out: { behavior: 'deny', message: 'no' } }, no],
  ['exit 2', 'permissionRequest', { exit: 2, err: 'no' }, no],
  ['consent', 'permissionRequest', { out: { behavior: 'allow' } }, { decision: 'allow' }],
  [
    'a refusal that stops the agent',
    'permissionRequest',
    { out: { behavior: 'deny', message: 'no', interrupt: true } },
    { ...no, stop: 'no' },
  ],
  ['an answer', 'sessionEnd', { out: { decision: 'block' } }, { decision: 'pass' }],
];
for (const [what, native, output, expected] of answers)
  test(`${what} of a hook at ${native} (exit ${output.exit ?? 0}) has the same effect as in Copilot CLI`, () => {
    const ending = answer(native, output);
    assert.ok(ending.kind === 'done', JSON.stringify(ending));
    assert.deepEqual(ending.result, expected);
  });

test('a refusal in a field that Copilot CLI ignores is noted, and does not refuse', () => {
  for (const [native, out, note] of [
    ['preToolUse', { decision: 'block', reason: 'x' }, /"decision" has no effect before a tool call/],
    ['preToolUse', { continue: false }, /"continue" has no effect before a tool call/],
    ['preToolUse', { hookSpecificOutput: flat }, /"hookSpecificOutput" is read at PreToolUse, not at preToolUse/],
  ] as const) {
    const ending = answer(native, { out });
    assert.ok(ending.kind === 'done' && ending.result.decision === 'pass');
    assert.match(ending.result.notes?.join() ?? '', note);
  }
});

test('a non-zero exit at other events, truncated JSON and an unknown decision are failures', () => {
  for (const native of ['userPromptSubmitted', 'postToolUse', 'agentStop', 'sessionStart'])
    for (const exit of [1, 2]) assert.equal(answer(native, { exit, err: 'x' }).kind, 'failed', native);
  assert.equal(answer('preToolUse', { out: '{"permissionDecision":' }).kind, 'failed');
  assert.equal(answer('preToolUse', { out: { permissionDecision: 'perhaps' } }).kind, 'failed');
});
