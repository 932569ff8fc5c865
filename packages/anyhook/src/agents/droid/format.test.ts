import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadSample, onlyHook } from '../../../test/support/claude-like-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { droidLoader } from './format.js';

const handler = { type: 'command', command: '"$FACTORY_PROJECT_DIR"/check.sh' };
const events = (more: object = {}, group: object = {}) => ({
  PreToolUse: [{ ...group, hooks: [{ ...handler, ...more }] }],
});
const load = (content: unknown, name = 'hooks.json', more = {}) =>
  loadSample(droidLoader, `/project/.factory/${name}`, content, more);

test('two user files and two project files are searched', () => {
  const folders = { cwd: '/p', root: '/p', home: '/h', configHome: '/h/.config', configuredFiles: [] };
  const paths = droidLoader
    .places(folders)
    .map(({ scope, dir, root, find }) => [
      scope,
      plainPath(join(dir, 'name' in find ? find.name : '')),
      plainPath(root),
    ]);
  const names = ['hooks.json', 'hooks/hooks.json', 'settings.json', 'settings.local.json'];
  assert.deepEqual(paths, [
    ...names.map((name) => ['user', `/h/.factory/${name}`, '/h/.factory']),
    ...names.map((name) => ['project', `/p/.factory/${name}`, '/p']),
  ]);
});

test('a hooks.json is the event map itself; settings have it under "hooks"', () => {
  const ids = [
    load(events()),
    load(events(), 'hooks/hooks.json'),
    load({ hooks: events() }, 'settings.json'),
    load({ hooks: events() }, 'settings.local.json'),
    load(events(), 'hooks.json', { scope: 'user' }),
  ].map((loaded) => onlyHook(loaded).id);
  assert.deepEqual(ids, [
    'project.droid.PreToolUse.0.0',
    'project-folder.droid.PreToolUse.0.0',
    'project-settings.droid.PreToolUse.0.0',
    'project-settings-local.droid.PreToolUse.0.0',
    'user.droid.PreToolUse.0.0',
  ]);
});

test('a hooks.json with a "hooks" wrapper, which droid ignores, runs on other agents with a warning', () => {
  const { hooks, problems } = load({ hooks: events() });
  assert.equal(hooks.length, 1);
  assert.match(problems[0]?.message ?? '', /^droid itself does not run these hooks: expected the events at the top/);
});

test('a command runs in sh with a timeout of 60 seconds, and its script is covered by trust', () => {
  const hook = onlyHook(load(events({ timeout: 20 }), 'hooks.json', { present: ['/project/check.sh'] }));
  assert.deepEqual(hook.handler, { kind: 'command', form: 'shell', command: handler.command });
  assert.deepEqual(hook.files, ['/project/.factory/hooks.json', join('/project', 'check.sh')]);
  assert.deepEqual([hook.timeoutMs, hook.concurrent, hook.line], [20_000, true, 5]);
  assert.equal(onlyHook(load(events())).timeoutMs, 60_000);
});

test('a matcher is an unanchored regex, even if it is a plain name', () => {
  const matchOf = (matcher: string) => onlyHook(load(events({}, { matcher }))).match;
  assert.deepEqual(matchOf('Exec'), { tool: { source: 'Exec', mode: 'search' } });
  assert.deepEqual(matchOf('*'), {});
  assert.deepEqual(matchOf(''), {});
});

test('unknown keys are warnings, unknown events and broken handlers are errors, own entries are not loaded', () => {
  const odd = load(events({ odd: 1 }));
  assert.deepEqual([odd.hooks.length, odd.problems[0]?.severity], [1, 'warning']);
  assert.equal(load({ PreToolUs: [] }).problems[0]?.severity, 'error');
  const broken = load({ Stop: [{ hooks: [{ type: 'command' }] }] });
  assert.deepEqual([broken.hooks.length, broken.problems[0]?.severity], [1, 'error']);
  assert.deepEqual(load(events({ command: '/h/anyhook-hook droid' })), { hooks: [], problems: [] });
});

test('broken settings without hooks are not reported', () => {
  assert.deepEqual(load('{', 'settings.json'), { hooks: [], problems: [] });
});

test('a hook file is recognized by its path, and a single file is checked with its project as the root', () => {
  const isHookFile = (path: string) => droidLoader.recognise({ path, name: '', keys: () => [], hookEvents: () => [] });
  const names = ['hooks.json', 'hooks/hooks.json', 'settings.json', 'settings.local.json'];
  assert.deepEqual(
    names.map((name) => isHookFile(`/p/.factory/${name}`)),
    ['yes', 'yes', 'yes', 'yes'],
  );
  assert.equal(isHookFile('/p/.factory/mcp.json'), 'no');
  assert.deepEqual(
    names.map((name) => droidLoader.placeOf?.(join('/p', '.factory', name)).root),
    Array(4).fill(join('/p')),
  );
});

test("the switch next to the events in settings disables the file's hooks", () => {
  const { hooks, problems } = load({ hooks: { ...events(), hooksDisabled: true } }, 'settings.json');
  assert.deepEqual([hooks.map(({ enabled }) => enabled), problems], [[false], []]);
  assert.equal(onlyHook(load({ hooks: { ...events(), hooksDisabled: false } }, 'settings.json')).enabled, true);
});
