import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ending, EventName, Result } from '@anyhook/core';
import { formatEvent, formatHook } from '../../../test/support/format-samples.js';
import { claudeFormatCodec } from './format-codec.js';

const claude = claudeFormatCodec();

const eventNames: Readonly<Record<string, EventName>> = Object.fromEntries(
  Object.entries(claude.events).map(([native, { events }]) => [native, events[0] as EventName]),
);

type Out = { readonly stdout?: string | object; readonly exitCode?: number; readonly stderr?: string };

function readOutput(flavour: string, native: string, { stdout = '', exitCode = 0, stderr = '' }: Out): Ending {
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  const hook = formatHook({ dialect: 'claude', nativeEvent: native, flavour: flavour });
  return claude.read({ stdout: text, exitCode, stderr }, hook, formatEvent(eventNames[native] ?? 'other'));
}

const specificOutput = (fields: object, name = 'PreToolUse') => ({
  hookSpecificOutput: { hookEventName: name, ...fields },
});
const noReason = 'blocked by hook h, which gave no reason';
const pass = { decision: 'pass' } as const;
const deny = (reason: string) => ({ decision: 'deny', reason }) as const;

const settings: readonly [string, string, Out, Result][] = [
  ['empty output is no opinion', 'PreToolUse', {}, pass],
  ['exit 2 blocks with stderr', 'PreToolUse', { exitCode: 2, stderr: 'no\n' }, deny('no')],
  [
    'exit 2 with allow JSON blocks',
    'PreToolUse',
    { exitCode: 2, stdout: specificOutput({ permissionDecision: 'allow' }) },
    deny(noReason),
  ],
  ['exit 2 without stderr blocks', 'PreToolUse', { exitCode: 2 }, deny(noReason)],
  [
    'exit 1 with deny JSON blocks',
    'PreToolUse',
    { exitCode: 1, stdout: specificOutput({ permissionDecision: 'deny', permissionDecisionReason: 'r' }) },
    deny('r'),
  ],
  [
    'exit 1 with allow JSON does not allow',
    'PreToolUse',
    { exitCode: 1, stdout: specificOutput({ permissionDecision: 'allow' }) },
    { decision: 'pass', notes: ['exited with code 1, so its allow is ignored'] },
  ],
  [
    'exit 1 with context JSON gives context',
    'PreToolUse',
    { exitCode: 1, stdout: specificOutput({ additionalContext: 'c' }) },
    { decision: 'pass', context: ['c'], notes: ['exited with code 1'] },
  ],
  [
    'exit 2 with context JSON blocks with stderr and gives context',
    'PreToolUse',
    { exitCode: 2, stderr: 'no', stdout: specificOutput({ additionalContext: 'c' }) },
    { decision: 'deny', reason: 'no', context: ['c'] },
  ],
  [
    'exit 2 with deny JSON blocks with its reason',
    'PreToolUse',
    {
      exitCode: 2,
      stderr: 'no',
      stdout: specificOutput({ permissionDecision: 'deny', permissionDecisionReason: 'r' }),
    },
    deny('r'),
  ],
  [
    'exit 2 blocks although its JSON names another event',
    'PreToolUse',
    { exitCode: 2, stderr: 'no', stdout: { hookSpecificOutput: { hookEventName: 'Stop' } } },
    deny('no'),
  ],
  [
    'a deny without a reason blocks',
    'PreToolUse',
    { stdout: specificOutput({ permissionDecision: 'deny' }) },
    deny(noReason),
  ],
  [
    'blank lines around JSON are ignored',
    'PreToolUse',
    { stdout: `\n\n${JSON.stringify(specificOutput({ permissionDecision: 'deny' }))}\n\n` },
    deny(noReason),
  ],
  [
    'unknown fields are ignored',
    'PreToolUse',
    { stdout: { ...specificOutput({ permissionDecision: 'deny', x: 1 }), y: 2 } },
    deny(noReason),
  ],
  [
    'allow with a reason',
    'PreToolUse',
    { stdout: specificOutput({ permissionDecision: 'allow', permissionDecisionReason: 'ok' }) },
    { decision: 'allow', reason: 'ok' },
  ],
  [
    'ask',
    'PreToolUse',
    { stdout: specificOutput({ permissionDecision: 'ask' }) },
    { decision: 'ask', reason: noReason },
  ],
  [
    'defer asks',
    'PreToolUse',
    { stdout: specificOutput({ permissionDecision: 'defer', permissionDecisionReason: 'later' }) },
    { decision: 'ask', reason: 'later' },
  ],
  ['legacy block', 'PreToolUse', { stdout: { decision: 'block', reason: 'r' } }, deny('r')],
  ['legacy approve', 'PreToolUse', { stdout: { decision: 'approve' } }, { decision: 'allow' }],
  [
    'a block at stop keeps the agent working',
    'Stop',
    { stdout: { decision: 'block', reason: 'run the tests' } },
    deny('run the tests'),
  ],
  [
    'updatedInput in Claude’s fields',
    'PreToolUse',
    { stdout: specificOutput({ updatedInput: { command: 'ls -h' } }) },
    { decision: 'pass', rewrite: { of: 'input', value: { command: 'ls -h' } } },
  ],
  [
    'updatedInput at another event is noted',
    'Stop',
    { stdout: specificOutput({ updatedInput: {} }, 'Stop') },
    { decision: 'pass', notes: ['"updatedInput" has no effect at this event: left out'] },
  ],
  [
    'additionalContext',
    'PostToolUse',
    { stdout: specificOutput({ additionalContext: 'c' }, 'PostToolUse') },
    { decision: 'pass', context: ['c'] },
  ],
  [
    'updatedToolOutput as text',
    'PostToolUse',
    { stdout: specificOutput({ updatedToolOutput: 'x' }, 'PostToolUse') },
    { decision: 'pass', rewrite: { of: 'output', value: 'x' } },
  ],
  [
    'updatedToolOutput in the shape of Bash',
    'PostToolUse',
    { stdout: specificOutput({ updatedToolOutput: { stdout: 'x', stderr: 'e' } }, 'PostToolUse') },
    { decision: 'pass', rewrite: { of: 'output', value: 'x\ne' } },
  ],
  [
    'updatedToolOutput with content',
    'PostToolUse',
    { stdout: specificOutput({ updatedToolOutput: { content: 'x' } }, 'PostToolUse') },
    { decision: 'pass', rewrite: { of: 'output', value: 'x' } },
  ],
  [
    'updatedToolOutput in another shape',
    'PostToolUse',
    { stdout: specificOutput({ updatedToolOutput: { a: 1 } }, 'PostToolUse') },
    { decision: 'pass', rewrite: { of: 'output', value: '{"a":1}' } },
  ],
  [
    'systemMessage is shown to the user',
    'PreToolUse',
    { stdout: { systemMessage: 'hey' } },
    { decision: 'pass', messages: ['hey'] },
  ],
  [
    'continue: false stops the agent, the tool still runs',
    'PreToolUse',
    { stdout: { continue: false, stopReason: 'enough' } },
    { decision: 'pass', stop: 'enough' },
  ],
  [
    'continue: false without a reason',
    'PostToolUse',
    { stdout: { continue: false } },
    { decision: 'pass', stop: noReason },
  ],
  [
    'continue: false on a prompt also blocks it',
    'UserPromptSubmit',
    { stdout: { continue: false, stopReason: 'enough' } },
    { ...deny('enough'), stop: 'enough' },
  ],
  [
    'permission: allow',
    'PermissionRequest',
    { stdout: specificOutput({ decision: { behavior: 'allow' } }, 'PermissionRequest') },
    { decision: 'allow' },
  ],
  [
    'permission: deny with a message',
    'PermissionRequest',
    { stdout: specificOutput({ decision: { behavior: 'deny', message: 'm' } }, 'PermissionRequest') },
    deny('m'),
  ],
  [
    'permission: deny and interrupt',
    'PermissionRequest',
    { stdout: specificOutput({ decision: { behavior: 'deny', message: 'm', interrupt: true } }, 'PermissionRequest') },
    { ...deny('m'), stop: 'm' },
  ],
  [
    'permission: a changed input is noted',
    'PermissionRequest',
    { stdout: specificOutput({ decision: { behavior: 'allow', updatedInput: {} } }, 'PermissionRequest') },
    { decision: 'allow', notes: ['"updatedInput" has no effect at this event: left out'] },
  ],
  [
    'features that only Claude Code supports are noted',
    'SessionStart',
    { stdout: specificOutput({ watchPaths: ['a'] }, 'SessionStart') },
    { decision: 'pass', notes: ['"watchPaths" can only be done by Claude Code itself: left out'] },
  ],
  [
    'plain text is context at session start',
    'SessionStart',
    { stdout: 'hello\n' },
    { decision: 'pass', context: ['hello'] },
  ],
  [
    'plain text is context for a prompt',
    'UserPromptSubmit',
    { stdout: 'hello\n' },
    { decision: 'pass', context: ['hello'] },
  ],
  [
    'plain text before JSON makes all of it plain text',
    'PreToolUse',
    { stdout: 'note\n{"passed":1}' },
    { decision: 'pass', logs: ['note\n{"passed":1}'] },
  ],
];

for (const [what, native, out, result] of settings) {
  test(`settings, ${native}: ${what}`, () => {
    assert.deepEqual(readOutput('settings', native, out), { kind: 'done', result });
  });
}

const plugin: readonly [string, string, Out, Result][] = [
  ['empty output is no opinion', 'PreToolUse', {}, pass],
  [
    'systemMessage is for the user, not for the model',
    'PreToolUse',
    { stdout: { continue: true, systemMessage: 'delegate' } },
    { decision: 'pass', messages: ['delegate'] },
  ],
  [
    'systemMessage is for the user at an event without model context',
    'SubagentStop',
    { stdout: { continue: true, systemMessage: 'done' } },
    { decision: 'pass', messages: ['done'] },
  ],
  [
    'continue: false blocks with systemMessage',
    'PreToolUse',
    { exitCode: 2, stdout: { continue: false, systemMessage: 'Error: why', stopReason: 's' }, stderr: 'e' },
    deny('Error: why'),
  ],
  ['continue: false blocks with exit 0', 'PreToolUse', { stdout: { continue: false, stopReason: 's' } }, deny('s')],
  ['continue: false without a message blocks', 'PreToolUse', { stdout: { continue: false } }, deny(noReason)],
  ['continue: false with stderr', 'PreToolUse', { stdout: { continue: false }, stderr: 'e\n' }, deny('e')],
  ['exit 1 blocks with stderr', 'PreToolUse', { exitCode: 1, stderr: 'traversal' }, deny('traversal')],
  ['exit 1 blocks with its text', 'PreToolUse', { exitCode: 1, stdout: 'traversal' }, deny('traversal')],
  [
    'exit 1 blocks with JSON at any exit code',
    'PreToolUse',
    { exitCode: 1, stdout: { continue: true, systemMessage: 'm' } },
    deny('m'),
  ],
  ['exit 1 without output blocks', 'PreToolUse', { exitCode: 1 }, deny('exited with code 1')],
  [
    'a deny in JSON blocks although the script failed after it',
    'PreToolUse',
    { exitCode: 127, stdout: { continue: false, systemMessage: 'no' } },
    deny('no'),
  ],
  ['exit 1 blocks a stop', 'Stop', { exitCode: 1, stderr: 'tests fail' }, deny('tests fail')],
  ['exit 3 with truncated JSON blocks', 'PreToolUse', { exitCode: 3, stdout: '{"continue"' }, deny('{"continue"')],
  [
    'permissionDecision is read as well',
    'PreToolUse',
    { stdout: { ...specificOutput({ permissionDecision: 'deny' }), systemMessage: 'm' } },
    deny('m'),
  ],
  [
    'a block with its own reason also shows its systemMessage',
    'PreToolUse',
    {
      stdout: { ...specificOutput({ permissionDecision: 'deny', permissionDecisionReason: 'r' }), systemMessage: 'm' },
    },
    { decision: 'deny', reason: 'r', messages: ['m'] },
  ],
  [
    'a rewrite is applied as well',
    'PreToolUse',
    { stdout: specificOutput({ updatedInput: { command: 'x' } }) },
    { decision: 'pass', rewrite: { of: 'input', value: { command: 'x' } } },
  ],
  [
    'systemMessage together with additionalContext',
    'PostToolUse',
    { stdout: { ...specificOutput({ additionalContext: 'b' }, 'PostToolUse'), systemMessage: 'a' } },
    { decision: 'pass', context: ['b'], messages: ['a'] },
  ],
  [
    'plain text is context at session start',
    'SessionStart',
    { stdout: 'nodejs' },
    { decision: 'pass', context: ['nodejs'] },
  ],
  [
    'JSON of a failed hook is read at an event that cannot block',
    'SessionStart',
    { exitCode: 1, stdout: { systemMessage: 'rust' } },
    { decision: 'pass', messages: ['rust'], notes: ['exited with code 1'] },
  ],
];

for (const [what, native, out, result] of plugin) {
  test(`plugin, ${native}: ${what}`, () => {
    assert.deepEqual(readOutput('plugin', native, out), { kind: 'done', result });
  });
}

const failures: readonly [string, string, string, Out, string, RegExp][] = [
  ['settings', 'exit 1 warns', 'PreToolUse', { exitCode: 1, stderr: 'oops' }, 'exit', /code 1/],
  ['settings', 'half an object', 'PreToolUse', { stdout: '{not json' }, 'bad-output', /not valid JSON/],
  [
    'settings',
    'a misspelled permissionDecision',
    'PreToolUse',
    { stdout: specificOutput({ permissionDecision: 'denny' }) },
    'bad-output',
    /did you mean "deny"/,
  ],
  ['settings', 'a misspelled decision', 'Stop', { stdout: { decision: 'blok' } }, 'bad-output', /did you mean "block"/],
  [
    'settings',
    'a misspelled behavior',
    'PermissionRequest',
    { stdout: specificOutput({ decision: { behavior: 'alow' } }, 'PermissionRequest') },
    'bad-output',
    /did you mean "allow"/,
  ],
  [
    'settings',
    'another event’s name',
    'PreToolUse',
    { stdout: specificOutput({ permissionDecision: 'deny' }, 'PostToolUse') },
    'bad-output',
    /"hookEventName" must be "PreToolUse", got "PostToolUse"/,
  ],
  ['settings', 'continue as a number', 'PreToolUse', { stdout: { continue: 0 } }, 'bad-output', /true or false/],
  ['plugin', 'a failed start of the session only warns', 'SessionStart', { exitCode: 1 }, 'exit', /code 1/],
  ['plugin', 'half an object', 'PreToolUse', { stdout: '{"continue"' }, 'bad-output', /not valid JSON/],
  [
    'plugin',
    'a misspelled decision',
    'PreToolUse',
    { stdout: { decision: 'allow' } },
    'bad-output',
    /block, approve, got "allow"/,
  ],
];

for (const [flavour, what, native, out, why, detail] of failures) {
  test(`${flavour}, ${native}: ${what} is a hook failure`, () => {
    const ending = readOutput(flavour, native, out);
    assert.equal(ending.kind === 'failed' && ending.why, why);
    assert.match(ending.kind === 'failed' ? ending.detail : '', detail);
    assert.equal(ending.kind === 'failed' ? (ending.stderr ?? '') : '', out.stderr ?? '');
  });
}

test('a rewritten edit is read in canonical fields', () => {
  const call = { kind: 'edit', nativeName: 'replace', input: { path: '/a', oldText: 'x', newText: 'y' } } as const;
  const stdout = JSON.stringify(specificOutput({ updatedInput: { new_string: 'z', file_path: '/b' } }));
  const hook = formatHook({ dialect: 'claude', nativeEvent: 'PreToolUse', flavour: 'settings' });
  const ending = claude.read({ exitCode: 0, stdout, stderr: '' }, hook, formatEvent('tool.before', { call }));
  assert.deepEqual(ending, {
    kind: 'done',
    result: { decision: 'pass', rewrite: { of: 'input', value: { newText: 'z', path: '/b' } } },
  });
});

test('a misspelled key is noted', () => {
  const top = readOutput('settings', 'Stop', { stdout: { decison: 'block' } });
  assert.match((top.kind === 'done' && top.result.notes?.[0]) || '', /did you mean "decision"/);
  const inner = readOutput('plugin', 'PreToolUse', { stdout: specificOutput({ permissionDecison: 'deny' }) });
  assert.match((inner.kind === 'done' && inner.result.notes?.[0]) || '', /did you mean "permissionDecision"/);
});

for (const [what, stdout, isNoted] of [
  ['text and a decision', 'tests ran\n{"decision":"block","reason":"r"}\n', true],
  ['text and a decision on several lines', 'tests ran\n{\n "decision": "approve"\n}\n', true],
  ['text and a permission decision', 'x\n{"hookSpecificOutput":{"permissionDecision":"deny"}}', true],
  ['text and continue: false', 'x\n{"continue":false}', true],
  ['text and other JSON', 'x\n{"passed":3}', false],
  ['text with a brace', 'function f() {}', false],
] as const)
  for (const flavour of ['plugin', 'settings'])
    for (const nativeEvent of ['PreToolUse', 'Notification'])
      test(`${flavour}: ${what} at ${nativeEvent} decides nothing${isNoted ? ', and a note says so at a blocking event' : ''}`, () => {
        const hook = formatHook({ dialect: 'claude', flavour: flavour, nativeEvent });
        const event = formatEvent(nativeEvent === 'PreToolUse' ? 'tool.before' : 'notification');
        const ending = claude.read({ exitCode: 0, stdout, stderr: '' }, hook, event);
        assert.ok(ending.kind === 'done');
        assert.equal(ending.result.decision, 'pass');
        const notes = ending.result.notes ?? [];
        assert.equal(notes.length, isNoted && nativeEvent === 'PreToolUse' ? 1 : 0);
        for (const note of notes) assert.match(note, /the decision in it was not read/);
      });
