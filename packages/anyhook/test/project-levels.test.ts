import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { userPaths } from '../../core/src/platform/user-paths.js';
import { openProject } from '../src/answer/engine.js';
import { formats } from '../src/formats/index.js';
import { hookLocations } from '../src/hooks/project-root.js';
import { createEngine } from '../src/library.js';
import { recordTrust } from '../src/trust/trust.js';
import { makeRepository } from './support/make-repository.js';

const base = mkdtempSync(join(tmpdir(), 'anyhook-levels-'));
after(() => rmSync(base, { recursive: true, force: true }));
const root = join(base, 'repo');
const sub = join(root, 'packages', 'shop');
const env = { PATH: process.env['PATH'], HOME: join(base, 'home') };

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const deny = (name: string) =>
  `hooks:\n  pre_tool_use:\n    - hooks:\n        - { name: ${name}, type: command, command: 'echo ${name} >&2; exit 2' }\n`;

makeRepository(root);
mkdirSync(sub, { recursive: true });
write(join(root, '.agents', 'hooks.yaml'), deny('above'));
write(join(sub, '.agents', 'hooks.yaml'), deny('below'));
write(join(sub, '.agents', 'anyhook.yaml'), 'hooks:\n  - { on: tool.before, use: config-protection }\n');

const call = { tool: 'write', input: { path: 'biome.json', content: '' } };

test('hooks of a folder and of every parent folder up to the repository root run together', async () => {
  const engine = await createEngine({ cwd: sub, env, trust: 'project' });
  const { verdict } = await engine.fire('tool.before', call);
  assert.deepEqual(
    verdict.hooks.map(({ hook, outcome }) => [hook.id, outcome]),
    [
      ['above', 'blocked'],
      ['below', 'blocked'],
      ['config-protection', 'blocked'],
    ],
  );
});

test('hooks of subfolders are not loaded', async () => {
  const engine = await createEngine({ cwd: root, env, trust: 'project' });
  assert.deepEqual(
    engine.hooks.map(({ hook }) => hook.id),
    ['above'],
  );
});

test('a hook trusted in a subfolder is not reported as missing in a parent folder', async () => {
  const world = { cwd: sub, env, home: env.HOME };
  recordTrust((await openProject(world)).snapshot, userPaths(env, env.HOME), '2026-01-01T00:00:00Z');
  const states = async (cwd: string) =>
    (await openProject({ ...world, cwd })).hooks.map(({ hook, state }) => [hook.id, state.kind]);
  assert.deepEqual(await states(root), [['above', 'active']]);
  const below = [
    ['above', 'active'],
    ['below', 'active'],
    ['config-protection', 'active'],
  ];
  assert.deepEqual(await states(sub), below);
  // Trusting again above must not forget what was trusted below.
  recordTrust((await openProject({ ...world, cwd: root })).snapshot, userPaths(env, env.HOME), '2026-01-02T00:00:00Z');
  assert.deepEqual(await states(sub), below);
});

test('guards of the outer repository also run in a nested repository', async () => {
  const inner = join(root, 'inner');
  makeRepository(inner);
  const engine = await createEngine({ cwd: inner, env, trust: 'project' });
  assert.deepEqual(
    engine.hooks.map(({ hook }) => hook.id),
    ['above'],
  );
});

test('neither the user nor the environment switches a managed hook off, and no user override reaches it', async () => {
  const managed = join(base, 'managed.yaml');
  write(managed, 'hooks:\n  - { id: house-rule, on: tool.before, use: config-protection }\n');
  const rules = 'disabled: [house-rule]\noverrides:\n  house-rule: { mode: shadow }\n';
  write(join(env.HOME, '.config', 'anyhook', 'config.yaml'), rules);
  const cwd = join(base, 'elsewhere');
  mkdirSync(cwd);
  const withManaged = { ...env, ANYHOOK_MANAGED_CONFIG: managed, SA_DISABLED_HOOKS: 'house-rule' };
  const engine = await createEngine({ cwd, env: withManaged });
  assert.equal((await engine.fire('tool.before', call)).verdict.decision, 'deny');
  const refused = engine.problems.filter(({ field }) => field === 'overrides.house-rule');
  assert.match(refused[0]?.message ?? '', /a user file cannot override/);
});

test('an agent in another working folder is still guarded by all hooks of the project that it names', async () => {
  const plain = join(base, 'plain');
  const deep = join(plain, 'a', 'b');
  const away = join(base, 'away');
  for (const dir of [deep, away]) mkdirSync(dir, { recursive: true });
  write(join(plain, '.agents', 'hooks.yaml'), deny('named'));
  const ids = async (cwd: string) =>
    (await openProject({ cwd, env, home: env.HOME, project: plain }, 'project')).hooks.map(({ hook }) => hook.id);
  for (const cwd of [plain, deep, away]) assert.deepEqual(await ids(cwd), ['named'], cwd);
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: away, tool_name: 'Bash', tool_input: {} };
  const run = (more: Record<string, string>) =>
    spawnSync(
      process.execPath,
      [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', '--host', 'claude-code', '--trust-project'],
      {
        input: JSON.stringify(payload),
        env: { ...env, ...more },
        cwd: away,
        encoding: 'utf8',
      },
    ).stdout;
  assert.match(run({ CLAUDE_PROJECT_DIR: plain }), /"permissionDecision":"deny"/);
  assert.equal(run({}), '');
});

const ids = async (cwd: string, home: string) => {
  const project = await openProject({ cwd, env: { ...env, HOME: home }, home });
  return project.hooks.map(({ hook, state }) => [hook.id, state.kind]);
};

test('without a repository, the outermost folder with hook files is the project, and still needs trust', async () => {
  const home = join(base, 'person');
  const plain = join(home, 'plain');
  mkdirSync(join(plain, 'src', 'deep'), { recursive: true });
  mkdirSync(join(home, 'other', 'src'), { recursive: true });
  write(join(plain, '.agents', 'hooks.yaml'), deny('plain'));
  write(join(home, '.agents', 'hooks.yaml'), deny('of-home'));
  assert.deepEqual(await ids(join(plain, 'src', 'deep'), home), [['plain', 'untrusted']]);
  assert.deepEqual(await ids(plain, home), [['plain', 'untrusted']]);
  assert.deepEqual(await ids(join(home, 'other', 'src'), home), []);
  const world = { cwd: plain, env: { ...env, HOME: home }, home };
  recordTrust((await openProject(world)).snapshot, userPaths(world.env, home), '2026-01-01T00:00:00Z');
  assert.deepEqual(await ids(join(plain, 'src', 'deep'), home), [['plain', 'active']]);
  // An agent that makes such a folder below does not hide the guards above.
  for (const location of ['.agents', '.claude']) {
    mkdirSync(join(plain, 'src', 'deep', location), { recursive: true });
    assert.deepEqual(await ids(join(plain, 'src', 'deep'), home), [['plain', 'active']]);
  }
});

test('outside the home folder, the search for the outermost project stops at a world-writable folder', async () => {
  const shared = join(base, 'shared');
  const outside = join(shared, 'outside');
  mkdirSync(join(outside, 'src'), { recursive: true });
  write(join(outside, '.agents', 'hooks.yaml'), deny('outside'));
  assert.deepEqual(await ids(join(outside, 'src'), join(base, 'nobody')), [['outside', 'untrusted']]);
  write(join(shared, '.agents', 'hooks.yaml'), deny('of-all'));
  chmodSync(shared, 0o1777);
  assert.deepEqual(await ids(join(outside, 'src'), join(base, 'nobody')), [['outside', 'untrusted']]);
});

test('the locations that mark a project are exactly those of all formats', () => {
  const all = new Set(Object.values(formats).flatMap(({ locations }) => locations));
  assert.deepEqual([...all].sort(), [...hookLocations].sort());
});
