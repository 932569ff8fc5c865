import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, lstatSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { git, initRepository, tempFolder } from '../../anyhook/test/builtin-world.js';
import { openShadowGit, type ShadowGit } from './shadow-git.js';
import { takeSnapshot } from './snapshot.js';
import { withFolderLock } from './store-lock.js';

function world(files: Readonly<Record<string, string>>) {
  const folder = tempFolder();
  const root = join(folder.path, 'p');
  mkdirSync(root);
  initRepository(root, files);
  const env = {
    PATH: process.env['PATH'],
    HOME: join(folder.path, 'home'),
    XDG_STATE_HOME: join(folder.path, 'state'),
  };
  /** Takes a snapshot and returns its tree, and the one that git itself stores for the same files. */
  const snapshotTrees = async () => {
    const shadow = await openShadowGit(root, { env, timeoutMs: 60_000 });
    return withFolderLock(shadow.dir, 10_000, async () => {
      const commands: (string | undefined)[] = [];
      const run: ShadowGit['run'] = (args, options) => {
        commands.push(args[0]);
        return shadow.run(args, options);
      };
      const { tree, files: fileCount } = await takeSnapshot({ ...shadow, run });
      const listed = (await shadow.run(['ls-tree', '-r', '--name-only', '-z', tree])).split('\0').length - 1;
      assert.equal(fileCount, listed, 'the number of files');
      // Git writes to the index in which it finds a tree.
      copyFileSync(join(shadow.dir, 'index'), join(shadow.dir, 'copied-index'));
      const byGit = (await shadow.run(['write-tree'], { index: 'copied-index' })).trim();
      // The tree that git stores when it reads all files again.
      await shadow.run(['add', '--all'], { index: 'empty-index' });
      const anew = (await shadow.run(['write-tree'], { index: 'empty-index' })).trim();
      rmSync(join(shadow.dir, 'empty-index'));
      return { tree, byGit, anew, commands, problems: await shadow.run(['fsck', '--strict', '--no-dangling']) };
    });
  };
  return { root, snapshotTrees, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** Random numbers that are the same for the same seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// Names that are prefixes or suffixes of each other, or that git sorts unexpectedly.
const names = ['a', 'a.b', 'a-b', 'ab', 'b', 'a0', 'ü', 'z z', '[x]', 'a\\b'];

/** Creates a file, a link or a folder with a file at a random path, or removes it. */
function changeOne(root: string, random: (below: number) => number): void {
  const depth = 1 + random(3);
  const path = Array.from({ length: depth }, () => names[random(names.length)] ?? 'a').join('/');
  const file = join(root, path);
  const kind = random(5);
  let above = '';
  for (const part of path.split('/').slice(0, -1)) {
    above = join(above, part);
    if (!lstatSync(join(root, above), { throwIfNoEntry: false })?.isDirectory())
      rmSync(join(root, above), { force: true, recursive: true });
  }
  rmSync(file, { recursive: true, force: true });
  if (kind === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  if (kind === 1) symlinkSync(`to-${random(3)}`, file);
  else writeFileSync(file, `content ${random(1_000)}\n`);
  if (kind === 2) chmodSync(file, 0o755);
}

for (const seed of [1, 2, 3])
  test(`every snapshot stores the same tree as git (seed ${seed})`, async () => {
    const random = randomNumbers(seed);
    using project = world({ 'a/a': 'one\n', 'a/b/a.b': 'two\n', 'ab/z z': 'three\n', b: 'four\n' });
    await project.snapshotTrees();
    for (let round = 0; round < 25; round++) {
      for (let i = 1 + random(6); i > 0; i--) changeOne(project.root, random);
      const { tree, byGit, commands, problems } = await project.snapshotTrees();
      assert.equal(tree, byGit, `round ${round}`);
      assert.equal(problems, '', `round ${round}`);
      assert.ok(!commands.includes('write-tree'), 'the tree was found without git write-tree');
    }
  });

test('many changed files at once are left to git', async () => {
  using project = world({ 'a/b': 'one\n' });
  await project.snapshotTrees();
  for (let i = 0; i < 300; i++) writeFileSync(join(project.root, `a/${i}`), `${i}\n`);
  const { tree, byGit, commands } = await project.snapshotTrees();
  assert.equal(tree, byGit);
  assert.ok(commands.includes('write-tree'));
});

const skipPatch = process.platform === 'linux' ? false : 'git writes the index on this system';

test('new content of a few files is added without git', { skip: skipPatch }, async () => {
  using project = world({ 'a/b': 'one\n', 'a/c': 'one\n', d: 'two\n', e: 'two\n' });
  chmodSync(join(project.root, 'e'), 0o755);
  await project.snapshotTrees();
  for (let round = 0; round < 25; round++) {
    // The same size, mostly in the same second: time and size alone cannot show the change.
    const text = `${String(round).padStart(3, '0')}\n`;
    for (const path of round % 2 === 0 ? ['a/b', 'e'] : ['a/b', 'a/c', 'd'])
      writeFileSync(join(project.root, path), text);
    const { tree, byGit, anew, commands, problems } = await project.snapshotTrees();
    assert.ok(!commands.includes('update-index'), `round ${round}`);
    assert.deepEqual({ tree, problems }, { tree: byGit, problems: '' }, `round ${round}`);
    assert.equal(tree, anew, `round ${round}`);
  }
  const { commands } = await project.snapshotTrees();
  assert.deepEqual(commands, ['--literal-pathspecs', 'diff-files']);
});

test('git writes the index after many files have changed since its last write', { skip: skipPatch }, async () => {
  const names = Array.from({ length: 75 }, (_, i) => `f${i}`);
  using project = world(Object.fromEntries(names.map((name) => [name, 'one\n'])));
  const hour = Date.now() / 1_000 - 3_600;
  for (const name of names) utimesSync(join(project.root, name), hour, hour);
  git(project.root, 'status');
  await project.snapshotTrees();
  const isByGit: boolean[] = [];
  for (let from = 0; from < names.length; from += 25) {
    for (const name of names.slice(from, from + 25)) writeFileSync(join(project.root, name), `changed ${name}\n`);
    const { tree, anew, commands } = await project.snapshotTrees();
    assert.equal(tree, anew, `from ${from}`);
    isByGit.push(commands.includes('update-index'));
  }
  assert.deepEqual(isByGit, [false, false, true]);
});

test('a changed x bit, a link that replaces a file and a large file are left to git', {
  skip: skipPatch,
}, async () => {
  using project = world({ a: 'one\n', b: 'one\n', c: 'one\n' });
  await project.snapshotTrees();
  const changes: readonly (() => void)[] = [
    () => chmodSync(join(project.root, 'a'), 0o755),
    () => {
      rmSync(join(project.root, 'b'));
      symlinkSync('a', join(project.root, 'b'));
    },
    () => writeFileSync(join(project.root, 'c'), 'x'.repeat(1024 * 1024 + 1)),
  ];
  for (const [i, change] of changes.entries()) {
    change();
    const { tree, anew, commands } = await project.snapshotTrees();
    assert.equal(tree, anew, `change ${i}`);
    assert.ok(commands.includes('update-index'), `change ${i}`);
  }
});

test('a project without files has the same tree as in git', async () => {
  using project = world({ 'a/b': 'one\n' });
  await project.snapshotTrees();
  rmSync(join(project.root, 'a'), { recursive: true });
  const { tree, byGit } = await project.snapshotTrees();
  assert.equal(tree, byGit);
});

test('the first snapshot includes staged and changed files of the project', async () => {
  using project = world({ 'a/b': 'one\n', c: 'two\n' });
  writeFileSync(join(project.root, 'c'), 'changed\n');
  writeFileSync(join(project.root, 'staged'), 'new\n');
  git(project.root, 'add', 'staged');
  const { tree, byGit } = await project.snapshotTrees();
  assert.equal(tree, byGit);
});
