import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Event, Result } from '@anyhook/core';
import { fromNativeInput, type ToolCall, toNativeInput } from '@anyhook/core';
import { formatEvent, formatHook, sampleInputs } from '../../../test/support/format-samples.js';
import { kiroFormatCodec } from './format-codec.js';

const kiro = kiroFormatCodec();

const hookOf = (nativeEvent: string, flavour = 'hooks') =>
  formatHook({ dialect: 'kiro', nativeEvent, scope: 'project', root: '/project', flavour, id: 'h' });
const base = { cwd: '/project', session_id: 's-1' };
const shell = { tool_name: 'execute_bash', tool_input: { command: 'ls', description: 'list' } };
const edit: ToolCall = { kind: 'edit', nativeName: 'Edit', input: { path: '/a', oldText: 'x', newText: 'y' } };
const replaced = { path: '/a', old_str: 'x', new_str: 'y' };
const answered = (success: boolean, text: string) => ({ tool_response: { success, result: [text] } });

const tool = (native: string, flavour: string): readonly [string, string, Event, Record<string, unknown>][] => {
  const [before, after] = native.startsWith('P') ? ['PreToolUse', 'PostToolUse'] : ['preToolUse', 'postToolUse'];
  return [
    [before, flavour, formatEvent('tool.before'), shell],
    [after, flavour, formatEvent('tool.after'), { ...shell, ...answered(true, 'a.txt') }],
    [after, flavour, formatEvent('tool.failure'), { ...shell, ...answered(false, 'Exit code 3') }],
  ];
};
const saved = (native: string): [string, string, Event, Record<string, unknown>] => [
  ...([native, native === 'PostFileSave' ? 'hooks' : 'ide'] as const),
  formatEvent('tool.after', { call: edit, result: { ok: true, text: 'ok' } }),
  { tool_name: 'str_replace', tool_input: replaced, ...answered(true, 'ok') },
];
const stdin: readonly [string, string, Event, Record<string, unknown>][] = [
  ['SessionStart', 'hooks', formatEvent('session.start'), {}],
  ['SessionEnd', 'hooks', formatEvent('session.end'), {}],
  ['UserPromptSubmit', 'hooks', formatEvent('prompt.submit'), { prompt: 'fix the bug' }],
  ...tool('PreToolUse', 'hooks'),
  ['Stop', 'hooks', formatEvent('agent.stop'), { assistant_response: 'all done' }],
  saved('PostFileSave'),
  ['agentSpawn', 'agent', formatEvent('session.start'), {}],
  ['userPromptSubmit', 'agent', formatEvent('prompt.submit'), { prompt: 'fix the bug' }],
  ...tool('preToolUse', 'agent'),
  [
    'preToolUse',
    'agent',
    formatEvent('tool.before', { call: edit }),
    { tool_name: 'fs_write', tool_input: { command: 'str_replace', ...replaced } },
  ],
  ['stop', 'agent', formatEvent('agent.stop'), { assistant_response: 'all done' }],
  ['promptSubmit', 'ide', formatEvent('prompt.submit'), { prompt: 'fix the bug' }],
  ['agentStop', 'ide', formatEvent('agent.stop'), { assistant_response: 'all done' }],
  saved('fileEdited'),
  ...[
    ...['PostFileCreate', 'PostFileDelete', 'PreTaskExec', 'PostTaskExec', 'Manual'],
    ...['fileCreated', 'fileDeleted', 'preTaskExecution', 'postTaskExecution', 'userTriggered'],
  ].map((native): [string, string, Event, Record<string, unknown>] => [native, 'ide', formatEvent('other'), {}]),
];
for (const [native, flavour, event, own] of stdin)
  test(`${native} of ${flavour} gets the fields that Kiro sends, from ${event.name}`, () => {
    assert.deepEqual(kiro.stdin(event, hookOf(native, flavour)), { ...base, hook_event_name: native, ...own });
  });

test('every event of Kiro has a stdin test', () => {
  assert.deepEqual(new Set(stdin.map(([native]) => native)), new Set(Object.keys(kiro.events)));
});

test('a prompt is also passed in a variable', () => {
  assert.deepEqual(kiro.env(formatEvent('prompt.submit'), hookOf('promptSubmit', 'ide')), {
    USER_PROMPT: 'fix the bug',
  });
  assert.deepEqual(kiro.env(formatEvent('tool.before'), hookOf('preToolUse')), {});
});

for (const [name, input] of sampleInputs(kiro.tools))
  test(`an input of ${name} keeps its own fields in a round trip`, () => {
    const back = fromNativeInput(kiro.tools[name], toNativeInput(kiro.tools[name], input));
    // Several paths to the same file become one path.
    const { paths: _paths, ...expected } = input;
    assert.deepEqual(back, kiro.tools[name]?.kind === 'read' ? expected : input);
  });

const read = (native: string, flavour: string, event: Event, exitCode: number, stdout = '', stderr = '') =>
  kiro.read({ exitCode, stdout, stderr }, hookOf(native, flavour), event);
const [before, prompt, after, stop] = [
  formatEvent('tool.before'),
  formatEvent('prompt.submit'),
  formatEvent('tool.after'),
  formatEvent('agent.stop'),
];
const deny = { decision: 'deny', reason: 'no' } as const;
const answers: readonly [string, ReturnType<typeof read>, Partial<Result>][] = [
  ['exit 2 before a tool', read('PreToolUse', 'hooks', before, 2, '', 'no'), deny],
  ['exit 2 at a prompt', read('UserPromptSubmit', 'hooks', prompt, 2, '', 'no'), deny],
  ["exit 2 of an agent's hook before a tool", read('preToolUse', 'agent', before, 2, '', 'no'), deny],
  ['any failed exit of the older IDE before a tool', read('preToolUse', 'ide', before, 1, '', 'no'), deny],
  ['any failed exit of the older IDE at a prompt', read('promptSubmit', 'ide', prompt, 3, '', 'no'), deny],
  [
    'an error of the older IDE after a tool',
    read('postToolUse', 'ide', after, 1, '', 'lint failed'),
    { decision: 'pass', context: ['lint failed'] },
  ],
  ['text at a prompt', read('UserPromptSubmit', 'hooks', prompt, 0, 'ctx'), { decision: 'pass', context: ['ctx'] }],
  ['text after a tool', read('PostToolUse', 'hooks', after, 0, 'ctx'), { decision: 'pass', context: ['ctx'] }],
  [
    "text of an agent's hook after a tool",
    read('postToolUse', 'agent', after, 0, 'log'),
    { decision: 'pass', logs: ['log'] },
  ],
  [
    'JSON that is not a decision',
    read('PreToolUse', 'hooks', before, 0, '{"a":1}'),
    { decision: 'pass', context: ['{"a":1}'] },
  ],
  ['a block at a stop', read('Stop', 'hooks', stop, 0, '{"decision":"block","reason":"no"}'), deny],
  ['empty output', read('PreToolUse', 'hooks', before, 0), { decision: 'pass' }],
];
describe("a Kiro hook's output is read", () => {
  for (const [what, ending, expected] of answers)
    test(what, () => assert.deepEqual(ending, { kind: 'done', result: expected }));
});

test('other exit codes do not stop the agent', () => {
  for (const ending of [
    read('PreToolUse', 'hooks', before, 1, '', 'x'),
    read('userPromptSubmit', 'agent', prompt, 2, '', 'x'),
    read('Stop', 'hooks', stop, 2, '', 'x'),
  ])
    assert.equal(ending.kind, 'failed');
});
