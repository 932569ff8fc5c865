import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, test } from 'node:test';
import type { Event, Result } from '@anyhook/core';
import { fromNativeInput, type ToolCall, toNativeInput } from '@anyhook/core';
import { formatEvent, formatHook, sampleFile, sampleInputs } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { antigravityCodec } from './codec.js';
import { antigravityLoader } from './load.js';

const antigravity = antigravityCodec();

const hookOf = (nativeEvent: string) =>
  formatHook({ dialect: 'antigravity', nativeEvent, scope: 'project', root: '/project', flavour: 'hooks', id: 'h' });
const base = {
  conversationId: 's-1',
  workspacePaths: ['/project'],
  transcriptPath: '',
  artifactDirectoryPath: '',
  modelName: '',
};
const file: ToolCall = { kind: 'write', nativeName: 'Write', input: { path: 'a.ts', content: 'x' } };
const shell = { name: 'run_command', args: { CommandLine: 'ls', description: 'list', Cwd: '/project' } };
const turn = { invocationNum: 0, initialNumSteps: 0 };

const stdin: readonly [string, Event, Record<string, unknown>][] = [
  ['PreToolUse', formatEvent('tool.before'), { toolCall: shell, stepIdx: 0 }],
  [
    'PreToolUse',
    formatEvent('tool.before', { call: file }),
    {
      toolCall: { name: 'write_to_file', args: { TargetFile: resolve('/project/a.ts'), CodeContent: 'x' } },
      stepIdx: 0,
    },
  ],
  ['PostToolUse', formatEvent('tool.after'), { toolCall: shell, stepIdx: 0, error: '' }],
  ['PostToolUse', formatEvent('tool.failure'), { toolCall: shell, stepIdx: 0, error: 'Exit code 3' }],
  ['PreInvocation', formatEvent('turn.start'), turn],
  ['PostInvocation', formatEvent('turn.end'), turn],
  [
    'Stop',
    formatEvent('agent.stop', { stopBlocks: 2 }),
    { executionNum: 2, terminationReason: 'model_stop', error: '', fullyIdle: true },
  ],
  ['SessionStart', formatEvent('session.start'), {}],
];
for (const [native, event, own] of stdin)
  test(`${native} gets the fields that Antigravity sends, from ${event.name}`, () => {
    assert.deepEqual(antigravity.stdin(event, hookOf(native)), { ...base, ...own });
  });

test('every event of Antigravity has a stdin test', () => {
  assert.deepEqual(new Set(stdin.map(([native]) => native)), new Set(Object.keys(antigravity.events)));
});

for (const [name, input] of sampleInputs(antigravity.tools))
  test(`an input of ${name} survives the round trip`, () => {
    assert.deepEqual(fromNativeInput(antigravity.tools[name], toNativeInput(antigravity.tools[name], input)), input);
  });

const read = (
  native: string,
  output: { exitCode?: number; stdout?: string; stderr?: string },
  event: Event = formatEvent('tool.before'),
) => antigravity.read({ exitCode: 0, stdout: '', stderr: '', ...output }, hookOf(native), event);
const json = (value: unknown) => ({ stdout: JSON.stringify(value) });

const answers: readonly [string, ReturnType<typeof read>, Partial<Result>][] = [
  ['nothing', read('PreToolUse', {}), { decision: 'pass' }],
  [
    'allow, which does not approve',
    read('PreToolUse', json({ decision: 'allow', reason: 'ok' })),
    { decision: 'pass' },
  ],
  ['deny', read('PreToolUse', json({ decision: 'deny', reason: 'no' })), { decision: 'deny', reason: 'no' }],
  ['ask', read('PreToolUse', json({ decision: 'ask', reason: 'sure?' })), { decision: 'ask', reason: 'sure?' }],
  ['force_ask', read('PreToolUse', json({ decision: 'force_ask', reason: 'x' })), { decision: 'ask', reason: 'x' }],
  ['exit 2 before a call', read('PreToolUse', { exitCode: 2, stderr: 'no' }), { decision: 'deny', reason: 'no' }],
  [
    'permissions that only Antigravity can grant',
    read('PreToolUse', json({ decision: 'ask', reason: 'x', permissionOverrides: ['command(ls)'] })),
    {
      decision: 'ask',
      reason: 'x',
      notes: ['"permissionOverrides" can only be done by Antigravity itself: left out'],
    },
  ],
  [
    "messages before the model's",
    read(
      'PreInvocation',
      json({ injectSteps: [{ ephemeralMessage: 'lint' }, { userMessage: 'go' }, { toolCall: {} }] }),
      formatEvent('turn.start'),
    ),
    {
      decision: 'pass',
      context: ['lint', 'go'],
      notes: ['1 of "injectSteps" can only be done by Antigravity itself: left out'],
    },
  ],
  [
    'continue at stop',
    read('Stop', json({ decision: 'continue', reason: 'run the tests' }), formatEvent('agent.stop')),
    { decision: 'deny', reason: 'run the tests' },
  ],
  [
    'an unknown word at stop',
    read('Stop', json({ decision: 'deny' }), formatEvent('agent.stop')),
    { decision: 'pass' },
  ],
];
describe("an Antigravity hook's output is read", () => {
  for (const [what, ending, expected] of answers)
    test(what, () => assert.deepEqual(ending, { kind: 'done', result: expected }));
});

test('other exit codes and unknown decisions are failures', () => {
  assert.equal(read('PreToolUse', { exitCode: 1 }).kind, 'failed');
  assert.equal(read('PreToolUse', json({ decision: 'never' })).kind, 'failed');
  assert.equal(read('PreToolUse', { stdout: 'fine' }).kind, 'failed');
  assert.equal(read('PostToolUse', { exitCode: 2 }, formatEvent('tool.after')).kind, 'failed');
});

const load = (value: unknown, more: Parameters<typeof sampleFile>[2] = {}) =>
  antigravityLoader.load(
    sampleFile('/project/.agents/hooks.json', typeof value === 'string' ? value : JSON.stringify(value, null, 2), more),
  );
const group = (...commands: string[]) => [{ matcher: 'run_command', hooks: commands.map((command) => ({ command })) }];

test('each handler of a named hook becomes one hook', () => {
  const { hooks, problems } = load(
    {
      'my gate': { PreToolUse: group('./gate.sh'), Stop: [{ type: 'command', command: 'x', timeout: 5 }] },
      off: { enabled: false, PostToolUse: [{ matcher: 'browser_.*', hooks: [{ command: 'y' }] }] },
    },
    { present: ['/project/gate.sh'] },
  );
  assert.deepEqual(problems, []);
  const facts = hooks.map(({ id, match, timeoutMs, enabled, files }) => [
    id,
    match.tool?.source,
    timeoutMs,
    enabled,
    files.length,
  ]);
  assert.deepEqual(facts, [
    ['project.antigravity.my-gate.PreToolUse.0.0', 'run_command', 30_000, true, 2],
    ['project.antigravity.my-gate.Stop.0', undefined, 5_000, true, 1],
    ['project.antigravity.off.PostToolUse.0.0', 'browser_.*', 30_000, false, 1],
  ]);
  assert.equal(hooks[2]?.match.tool?.mode, 'anchored');
});

test('an empty matcher and * match all tools, and event names ignore case', () => {
  for (const matcher of ['', '*']) {
    const { hooks, problems } = load({ a: { pretooluse: [{ matcher, hooks: [{ command: 'x' }] }] } });
    assert.deepEqual([hooks[0]?.nativeEvent, hooks[0]?.match, problems], ['PreToolUse', {}, []]);
  }
});

test('unrelated files in the same place are skipped, and never guard anything', () => {
  for (const foreign of [
    { hooks: [{ event: 'file_modified', pattern: 'x', action: 'execute_skill', skill: 'y' }] },
    { hooks: { pre_tool_use: [{ command: 'x' }] } },
    ['x'],
    'not JSON at all',
  ]) {
    const { hooks, problems } = load(foreign);
    assert.deepEqual(hooks, []);
    assert.deepEqual(
      problems.map(({ severity, message }) => [severity, message.slice(0, 8)]),
      [['warning', 'not read']],
    );
  }
  assert.deepEqual(load({}), { hooks: [], problems: [] });
});

test('an unparsable file that was meant as a hook file is an error', () => {
  assert.equal(load('{"a": {"PreToolUse": [').problems[0]?.severity, 'error');
});

test(`a file in Claude Code's format is a hook named "hooks"`, () => {
  const { hooks } = load({ hooks: { PreToolUse: group('x') } });
  assert.deepEqual(
    hooks.map(({ id }) => id),
    ['project.antigravity.hooks.PreToolUse.0.0'],
  );
});

test('unusable entries are reported, and the others are loaded', () => {
  const { hooks, problems } = load({
    a: {
      PreToolUse: [{ matcher: 'x', hooks: [{ type: 'prompt', prompt: 'ok?' }, { command: 'x', env: {} }, {}] }],
      SessionEnd: [],
      Stop: {},
    },
    b: { enabled: 'yes', PostToolUse: [{ command: 'bare', timeout: 'x' }] },
    c: 1,
  });
  assert.deepEqual(
    hooks.map(({ id, unloadable }) => [id.split('antigravity.')[1], unloadable !== undefined]),
    [
      ['a.PreToolUse.0.1', false],
      ['a.PreToolUse.0.2', true],
      ['a.Stop', true],
      ['b.PostToolUse.0.0', false],
    ],
  );
  assert.deepEqual(
    problems.map(({ severity, field }) => `${severity} ${field}`),
    [
      'warning a.PreToolUse.0.hooks.0',
      'warning a.PreToolUse.0.hooks.1.env',
      'error a.PreToolUse.0.hooks.2.command',
      'error a.SessionEnd',
      'error a.Stop',
      'warning b.enabled',
      'warning b.PostToolUse.0.hooks.0.timeout',
      'error c',
    ],
  );
  assert.match(problems[0]?.message ?? '', /: left out$/);
});

test("the user's file is in the folder that Antigravity documents", () => {
  const places = antigravityLoader.places({ cwd: '/p', root: '/p', home: '/h', configHome: '/c', configuredFiles: [] });
  assert.deepEqual(
    places.map(({ scope, dir, root }) => [scope, plainPath(dir), plainPath(root)]),
    [
      ['user', '/h/.gemini/config', '/h/.gemini/config'],
      ['project', '/p/.agents', '/p'],
    ],
  );
});
