import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { slashedPath } from '@anyhook/core';
import { loadSample, onlyHook } from '../../../test/support/claude-like-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { qwenLoader } from './format.js';

const path = '/project/.qwen/settings.json';
const load = (hooks: object, more = {}, top: object = {}) => loadSample(qwenLoader, path, { ...top, hooks }, more);
const withHandler = (handler: object, event = 'PreToolUse', group: object = {}) => ({
  [event]: [{ ...group, hooks: [{ type: 'command', command: 'x', ...handler }] }],
});

test('user and project settings and installed extensions are searched', () => {
  const folders = { cwd: '/p', root: '/p', home: '/h', configHome: '/h/.config', configuredFiles: [] };
  const places = qwenLoader
    .places(folders)
    .map(({ scope, dir, find, flavour }) => [scope, plainPath(dir), find.kind, flavour]);
  assert.deepEqual(places, [
    ['user', '/h/.qwen', 'file', undefined],
    ['user', '/h/.qwen/extensions', 'each', 'extension'],
    ['project', '/p/.qwen', 'file', undefined],
  ]);
});

test('a command runs in bash with its variables, and its script is covered by trust', () => {
  const handler = { command: '"$QWEN_PROJECT_DIR"/check.sh', name: 'check', env: { A: 'b' }, timeout: 10 };
  const hook = onlyHook(load(withHandler(handler), { present: ['/project/check.sh'] }));
  assert.deepEqual(hook.handler, {
    kind: 'command',
    form: 'exec',
    command: 'bash',
    args: ['-c', handler.command],
    env: { A: 'b' },
  });
  assert.deepEqual([hook.id, hook.description, hook.timeoutMs], ['settings.qwen.PreToolUse.0.0', 'check', 10_000]);
  assert.deepEqual(hook.files, [path, join('/project', 'check.sh')]);
});

test('PowerShell runs the command of a handler that asks for it', () => {
  const { handler } = onlyHook(load(withHandler({ shell: 'powershell' })));
  assert.equal(handler.kind === 'command' && handler.command, 'pwsh');
});

test('timeouts are in seconds, for commands in milliseconds from 1000 on, with a default per type', () => {
  const timeoutOf = (handler: object) => onlyHook(load(withHandler(handler))).timeoutMs;
  assert.equal(timeoutOf({}), 60_000);
  assert.equal(timeoutOf({ timeout: 999 }), 999_000);
  assert.equal(timeoutOf({ timeout: 5000 }), 5000);
  const other = (handler: object) => onlyHook(load({ Stop: [{ hooks: [handler] }] })).timeoutMs;
  assert.equal(other({ type: 'http', url: 'http://127.0.0.1:1' }), 600_000);
  assert.equal(other({ type: 'prompt', prompt: 'fine?' }), 30_000);
});

test('http, prompt and sequential handlers are loaded; functions are skipped', () => {
  const { hooks, problems } = load({
    PreToolUse: [
      {
        sequential: true,
        hooks: [
          { type: 'http', url: 'http://127.0.0.1:1', headers: { A: 'b' } },
          { type: 'prompt', prompt: 'fine?', model: 'm' },
          { type: 'function' },
        ],
      },
    ],
  });
  assert.deepEqual(
    hooks.map(({ handler, concurrent }) => [handler.kind, concurrent]),
    [
      ['http', false],
      ['prompt', false],
    ],
  );
  assert.match(problems[0]?.message ?? '', /"function" handlers can only be run by Qwen Code itself: left out/);
});

const matchers: readonly [string, object | undefined][] = [
  ['', undefined],
  ['*', undefined],
  ['.*', undefined],
  ['write_file|*', undefined],
  ['Bash', { source: 'run_shell_command', mode: 'anchored' }],
  ['Write|Edit', { source: 'write_file|edit', mode: 'anchored' }],
  ['edit', { source: 'edit', mode: 'search' }],
  ['Bash|read_.*', { source: '(?:Bash|read_.*)|^(?:run_shell_command)$', mode: 'search' }],
  ['read_(file|many_files) | ', { source: 'read_(file|many_files)', mode: 'search' }],
  ['^write_file|edit', { source: '^write_file|edit', mode: 'search' }],
  ['|', { source: '[^\\s\\S]', mode: 'search' }],
];
for (const [matcher, tool] of matchers)
  test(`the matcher "${matcher}" is loaded as ${JSON.stringify(tool)}`, () => {
    const { match } = onlyHook(load(withHandler({}, 'PreToolUse', { matcher })));
    assert.deepEqual(match, tool === undefined ? {} : { tool });
  });

test('disableAllHooks disables the hooks of its file', () => {
  assert.equal(onlyHook(load(withHandler({}), {}, { disableAllHooks: true })).enabled, false);
});

test('broken settings without hooks are not reported', () => {
  assert.deepEqual(loadSample(qwenLoader, path, '{'), { hooks: [], problems: [] });
});

test("unknown keys are warnings, and anyhook's own entries are not loaded", () => {
  const { hooks, problems } = load(withHandler({ odd: 1 }));
  assert.equal(hooks.length, 1);
  assert.deepEqual(
    problems.map(({ severity }) => severity),
    ['warning'],
  );
  assert.deepEqual(load(withHandler({ command: '/h/anyhook-hook qwen' })), { hooks: [], problems: [] });
});

const extensions = '/h/.qwen/extensions';
const manifest = resolve(extensions, 'tidy', 'qwen-extension.json');
const inExtension = (content: object, files: Readonly<Record<string, object>> = {}) =>
  loadSample(qwenLoader, manifest, content, {
    flavour: 'extension',
    scope: 'user',
    root: resolve(extensions),
    present: Object.keys(files),
    readNamedFile: (one: string) => ({ text: JSON.stringify(files[plainPath(one)]) }),
  });
const hooks = withHandler({ command: '${CLAUDE_PLUGIN_ROOT}/check.sh' });

test("an extension's hooks are read from its manifest, from the file that it names, or from hooks/hooks.json", () => {
  const folder = `${extensions}/tidy`;
  const forms = [
    inExtension({ name: 'tidy', hooks }),
    inExtension({ name: 'tidy', hooks: 'my/hooks.json' }, { [`${folder}/my/hooks.json`]: { hooks } }),
    inExtension({ name: 'tidy' }, { [`${folder}/hooks/hooks.json`]: { hooks } }),
    inExtension({ name: 'tidy' }, { [`${folder}/hooks/hooks.json`]: hooks }),
  ];
  for (const loaded of forms) {
    const { id, handler, enabled } = onlyHook(loaded);
    assert.deepEqual([id, enabled], ['extension-tidy.qwen.PreToolUse.0.0', true]);
    assert.deepEqual(handler.kind === 'command' && handler.args, ['-c', `${slashedPath(resolve(folder))}/check.sh`]);
  }
  assert.deepEqual(inExtension({ name: 'tidy' }), { hooks: [], problems: [] });
});

test('hooks of a disabled extension are disabled, and a hook file outside the extension is not read', () => {
  const rules = { [`${extensions}/extension-enablement.json`]: { tidy: { overrides: ['!/h/*'] } } };
  assert.equal(onlyHook(inExtension({ name: 'tidy', hooks }, rules)).enabled, false);
  const { problems } = inExtension({ name: 'tidy', hooks: '../other.json' });
  assert.match(problems[0]?.message ?? '', /is not read/);
});
