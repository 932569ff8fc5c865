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
const onlyHookOf = (hooks: unknown, more = {}): Hook => {
  const loaded = hooksOf(hooks, more);
  assert.deepEqual(loaded.problems, []);
  assert.equal(loaded.hooks.length, 1);
  return loaded.hooks[0] as Hook;
};
const messagesOf = (hooks: unknown) =>
  hooksOf(hooks).problems.map(({ severity, field, message }) => [severity, field, message]);

test("a project hook has its command, its folder and Cursor's defaults", () => {
  const hook = onlyHookOf(
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

test('timeout, failClosed and loop_limit of an entry are applied', () => {
  const hook = onlyHookOf({ stop: [{ command: 'x', timeout: 1.5, failClosed: true, loop_limit: 2, type: 'command' }] });
  assert.deepEqual([hook.timeoutMs, hook.onFailure, hook.stopLimit], [1500, 'closed', 2]);
  assert.equal(onlyHookOf({ stop: [{ command: 'x' }] }).stopLimit, 5);
  assert.equal(onlyHookOf({ stop: [{ command: 'x', loop_limit: null }] }).stopLimit, undefined);
  assert.equal(onlyHookOf({ preToolUse: [{ command: 'x' }] }).stopLimit, undefined);
});

test('a prompt hook becomes a prompt handler with its model', () => {
  const hook = onlyHookOf({ preToolUse: [{ type: 'prompt', prompt: 'Is it safe? $ARGUMENTS', model: 'small' }] });
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
  test(`the matcher "${matcher}" of ${event} matches as in Cursor`, () => {
    const hook = onlyHookOf({ [event]: [{ command: 'x', matcher }] });
    assert.deepEqual([hook.match, hook.enabled], [expected, true]);
  });

test('a matcher that can never match disables the hook with a warning', () => {
  const { hooks, problems } = hooksOf({ beforeReadFile: [{ command: 'x', matcher: 'TabRead$' }] });
  assert.equal(hooks[0]?.enabled, false);
  assert.match(
    problems[0]?.message ?? '',
    /expected a regex that matches "Read", got "TabRead\$": the hook never runs/,
  );
});

test('Cursor-only events are loaded for Cursor only', () => {
  assert.deepEqual(onlyHookOf({ afterTabFileEdit: [{ command: 'x' }] }).match, { nativeEvent: 'afterTabFileEdit' });
});

test('an unknown key is a warning, and the hook is loaded', () => {
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

test('unusable entries are errors with a placeholder; the others are loaded', () => {
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

test('an unknown event, a wrong matcher and a wrong timeout are reported', () => {
  assert.deepEqual(messagesOf({ PreToolUse: [{ command: 'x' }] }), [
    ['error', 'hooks.PreToolUse', 'unknown event "PreToolUse"; did you mean "preToolUse"?'],
  ]);
  assert.match(
    String(messagesOf({ preToolUse: [{ command: 'x', matcher: '(' }] })[0]?.[2]),
    /not a regular expression/,
  );
  assert.deepEqual(messagesOf({ stop: [{ command: 'x', timeout: -1 }] }), [
    ['warning', 'hooks.stop.0.timeout', 'expected seconds, more than 0 and at most a day, got -1: 60 seconds are used'],
  ]);
  assert.deepEqual(messagesOf({ sessionStart: [{ command: 'x', matcher: 'startup' }] }), [
    ['warning', 'hooks.sessionStart.0.matcher', 'not applied to sessionStart: the hook runs on each of them'],
  ]);
});

test("handlers in groups, as in Claude Code's format, are loaded with a warning", () => {
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

test("anyhook's own entries are not loaded as hooks", () => {
  const hooks = {
    preToolUse: [
      { command: '"/home/dev/.anyhook/anyhook-hook" --host cursor' },
      { command: 'anyhook run --host cursor' },
    ],
  };
  assert.deepEqual(hooksOf(hooks), { hooks: [], problems: [] });
});

test('a hook file that is not a map is an error', () => {
  for (const text of ['', '[]', '{"hooks": []}', '{'])
    assert.equal(load(text).problems.filter(({ severity }) => severity === 'error').length, 1, text);
});

test('machine, user, project and plugin hooks are found, each with its own folder', () => {
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

test('a hook file is recognized by its folder and name', () => {
  const isHookFile = (file: string) =>
    cursorLoader.recognise({ path: file, name: file.split('/').at(-1) ?? '', keys: () => [], hookEvents: () => [] });
  for (const file of ['/p/.cursor/hooks.json', '/p/assets/cursor/hooks.json', '/p/hooks/hooks-cursor.json'])
    assert.equal(isHookFile(file), 'yes', file);
  for (const file of ['/p/hooks/hooks.json', '/p/.cursor/mcp.json', '/p/.codex/hooks.json'])
    assert.equal(isHookFile(file), 'no', file);
});

test('the schema includes every event', () => {
  const schema = toJsonSchema(cursorSchema, { errorMode: 'ignore' }) as {
    properties: { hooks: { properties: object } };
  };
  assert.deepEqual(Object.keys(schema.properties.hooks.properties).sort(), Object.keys(cursor.events).sort());
});
