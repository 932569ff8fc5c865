import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { createRuntime } from '../../src/library.js';
import { PlantedRepository } from './planted-repository.js';

const program = resolve('packages/anyhook/bin/anyhook.cjs');

const userHooks = `hooks:
  - {on: session.start, use: add_git_status}
  - {on: session.start, use: add_git_diff, args: [full]}
  - {on: session.start, use: add_recent_commits}
  - {on: session.start, use: add_environment_info}
  - {on: session.start, use: snapshot}
  - {on: session.end, use: snapshot}
`;

/** A repository that names a program wherever it can, with an embedded bare repository and its own git on PATH. */
function hostile(): PlantedRepository {
  const at = new PlantedRepository();
  const evil = at.evil();
  at.write({
    '.gitattributes': '* filter=x diff=x\n',
    'more.cfg': `[filter "x"]\nclean = ${evil}\nprocess = ${evil}\n`,
    'node_modules/.bin/git': readFileSync(evil, 'utf8'),
    'node_modules/.bin/node': readFileSync(evil, 'utf8'),
    git: readFileSync(evil, 'utf8'),
  });
  at.config(
    `[include]\npath = ../more.cfg\n[core]\nfsmonitor = ${evil}\nhooksPath = .evil\npager = ${evil}\n[diff]\nexternal = ${evil}\n[diff "x"]\ntextconv = ${evil}\ncommand = ${evil}\n[remote "origin"]\nurl = ext::${evil}\npromisor = true\nuploadpack = ${evil}\n[extensions]\npartialClone = origin\n[protocol "ext"]\nallow = always`,
  );
  at.env['PATH'] = `.:${join(at.dir, 'node_modules/.bin')}:${at.env['PATH']}`;
  return at;
}

function run(at: PlantedRepository, args: readonly string[], stdin = '') {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd: at.cwd,
    env: at.env,
    input: stdin,
    encoding: 'utf8',
  });
  return { code: status, text: stdout + stderr };
}

function writeUserConfig(at: PlantedRepository): void {
  const file = join(at.home, '.config/anyhook/config.yaml');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, userHooks);
}

test("a user's hooks inspect an untrusted clone without starting any program it names", () => {
  using at = hostile();
  writeUserConfig(at);
  const start = JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', cwd: at.dir, source: 'startup' });
  const { text } = run(at, ['run', '--host', 'claude-code'], start);
  for (const expected of [/Git status:.*## main/, /Recent commits:/, /Git repository: yes, on main/])
    assert.match(text, expected);
  assert.match(run(at, ['fire', 'session.end', '--json']).text, /session\.end/);
  run(at, ['replay', '--against', 'HEAD', '--json']);
  run(at, ['undo', '--list']);
  run(at, ['doctor']);
  assert.deepEqual(at.ran(), []);
});

test('a runtime session asks git about a trusted project without starting any program it names', async () => {
  using at = hostile();
  const runtime = createRuntime({ planner: () => undefined, cwd: at.dir, env: at.env, trust: 'project' });
  const session = await runtime.session();
  at.write({ 'made.txt': 'x' });
  const summary = await session.stop();
  await runtime.close();
  assert.deepEqual(summary.changed_files, ['made.txt']);
  assert.deepEqual(at.ran(), []);
});

test('a runtime session does not ask git about an untrusted project, and says so', async () => {
  using at = new PlantedRepository();
  // A git that leaves a mark, in a safe folder, so it would be started if asked.
  const tools = join(at.base, 'tools');
  mkdirSync(tools);
  writeFileSync(join(tools, 'git'), readFileSync(at.evil('git'), 'utf8'), { mode: 0o755 });
  at.env['PATH'] = `${tools}:${at.env['PATH']}`;
  for (const trust of [undefined, 'project'] as const) {
    const runtime = createRuntime({ planner: () => undefined, cwd: at.dir, env: at.env, ...(trust && { trust }) });
    const { notes } = await (await runtime.session()).stop();
    await runtime.close();
    assert.equal(
      notes.some((note) => /git was not asked for changed files/.test(note)),
      trust === undefined,
    );
    assert.deepEqual(at.ran(), trust === undefined ? [] : ['git']);
  }
});

test("a clone's hook tests with a git folder, a home and variables start no program", () => {
  using at = new PlantedRepository();
  const evil = at.evil();
  const filter = `[filter "x"]\n  clean = ${evil}\n[core]\n  fsmonitor = ${evil}\n  hooksPath = ${join(at.dir, '.evil')}\n`;
  const files = { '.git/config': filter, '~/.gitconfig': filter, '.gitattributes': '* filter=x\n', 'a.txt': 'x' };
  const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: evil };
  const step = { event: 'tool.before', tool: 'shell', input: { command: 'x' }, expect: { decision: 'pass' } };
  at.write({ '.agents/a.hooktest.yaml': JSON.stringify({ cases: [{ name: 'one', git: true, files, env, ...step }] }) });
  const { text } = run(at, ['hooks', 'test']);
  assert.match(text, /✓ one/);
  assert.deepEqual(at.ran(), []);
});

test("a user's hook gets its interpreter from the machine, never from the project", () => {
  using at = hostile();
  const hook = join(at.home, '.config/agents/hooks/mine');
  mkdirSync(join(hook, 'scripts'), { recursive: true });
  writeFileSync(join(hook, 'HOOK.md'), '---\nname: mine\ndescription: x\ntrigger: session_start\n---\n');
  writeFileSync(
    join(hook, 'scripts/run.mjs'),
    `console.log(JSON.stringify({ additional_context: 'by the real node' }));`,
  );
  const { text } = run(at, ['fire', 'session.start', '--json']);
  assert.match(text, /by the real node/);
  assert.deepEqual(at.ran(), []);
});
