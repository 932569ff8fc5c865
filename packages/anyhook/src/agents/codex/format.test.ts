import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadSample, onlyHook } from '../../../test/support/claude-like-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { codexLoader } from './format.js';

const path = '/project/.codex/hooks.json';
const load = (hooks: object, more = {}) => loadSample(codexLoader, path, { hooks }, more);
const withHandler = (handler: object, event = 'PreToolUse', group: object = {}) => ({
  [event]: [{ ...group, hooks: [{ type: 'command', command: './check.sh', ...handler }] }],
});

test('user and project files are searched, as JSON and as TOML', () => {
  const folders = { cwd: '/p', root: '/p', home: '/h', configHome: '/h/.config', configuredFiles: [] };
  const places = codexLoader
    .places(folders)
    .map(({ scope, dir, root, find }) => [scope, plainPath(dir), plainPath(root), find]);
  const file = (name: string) => ({ kind: 'file', name });
  assert.deepEqual(places, [
    ['user', '/h/.codex', '/h/.codex', file('hooks.json')],
    ['user', '/h/.codex', '/h/.codex', file('config.toml')],
    ['project', '/p/.codex', '/p', file('hooks.json')],
    ['project', '/p/.codex', '/p', file('config.toml')],
  ]);
});

test("a command runs in the user's shell, and its script is covered by trust", () => {
  const present = ['/project/check.sh'];
  const hook = onlyHook(load(withHandler({ statusMessage: 'checks', timeout: 20, async: false }), { present }));
  assert.deepEqual(hook.handler, { kind: 'command', form: 'shell', shell: 'user', command: './check.sh' });
  assert.deepEqual([hook.id, hook.dialect, hook.line], ['project.codex.PreToolUse.0.0', 'codex', 6]);
  assert.deepEqual([hook.description, hook.timeoutMs, hook.async, hook.concurrent], ['checks', 20_000, false, true]);
  assert.deepEqual(hook.files, [path, join('/project', 'check.sh')]);
});

test('a user hook and a project hook have different ids', () => {
  assert.equal(onlyHook(load(withHandler({}), { scope: 'user' })).id, 'user.codex.PreToolUse.0.0');
});

test('the timeout defaults to 600 seconds; at session end to 1 second, with a maximum of 3', () => {
  const timeout = (handler: object, event?: string) => onlyHook(load(withHandler(handler, event))).timeoutMs;
  assert.equal(timeout({}), 600_000);
  assert.equal(timeout({}, 'SessionEnd'), 1000);
  assert.equal(timeout({ timeout: 30 }, 'SessionEnd'), 3000);
  assert.equal(timeout({ timeout: 2 }, 'Interrupt'), 2000);
});

test('an async hook cannot block', () => {
  const { async, blocking } = onlyHook(load(withHandler({ async: true })));
  assert.deepEqual([async, blocking], [true, false]);
});

const matchers: readonly [string, object][] = [
  ['', {}],
  ['*', {}],
  ['Bash', { tool: { source: 'Bash', mode: 'anchored' } }],
  ['Bash|Foo', { tool: { source: 'Bash|Foo', mode: 'anchored' } }],
  ['^Ba', { tool: { source: '^Ba', mode: 'search' } }],
  ['Write', { tool: { source: 'apply_patch', mode: 'anchored' } }],
  ['Bash|Edit', { tool: { source: 'Bash|apply_patch', mode: 'anchored' } }],
  ['^Edit$', { tool: { source: '(?:^Edit$)|^(?:apply_patch)$', mode: 'search' } }],
  ['Agent', { tool: { source: 'spawn_agent', mode: 'anchored' } }],
];
for (const [matcher, match] of matchers)
  test(`the matcher "${matcher}" is loaded as ${JSON.stringify(match)}`, () => {
    assert.deepEqual(onlyHook(load(withHandler({}, 'PreToolUse', { matcher }))).match, match);
  });

test('a session matcher is compared with the source; a prompt matcher is ignored', () => {
  const matchOf = (event: string) => onlyHook(load(withHandler({}, event, { matcher: 'resume' }))).match;
  assert.deepEqual(matchOf('SessionStart'), { subject: { source: 'resume', mode: 'anchored' } });
  assert.deepEqual(matchOf('UserPromptSubmit'), {});
});

test('fields that Codex ignores are ignored on other agents as well, with a warning', () => {
  const { hooks, problems } = load(withHandler({ if: 'Bash(git *)', args: ['a'], once: true, description: 'x' }));
  assert.deepEqual(hooks[0]?.match, {});
  assert.deepEqual(
    problems.map(({ field, severity }) => [field, severity]),
    ['if', 'args', 'once'].map((field) => [`hooks.PreToolUse.0.hooks.0.${field}`, 'warning']),
  );
});

test('unknown keys are warnings with their line, and the hook is loaded', () => {
  const { hooks, problems } = load(withHandler({ onError: 'x' }, 'PreToolUse', { extra: 1 }));
  assert.equal(hooks.length, 1);
  assert.deepEqual(
    problems.map(({ severity, line }) => [severity, line]),
    [
      ['warning', 5],
      ['warning', 10],
    ],
  );
});

test('handlers that Codex does not run are skipped with a warning, and the others are loaded', () => {
  const handlers = ['prompt', 'agent', 'mcp_tool', 'http'].map((type) => ({ type, prompt: 'x', url: 'http://a' }));
  const { hooks, problems } = load({ Stop: [{ hooks: [...handlers, { type: 'command', command: 'x' }] }] });
  assert.equal(hooks.length, 1);
  assert.equal(
    problems.filter(({ severity, message }) => severity === 'warning' && /: left out$/.test(message)).length,
    4,
  );
});

test('an unknown event and a broken handler are errors, and a placeholder replaces the broken handler', () => {
  const { hooks, problems } = load({
    PreToolUs: [],
    PreToolUse: [{ hooks: [{ type: 'command' }, { type: 'command', command: 'x' }] }],
  });
  assert.deepEqual(
    hooks.map(({ unloadable }) => unloadable === undefined),
    [false, true],
  );
  assert.match(problems[0]?.message ?? '', /unknown event "PreToolUs"; did you mean "PreToolUse"\?/);
  assert.equal(problems.filter(({ severity }) => severity === 'error').length, 2);
});

test("anyhook's own entries are not loaded as hooks", () => {
  const own = { type: 'command', command: '"/h/anyhook-hook" codex' };
  assert.deepEqual(load({ PreToolUse: [{ hooks: [own] }] }), { hooks: [], problems: [] });
});

const toml = `model = "m"

[[hooks.PreToolUse]]
matcher = "^Bash$"

[[hooks.PreToolUse.hooks]]
type = "command"
command = "./a.sh"
timeout = 5

[[hooks.PreToolUse.hooks]]
type = "command"
command = "./b.sh"
odd = true

[[hooks.Stop]]
hooks = [{ type = "command", command = "./c.sh" }]

[hooks.state."/h/.codex/hooks.json:pre_tool_use:0:0"]
trusted_hash = "sha256:00"
`;
const loadToml = (text: string) => loadSample(codexLoader, '/project/.codex/config.toml', text);

test('hooks of a config.toml are loaded with their lines, and its trust record is not taken for an event', () => {
  const { hooks, problems } = loadToml(toml);
  assert.deepEqual(
    hooks.map(({ id, line, timeoutMs }) => [id, line, timeoutMs]),
    [
      ['project-config.codex.PreToolUse.0.0', 6, 5000],
      ['project-config.codex.PreToolUse.0.1', 11, 600_000],
      ['project-config.codex.Stop.0.0', 16, 600_000],
    ],
  );
  assert.deepEqual(
    problems.map(({ severity, line, field }) => [severity, line, field]),
    [['warning', 11, 'hooks.PreToolUse.0.hooks.1.odd']],
  );
});

test('a broken config.toml is reported only if it has hooks', () => {
  assert.deepEqual(loadToml('model = '), { hooks: [], problems: [] });
  const { problems } = loadToml('[[hooks.PreToolUse]]\nmatcher = \n');
  assert.match(problems[0]?.message ?? '', /^not valid TOML/);
  assert.equal(problems[0]?.line, 2);
});

test('features.hooks = false disables the hooks of that file', () => {
  const { hooks } = loadToml(`${toml}\n[features]\nhooks = false\n`);
  assert.deepEqual([...new Set(hooks.map(({ enabled }) => enabled))], [false]);
});

test('a hook file is recognized by its path', () => {
  const isHookFile = (one: string) =>
    codexLoader.recognise({ path: one, name: '', keys: () => [], hookEvents: () => [] });
  assert.deepEqual(['/p/.codex/hooks.json', '/p/.codex/config.toml', '/p/.claude/settings.json'].map(isHookFile), [
    'yes',
    'yes',
    'no',
  ]);
});
