import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { testProject } from '../cli/harness.js';
import { runAgent } from '../support/run-agent.js';
import { decision, guardPlugin, type PackageWorld, writeTree } from './package-world.js';

/** A user who installed a plugin with Claude Code, and has Codex as well. */
function pluginWorld(t: TestContext): PackageWorld & { installVersion(version: string, word: string): void } {
  const project = testProject(t, {
    '../home/.claude/settings.json': '{"enabledPlugins":{"guard@m":true}}',
    '../home/.codex/config.toml': '',
  });
  const plugins = join(project.dir, '../home/.claude/plugins');
  const installVersion = (version: string, word: string) => {
    const installPath = join(plugins, 'cache/m/guard', version);
    writeTree(installPath, guardPlugin(word));
    const list = { version: 2, plugins: { 'guard@m': [{ scope: 'user', installPath, version }] } };
    writeTree(plugins, { 'installed_plugins.json': JSON.stringify(list) });
  };
  installVersion('1.0.0', 'forbidden');
  return { ...project, source: plugins, config: join(project.dir, '../home/.config/anyhook'), installVersion };
}

const bash = (cwd: string, command: string) => ({
  session_id: 's',
  transcript_path: '/t.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});

test('an installed plugin is added by its name, runs on other agents, and is left to Claude Code', async (t) => {
  const world = pluginWorld(t);
  const { stdout } = await world.run(['hooks', 'add', 'guard@m', '--yes']);
  assert.match(stdout, /^guard@m 1\.0\.0: 1 hook, 3 files/);
  assert.match(runAgent(world, 'codex', bash(world.dir, 'forbidden')).stdout, /"permissionDecision":"deny"/);
  assert.doesNotMatch(runAgent(world, 'claude-code', bash(world.dir, 'forbidden')).stdout, /deny/);
  assert.doesNotMatch((await world.run(['list'])).stdout, /seen;/);
});

test('the copy of a plugin stays unchanged until hooks update replaces it', async (t) => {
  const world = pluginWorld(t);
  await world.run(['hooks', 'add', 'guard@m', '--yes']);
  world.installVersion('1.1.0', 'new');
  assert.deepEqual([await decision(world, 'forbidden'), await decision(world, 'new')], ['deny', 'pass']);
  assert.match(
    (await world.run(['hooks', 'update', '--yes'])).stdout,
    /guard@m 1\.0\.0 -> 1\.1\.0: 1 of 3 files changed/,
  );
  assert.equal(await decision(world, 'new'), 'deny');
});

test('a plugin named by the config is not added twice, and a missing plugin is reported', async (t) => {
  const world = pluginWorld(t);
  writeTree(world.config, { 'config.yaml': 'plugins: [guard@m]\n' });
  assert.match(
    (await world.run(['hooks', 'add', 'guard@m', '--yes'])).stderr,
    /guard@m runs already: your config has it under "plugins"/,
  );
  assert.equal(existsSync(join(world.config, 'packages')), false);
  assert.match((await world.run(['hooks', 'add', './gone', '--yes'])).stderr, /gone is not a folder/);
});

test('init names plugins whose hooks could run in other agents in one line, without another question', async (t) => {
  const world = pluginWorld(t);
  const { stdout } = await world.run(['init', '--dry-run', '--agent', 'claude-code', 'codex']);
  assert.match(
    stdout.replace(/\s+/g, ' '),
    /guard@m of Claude Code has hooks that run only there\. To run it in your other agents: anyhook hooks add guard@m/,
  );
  await world.run(['hooks', 'add', 'guard@m', '--yes']);
  assert.doesNotMatch(
    (await world.run(['init', '--dry-run', '--agent', 'claude-code', 'codex'])).stdout,
    /run only there/,
  );
});
