import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AbilityLocation } from '../../../anyhook/src/handlers/builtins/builtin.js';
import { ProjectWorld } from '../../../anyhook/test/project-world.js';
import { readRegistry } from '../registry/registry.js';
import { abilityLock, recordAbilityTrust } from '../registry/trust.js';
import { routePrompt } from './route.js';
import { openRouteIndex } from './route-index.js';

const operation = (key: string, keyword: string, more = '') =>
  `key: ${key}\nversion: 1\nsummary: ${key}\nrouting: { keywords: [${keyword}], documents: [guide.md] }\nimplementations: { run: { kind: builtin, use: noop } }\n${more}`;
const low = '.system/registry/low-level';

/** Two abilities at the root and one in a subfolder. */
function world(t: TestContext) {
  const here = new ProjectWorld(t, {
    [`${low}/deploy.yaml`]: operation('deploy_all', 'ship'),
    [`${low}/audit.yaml`]: operation('audit_all', 'inspect'),
    [`web/${low}/paint.yaml`]: operation('paint_web', 'colour'),
  });
  const levels = [here.dir, here.path('web')];
  return {
    here,
    async ask(prompt: string, trust: AbilityLocation['trust'] = 'ask'): Promise<readonly string[]> {
      const index = await openRouteIndex({ root: here.dir, levels, trust, user: here.user, version: 'test' });
      const { abilities, documents } = routePrompt(index, prompt);
      return [...abilities.map(({ id }) => id), ...documents.map(({ path }) => path)];
    },
    async trust(): Promise<void> {
      const place = { root: here.dir, levels };
      recordAbilityTrust(await readRegistry(levels), place, here.user, '2026-01-01T00:00:00.000Z');
    },
    async lock(): Promise<void> {
      const abilities = abilityLock(await readRegistry(levels), here.dir);
      here.write({ '.agents/anyhook.lock.json': JSON.stringify({ version: 1, hooks: {}, abilities }) });
    },
  };
}

const all = 'ship, inspect and colour';
const everything = ['audit_all', 'deploy_all', 'paint_web', 'guide.md', 'web/guide.md'];

test('abilities are suggested only once a person trusts them', async (t) => {
  const { ask, trust } = world(t);
  assert.deepEqual(await ask(all), []);
  await trust();
  assert.deepEqual(await ask(all), everything);
});

test('an ability that changed after it was trusted is not suggested, nor is a new one', async (t) => {
  const { here, ask, trust } = world(t);
  await trust();
  assert.deepEqual(await ask(all), everything);
  here.write({
    [`${low}/deploy.yaml`]: operation('deploy_all', 'ship, inspect'),
    [`${low}/new.yaml`]: operation('new_one', 'inspect'),
  });
  assert.deepEqual(
    await ask(all),
    everything.filter((name) => name !== 'deploy_all'),
  );
});

test('a lock file and trust in the whole project each apply in their own mode only', async (t) => {
  const { ask, lock } = world(t);
  assert.deepEqual(await ask(all, 'lock'), []);
  assert.deepEqual(await ask(all, 'project'), everything);
  await lock();
  assert.deepEqual(await ask(all, 'lock'), everything);
  assert.deepEqual(await ask(all, 'ask'), []);
});

test('two abilities with one name and a broken file are not suggested, but all others are', async (t) => {
  const { here, ask } = world(t);
  here.write({ [`${low}/twin.yaml`]: operation('deploy_all', 'ship'), [`${low}/broken.yaml`]: 'key: [' });
  assert.deepEqual(
    await ask(all, 'project'),
    everything.filter((name) => name !== 'deploy_all'),
  );
});
