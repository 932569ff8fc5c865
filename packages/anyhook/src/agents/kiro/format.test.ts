import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Hook } from '@anyhook/core';
import { sampleFile } from '../../../test/support/format-samples.js';
import { plainPath } from '../../../test/support/plain-path.js';
import { kiroLoader } from './format.js';

const load = (path: string, value: unknown, more: Parameters<typeof sampleFile>[2] = {}) =>
  kiroLoader.load(
    sampleFile(`/project/.kiro/${path}`, typeof value === 'string' ? value : JSON.stringify(value), more),
  );
const hooksFile = (...hooks: unknown[]) => load('hooks/all.json', { version: 'v1', hooks });
const command = { type: 'command', command: './guard.sh' };
const problemsOf = ({ problems }: ReturnType<typeof load>) =>
  problems.map(({ severity, field, message }) => [severity, field, message]);

test('a hook of CLI 3 and IDE 1 is loaded with its name, matcher and timeout', () => {
  const { hooks, problems } = load(
    'hooks/all.json',
    {
      version: 'v1',
      hooks: [{ name: 'gate', trigger: 'PreToolUse', matcher: '^(fs_write)$', action: command, timeout: 5 }],
    },
    { present: ['/project/guard.sh'] },
  );
  assert.deepEqual(problems, []);
  const { id, description, match, timeoutMs, handler, files, flavour } = hooks[0] as Hook;
  assert.deepEqual(
    [id, description, match.tool, timeoutMs, flavour],
    [
      'project.kiro.all.PreToolUse.0',
      'gate',
      { source: '(?:^(fs_write)$)|^(?:str_replace)$', mode: 'search' },
      5_000,
      'hooks',
    ],
  );
  assert.deepEqual(handler, { kind: 'command', form: 'shell', command: './guard.sh', cwd: '.' });
  assert.deepEqual(files, ['/project/.kiro/hooks/all.json', join('/project', 'guard.sh')]);
});

const matchers: readonly [string, Hook['match']['tool']][] = [
  ['*', undefined],
  ['fs_read', { source: 'fs_read', mode: 'anchored' }],
  ['shell', { source: 'execute_bash', mode: 'anchored' }],
  ['write', { source: 'fs_write|str_replace', mode: 'anchored' }],
  ['fs_*', { source: '(?:^fs_.*$)|^(?:str_replace)$', mode: 'search' }],
  ['@git', { source: '^@git/.*$', mode: 'search' }],
  ['@git/status', { source: '^@git/status$', mode: 'search' }],
  ['@mcp', { source: '^@', mode: 'search' }],
];
for (const [matcher, expected] of matchers)
  test(`the matcher "${matcher}" matches the same tools as in Kiro`, () => {
    const { hooks } = load('agents/default.json', { hooks: { preToolUse: [{ command: 'x', matcher }] } });
    assert.deepEqual(hooks[0]?.match.tool, expected);
  });

test('hooks of an agent run in the subagent with that name, hooks of the default agent in the main agent', () => {
  const agent = (name: string) => load(`agents/${name}.json`, { hooks: { stop: [{ command: 'x', timeout_ms: 500 }] } });
  const reviewer = agent('reviewer');
  assert.deepEqual([reviewer.hooks[0]?.match.agent, reviewer.hooks[0]?.timeoutMs], ['reviewer', 500]);
  assert.match(reviewer.problems[0]?.message ?? '', /belong to the agent "reviewer" of Kiro: elsewhere they run only/);
  assert.deepEqual([agent('default').hooks[0]?.match.agent, agent('default').problems], ['root', []]);
});

test('an agent file without hooks is ignored', () => {
  assert.deepEqual(load('agents/a.json', '{"name": broken'), { hooks: [], problems: [] });
});

const ideHook = (when: object, then: object, more: object = {}) => ({
  name: 'lint',
  version: '1',
  when,
  then,
  ...more,
});
const ide = (when: object, then: object, more: object = {}) => load('hooks/lint.kiro.hook', ideHook(when, then, more));
const run = { type: 'runCommand', command: 'npm run lint' };

test('a command of the older IDE runs, for the files and tools that its hook names', () => {
  const saved = ide({ type: 'fileEdited', patterns: ['*.ts', 'src/**/*.js'] }, run).hooks[0];
  assert.deepEqual(saved?.match, {
    tool: { source: 'fs_write|str_replace', mode: 'anchored' },
    paths: ['*.ts', '**/*.ts', 'src/**/*.js'],
  });
  const tool = ide({ type: 'preToolUse', toolTypes: ['write', 'shell'] }, run).hooks[0];
  assert.deepEqual(tool?.match.tool, { source: 'fs_write|str_replace|execute_bash', mode: 'anchored' });
  assert.equal(ide({ type: 'preToolUse', toolTypes: ['*'] }, run).hooks[0]?.match.tool, undefined);
  const pattern = ide({ type: 'preToolUse', toolTypes: ['.*sql.*', 'read'] }, run).hooks[0]?.match.tool;
  assert.deepEqual(pattern, { source: '(?:.*sql.*)|^(?:fs_read)$', mode: 'search' });
  assert.deepEqual(ide({ type: 'userTriggered' }, run).hooks[0]?.match, { nativeEvent: 'userTriggered' });
  assert.equal(ide({ type: 'agentStop' }, run, { enabled: false }).hooks[0]?.enabled, false);
});

test('a prompt to the agent is skipped with a warning', () => {
  assert.deepEqual(problemsOf(ide({ type: 'fileEdited' }, { type: 'askAgent', prompt: 'update the docs' })), [
    ['warning', 'then', '"askAgent" is a prompt that only Kiro itself can give to its agent: left out'],
  ]);
  assert.deepEqual(problemsOf(hooksFile({ name: 'a', trigger: 'Stop', action: { type: 'agent', prompt: 'x' } })), [
    ['warning', 'hooks.0', 'a prompt to the agent can only be given by Kiro itself: left out'],
  ]);
});

test("a hook of the older IDE may be in a file with the newer IDE's extension", () => {
  const { hooks, problems } = load('hooks/old.json', ideHook({ type: 'promptSubmit' }, run));
  assert.deepEqual([hooks[0]?.flavour, problems], ['ide', []]);
});

test('unusable entries are reported', () => {
  assert.deepEqual(problemsOf(hooksFile({ trigger: 'preToolUs', action: command }, { action: command })), [
    ['error', 'hooks.0.trigger', 'unknown event "preToolUs"; did you mean "PreToolUse"?'],
    ['error', 'hooks.1.trigger', '"hooks.1.trigger" is required: expected an event, got nothing'],
  ]);
  const broken = hooksFile(
    { trigger: 'PreToolUse', action: { type: 'command' } },
    { trigger: 'Stop', matcher: 'x', action: command },
  );
  assert.deepEqual(
    broken.hooks.map(({ unloadable }) => unloadable !== undefined),
    [true, false],
  );
  assert.deepEqual(problemsOf(broken)[1], [
    'warning',
    'hooks.1.matcher',
    'not applied to Stop: the hook runs on each of them',
  ]);
  assert.deepEqual(problemsOf(ide({ type: 'preToolUse' }, { type: 'runCommand' })), [
    ['error', 'then.command', '"then.command" is required and missing'],
  ]);
  const cached = load('agents/default.json', { hooks: { preToolUse: [{ command: 'x', cache_ttl_seconds: 60 }] } });
  assert.match(String(problemsOf(cached)[0]?.[2]), /"cache_ttl_seconds" is not supported: the hook runs every time/);
});

test("anyhook's own file yields no hooks", () => {
  const own = { type: 'command', command: '"/h/anyhook-hook" --host kiro --entry user' };
  assert.deepEqual(hooksFile({ name: 'anyhook-Stop', trigger: 'Stop', action: own }), { hooks: [], problems: [] });
});

test('a timeout of 0 means no limit, and becomes one hour', () => {
  assert.equal(hooksFile({ trigger: 'Stop', action: command, timeout: 0 }).hooks[0]?.timeoutMs, 3_600_000);
});

test('project and user hooks and agents are found', () => {
  const places = kiroLoader.places({ cwd: '/p', root: '/p', home: '/h', configHome: '/c', configuredFiles: [] });
  assert.deepEqual(
    places.map(({ scope, dir }) => [scope, plainPath(dir)]),
    [
      ['user', '/h/.kiro/hooks'],
      ['user', '/h/.kiro/agents'],
      ['project', '/p/.kiro/hooks'],
      ['project', '/p/.kiro/agents'],
    ],
  );
});

test('another JSON file in the hook folder is reported once, and adds no hooks', () => {
  assert.deepEqual(problemsOf(load('hooks/package.json', { name: 'x', version: '1' })), [
    ['warning', undefined, 'not read: expected "hooks", or "when" and "then"'],
  ]);
});
