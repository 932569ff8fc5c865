import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { type FileTexts, ProjectWorld } from '../../../anyhook/test/project-world.js';
import { openRegistry, type Registry, readRegistry } from './registry.js';

const low = '.system/registry/low-level';
const high = '.system/registry/high-level';
const operation = (key: string, summary = 'Does it.', implementation = 'kind: builtin, use: noop') =>
  `key: ${key}\nversion: "1"\nsummary: ${summary}\nimplementations: {one: {${implementation}}}\n`;
const workflow = (id: string, call: string) =>
  `id: ${id}\ntype: workflow\nversion: 1\nsummary: Flows.\nsteps:\n  - {id: a, operation: ${call}}\n`;

const files: FileTexts = {
  [`${low}/a.yaml`]: operation('a'),
  [`${low}/b.yml`]: operation('b'),
  [`${high}/f.yaml`]: workflow('f', 'a'),
};
const names = ({ abilities }: Registry) => abilities.map(({ name }) => name);
const messages = ({ problems }: Registry) =>
  problems.map(({ source, message }) => `${source.split('/').at(-1)}: ${message}`);

describe('the registry of a project', () => {
  test('has the abilities of every level, with the content of their files', async (t) => {
    const world = new ProjectWorld(t, {
      ...files,
      [`sub/${low}/c.yaml`]: operation('c', 'C.', 'kind: script, command: ./c.sh'),
      'sub/c.sh': '#!/bin/sh\n',
    });
    const registry = await readRegistry([world.dir, join(world.dir, 'sub')]);
    assert.deepEqual([names(registry), registry.problems], [['a', 'b', 'f', 'c'], []]);
    const c = registry.abilities[3];
    assert.deepEqual(
      [c?.root, c?.files],
      [world.path('sub'), [world.path(`sub/${low}/c.yaml`), world.path('sub/c.sh')]],
    );
    assert.deepEqual(Object.keys(registry.shas).length, 5);
    assert.match(registry.shas[world.path('sub/c.sh')] ?? '', /^[0-9a-f]{64}$/);
  });

  test('is empty if the project has none', async (t) => {
    const world = new ProjectWorld(t);
    assert.deepEqual({ ...(await readRegistry([world.dir])), shas: {} }, { abilities: [], problems: [], shas: {} });
  });

  test('reports two abilities with one name on two levels as an error that names both files', async (t) => {
    const world = new ProjectWorld(t, { ...files, [`sub/${low}/x.yaml`]: operation('b') });
    const registry = await readRegistry([world.dir, world.path('sub')]);
    assert.deepEqual(names(registry), ['a', 'f']);
    assert.deepEqual(
      registry.problems.map(({ source }) => source),
      [world.path(`${low}/b.yml`), world.path(`sub/${low}/x.yaml`)],
    );
    assert.ok(registry.problems[0]?.message.includes(world.path(`sub/${low}/x.yaml:1`)), registry.problems[0]?.message);
  });

  test('loads all files but a broken one and the workflow that calls it', async (t) => {
    const world = new ProjectWorld(t, { ...files, [`${low}/a.yaml`]: 'key: a\n', [`${low}/0.yaml`]: '{{{' });
    const registry = await readRegistry([world.dir]);
    assert.deepEqual(names(registry), ['b']);
    assert.match(
      messages(registry).join('\n'),
      /0\.yaml: not valid YAML[\s\S]*a\.yaml: "version"[\s\S]*f\.yaml: .*no usable ability is called "a"/,
    );
  });

  test('ignores files of other kinds, and reports files that cannot be read', async (t) => {
    const world = new ProjectWorld(t, {
      ...files,
      [`${low}/README.md`]: '#',
      [`${low}/.#a.yaml`]: 'x',
      [`${low}/big.yaml`]: 'x',
    });
    truncateSync(world.path(`${low}/big.yaml`), 2_000_000);
    mkdirSync(world.path(`${low}/folder.yaml`));
    symlinkSync('/nowhere', world.path(`${low}/link.yaml`));
    const registry = await readRegistry([world.dir]);
    assert.deepEqual(names(registry), ['a', 'b', 'f']);
    assert.deepEqual(
      messages(registry).map((one) => one.split(':')[0]),
      ['folder.yaml', 'link.yaml', 'big.yaml'],
    );
    assert.match(messages(registry)[2] ?? '', /at most 1048576 bytes/);
  });

  test('reports a file where the folder should be', async (t) => {
    const world = new ProjectWorld(t, { [low]: 'x' });
    assert.match(
      messages(await readRegistry([world.dir])).join(),
      /low-level: no ability of this folder was loaded: expected a folder/,
    );
  });
});

/** A project whose registry is opened with a cache on disk. */
function kept(t: TestContext, more: FileTexts = {}) {
  const world = new ProjectWorld(t, { ...files, ...more });
  const state = world.user.state;
  const open = (now = Date.now(), version = 'test') => openRegistry({ levels: [world.dir], state, version, now });
  const cacheDir = join(state, 'cache');
  const cacheFile = () => join(cacheDir, readdirSync(cacheDir).find((name) => name.startsWith('registry-')) ?? '');
  /** Marks the cached data, so that its use is visible. */
  const mark = () => {
    const path = cacheFile();
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Does it.', 'From memory.'));
  };
  const summaries = async (now?: number, version?: string) =>
    (await open(now, version)).abilities.map(({ name, summary }) => `${name}: ${summary}`);
  return { world, open, mark, summaries, cacheFile };
}

/** Long after the files were written, so that their stamps are reliable. */
const later = () => Date.now() + 60_000;
const remembered = ['a: From memory.', 'b: From memory.', 'f: Flows.'];
const fresh = ['a: Does it.', 'b: Does it.', 'f: Flows.'];

describe('the cache of parsed registry files', () => {
  test('is used while nothing changes', async (t) => {
    const { open, mark, summaries } = kept(t);
    const first = await open(later());
    mark();
    assert.deepEqual(await summaries(later()), remembered);
    assert.deepEqual((await open(later())).shas, first.shas);
  });

  test('compares contents while files are too young for their time stamps to be reliable', async (t) => {
    const { open, mark, summaries, world } = kept(t);
    await open();
    mark();
    assert.deepEqual(await summaries(), remembered);
    const path = world.path(`${low}/a.yaml`);
    writeFileSync(path, operation('a', 'Does IT.'));
    assert.equal((await summaries())[0], 'a: Does IT.');
  });

  /** Changes, and what the next read finds. */
  const changes: readonly [string, (world: ProjectWorld) => void, readonly string[]][] = [
    [
      'a changed file',
      (world) => world.write({ [`${low}/a.yaml`]: operation('a', 'New.') }),
      ['a: New.', ...remembered.slice(1)],
    ],
    [
      'a new file',
      (world) => world.write({ [`${low}/c.yaml`]: operation('c', 'C.') }),
      ['a: From memory.', 'b: From memory.', 'c: C.', 'f: Flows.'],
    ],
    ['a deleted file', (world) => world.remove(`${low}/b.yml`), ['a: From memory.', 'f: Flows.']],
    ['a file that broke', (world) => world.write({ [`${low}/a.yaml`]: 'key: a\n' }), ['b: From memory.']],
  ];
  for (const [what, change, expected] of changes)
    test(`does not hide ${what}, and serves all other files`, async (t) => {
      const { open, mark, summaries, world } = kept(t);
      await open(later());
      mark();
      change(world);
      assert.deepEqual(await summaries(later()), expected);
      assert.deepEqual(await summaries(later()), expected);
    });

  test('serves a file whose time stamp changed but whose content did not', async (t) => {
    const { open, mark, summaries, world } = kept(t);
    await open(later());
    mark();
    utimesSync(world.path(`${low}/a.yaml`), 1, 1);
    assert.deepEqual(await summaries(later()), remembered);
  });

  test('does not hide that a script was added, changed or deleted', async (t) => {
    const script = { [`${low}/a.yaml`]: operation('a', 'Does it.', 'kind: script, command: ./run.sh') };
    const { open, world } = kept(t, script);
    const run = world.path('run.sh');
    const look = async () => {
      const { abilities, problems, shas } = await open(later());
      return [abilities[0]?.files.length, problems.length, shas[run]];
    };
    assert.deepEqual(await look(), [1, 1, undefined]);
    world.write({ 'run.sh': '#!/bin/sh\n' });
    const [count, problems, sha] = await look();
    assert.deepEqual([count, problems, typeof sha], [2, 0, 'string']);
    world.write({ 'run.sh': '#!/bin/sh\necho\n' });
    assert.notEqual((await look())[2], sha);
    world.remove('run.sh');
    assert.deepEqual(await look(), [1, 1, undefined]);
  });

  test('of another version is not used', async (t) => {
    const { open, mark, summaries } = kept(t);
    await open(later());
    mark();
    assert.deepEqual(await summaries(later(), 'other'), fresh);
  });

  for (const text of ['', 'null', '[]', '{"version":"test"}', '{"version":"test","files":[[1]],"seen":[]}'])
    test(`is ignored if it contains ${text || 'nothing'}`, async (t) => {
      const { open, summaries, cacheFile, world } = kept(t);
      await open(later());
      writeFileSync(cacheFile(), text.replace('{', `{"level":${JSON.stringify(world.dir)},`));
      assert.deepEqual(await summaries(later()), fresh);
    });

  test('works for 5,000 files', async (t) => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`${low}/x${i}.yaml`, operation(`x.${i}`)]),
    );
    const { open, mark } = kept(t, many);
    assert.equal((await open(later())).abilities.length, 5_003);
    mark();
    const { abilities, problems } = await open(later());
    assert.deepEqual([abilities.length, problems], [5_003, []]);
    assert.equal(abilities.filter(({ summary }) => summary === 'From memory.').length, 5_002);
  });
});
