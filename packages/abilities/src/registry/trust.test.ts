import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { trustLockFile } from '@anyhook/core';
import { type FileTexts, ProjectWorld } from '../../../anyhook/test/project-world.js';
import { readRegistry } from './registry.js';
import { abilityLock, abilityStates, countUntrusted, forgetAbilityTrust, recordAbilityTrust } from './trust.js';

const low = '.system/registry/low-level';
const operation = (key: string, command = './run.sh') =>
  `key: ${key}\nversion: "1"\nsummary: Does it.\nimplementations: {one: {kind: script, command: ${command}}}\n`;
const files: FileTexts = {
  [`${low}/a.yaml`]: operation('a'),
  [`${low}/b.yaml`]: operation('b', 'ls'),
  'run.sh': '#!/bin/sh\n',
};

type Mode = Parameters<typeof abilityStates>[3];

const levelsOf = (world: ProjectWorld, sub?: string) => [world.dir, ...(sub ? [world.path(sub)] : [])];

async function states(world: ProjectWorld, mode: Mode = 'ask', sub?: string) {
  const loaded = abilityStates(await readRegistry(levelsOf(world, sub)), world.dir, world.user, mode);
  return loaded.map(({ ability, state }) => `${ability.name} ${state.kind}`);
}

async function trust(world: ProjectWorld, mode: Mode = 'ask', sub?: string) {
  const levels = levelsOf(world, sub);
  const registry = await readRegistry(levels);
  if (mode === 'ask')
    return recordAbilityTrust(registry, { root: world.dir, levels }, world.user, '2026-01-01T00:00:00Z');
  mkdirSync(dirname(trustLockFile(world.dir)), { recursive: true });
  writeFileSync(
    trustLockFile(world.dir),
    JSON.stringify({ version: 1, hooks: {}, abilities: abilityLock(registry, world.dir) }),
  );
}

test('abilities of a fresh clone are untrusted', async (t) => {
  const world = new ProjectWorld(t, files);
  for (const mode of ['ask', 'lock'] as const)
    assert.deepEqual(await states(world, mode), ['a untrusted', 'b untrusted']);
});

test('untrusted abilities are counted without parsing their files', async (t) => {
  const world = new ProjectWorld(t, { ...files, [`${low}/notes.txt`]: '', [`${low}/a.hooktest.yaml`]: '' });
  const count = (mode: Mode) => countUntrusted({ root: world.dir, levels: levelsOf(world) }, world.user, mode);
  assert.deepEqual([count('ask'), count('lock'), count('project')], [2, 2, 0]);
  await trust(world);
  assert.deepEqual([count('ask'), count('lock')], [0, 2]);
  await trust(world, 'lock');
  world.write({ [`${low}/c.yaml`]: ': broken', [`${low}/a.yaml`]: operation('a', 'ls') });
  assert.deepEqual([count('ask'), count('lock')], [1, 1]);
});

test('trust mode project trusts all abilities', async (t) => {
  assert.deepEqual(await states(new ProjectWorld(t, files), 'project'), ['a active', 'b active']);
});

for (const mode of ['ask', 'lock'] as const)
  describe(`trust in mode ${mode}`, () => {
    test('makes existing abilities active, but not abilities added later', async (t) => {
      const world = new ProjectWorld(t, files);
      await trust(world, mode);
      world.write({ [`${low}/c.yaml`]: operation('c') });
      assert.deepEqual(await states(world, mode), ['a active', 'b active', 'c untrusted']);
      assert.deepEqual(await states(world, mode === 'ask' ? 'lock' : 'ask'), [
        'a untrusted',
        'b untrusted',
        'c untrusted',
      ]);
    });

    /** A change that an agent may make, and the expected message. */
    const tricks: readonly [string, (world: ProjectWorld) => void, RegExp][] = [
      [
        'the registry file changes',
        (world) => world.write({ [`${low}/a.yaml`]: operation('a', './other.sh') }),
        /low-level\/a\.yaml was changed/,
      ],
      ['the script changes', (world) => world.write({ 'run.sh': '#!/bin/sh\nrm -rf /\n' }), /run\.sh was changed/],
      ['the script is deleted', (world) => world.remove('run.sh'), /run\.sh was changed/],
      [
        'the script grows to 100 MB',
        (world) => truncateSync(world.path('run.sh'), 100_000_000),
        /run\.sh could not be read completely/,
      ],
    ];
    for (const [what, trick, expected] of tricks)
      test(`ends for an ability when ${what}`, async (t) => {
        const world = new ProjectWorld(t, files);
        await trust(world, mode);
        trick(world);
        const registry = await readRegistry([world.dir]);
        const [a, b] = abilityStates(registry, world.dir, world.user, mode);
        assert.equal(b?.state.kind, 'active');
        assert.ok(a?.state.kind === 'changed');
        assert.match(a.state.what, expected);
        await trust(world, mode);
        // A file that cannot be read completely is never the trusted one.
        assert.equal((await states(world, mode))[0], what.includes('100 MB') ? 'a changed' : 'a active');
      });

    test('does not pass to a new ability with the same name', async (t) => {
      const world = new ProjectWorld(t, files);
      await trust(world, mode);
      world.remove(`${low}/a.yaml`);
      world.write({ [`${low}/z.yaml`]: operation('a', './evil.sh'), 'evil.sh': '#!/bin/sh\n' });
      const [, a] = await states(world, mode);
      assert.equal(a, mode === 'ask' ? 'a untrusted' : 'a changed');
    });
  });

test('an ability in a subfolder keeps its trust when the root is trusted again', async (t) => {
  const world = new ProjectWorld(t, { ...files, [`sub/${low}/d.yaml`]: operation('d', 'ls') });
  await trust(world, 'ask', 'sub');
  await trust(world);
  assert.deepEqual(await states(world, 'ask', 'sub'), ['a active', 'b active', 'd active']);
});

test('forgetting trust makes abilities untrusted', async (t) => {
  const world = new ProjectWorld(t, files);
  assert.equal(forgetAbilityTrust(world.dir, world.user), false);
  await trust(world);
  assert.equal(forgetAbilityTrust(world.dir, world.user), true);
  assert.deepEqual(await states(world), ['a untrusted', 'b untrusted']);
});

test('trust applies to one repository only', async (t) => {
  const world = new ProjectWorld(t, files);
  await trust(world);
  const copy = new ProjectWorld(t, files);
  copy.env = { ...copy.env, HOME: world.home };
  assert.deepEqual(await states(copy), ['a untrusted', 'b untrusted']);
});

test('a lock file holds paths relative to the project, so that it works on other machines', async (t) => {
  const world = new ProjectWorld(t, files);
  assert.deepEqual(Object.keys(abilityLock(await readRegistry([world.dir]), world.dir)['a'] ?? {}), [
    `${low}/a.yaml`,
    'run.sh',
  ]);
});

for (const text of [
  '',
  'null',
  '[]',
  '{"abilities":',
  '{"abilities":null}',
  '{"abilities":[1,null,{}]}',
  '{"abilities":{"a":null}}',
  '{"abilities":{"__proto__":{"a":"b"},"a":{"x":"y"}}}',
])
  test(`a trust record that contains ${text || 'nothing'} trusts nothing and does no harm`, async (t) => {
    const world = new ProjectWorld(t, files);
    await trust(world);
    const dir = join(world.user.state, 'trust');
    writeFileSync(join(dir, readdirSync(dir)[0] as string), text.replace('{', `{"root":${JSON.stringify(world.dir)},`));
    world.write({ '.agents/anyhook.lock.json': text });
    for (const mode of ['ask', 'lock'] as const)
      assert.ok((await states(world, mode)).every((state) => !state.endsWith(' active')));
  });
