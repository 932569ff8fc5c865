import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { slashedPath } from '@anyhook/core';
import { sampleFile } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { geminiLoader } from './format.js';

type Handler = Record<string, unknown>;

const settings = (hooks: unknown, more: object = {}) => JSON.stringify({ hooks, ...more });
const settingsWithHandler = (handler: Handler, group: object = {}, event = 'BeforeTool') =>
  settings({ [event]: [{ ...group, hooks: [{ type: 'command', command: 'true', ...handler }] }] });
const load = (text: string, more: Parameters<typeof sampleFile>[2] = {}) =>
  geminiLoader.load(sampleFile('/project/.gemini/settings.json', text, { flavour: 'settings', ...more }));

function loaded(text: string, more: Parameters<typeof sampleFile>[2] = {}): Hook {
  const { hooks, problems } = load(text, more);
  assert.deepEqual(problems, []);
  assert.equal(hooks.length, 1);
  return hooks[0] as Hook;
}

test("a handler becomes a hook with Gemini CLI's defaults, run by bash in the project", () => {
  const hook = loaded(settingsWithHandler({ name: 'guard', description: 'no harm' }));
  assert.deepEqual(
    [hook.id, hook.dialect, hook.events, hook.nativeEvent, hook.description],
    ['settings.gemini.BeforeTool.0.0', 'gemini', ['tool.before'], 'BeforeTool', 'no harm'],
  );
  assert.deepEqual([hook.timeoutMs, hook.onFailure, hook.blocking, hook.concurrent], [60_000, 'open', true, true]);
  assert.deepEqual(hook.handler, { kind: 'command', form: 'exec', command: 'bash', args: ['-c', 'true'], cwd: '.' });
});

test("a user hook runs in the agent's working folder", () => {
  const hook = loaded(settingsWithHandler({}), { scope: 'user', root: '/home/.gemini' });
  assert.equal(hook.id, 'user.gemini.BeforeTool.0.0');
  assert.ok(hook.handler.kind === 'command' && hook.handler.cwd === undefined);
});

test('timeouts are in milliseconds, and one that looks like seconds gets a warning', () => {
  assert.equal(loaded(settingsWithHandler({ timeout: 5000 })).timeoutMs, 5000);
  const { hooks, problems } = load(settingsWithHandler({ timeout: 60 }));
  assert.equal(hooks[0]?.timeoutMs, 60);
  assert.match(
    problems[0]?.message ?? '',
    /in milliseconds here, so the hook gets 60 milliseconds; did you mean 60000\?/,
  );
  assert.equal(load(settingsWithHandler({ timeout: 'soon' })).hooks[0]?.timeoutMs, 60_000);
});

test('env, sequential and the enable switches of the file are applied', () => {
  const hook = loaded(settingsWithHandler({ env: { A: 'b' } }, { sequential: true }));
  assert.ok(hook.handler.kind === 'command');
  assert.deepEqual([hook.handler.env, hook.concurrent], [{ A: 'b' }, false]);
  const hooks = { BeforeTool: [{ hooks: [{ type: 'command', command: 'true', name: 'n' }] }] };
  assert.equal(loaded(settings(hooks, { hooksConfig: { enabled: false } })).enabled, false);
  assert.equal(loaded(settings(hooks, { hooksConfig: { disabled: ['n'] } })).enabled, false);
  assert.equal(loaded(settings(hooks, { hooksConfig: { disabled: ['true'] } })).enabled, true);
});

const matchers: readonly [string, string, Hook['match']][] = [
  ['BeforeTool', 'write_file|replace', { tool: { source: 'write_file|replace', mode: 'search' } }],
  ['AfterTool', ' read_.* ', { tool: { source: 'read_.*', mode: 'search' } }],
  ['BeforeTool', '*', {}],
  ['BeforeTool', '', {}],
  ['BeforeTool', 'a(', { tool: { source: 'a\\(', mode: 'anchored' } }],
  ['SessionStart', 'startup', { subject: { source: 'startup', mode: 'anchored' } }],
  ['PreCompress', 'auto|manual', { subject: { source: 'auto\\|manual', mode: 'anchored' } }],
  ['BeforeAgent', 'anything', {}],
  ['BeforeToolSelection', 'x', { nativeEvent: 'BeforeToolSelection' }],
];
for (const [event, matcher, match] of matchers)
  test(`the matcher "${matcher}" of ${event} follows Gemini CLI's rule`, () =>
    assert.deepEqual(loaded(settingsWithHandler({}, { matcher }, event)).match, match));

test('a Gemini CLI variable stays one shell word, whatever the path and the quotes', () => {
  const line = (command: string) => {
    const { handler } = loaded(settingsWithHandler({ command }));
    return handler.kind === 'command' ? handler.args?.[1] : undefined;
  };
  assert.equal(line('node $GEMINI_PROJECT_DIR/a.js'), 'node "$GEMINI_PROJECT_DIR"/a.js');
  assert.equal(line('node "$GEMINI_PROJECT_DIR/a.js"'), 'node "$GEMINI_PROJECT_DIR/a.js"');
  assert.equal(line("node '$GEMINI_CWD/a b.js'"), `node ''"$GEMINI_CWD"'/a b.js'`);
  assert.equal(line('echo $GEMINI_PROJECT_DIRS $HOME'), 'echo $GEMINI_PROJECT_DIRS $HOME');
});

test('scripts in the command are covered by trust', () => {
  const present = ['/project/g.sh', '/project/tools/h.py'];
  const hook = loaded(settingsWithHandler({ command: 'python3 $GEMINI_PROJECT_DIR/tools/h.py && ./g.sh' }), {
    present,
  });
  assert.deepEqual(hook.files, [
    '/project/.gemini/settings.json',
    join('/project', 'tools', 'h.py'),
    join('/project', 'g.sh'),
  ]);
});

test('unknown keys are warnings with their lines, and the hook is loaded', () => {
  const text =
    '{\n "hooks": {\n  "BeforeTool": [{\n   "why": 1,\n   "hooks": [{"type": "command", "command": "a",\n    "retries": 3}]}]}}';
  const { hooks, problems } = load(text);
  assert.equal(hooks.length, 1);
  assert.deepEqual(
    problems.map(({ line, severity, field }) => [line, severity, field]),
    [
      [4, 'warning', 'hooks.BeforeTool.0.why'],
      [6, 'warning', 'hooks.BeforeTool.0.hooks.0.retries'],
    ],
  );
});

test('an entry that cannot be loaded leaves a placeholder, and the other entries are loaded', () => {
  const { hooks, problems } = load(
    settings({ BeforeTool: [{ hooks: [{ type: 'command' }, { type: 'command', command: 'a' }] }, { matcher: 3 }] }),
  );
  assert.deepEqual(
    hooks.map(({ unloadable }) => unloadable === undefined),
    [false, true, false],
  );
  assert.ok(problems.every(({ severity }) => severity === 'error'));
});

test('an unknown event, an unknown type, and values that are not a list or a map are reported', () => {
  const messageOf = (text: string) => load(text).problems[0]?.message ?? '';
  assert.match(messageOf(settings({ BeforTool: [] })), /unknown event "BeforTool"; did you mean "BeforeTool"\?/);
  assert.match(
    messageOf(settingsWithHandler({ type: 'runtime' })),
    /"runtime" handlers can only be run by Gemini CLI itself: left out/,
  );
  assert.match(messageOf(settings({ BeforeTool: {} })), /expected a list, got/);
  assert.match(messageOf(settings([])), /expected a map of events, got/);
  assert.match(messageOf('{"hooks": '), /not valid JSON/);
});

test('a handler without a type is loaded with a warning', () => {
  const { hooks, problems } = load(settings({ BeforeTool: [{ hooks: [{ command: 'a' }] }] }));
  assert.equal(hooks[0]?.unloadable, undefined);
  assert.match(problems[0]?.message ?? '', /Gemini CLI ignores a hook without "type": "command"/);
});

test('equal hooks share one identity, different hooks do not', () => {
  const handler = (name: string) => ({ type: 'command', command: 'a', name });
  const { hooks } = load(
    settings({ BeforeTool: [{ hooks: [handler('x'), handler('y')] }, { hooks: [handler('x')] }] }),
  );
  assert.equal(hooks[0]?.identity, hooks[2]?.identity);
  assert.notEqual(hooks[0]?.identity, hooks[1]?.identity);
});

test(`anyhook's own entry, settings without hooks and switches under "hooks" are not loaded as hooks`, () => {
  for (const text of [
    settingsWithHandler({ command: '/usr/bin/anyhook run --host gemini' }),
    '{"ui": {}}',
    settings({ enabled: true, disabled: [], notifications: true }),
  ])
    assert.deepEqual(load(text), { hooks: [], problems: [] });
});

const extension = (hooks: unknown, more: Parameters<typeof sampleFile>[2] = {}) =>
  geminiLoader.load(
    sampleFile(resolve('/home/.gemini/extensions/my.ext/hooks/hooks.json'), JSON.stringify({ hooks }), {
      ...{ scope: 'user', root: resolve('/home/.gemini/extensions'), flavour: 'extension' },
      ...more,
    }),
  );

test("an extension's variables are expanded, and its folder is the root of its hooks", () => {
  const command = 'node "${extensionPath}${/}a.js" ${workspacePath}';
  const root = resolve('/home/.gemini/extensions/my.ext');
  const { hooks } = extension(
    { BeforeTool: [{ hooks: [{ type: 'command', command }] }] },
    { present: ['/home/.gemini/extensions/my.ext/a.js'] },
  );
  const [hook] = hooks;
  assert.deepEqual([hook?.id, hook?.root], ['extension-my-ext.gemini.BeforeTool.0.0', root]);
  assert.ok(hook?.handler.kind === 'command');
  assert.equal(hook.handler.args?.[1], `node "${slashedPath(root)}/a.js" \${GEMINI_PROJECT_DIR}`);
  assert.ok(hook.files.includes(join(root, 'a.js')));
});

test("hooks/hooks.json is recognized as an extension's by its events, or by the manifest next to it", () => {
  const start = { SessionStart: [{ hooks: [{ type: 'command', command: 'a' }] }] };
  const root = '/home/.gemini/extensions/my.ext';
  assert.equal(extension(start).hooks.length, 0);
  assert.equal(extension(start, { present: [`${root}/gemini-extension.json`] }).hooks.length, 1);
  const both = [`${root}/gemini-extension.json`, `${root}/.claude-plugin/plugin.json`];
  assert.equal(extension(start, { present: both }).hooks.length, 0);
  assert.equal(extension({ ...start, AfterTool: [] }, { present: both }).hooks.length, 1);
  assert.equal(extension({ ...start, PreToolUse: [] }, { present: [`${root}/gemini-extension.json`] }).hooks.length, 0);
});

test('user, extensions and project are searched, and files are recognized by path or events', () => {
  const places = geminiLoader.places({
    cwd: '/p',
    root: '/p',
    home: '/h',
    configHome: '/h/.config',
    configuredFiles: [],
  });
  assert.deepEqual(
    places.map(({ scope, dir, find }) => [scope, plainPath(dir), find.kind]),
    [
      ['user', '/h/.gemini', 'file'],
      ['user', '/h/.gemini/extensions', 'each'],
      ['project', '/p/.gemini', 'file'],
      ['project', '/p/hooks', 'file'],
    ],
  );
  const isHookFile = (path: string, ...events: string[]) =>
    geminiLoader.recognise({ path, name: path.split('/').at(-1) ?? '', keys: () => [], hookEvents: () => events });
  assert.deepEqual(
    [
      isHookFile('/p/.gemini/settings.json'),
      isHookFile('/p/x.json', 'BeforeTool'),
      isHookFile('/p/x.json', 'SessionStart'),
      isHookFile('/p/x.yaml'),
    ],
    ['yes', 'yes', 'no', 'no'],
  );
});

test('an extension that the user disabled for a folder has no hooks there; the last matching rule wins', () => {
  const list = '/home/.gemini/extensions/extension-enablement.json';
  const hooks = { BeforeTool: [{ hooks: [{ type: 'command', command: 'true' }] }] };
  const path = '/home/.gemini/extensions/my.ext/hooks/hooks.json';
  const root = '/home/.gemini/extensions';
  const hookCount = (overrides: readonly string[], cwd: string) =>
    geminiLoader.load({
      ...sampleFile(path, JSON.stringify({ hooks }), { scope: 'user', root, flavour: 'extension', present: [list] }),
      cwd,
      readNamedFile: (named) =>
        plainPath(named) === list ? { text: JSON.stringify({ 'my.ext': { overrides } }) } : 'unreadable',
    }).hooks.length;
  assert.equal(hookCount([], '/home/me/a'), 1);
  assert.equal(hookCount(['!/home/me/*'], '/home/me/a'), 0);
  assert.equal(hookCount(['!/home/me/*'], '/home/me'), 0);
  assert.equal(hookCount(['!/home/me/*'], '/home/meadow'), 1);
  assert.equal(hookCount(['!/home/me/*', '/home/me/a/*'], '/home/me/a/b'), 1);
  assert.equal(hookCount(['!/home/me/'], '/home/me/a'), 1);
  assert.equal(hookCount(['!/home/me/'], '/home/me'), 0);
});
