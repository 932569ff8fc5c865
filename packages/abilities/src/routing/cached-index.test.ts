import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fingerprintFiles } from '@anyhook/core';
import { tempFolder, writeTestFiles } from '../../../anyhook/test/builtin-world.js';
import type { AbilityRow } from './build-index.js';
import { routePrompt } from './route.js';
import { type IndexMemory, openCachedIndex } from './route-index.js';

/** A project, and a registry whose reads are counted. */
function world(t: TestContext, files: Readonly<Record<string, string>> = {}) {
  const folder = tempFolder({ 'repo/.system/registry/low-level/a.yaml': 'key: a', ...files });
  t.after(() => folder[Symbol.dispose]());
  const root = join(folder.path, 'repo');
  const registry = join(root, '.system', 'registry', 'low-level');
  let loads = 0;
  /** Each registry file is an ability whose keyword is its text. */
  const loadAbilities = async (): Promise<readonly AbilityRow[]> => {
    loads++;
    return readdirSync(registry).map((name) => ({
      id: name,
      summary: '',
      keywords: [readFileSync(join(registry, name), 'utf8').replace('key: ', '')],
      negativeKeywords: [],
      documents: [],
      source: join(registry, name),
    }));
  };
  let now = Date.now();
  let memory: IndexMemory = new Map();
  const state = join(folder.path, 'state');
  return {
    root,
    state: join(state, 'cache'),
    loads: () => loads,
    wait: (ms: number) => {
      now += ms;
    },
    /** Clears the memory, as in a new process. */
    restart: () => {
      memory = new Map();
    },
    write: (path: string, text: string) => writeTestFiles(root, { [path]: text }),
    remove: (path: string) => rmSync(join(root, path)),
    async ask(prompt: string): Promise<string> {
      const places = { root, registry: [registry], watchedFiles: [join(root, 'trust.json')] };
      const index = await openCachedIndex({ ...places, state, key: 'k', loadAbilities, now: () => now, memory });
      const { abilities, documents } = routePrompt(index, prompt);
      return [...abilities.map(({ id }) => id), ...documents.map(({ path }) => path)].join(' ');
    },
  };
}

const table = (topic: string) => `| Topic | Read |\n|---|---|\n| ${topic} | x.md |\n`;

test('the index is built once, for later processes too, as long as nothing changes', async (t) => {
  const here = world(t, { 'repo/docs/ROUTING.md': table('horse') });
  for (let i = 0; i < 6; i++) {
    assert.equal(await here.ask('a horse'), 'a.yaml docs/x.md');
    if (i > 2) here.restart();
    if (i > 3) here.wait(60_000);
  }
  assert.equal(here.loads(), 1);
});

const low = '.system/registry/low-level';
const changes: readonly (readonly [what: string, change: (here: ReturnType<typeof world>) => void, then: string])[] = [
  ['a changed registry file', (here) => here.write(`${low}/a.yaml`, 'key: zebra'), 'a.yaml'],
  ['a registry file that changed but kept its length', (here) => here.write(`${low}/a.yaml`, 'key: b'), 'b -> a.yaml'],
  ['a new registry file', (here) => here.write(`${low}/b.yaml`, 'key: zebra'), 'b.yaml'],
  ['a routing document', (here) => here.write('ROUTING.md', table('zebra')), 'x.md'],
  ['a routing document in a new folder', (here) => here.write('new/deep/ABILITY.md', table('zebra')), 'new/deep/x.md'],
  ['a changed routing document', (here) => here.write('docs/ROUTING.md', table('zebra')), 'docs/x.md'],
];
const ways = [
  [0, 'at once'],
  [60_000, 'a minute later'],
  [60_000, 'in another process'],
] as const;
for (const [what, change, then] of changes) {
  for (const [waited, when] of ways) {
    test(`${what} is noticed at the next prompt ${when}`, async (t) => {
      const here = world(t, { 'repo/docs/ROUTING.md': table('horse') });
      assert.equal(await here.ask('a horse'), 'a.yaml docs/x.md');
      here.wait(waited);
      assert.equal(await here.ask('a horse'), 'a.yaml docs/x.md');
      change(here);
      if (when.includes('process')) here.restart();
      const [prompt, leads] = then.includes('->') ? then.split(' -> ') : ['zebra', then];
      assert.equal(await here.ask(prompt ?? ''), leads);
      assert.equal(here.loads(), 2);
    });
  }
}

test('a deleted registry file or document is no longer suggested', async (t) => {
  const here = world(t, { 'repo/docs/ROUTING.md': table('horse') });
  assert.equal(await here.ask('a horse'), 'a.yaml docs/x.md');
  here.remove(`${low}/a.yaml`);
  here.remove('docs/ROUTING.md');
  assert.equal(await here.ask('a horse'), '');
});

test('the index is built again when trust changes', async (t) => {
  const here = world(t);
  await here.ask('a');
  here.write('trust.json', '{}');
  await here.ask('a');
  assert.equal(here.loads(), 2);
});

test('files added elsewhere in the project do not make the index build again', async (t) => {
  const here = world(t, { 'repo/src/x.ts': '' });
  await here.ask('a');
  here.wait(60_000);
  for (let i = 0; i < 3; i++) {
    here.write(`src/y${i}.ts`, '');
    mkdirSync(join(here.root, `made${i}`));
    assert.equal(await here.ask('a'), 'a.yaml');
  }
  assert.equal(here.loads(), 1);
});

test('the fingerprint of a recently changed file is of its content, because its time stamp is unreliable', (t) => {
  const { root } = world(t);
  const path = join(root, low, 'a.yaml');
  const changed = statSync(path).ctimeMs;
  assert.equal(fingerprintFiles([path], changed + 1_000).racy, true);
  assert.equal(fingerprintFiles([path], changed + 10_000).racy, false);
  assert.notEqual(fingerprintFiles([path], changed + 1_000).print, fingerprintFiles([path], changed + 10_000).print);
  assert.deepEqual(
    fingerprintFiles([path, join(root, 'none')], changed),
    fingerprintFiles([path, join(root, 'none')], changed),
  );
});

test('if the state folder cannot be written, the index works but is built each time', async (t) => {
  const here = world(t, { state: 'a file' });
  for (let i = 0; i < 2; i++) {
    here.restart();
    assert.equal(await here.ask('a'), 'a.yaml');
  }
  assert.equal(here.loads(), 2);
});

test('concurrent prompts build the index once', async (t) => {
  const here = world(t);
  assert.deepEqual(await Promise.all([here.ask('a'), here.ask('a'), here.ask('a')]), ['a.yaml', 'a.yaml', 'a.yaml']);
  assert.equal(here.loads(), 1);
});

test('a damaged cache file is ignored', async (t) => {
  const here = world(t);
  await here.ask('a');
  const [name = ''] = readdirSync(here.state);
  for (const text of ['{"key": "', 'null', '[]', '{"key": 1}']) {
    writeFileSync(join(here.state, name), text);
    here.restart();
    assert.equal(await here.ask('a'), 'a.yaml');
  }
  assert.equal(here.loads(), 5);
});
