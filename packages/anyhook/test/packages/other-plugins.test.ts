import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type TestProject, testProject } from '../cli/harness.js';
import { runAgent } from '../support/run-agent.js';
import { decision, writeTree } from './package-world.js';

const guard = `#!/bin/sh
printf '%s\\n' "$PLUGIN_ROOT|$CLAUDE_PLUGIN_ROOT|$PLUGIN_DATA|$DROID_PLUGIN_ROOT" > "$1"
grep -q forbidden && { echo 'no forbidden things' >&2; exit 2; }
exit 0
`;
const hooks = (command: string) => ({
  hooks: { PreToolUse: [{ matcher: 'Bash|Execute', hooks: [{ type: 'command', command }] }] },
});
const bash = (cwd: string, command: string) => ({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});

/** A user who installed a plugin with Codex, in two versions. */
function codexWorld(t: TestContext, files: Readonly<Record<string, string>> = {}, enabled = true): TestProject {
  const project = testProject(t, {
    '../home/.codex/config.toml': `model = "x"\n\n[plugins."guard@m"]\nenabled = ${enabled}\n`,
  });
  const folder = join(project.dir, '../home/.codex/plugins/cache/m/guard');
  writeTree(join(folder, '0.9.0'), { 'hooks/hooks.json': JSON.stringify(hooks('exit 2')) });
  writeTree(join(folder, '0.10.0'), {
    '.codex-plugin/plugin.json': '{"name":"guard"}',
    'hooks/hooks.json': JSON.stringify(hooks(`"$PLUGIN_ROOT/guard.sh" '${join(project.dir, 'ran')}'`)),
    'guard.sh': guard,
    ...files,
  });
  return project;
}

test("a Codex plugin is named, and once added runs by Codex's rules on all agents except Codex", async (t) => {
  const project = codexWorld(t);
  assert.match(
    (await project.run(['list'])).stdout,
    /Codex CLI, plugin guard@m: 1 hook, seen; runs only on Codex CLI until you add it: anyhook hooks add guard@m/,
  );
  const { stdout, stderr } = await project.run(['hooks', 'add', 'guard@m', '--yes']);
  assert.match(stdout, /^guard@m 0\.10\.0: 1 hook, 3 files/, stderr);
  assert.match(runAgent(project, 'claude-code', bash(project.dir, 'forbidden')).stdout, /"deny".*no forbidden things/);
  assert.doesNotMatch(runAgent(project, 'codex', bash(project.dir, 'forbidden')).stdout, /deny/);
  const listed = (await project.run(['list'])).stdout;
  assert.match(listed, /guard@m\.plugin\.codex\.PreToolUse\.0\.0/);
  assert.doesNotMatch(listed, /seen;/);
});

test('a Codex plugin enabled by the config gets the variables that Codex sets', async (t) => {
  const project = codexWorld(t);
  project.write({ '../home/.config/anyhook/config.yaml': 'plugins: [guard@m]\n' });
  assert.equal(await decision(project, 'forbidden'), 'deny');
  const folder = join(project.dir, '../home/.codex/plugins');
  const root = join(folder, 'cache/m/guard/0.10.0');
  assert.equal(readFileSync(join(project.dir, 'ran'), 'utf8'), `${root}|${root}|${join(folder, 'data/guard-m')}|\n`);
});

for (const [how, manifest] of Object.entries({
  'the path of a file': { hooks: './more/own.json' },
  'a list of paths': { hooks: ['./more/own.json'] },
  events: { hooks: hooks('exit 0').hooks },
  'events below "hooks"': { hooks: hooks('exit 0') },
}))
  test(`if a Codex plugin's manifest gives ${how}, no other hooks of the plugin load`, async (t) => {
    const project = codexWorld(t, {
      '.codex-plugin/plugin.json': JSON.stringify({ name: 'guard', ...manifest }),
      'more/own.json': JSON.stringify(hooks('exit 0')),
    });
    const { stdout, stderr } = await project.run(['hooks', 'add', 'guard@m', '--dry-run']);
    assert.match(stdout, /1 hook, /, stderr);
    assert.doesNotMatch(stdout, /guard\.sh/);
    assert.match(stdout, /exit 0/);
  });

test('a plugin disabled in Codex is not named', async (t) => {
  assert.doesNotMatch((await codexWorld(t, {}, false).run(['list'])).stdout, /guard@m/);
});

test('a droid plugin is named, and once added runs on all agents except droid', async (t) => {
  const project = testProject(t, {
    '../home/.factory/settings.json': '{"enabledPlugins":{"guard@m":true}}',
  });
  const installPath = join(project.dir, '../home/.factory/plugins/cache/m/guard/abc123');
  writeTree(installPath, {
    '.factory-plugin/plugin.json': '{"name":"guard"}',
    'hooks/hooks.json': JSON.stringify(hooks(`"$DROID_PLUGIN_ROOT/guard.sh" '${join(project.dir, 'ran')}'`)),
    'guard.sh': guard,
  });
  writeTree(join(project.dir, '../home/.factory/plugins'), {
    'installed_plugins.json': JSON.stringify({ version: 2, plugins: { 'guard@m': [{ scope: 'user', installPath }] } }),
  });
  assert.match((await project.run(['list'])).stdout, /Factory droid, plugin guard@m: 1 hook, seen;/);
  const { stdout, stderr } = await project.run(['hooks', 'add', 'guard@m', '--yes']);
  assert.match(stdout, /guard@m.*: 1 hook, 3 files/, stderr);
  assert.match(runAgent(project, 'claude-code', bash(project.dir, 'forbidden')).stdout, /"deny".*no forbidden things/);
  assert.doesNotMatch(
    runAgent(project, 'droid', { ...bash(project.dir, 'forbidden'), tool_name: 'Execute' }).stdout,
    /deny/,
  );
  assert.match((await project.run(['list'])).stdout, /guard@m\.plugin\.droid\.PreToolUse\.0\.0/);
});

test('a package with a Codex manifest has the codex format, and add suggests no other format', async (t) => {
  const project = testProject(t);
  writeTree(join(project.dir, '../package'), {
    '.codex-plugin/plugin.json': '{"name":"package"}',
    'hooks/hooks.json': JSON.stringify(hooks('exit 0')),
  });
  const shown = await project.json<{ format: string }>(['hooks', 'add', '../package', '--dry-run', '--json']);
  assert.equal(shown.format, 'codex');
  assert.doesNotMatch((await project.run(['hooks', 'add', '../package', '--dry-run'])).stdout, /--format/);
});
