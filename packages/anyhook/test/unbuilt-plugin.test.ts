import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FireReport } from '../src/answer/fire-report.js';
import { type TestProject, testProject } from './cli/harness.js';
import { runAgent } from './support/run-agent.js';

const command = (line: string) => ({ hooks: [{ type: 'command', command: line }] });

/** A plugin whose three hooks start files of a missing build. */
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

/** Replaces backslashes of Windows paths by `/`, also in JSON. */
const withSlashes = (text: string): string => text.replaceAll(/\\{1,2}(?=\w)/g, '/');

const events: readonly (readonly string[])[] = [
  ['tool.before', '--tool', 'shell', '--input', '{"command":"ls"}'],
  ['prompt.submit', '--prompt', 'hi'],
  ['agent.stop'],
];

test('an unbuilt plugin lets the agent work and names the build command', async (t) => {
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
  ['pnpm is suggested if its lock file is present', { 'pnpm-lock.yaml': '' }, /run "pnpm install && pnpm run build"/],
  ['yarn is suggested if its lock file is present', { 'yarn.lock': '' }, /run "yarn install && yarn run build"/],
  [
    'only a build is suggested if packages are installed',
    { 'node_modules/x/package.json': '{}' },
    /run "npm run build"/,
  ],
  [
    'only an install is suggested without a build script',
    { 'package.json': '{"dependencies":{"a":"1"}}' },
    /run "npm install"/,
  ],
  [
    'general advice is given if there is nothing to build',
    { 'package.json': '{}' },
    /build it, or install what it needs/,
  ],
  [
    'general advice is given if the manifest cannot be read',
    { 'package.json': '{' },
    /build it, or install what it needs/,
  ],
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

test('user and model are told about an unbuilt plugin once per session, however many hooks it has', (t) => {
  const here = testProject(t, unbuilt);
  const call = payload(here.dir, 'PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' } });
  const first = withSlashes(runAgent(here, 'codex', call).stdout);
  for (const field of ['systemMessage', 'additionalContext'])
    assert.match(first, new RegExp(`"${field}":"[^"]*dist/guard.js.*npm install && npm run build`), field);
  for (const next of [call, payload(here.dir, 'UserPromptSubmit', { prompt: 'hi' })])
    assert.doesNotMatch(runAgent(here, 'codex', next).stdout, /npm run build/);
});

test('a broken hook in a settings file is reported with the same message', async (t) => {
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
