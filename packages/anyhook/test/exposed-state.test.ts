import assert from 'node:assert/strict';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openAbilities } from '../../abilities/src/registry/open-abilities.js';
import { abilityStates, recordAbilityTrust } from '../../abilities/src/registry/trust.js';
import { exposureReason, findExposedPath } from '../../core/src/platform/files/ownership.js';
import { findAgent } from '../src/agents/index.js';
import { createProjectPool } from '../src/answer/project-pool.js';
import { hasTrust } from '../src/trust/trust.js';
import { testProject } from './cli/harness.js';
import { hookMdFiles, hookStateLines, ProjectWorld } from './project-world.js';
import { noModes } from './support/systems.js';

const files = {
  ...hookMdFiles('guard'),
  '.system/registry/low-level/a.yaml':
    'key: a\nversion: 1\nsummary: x\nimplementations: {one: {kind: builtin, use: noop}}\n',
};

async function trusted(t: Parameters<typeof testProject>[0]) {
  const world = new ProjectWorld(t, files);
  await world.trust();
  const opened = await world.open();
  const registry = await openAbilities(opened, { cwd: world.dir, env: world.env, home: world.home });
  recordAbilityTrust(registry, { root: world.dir, levels: [world.dir] }, world.user, '2026-01-01T00:00:00Z');
  return { world, state: world.user.state, registry };
}

const modeOf = (text: string) => Number.parseInt(text, 8);

/** Modes of the state folder, of `trust` and of the records, and the problem reported, if any. */
const modes: readonly [string, string, string, RegExp?][] = [
  ['700', '700', '600'],
  ['755', '755', '644'],
  ['700', '777', '600'],
  ['777', '700', '600', /anyhook: .* other users may write to it \(mode 777\): .*"chmod 700 \/.*anyhook"$/],
  ['775', '700', '600', /anyhook: .*\(mode 775\)/],
  ['755', '777', '600', /anyhook\/trust: .*\(mode 777\): .*"chmod 700 \/.*anyhook\/trust"$/],
  ['700', '700', '666', /\.json: .*\(mode 666\): run "anyhook trust" again/],
];
for (const [state, folder, file, told] of modes) {
  test(`trust records are ${told ? 'ignored' : 'used'} with the modes ${state}, ${folder}, ${file}`, {
    skip: noModes,
  }, async (t) => {
    const { world, state: dir, registry } = await trusted(t);
    const record = join(dir, 'trust');
    for (const name of readdirSync(record)) chmodSync(join(record, name), modeOf(file));
    chmodSync(record, modeOf(folder));
    chmodSync(dir, modeOf(state));
    const opened = await world.open();
    const word = told ? 'untrusted' : 'active';
    assert.deepEqual(hookStateLines(opened), [`guard ${word}`]);
    assert.deepEqual([opened.trusted, hasTrust(world.dir, world.user)], [!told, !told]);
    assert.deepEqual(
      abilityStates(registry, world.dir, world.user, 'ask').map(({ state: { kind } }) => kind),
      [word],
    );
    assert.equal(opened.problems.length, told ? 1 : 0);
    for (const { source, severity, message } of opened.problems) {
      assert.equal(severity, 'error');
      assert.match(`${source}: ${message}`, told ?? /^$/);
    }
    assert.deepEqual(hookStateLines(await world.open('project')), ['guard active']);
  });
}

test('trust records owned by another user are ignored', { skip: noModes }, () => {
  const own = process.geteuid?.() ?? 0;
  assert.equal(exposureReason({ uid: own, mode: 0o100600 }), undefined);
  assert.equal(
    exposureReason({ uid: own + 1, mode: 0o100600 }),
    `it belongs to user ${own + 1}, and you are user ${own}`,
  );
  assert.equal(findExposedPath('/no/such/folder', ['trust']), undefined);
});

test('the cache is not read from a folder that others may write', { skip: noModes }, async (t) => {
  const { world, state } = await trusted(t);
  const unneeded = { version: (await import('../../core/src/version.js')).version };
  await world.reopen(unneeded);
  chmodSync(state, 0o777);
  await assert.rejects(world.reopen(unneeded), /the parsers were needed/);
});

test('a running engine notices when the state folder becomes writable to others, and when it is fixed', {
  skip: noModes,
}, async (t) => {
  const { world, state } = await trusted(t);
  const warm = createProjectPool({ runInTurn: undefined });
  const guards = async () => {
    const where = { cwd: world.dir, env: world.env, home: world.home };
    const { engine } = await warm.batch()({ world: where, agent: findAgent('claude-code'), trust: 'ask' });
    return engine.index.lists.get('tool.before')?.hooks.filter(({ id }) => id === 'guard').length ?? 0;
  };
  const seen = [await guards()];
  for (const mode of [0o777, 0o700, 0o770, 0o755]) {
    chmodSync(state, mode);
    seen.push(await guards());
  }
  assert.deepEqual(seen, [1, 0, 1, 0, 1]);
});

test('in an exposed state folder nothing can be trusted, and validate and trust say what to do', {
  skip: noModes,
}, async (t) => {
  const here = testProject(t, files);
  const terminal = { columns: 200, env: { NO_COLOR: '1' } };
  const state = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook');
  assert.equal((await here.run(['trust', '--yes'], terminal)).code, 0);
  chmodSync(state, 0o777);
  const { code, stderr } = await here.run(['trust', '--yes'], terminal);
  assert.equal(code, 1);
  assert.match(stderr, /^anyhook: \/.*: ignored because .* then run "chmod 700 \/.*"\n$/);
  const validated = await here.run(['hooks', 'validate']);
  assert.deepEqual([validated.code, validated.stdout.match(/ignored because/g)?.length], [1, 1]);
  chmodSync(state, 0o700);
  assert.equal((await here.run(['hooks', 'validate'])).code, 0);
});
