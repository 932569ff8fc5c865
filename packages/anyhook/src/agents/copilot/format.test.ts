import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { sampleFile } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { copilotLoader } from './format.js';

const fileOf = (entry: object, event = 'preToolUse') => JSON.stringify({ version: 1, hooks: { [event]: [entry] } });
const load = (text: string, more: Parameters<typeof sampleFile>[2] = {}) =>
  copilotLoader.load(sampleFile('/project/.github/hooks/my guard.json', text, more));

function loaded(entry: object, event?: string, more: Parameters<typeof sampleFile>[2] = {}): Hook {
  const { hooks, problems } = load(fileOf(entry, event), more);
  assert.deepEqual(problems, []);
  assert.equal(hooks.length, 1);
  return hooks[0] as Hook;
}

test("a handler becomes a hook with Copilot CLI's defaults, run by bash in the project", () => {
  const hook = loaded({ type: 'command', bash: 'true', comment: 'no harm' });
  assert.deepEqual(
    [hook.id, hook.events, hook.nativeEvent, hook.timeoutMs, hook.description, hook.stopsList],
    ['my-guard.copilot.preToolUse.0', ['tool.before'], 'preToolUse', 30_000, 'no harm', true],
  );
  assert.deepEqual(hook.handler, { kind: 'command', form: 'exec', command: 'bash', args: ['-c', 'true'], cwd: '.' });
  assert.deepEqual([hook.onFailure, hook.blockingFailures], ['open', ['spawn']]);
  assert.equal(loaded({ bash: 'true' }, 'agentStop').blockingFailures, undefined);
});

const programs: readonly [string, object, readonly string[]][] = [
  ['bash', { bash: 'a', powershell: 'b', command: 'c' }, ['bash', '-c', 'a']],
  ['command, with timeout and windows', { command: 'c', windows: 'w', timeout: 5 }, ['bash', '-c', 'c']],
  ['exec and args', { exec: './p', args: ['x y'] }, ['./p', 'x y']],
  ['linux', { linux: 'l' }, ['bash', '-c', 'l']],
  ['osx', { osx: 'o' }, ['bash', '-c', 'o']],
  ['linux and osx', { linux: 'l', osx: 'o' }, ['bash', '-c', 'if [ "$(uname)" = Darwin ]; then\no\nelse\nl\nfi']],
  ['powershell alone', { powershell: 'p' }, ['pwsh', '-NoProfile', '-Command', 'p']],
];
for (const [what, entry, expected] of programs)
  test(`an entry with ${what} starts the right program`, () => {
    const { handler } = loaded(entry);
    assert.ok(handler.kind === 'command');
    assert.deepEqual([handler.command, ...(handler.args ?? [])], expected);
  });

test("cwd is relative to the project, and for a user hook to the agent's working folder", () => {
  const { handler } = loaded({ bash: 'a', cwd: 'sub', env: { A: '$HOME' } });
  assert.ok(handler.kind === 'command');
  assert.deepEqual([handler.cwd, handler.env], ['sub', { A: '$HOME' }]);
  const user = loaded({ bash: 'a', cwd: 'sub' }, 'preToolUse', { scope: 'user', root: '/home/.copilot' });
  assert.ok(user.handler.kind === 'command');
  assert.deepEqual([user.handler.cwd, user.handler.args?.[1]], [undefined, "cd 'sub' || exit 1\na"]);
  assert.equal(user.id, 'user-my-guard.copilot.preToolUse.0');
});

test('timeoutSec and timeout are in seconds', () => {
  assert.equal(loaded({ bash: 'a', timeoutSec: 5 }).timeoutMs, 5000);
  assert.equal(loaded({ bash: 'a', timeout: 1.5 }).timeoutMs, 1500);
  const { hooks, problems } = load(fileOf({ bash: 'a', timeoutSec: 5000 }));
  assert.equal(hooks[0]?.timeoutMs, 5_000_000);
  assert.match(problems[0]?.message ?? '', /in seconds here, so the hook gets 5000 seconds; did you mean 5\?/);
});

const matchers: readonly [string, string, Hook['match']][] = [
  ['preToolUse', 'bash|edit', { tool: { source: 'bash|edit', mode: 'anchored' } }],
  ['PreToolUse', 'Bash', { tool: { source: 'bash', mode: 'anchored' } }],
  ['PreToolUse', 'Edit|Write|mine', { tool: { source: 'edit|create|mine', mode: 'anchored' } }],
  ['PreToolUse', 'B.*|Gl?ob', { tool: { source: 'B.*|Gl?ob|bash|glob', mode: 'anchored' } }],
  ['preToolUse', '', {}],
  ['preToolUse', '*', {}],
  ['notification', 'permission_prompt', { subject: { source: 'permission_prompt', mode: 'anchored' } }],
  ['agentStop', 'x', {}],
  ['userPromptTransformed', '', { nativeEvent: 'userPromptTransformed' }],
];
for (const [event, matcher, match] of matchers)
  test(`the matcher "${matcher}" of ${event} follows Copilot CLI's rule`, () => {
    assert.deepEqual(loaded({ bash: 'a', matcher }, event).match, match);
    assert.deepEqual(loaded({ matcher, hooks: [{ type: 'command', bash: 'a' }] }, event).match, match);
  });

test('a group can hold several handlers', () => {
  const { hooks } = load(fileOf({ matcher: 'Bash', hooks: [{ command: 'a' }, { bash: 'b' }] }, 'PreToolUse'));
  assert.deepEqual(
    hooks.map(({ id }) => id),
    ['my-guard.copilot.PreToolUse.0.0', 'my-guard.copilot.PreToolUse.0.1'],
  );
});

test('scripts in the command are covered by trust, resolved from its folder', () => {
  const present = ['/project/tools/h.py', '/project/.github/hooks/x.sh'];
  const hook = loaded(
    { bash: 'python3 ../../tools/h.py; $COPILOT_HOOK_DIR/x.sh', cwd: '.github/hooks' },
    'preToolUse',
    {
      present,
    },
  );
  assert.deepEqual(hook.files, ['/project/.github/hooks/my guard.json', ...present.map((one) => join(one))]);
});

test('an unknown key is a warning, and broken entries do not prevent others from loading', () => {
  const text = JSON.stringify({
    hooks: { preToolUse: [{ bash: 'a', retries: 3 }, { type: 'bogus' }, { bash: 'b' }], noSuchEvent: [] },
  });
  const { hooks, problems } = load(text);
  assert.deepEqual(
    hooks.map(({ unloadable }) => unloadable === undefined),
    [true, false, true],
  );
  assert.deepEqual(problems.map(({ severity }) => severity).sort(), ['error', 'error', 'warning']);
});

test('handlers that anyhook cannot run are skipped with a warning, and an entry without a command is an error', () => {
  const problemOf = (entry: object) => load(fileOf(entry)).problems[0];
  assert.match(
    problemOf({ type: 'prompt', prompt: 'hi' })?.message ?? '',
    /only be run by Copilot CLI itself: left out/,
  );
  assert.match(problemOf({ windows: 'w' })?.message ?? '', /it has a command for Windows only: left out/);
  assert.equal(problemOf({ type: 'command' })?.severity, 'error');
  assert.equal(load(fileOf({ type: 'command' })).hooks[0]?.unloadable !== undefined, true);
  assert.match(problemOf({ bash: 'a', matcher: 'a(' })?.message ?? '', /not a regular expression/);
});

test('an http handler becomes an http hook with its URL and headers', () => {
  const { handler } = loaded({ type: 'http', url: 'https://example.org/h', headers: { A: 'b' } });
  assert.deepEqual(handler, { kind: 'http', url: 'https://example.org/h', headers: { A: 'b' } });
});

test("anyhook's own entry and settings without hooks yield no hooks", () => {
  assert.deepEqual(load(fileOf({ type: 'command', bash: '/x/anyhook run --host copilot' })).hooks, []);
  assert.deepEqual(load('{"theme": "dark"}'), { hooks: [], problems: [] });
});

test('the project folder, the user folder and the user settings are searched', () => {
  const places = copilotLoader.places({
    ...{ cwd: '/p', root: '/p', home: '/h', configHome: '/h/.config', configuredFiles: [] },
  });
  assert.deepEqual(
    places.map(({ scope, dir }) => [scope, plainPath(dir)]),
    [
      ['user', '/h/.copilot/hooks'],
      ['user', '/h/.copilot'],
      ['project', '/p/.github/hooks'],
    ],
  );
});
