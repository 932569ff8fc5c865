import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { FireReport } from '../src/answer/fire-report.js';
import { type TestProject, testProject } from './cli/harness.js';
import { runAgent } from './support/run-agent.js';

const guard = `#!/bin/sh
echo "$CLAUDE_PLUGIN_ROOT $CLAUDE_PLUGIN_DATA" > "$CLAUDE_PROJECT_DIR/ran"
grep -q forbidden && { echo 'no forbidden things' >&2; exit 2; }
exit 0
`;

const hooks = (command: string) =>
  JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] } });

interface PluginWorld {
  /** The plugin's folder below `../plugins`, as the list of installed plugins names it. */
  readonly plugins?: Readonly<Record<string, { readonly folder?: string; readonly projectPath?: string }>>;
  readonly config?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** A project whose user has installed plugins with Claude Code; all are in `../plugins`, one folder each. */
function pluginProject(t: TestContext, { plugins = { 'guard@m': {} }, config, files }: PluginWorld): TestProject {
  const project = testProject(t, {
    '../plugins/guard/hooks/hooks.json': hooks('"${CLAUDE_PLUGIN_ROOT}/guard.sh"'),
    '../plugins/guard/guard.sh': guard,
    '../home/.claude/settings.json': '{"enabledPlugins":{"guard@m":true}}',
    ...files,
  });
  const entries = Object.entries(plugins).map(([name, { folder = '../plugins/guard', projectPath }]) => [
    name,
    [{ scope: projectPath ? 'project' : 'user', installPath: join(project.dir, folder), projectPath }],
  ]);
  project.write({
    '../home/.claude/plugins/installed_plugins.json': JSON.stringify({
      version: 2,
      plugins: Object.fromEntries(entries),
    }),
    ...(config !== undefined && { '../home/.config/anyhook/config.yaml': config }),
  });
  return project;
}

const switchedOn = 'plugins: [guard@m]\n';
const bash = (cwd: string, command: string) => ({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});
const fired = (project: TestProject) =>
  project.json<FireReport>(['fire', 'tool.before', '--tool', 'shell', '--input', '{"command":"forbidden"}', '--json']);

test('an installed plugin is only named until the config enables it, then its hooks are listed', async (t) => {
  const off = pluginProject(t, {});
  const before = (await off.run(['list'])).stdout;
  assert.match(
    before,
    /Claude Code, plugin guard@m: 1 hook, seen; runs only on Claude Code until you add it: anyhook hooks add guard@m/,
  );
  assert.equal((await fired(off)).decision, 'pass');
  const on = pluginProject(t, { config: switchedOn });
  const after = (await on.run(['list'])).stdout;
  assert.doesNotMatch(after, /seen;/);
  assert.match(after, /guard@m\.plugin\.claude\.PreToolUse\.0\.0/);
});

test('a plugin enabled by the config guards other agents from its own folder, and is left to Claude Code', (t) => {
  const project = pluginProject(t, { config: switchedOn });
  const { stdout } = runAgent(project, 'codex', bash(project.dir, 'forbidden'));
  assert.match(stdout, /"permissionDecision":"deny".*no forbidden things/);
  const home = join(project.dir, '../home');
  const folders = `${join(project.dir, '../plugins/guard')} ${join(home, '.claude/plugins/data/guard-m')}\n`;
  assert.equal(readFileSync(join(project.dir, 'ran'), 'utf8'), folders);
  const own = pluginProject(t, { config: switchedOn });
  assert.equal(runAgent(own, 'claude-code', bash(own.dir, 'forbidden')).stdout.includes('deny'), false);
  assert.equal(existsSync(join(own.dir, 'ran')), false);
});

test('with share: false settings are left to their agents, but a plugin named by the config still runs', async (t) => {
  assert.equal((await fired(pluginProject(t, { config: `share: false\n${switchedOn}` }))).decision, 'deny');
});

test('an installed plugin keeps the exit rule that it has on Claude Code', async (t) => {
  const files = { '../plugins/guard/guard.sh': '#!/bin/sh\necho no >&2\nexit 1\n' };
  const { decision, hooks: ran } = await fired(pluginProject(t, { config: switchedOn, files }));
  assert.deepEqual([decision, ran[0]?.exitRule], ['pass', 'claude']);
});

test('a plugin reinstalled in another folder is found there at the next event', async (t) => {
  const project = pluginProject(t, { config: switchedOn });
  assert.equal((await fired(project)).decision, 'deny');
  project.write({
    '../plugins/new/hooks/hooks.json': hooks('true'),
    '../home/.claude/plugins/installed_plugins.json': JSON.stringify({
      version: 1,
      plugins: { 'guard@m': { installPath: join(project.dir, '../plugins/new') } },
    }),
  });
  assert.equal((await fired(project)).decision, 'pass');
});

for (const [what, world, problem] of [
  ['is not installed', { plugins: {} }, /plugins\.0.*"guard@m" is not installed.*no plugin is in/s],
  ['has a wrong name', { plugins: { 'guard@n': {} } }, /did you mean "guard@n"\?/],
  ['is gone from its folder', { plugins: { 'guard@m': { folder: '../nowhere' } } }, /nowhere has no hook files/],
] as const)
  test(`a plugin enabled by the config that ${what} is an error`, async (t) => {
    const project = pluginProject(t, { ...world, config: switchedOn });
    const { code, stdout } = await project.run(['hooks', 'validate']);
    assert.equal(code, 1);
    assert.match(stdout, problem);
  });

test('a plugin installed for another project does not run here, and is not a problem', async (t) => {
  const project = pluginProject(t, { plugins: { 'guard@m': { projectPath: '/else' } }, config: switchedOn });
  assert.equal((await fired(project)).decision, 'pass');
  assert.match((await project.run(['hooks', 'validate'])).stdout, /no hooks and no problems/);
});

test('a plugin that is installed for this project runs in it', async (t) => {
  const project = pluginProject(t, { plugins: {}, config: switchedOn });
  project.write({
    '../home/.claude/plugins/installed_plugins.json': JSON.stringify({
      plugins: { 'guard@m': [{ projectPath: project.dir, installPath: join(project.dir, '../plugins/guard') }] },
    }),
  });
  assert.equal((await fired(project)).decision, 'deny');
});

test("a project cannot enable its user's plugins", async (t) => {
  const project = pluginProject(t, { files: { '.agents/anyhook.yaml': switchedOn } });
  assert.match((await project.run(['hooks', 'validate'])).stdout, /"plugins" is a key of the user or managed config/);
  assert.equal((await fired(project)).decision, 'pass');
});

test('a plugin folder inside the project needs trust', async (t) => {
  const files = { 'plugin/hooks/hooks.json': hooks('exit 2') };
  const project = pluginProject(t, { plugins: { 'guard@m': { folder: 'plugin' } }, config: switchedOn, files });
  const listed = await project.json<{ id: string; state: string }[]>(['list', '--json']);
  assert.deepEqual(
    listed.map(({ id, state }) => [id, state]),
    [['guard@m.plugin.claude.PreToolUse.0.0', 'untrusted']],
  );
});

test('a handler that uses a plugin option is skipped with a warning', async (t) => {
  const files = { '../plugins/guard/hooks/hooks.json': hooks('check --level ${user_config.level}') };
  const project = pluginProject(t, { config: switchedOn, files });
  assert.match((await project.run(['hooks', 'validate'])).stdout, /names an option of the plugin \(user_config\)/);
  assert.equal((await fired(project)).decision, 'pass');
});
