import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Event, Result } from '@anyhook/core';
import { contractOf, type EventName } from '@anyhook/core';
import { formatEvent, formatHook, sampleFile } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { clineLoader } from './format.js';
import { clineFormatCodec } from './format-codec.js';

const cline = clineFormatCodec();

const hookOf = (nativeEvent: string, more = {}) => formatHook({ dialect: 'cline', nativeEvent, id: 'h', ...more });
const eventOf = (name: EventName, more = {}): Event => formatEvent(name, more) as Event;
const payloadFor = (native: string, event: Event, more = {}) =>
  cline.stdin(event, hookOf(native, more)) as Record<string, unknown>;

const common = {
  clineVersion: '',
  timestamp: '2026-01-01T00:00:00.000Z',
  taskId: 's-1',
  sessionContext: { rootSessionId: 's-1' },
  workspaceRoots: ['/project'],
  workspaceInfo: { rootPath: '/project' },
  userId: 'unknown',
  agent_id: 's-1',
  parent_agent_id: null,
};
const task = { taskMetadata: {} };
const input = { commands: ['ls'], description: 'list' };
const shown = { toolName: 'run_commands', parameters: { commands: '["ls"]', description: 'list' } };
const result = (output: string, success: boolean) => ({ ...shown, result: output, success, executionTimeMs: 12 });

const stdin: readonly [string, EventName, Record<string, unknown>][] = [
  ['TaskStart', 'session.start', { hookName: 'agent_start', taskStart: task }],
  ['TaskResume', 'session.start', { hookName: 'agent_resume', taskResume: { ...task, previousState: {} } }],
  [
    'UserPromptSubmit',
    'prompt.submit',
    { hookName: 'prompt_submit', userPromptSubmit: { prompt: 'fix the bug', attachments: [] } },
  ],
  [
    'PreToolUse',
    'tool.before',
    {
      ...{ hookName: 'tool_call', iteration: 1, preToolUse: shown },
      tool_call: { id: 'call-1', name: 'run_commands', input },
    },
  ],
  [
    'PostToolUse',
    'tool.after',
    {
      ...{ hookName: 'tool_result', iteration: 1, postToolUse: result('a.txt', true) },
      tool_result: { id: 'call-1', name: 'run_commands', input, output: 'a.txt', durationMs: 12 },
    },
  ],
  [
    'PostToolUse',
    'tool.failure',
    {
      ...{ hookName: 'tool_result', iteration: 1, postToolUse: result('Exit code 3', false) },
      tool_result: {
        ...{ id: 'call-1', name: 'run_commands', input, output: 'Exit code 3' },
        ...{ error: 'Exit code 3', durationMs: 12 },
      },
    },
  ],
  [
    'TaskComplete',
    'agent.stop',
    { hookName: 'agent_end', turn: { outputText: 'all done', status: 'completed' }, taskComplete: task },
  ],
  [
    'TaskError',
    'error',
    { hookName: 'agent_error', error: { name: 'rate_limit', message: 'model failed' }, taskCancel: task },
  ],
  ['PreCompact', 'compact.before', { hookName: 'pre_compact', preCompact: { trigger: 'auto' } }],
  ['SessionShutdown', 'session.end', { hookName: 'session_shutdown', reason: 'logout' }],
  ['TaskCancel', 'other', { hookName: 'agent_abort' }],
];

for (const [native, name, own] of stdin)
  test(`${native} gets Cline's payload of ${name} on stdin`, () =>
    assert.deepEqual(payloadFor(native, eventOf(name)), { ...common, ...own }));

test('all ten events are supported, have a test above and stay within the contract', () => {
  assert.deepEqual([...new Set(stdin.map(([native]) => native))].sort(), Object.keys(cline.events).sort());
  for (const [native, row] of Object.entries(cline.events)) {
    const [contract] = row.events.map((name) => contractOf(name));
    if (row.blocks) assert.ok(contract?.decisions.includes('deny' as never), native);
    if (row.context) assert.ok(contract?.context, native);
  }
});

test('every event has the fields that Cline sends in recorded payloads', () => {
  for (const file of readdirSync('packages/anyhook/fixtures/cline')) {
    const { stdin: real } = JSON.parse(readFileSync(`packages/anyhook/fixtures/cline/${file}`, 'utf8')) as {
      stdin: object;
    };
    const native = file.replace('.json', '');
    const given = Object.keys(payloadFor(native, eventOf(cline.events[native]?.events[0] ?? 'other')));
    const missing = Object.keys(real).filter((key) => !given.includes(key) && key !== 'iteration');
    assert.deepEqual(missing, [], file);
  }
});

const write = { kind: 'write', nativeName: 'Write', input: { path: '/a', content: 'x' } };
const edit = { kind: 'edit', nativeName: 'Edit', input: { path: '/a', oldText: 'x', newText: 'y' } };

test('a whole file is written with the editor tool, as in the Cline CLI', () => {
  const { tool_call } = payloadFor('PreToolUse', eventOf('tool.before', { call: write }));
  assert.deepEqual(tool_call, { id: '', name: 'editor', input: { path: '/a', new_text: 'x' } });
});

test("a hook for the extension gets the extension's tool names, fields and texts", () => {
  const extensionPayload = (call: object) =>
    payloadFor('PreToolUse', eventOf('tool.before', { call }), { flavour: 'extension' });
  const shell = payloadFor('PreToolUse', eventOf('tool.before'), { flavour: 'extension' });
  assert.deepEqual(
    [shell['hookName'], shell['tool_call'], shell['preToolUse']],
    ['PreToolUse', undefined, { toolName: 'execute_command', parameters: { command: 'ls', description: 'list' } }],
  );
  assert.deepEqual(extensionPayload(write)['preToolUse'], {
    toolName: 'write_to_file',
    parameters: { path: '/a', content: 'x' },
  });
  const diff = '------- SEARCH\nx\n=======\ny\n+++++++ REPLACE';
  assert.deepEqual(extensionPayload(edit)['preToolUse'], {
    toolName: 'replace_in_file',
    parameters: { path: '/a', diff },
  });
  const mcp = { kind: 'mcp', nativeName: 'm', mcp: { server: 'git', tool: 'push' }, input: { a: 1 } };
  assert.deepEqual(extensionPayload(mcp)['preToolUse'], {
    toolName: 'use_mcp_tool',
    parameters: { server_name: 'git', tool_name: 'push', arguments: '{"a":1}' },
  });
});

interface Output {
  readonly exit?: number;
  readonly out?: string | object;
  readonly err?: string;
}

function answer(native: string, { exit = 0, out = '', err = '' }: Output, event?: Event) {
  const stdout = typeof out === 'string' ? out : JSON.stringify(out);
  const name = cline.events[native]?.events[0] ?? 'other';
  return cline.read({ exitCode: exit, stdout, stderr: err }, hookOf(native), event ?? eventOf(name));
}

const no = { decision: 'deny', reason: 'no', stop: 'no' } as const;
const answers: readonly [string, string, Output, Result][] = [
  ['empty output', 'PreToolUse', {}, { decision: 'pass' }],
  ['cancel: false', 'PreToolUse', { out: { cancel: false } }, { decision: 'pass' }],
  ['cancel', 'PreToolUse', { out: { cancel: true, errorMessage: 'no' } }, no],
  ['cancel', 'PreToolUse', { exit: 1, out: { cancel: true, errorMessage: 'no' } }, no],
  ['cancel with context', 'PreToolUse', { out: { cancel: true, contextModification: 'no' } }, no],
  [
    'cancel between log lines',
    'PreToolUse',
    { out: 'log\nHOOK_CONTROL\t{"cancel":true,"errorMessage":"no"}\nlog' },
    no,
  ],
  ['cancel', 'UserPromptSubmit', { out: { cancel: true, errorMessage: 'no' } }, no],
  ['context', 'PreToolUse', { out: { contextModification: 'know' } }, { decision: 'pass', context: ['know'] }],
  ['context', 'PostToolUse', { out: { context: 'know' } }, { decision: 'pass', context: ['know'] }],
  ['an error without cancel', 'PreToolUse', { out: { errorMessage: 'hm' } }, { decision: 'pass', context: ['hm'] }],
  [
    'another input',
    'PreToolUse',
    { out: { overrideInput: { commands: ['ls -h'] } } },
    { decision: 'pass', rewrite: { of: 'input', value: { command: 'ls -h' } } },
  ],
];
for (const [what, native, output, expected] of answers)
  test(`${what} of a hook at ${native} (exit ${output.exit ?? 0}) has the same effect as in Cline`, () => {
    const ending = answer(native, output);
    assert.ok(ending.kind === 'done', JSON.stringify(ending));
    assert.deepEqual(ending.result, expected);
  });

test('a rewritten content of a whole file changes what the agent writes', () => {
  const event = eventOf('tool.before', { call: write });
  const ending = answer('PreToolUse', { out: { overrideInput: { path: '/a', new_text: 'z' } } }, event);
  assert.ok(ending.kind === 'done');
  assert.deepEqual(ending.result.rewrite, { of: 'input', value: { path: '/a', content: 'z' } });
});

test('exit codes do not block, and output that is not JSON is a failure', () => {
  for (const output of [{ exit: 2, err: 'no' }, { exit: 1 }, { out: 'checking …' }, { out: '[1' }])
    assert.equal(answer('PreToolUse', output).kind, 'failed', JSON.stringify(output));
});

const load = (path: string, text: string, more: Parameters<typeof sampleFile>[2] = {}) =>
  clineLoader.load(sampleFile(path, text, more)).hooks[0];
const folder = '/project/.clinerules/hooks';

const programs: readonly [string, string, readonly string[]][] = [
  ['PreToolUse', '#!/bin/bash -e\n', ['bash', '-e']],
  ['PreToolUse', '#!/usr/bin/env python3\n', ['python3']],
  ['PreToolUse', '#!/usr/bin/env -S node --no-warnings\n', ['node', '--no-warnings']],
  ['PreToolUse', '#!/opt/tool\n', ['/opt/tool']],
  ['PreToolUse', 'echo\n', ['bash']],
  ['PreToolUse.sh', 'echo\n', ['bash']],
  ['posttooluse.py', 'pass\n', ['python3']],
  ['TaskStart.mjs', '\n', ['node']],
  ['TaskStart.ts', '\n', ['bun', 'run']],
  ['TaskStart.ps1', '\n', ['pwsh', '-File']],
];
for (const [name, text, program] of programs)
  test(`the script ${name} that starts with ${JSON.stringify(text.trim())} is run by ${program.join(' ')}`, () => {
    const hook = load(`${folder}/${name}`, text);
    assert.ok(hook?.handler.kind === 'command');
    const { command, args = [], cwd } = hook.handler;
    assert.deepEqual([[command, ...args], cwd], [[...program, `${folder}/${name}`], '.']);
    assert.equal(hook.timeoutMs, 120_000);
  });

test('a script is loaded with its event, its scope and the scripts that it calls', () => {
  const hook = load(`${folder}/PreToolUse`, '#!/bin/sh\nexec ./tools/guard.sh "$@"\n', {
    present: ['/project/tools/guard.sh'],
  });
  assert.deepEqual(
    [hook?.id, hook?.nativeEvent, hook?.events, hook?.files],
    [
      'clinerules.cline.PreToolUse',
      'PreToolUse',
      ['tool.before'],
      [`${folder}/PreToolUse`, join('/project', 'tools', 'guard.sh')],
    ],
  );
  const user = load('/home/.cline/hooks/TaskCancel', '\n', { scope: 'user', root: '/home/.cline' });
  assert.deepEqual([user?.id, user?.match], ['user-cline.cline.TaskCancel', { nativeEvent: 'TaskCancel' }]);
  assert.ok(user?.handler.kind === 'command' && user.handler.cwd === undefined);
});

test('tool names in a script show whether it was written for the extension', () => {
  const flavour = (text: string) => load(`${folder}/PreToolUse`, `#!/bin/sh\n${text}\n`)?.flavour;
  assert.equal(flavour('[ "$tool" = execute_command ] && exit'), 'extension');
  assert.equal(flavour('case $tool in write_to_file|run_commands) ;; esac'), undefined);
  assert.equal(flavour('jq .tool_call.name'), undefined);
  assert.equal(flavour('jq .preToolUse'), undefined);
});

test('scripts written by anyhook and files with other names are not loaded as hooks', () => {
  assert.equal(load(`${folder}/PreToolUse`, '#!/bin/sh\n# anyhook-hook: written by "anyhook init".\n'), undefined);
  assert.equal(load(`${folder}/helper.sh`, '#!/bin/sh\n'), undefined);
  assert.equal(load(`${folder}/PreToolUse.md`, 'text'), undefined);
});

test('two project folders and two user folders are searched for files named after events', () => {
  const places = clineLoader.places({
    ...{ cwd: '/p', root: '/p', home: '/h', configHome: '/h/.config', configuredFiles: [] },
  });
  assert.deepEqual(
    places.map(({ scope, dir }) => [scope, plainPath(dir)]),
    [
      ['user', '/h/.cline/hooks'],
      ['user', '/h/Documents/Cline/Hooks'],
      ['project', '/p/.clinerules/hooks'],
      ['project', '/p/.cline/hooks'],
    ],
  );
  const find = places[0]?.find;
  assert.ok(find?.kind === 'folder' && 'names' in find);
  const names = new RegExp(`^(?:${find.names})$`, 'i');
  for (const name of ['PreToolUse', 'pretooluse.PY', 'TaskStart.mjs']) assert.match(name, names);
  for (const name of ['MyPreToolUse', 'PreToolUse.md', 'PreToolUse.bak', 'lib']) assert.doesNotMatch(name, names);
});
