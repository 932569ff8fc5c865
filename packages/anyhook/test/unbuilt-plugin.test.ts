import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FireReport } from '../src/answer/fire-report.js';
import { type TestProject, testProject } from './cli/harness.js';
import { runAgent } from './support/run-agent.js';

const command = (line: string) => ({ hooks: [{ type: 'command', command: line }] });

/** A plugin whose three hooks start files of a build that nobody made. */
const unbuilt = {
  'hooks/hooks.json': JSON.stringify({
    hooks: {
      PreToolUse: [command('node "${CLAUDE_PLUGIN_ROOT}/dist/guard.js"')],
      UserPromptSubmit: [command('node "${CLAUDE_PLUGIN_ROOT}/dist/prompt.js"')],
      Stop: [command('"${CLAUDE_PLUGIN_ROOT}/bin/stop"')],
    },
  }),
  'package.json': JSON.stringify({ scripts: { build: 'tsc' }, devDependencies: { typescript: '5' } }),
};

const fire = (here: TestProject, ...args: readonly string[]) =>
  here.json<FireReport>(['fire', ...args, '--trust-project', '--json']);

/** A text in which the paths of Windows have `/`, also in JSON. */
const withSlashes = (text: string): string => text.replaceAll(/\\{1,2}(?=\w)/g, '/');

const events: readonly (readonly string[])[] = [
  ['tool.before', '--tool', 'shell', '--input', '{"command":"ls"}'],
  ['prompt.submit', '--prompt', 'hi'],
  ['agent.stop'],
];

test('a plugin that was not built lets the agent work, and says which command builds it', async (t) => {
  const here = testProject(t, unbuilt);
  for (const [i, file] of ['dist/guard.js', 'dist/prompt.js', 'bin/stop'].entries()) {
    const { decision, notes } = await fire(here, ...(events[i] ?? []));
    assert.equal(decision, 'pass', file);
    const said = withSlashes(notes.join('\n'));
    assert.ok(said.includes(file), said);
    assert.ok(said.includes(`To repair it: run "npm install && npm run build" in ${withSlashes(here.dir)}`), said);
  }
});

for (const [what, files, wanted] of [
  ['pnpm builds what has its lock file', { 'pnpm-lock.yaml': '' }, /run "pnpm install && pnpm run build"/],
  ['yarn builds what has its lock file', { 'yarn.lock': '' }, /run "yarn install && yarn run build"/],
  ['what is installed is only built', { 'node_modules/x/package.json': '{}' }, /run "npm run build"/],
  ['without a build script it is installed', { 'package.json': '{"dependencies":{"a":"1"}}' }, /run "npm install"/],
  [
    'without anything to build the general advice stays',
    { 'package.json': '{}' },
    /build it, or install what it needs/,
  ],
  ['a manifest that cannot be read changes nothing', { 'package.json': '{' }, /build it, or install what it needs/],
] as const)
  test(`an unbuilt plugin: ${what}`, async (t) => {
    const { notes } = await fire(testProject(t, { ...unbuilt, ...files }), ...(events[0] ?? []));
    assert.match(notes.join('\n'), wanted);
  });

const payload = (cwd: string, event: string, more: object) => ({
  session_id: 'a',
  transcript_path: '/t.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: event,
  ...more,
});

test('user and model hear of an unbuilt plugin once per session, however many hooks it has', (t) => {
  const here = testProject(t, unbuilt);
  const call = payload(here.dir, 'PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
  const first = withSlashes(runAgent(here, 'codex', call).stdout);
  for (const field of ['systemMessage', 'additionalContext'])
    assert.match(first, new RegExp(`"${field}":"[^"]*dist/guard.js.*npm install && npm run build`), field);
  for (const next of [call, payload(here.dir, 'UserPromptSubmit', { prompt: 'hi' })])
    assert.doesNotMatch(runAgent(here, 'codex', next).stdout, /npm run build/);
});

test('a broken hook of a settings file is told in the same words', async (t) => {
  const settings = { hooks: { PreToolUse: [command('node dist/guard.js')] } };
  const here = testProject(t, {
    ...unbuilt,
    'hooks/hooks.json': '{}',
    '.claude/settings.json': JSON.stringify(settings),
  });
  const { decision, notes } = await fire(here, ...(events[0] ?? []));
  assert.equal(decision, 'pass');
  assert.match(withSlashes(notes.join('\n')), /dist\/guard\.js.*To repair it: run "npm install && npm run build"/);
});
