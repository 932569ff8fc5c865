import assert from 'node:assert/strict';
import { symlinkSync, unlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { selfProtectionId } from '@anyhook/core';
import { until } from './engine-world.js';
import { codexAgent, hookFile, projectPoolWorld } from './project-pool-world.js';

test('an unchanged project is not loaded again', async (t) => {
  const world = projectPoolWorld(t, { ...hookFile('guard') });
  const first = await world.open();
  assert.equal(await world.open(), first);
  assert.equal(world.warm.size, 1);
});

test("a new link to the home folder in the agent's folder takes effect at the next event", async (t) => {
  const world = projectPoolWorld(t, { ...hookFile('guard') });
  const isForWords = async () =>
    (await world.open()).engine.index.lists
      .get('tool.before')
      ?.hooks.some(({ id, match }) => id === selfProtectionId && match.input !== undefined);
  assert.equal(await isForWords(), true);
  symlinkSync(world.wanted().world.home, join(world.dir, 'zz'));
  assert.equal(await isForWords(), false);
  unlinkSync(join(world.dir, 'zz'));
  assert.equal(await isForWords(), true);
});

test('events that arrive together share one check of the files', async (t) => {
  const world = projectPoolWorld(t, { ...hookFile('guard') });
  const open = world.warm.batch();
  const first = await open(world.wanted());
  world.write(hookFile('second'));
  assert.equal(await open(world.wanted()), first, 'the batch has looked already');
  assert.notEqual(await world.open(), first);
});

for (const [what, hours] of [
  ['back', -5],
  ['ahead', 5],
] as const) {
  test(`a change is noticed even if the clock is set ${what}`, async (t) => {
    const world = projectPoolWorld(t, { ...hookFile('guard') });
    const first = await world.open();
    world.clock += hours * 3_600_000;
    world.write(hookFile('guard', 'changed'));
    const second = await world.open();
    assert.notEqual(second, first);
    world.write(hookFile('guard', 'CHANGED'));
    assert.notEqual(await world.open(), second);
  });
}

test('a changed file with its old timestamp is noticed', async (t) => {
  const world = projectPoolWorld(t, { ...hookFile('guard', 'before') });
  const path = join(world.dir, '.agents/hooks/guard/HOOK.md');
  const old = new Date('2020-01-01T00:00:00Z');
  utimesSync(path, old, old);
  const first = await world.open();
  world.write(hookFile('guard', 'AFTER!'));
  utimesSync(path, old, old);
  assert.notEqual(await world.open(), first);
});

test('a change of trust takes effect at once', async (t) => {
  const world = projectPoolWorld(t, { ...hookFile('guard') }, 'ask');
  const guards = async () => {
    const { engine } = await world.open();
    return engine.index.lists.get('tool.before')?.hooks.filter(({ id }) => id === 'guard').length ?? 0;
  };
  assert.equal(await guards(), 0);
  await world.trust();
  assert.equal(await guards(), 1);
  world.forget();
  assert.equal(await guards(), 0);
});

test('agents, trust modes and relevant variables get separate engines; other variables do not', async (t) => {
  const world = projectPoolWorld(t, { ...hookFile('guard') });
  const first = await world.open();
  assert.equal(await world.open({ env: { SOMETHING: 'else' } }), first);
  assert.notEqual(await world.open({ env: { SA_DISABLED_HOOKS: 'guard' } }), first);
  assert.notEqual(await world.open({ agent: codexAgent }), first);
  assert.equal(world.warm.size, 3);
});

test('the least recently used project is evicted', async (t) => {
  const world = projectPoolWorld(t, { ...hookFile('guard') }, 'project', 2);
  const [a, b] = [await world.open({ env: { SA_X: 'a' } }), await world.open({ env: { SA_X: 'b' } })];
  assert.equal(await world.open({ env: { SA_X: 'a' } }), a);
  await world.open({ env: { SA_X: 'c' } });
  assert.equal(world.warm.size, 2);
  assert.equal(await world.open({ env: { SA_X: 'a' } }), a);
  assert.notEqual(await world.open({ env: { SA_X: 'b' } }), b);
});

test('an edited project is reloaded before the next event', async (t) => {
  const world = projectPoolWorld(t, { ...hookFile('guard') });
  const first = await world.open();
  world.write(hookFile('guard', 'changed'));
  // Nobody asks for it meanwhile.
  await until(async () => world.loads > 1);
  assert.notEqual(await world.open(), first);
});
