import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { toJsonSchema } from '@valibot/to-json-schema';
import { sampleFile } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { isWindows } from '../../../test/support/systems.js';
import { cursorLoader, cursorSchema } from './format.js';
import { cursorFormatCodec } from './format-codec.js';

const cursor = cursorFormatCodec();

const path = '/project/.cursor/hooks.json';
const load = (value: unknown, more: Parameters<typeof sampleFile>[2] = {}, file = path) =>
  cursorLoader.load(sampleFile(file, typeof value === 'string' ? value : JSON.stringify(value, null, 2), more));
const hooksOf = (hooks: unknown, more = {}) => load({ version: 1, hooks }, more);
const only = (hooks: unknown, more = {}): Hook => {
  const loaded = hooksOf(hooks, more);
  assert.deepEqual(loaded.problems, []);
  assert.equal(loaded.hooks.length, 1);
  return loaded.hooks[0] as Hook;
};
const messages = (hooks: unknown) =>
  hooksOf(hooks).problems.map(({ severity, field, message }) => [severity, field, message]);

test('a hook of a project has its command, its folder and the defaults of Cursor', () => {
  const hook = only(
    { beforeShellExecution: [{ command: '.cursor/hooks/guard.sh --strict' }] },
    { present: ['/project/.cursor/hooks/guard.sh'] },
  );
  assert.deepEqual(hook, {
    id: 'project.cursor.beforeShellExecution.0',
    dialect: 'cursor',
    events: ['tool.before'],
    nativeEvent: 'beforeShellExecution',
    scope: 'project',
    source: path,
    line: 5,
    position: 0,
    root: '/project',
    flavour: 'hooks',
    enabled: true,
    blocking: true,
    async: false,
    mode: 'enforce',
    priority: 100,
    timeoutMs: 60_000,
    match: { tool: { source: 'Shell', mode: 'anchored' } },
    handler: { kind: 'command', form: 'shell', command: '.cursor/hooks/guard.sh --strict', cwd: '.' },
    onFailure: 'open',
    blockingFailures: ['bad-output'],
    warnOnFailure: true,
    concurrent: true,
    stopsList: false,
    parallel: false,
    recheck: true,
    profiles: [],
    files: [path, join('/project', '.cursor', 'hooks', 'guard.sh')],
  });
});

test('the fields of an entry count', () => {
  const hook = only({ stop: [{ command: 'x', timeout: 1.5, failClosed: true, loop_limit: 2, type: 'command' }] });
  assert.deepEqual([hook.timeoutMs, hook.onFailure, hook.stopLimit], [1500, 'closed', 2]);
  assert.equal(only({ stop: [{ command: 'x' }] }).stopLimit, 5);
  assert.equal(only({ stop: [{ command: 'x', loop_limit: null }] }).stopLimit, undefined);
  assert.equal(only({ preToolUse: [{ command: 'x' }] }).stopLimit, undefined);
});

test('a prompt hook asks a model', () => {
  const hook = only({ preToolUse: [{ type: 'prompt', prompt: 'Is it safe? $ARGUMENTS', model: 'small' }] });
  assert.deepEqual(hook.handler, { kind: 'prompt', prompt: 'Is it safe? $ARGUMENTS', model: 'small' });
  assert.deepEqual([hook.timeoutMs, hook.blockingFailures], [30_000, undefined]);
});

const word = (source: string) => ({ source, mode: 'anchored' }) as const;
const search = (source: string) => ({ source, mode: 'search' }) as const;
const matchers: readonly [string, string, Hook['match']][] = [
  ['preToolUse', 'Shell|Read', { tool: word('Shell|Read') }],
  ['preToolUse', 'Write', { tool: word('Write|StrReplace') }],
  ['preToolUse', 'W.*', { tool: search('(?:W.*)|^(?:StrReplace)$') }],
  ['preToolUse', 'MCP:push', { tool: word('MCP:push') }],
  ['preToolUse', '*', {}],
  ['postToolUse', '', {}],
  ['beforeShellExecution', 'curl|wget', { tool: word('Shell'), input: search('curl|wget') }],
  ['beforeMCPExecution', 'push', { tool: search('^MCP:.*(?:push)') }],
  ['afterMCPExecution', 'MCP:push', { tool: search('MCP:push') }],
  ['subagentStart', 'explore|shell', { subject: word('explore|shell') }],
  ['beforeReadFile', 'Read', { tool: word('Read') }],
  ['afterFileEdit', 'Write', { tool: word('Write|StrReplace') }],
  ['stop', 'Stop', {}],
  ['beforeSubmitPrompt', 'UserPromptSubmit', {}],
];
for (const [event, matcher, expected] of matchers)
  test(`the matcher "${matcher}" of ${event} narrows it as in Cursor`, () => {
    const hook = only({ [event]: [{ command: 'x', matcher }] });
    assert.deepEqual([hook.match, hook.enabled], [expected, true]);
  });

test('a matcher that can never match switches the hook off and says so', () => {
  const { hooks, problems } = hooksOf({ beforeReadFile: [{ command: 'x', matcher: 'TabRead$' }] });
  assert.equal(hooks[0]?.enabled, false);
  assert.match(
    problems[0]?.message ?? '',
    /expected a regex that matches "Read", got "TabRead\$": the hook never runs/,
  );
});

test('events that no other agent has load for Cursor only', () => {
  assert.deepEqual(only({ afterTabFileEdit: [{ command: 'x' }] }).match, { nativeEvent: 'afterTabFileEdit' });
});

test('an unknown key is a warning, and the hook stays', () => {
  const { hooks, problems } = load({ _note: 'x', hooks: { stop: [{ command: 'x', comment: 'y' }] } });
  assert.equal(hooks.length, 1);
  assert.deepEqual(
    problems.map(({ severity, field, line }) => [severity, field, line]),
    [
      ['warning', '_note', 2],
      ['warning', 'hooks.stop.0.comment', 7],
    ],
  );
});

test('entries that cannot be used are errors with a stand-in; the others load', () => {
  const { hooks, problems } = hooksOf({ preToolUse: [{ matcher: 'x' }, { command: 'ok' }], stop: {} });
  assert.deepEqual(
    hooks.map(({ id, unloadable, onFailure }) => [id, unloadable !== undefined, onFailure]),
    [
      ['project.cursor.preToolUse.0', true, 'open'],
      ['project.cursor.preToolUse.1', false, 'open'],
      ['project.cursor.stop', true, 'open'],
    ],
  );
  assert.deepEqual(
    problems.map(({ severity, message }) => [severity, message]),
    [
      ['error', '"hooks.preToolUse.0.command" is required and missing'],
      ['error', 'expected a list of hooks, got {}'],
    ],
  );
});

test('an unknown event, a wrong matcher and a wrong timeout are named', () => {
  assert.deepEqual(messages({ PreToolUse: [{ command: 'x' }] }), [
    ['error', 'hooks.PreToolUse', 'unknown event "PreToolUse"; did you mean "preToolUse"?'],
  ]);
  assert.match(String(messages({ preToolUse: [{ command: 'x', matcher: '(' }] })[0]?.[2]), /not a regular expression/);
  assert.deepEqual(messages({ stop: [{ command: 'x', timeout: -1 }] }), [
    ['warning', 'hooks.stop.0.timeout', 'expected seconds, more than 0 and at most a day, got -1: 60 seconds are used'],
  ]);
  assert.deepEqual(messages({ sessionStart: [{ command: 'x', matcher: 'startup' }] }), [
    ['warning', 'hooks.sessionStart.0.matcher', 'not applied to sessionStart: the hook runs on each of them'],
  ]);
});

test('handlers in groups, as Claude Code has them, are read with a warning', () => {
  const { hooks, problems } = hooksOf({
    preToolUse: [{ matcher: 'Shell', hooks: [{ type: 'command', command: 'x' }] }],
  });
  assert.deepEqual(
    hooks.map(({ id, match }) => [id, match.tool?.source]),
    [['project.cursor.preToolUse.0.0', 'Shell']],
  );
  assert.deepEqual(
    problems.map(({ severity }) => severity),
    ['warning'],
  );
});

test("anyhook's own entries are no hooks", () => {
  const hooks = {
    preToolUse: [
      { command: '"/home/dev/.anyhook/anyhook-hook" --host cursor' },
      { command: 'anyhook run --host cursor' },
    ],
  };
  assert.deepEqual(hooksOf(hooks), { hooks: [], problems: [] });
});

test('files that are no map are errors', () => {
  for (const text of ['', '[]', '{"hooks": []}', '{'])
    assert.equal(load(text).problems.filter(({ severity }) => severity === 'error').length, 1, text);
});

test('hooks of the machine, the user, the project and a plugin are found, each with its own folder', () => {
  const machine = isWindows ? '/ProgramData/Cursor' : '/etc/cursor';
  const places = cursorLoader.places({
    cwd: '/p',
    root: '/p',
    home: '/h',
    configHome: '/h/.config',
    configuredFiles: [],
  });
  assert.deepEqual(
    places.map(({ scope, dir, root, find, flavour }) => [
      scope,
      plainPath(dir),
      plainPath(root),
      'name' in find && find.name,
      flavour,
    ]),
    [
      ['managed', machine, machine, 'hooks.json', 'hooks'],
      ['user', '/h/.cursor', '/h/.cursor', 'hooks.json', 'hooks'],
      ['project', '/p/.cursor', '/p', 'hooks.json', 'hooks'],
      ['project', '/p/hooks', '/p', 'hooks-cursor.json', 'plugin'],
    ],
  );
  const user = load(
    { hooks: { stop: [{ command: './a.sh' }] } },
    { scope: 'user', root: '/h/.cursor', present: ['/h/.cursor/a.sh'] },
  );
  assert.deepEqual([user.hooks[0]?.id, user.hooks[0]?.files[1]], ['user.cursor.stop.0', join('/h', '.cursor', 'a.sh')]);
  const file = '/project/hooks/hooks-cursor.json';
  const plugin = load(
    { hooks: { stop: [{ command: '"${CURSOR_PLUGIN_ROOT}/hooks/a.sh"' }] } },
    { present: ['/project/hooks/a.sh'] },
    file,
  );
  assert.deepEqual(
    [plugin.hooks[0]?.id, plugin.hooks[0]?.flavour, plugin.hooks[0]?.files],
    ['plugin.cursor.stop.0', 'plugin', [file, join('/project', 'hooks', 'a.sh')]],
  );
});

test('a file is recognised by its folder and name', () => {
  const is = (file: string) =>
    cursorLoader.recognise({ path: file, name: file.split('/').at(-1) ?? '', keys: () => [], hookEvents: () => [] });
  for (const file of ['/p/.cursor/hooks.json', '/p/assets/cursor/hooks.json', '/p/hooks/hooks-cursor.json'])
    assert.equal(is(file), 'yes', file);
  for (const file of ['/p/hooks/hooks.json', '/p/.cursor/mcp.json', '/p/.codex/hooks.json'])
    assert.equal(is(file), 'no', file);
});

test('the schema names every event', () => {
  const schema = toJsonSchema(cursorSchema, { errorMode: 'ignore' }) as {
    properties: { hooks: { properties: object } };
  };
  assert.deepEqual(Object.keys(schema.properties.hooks.properties).sort(), Object.keys(cursor.events).sort());
});
