import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { git, initRepository, tempFolder } from '../../test/builtin-world.js';
import { takeLook } from './look.js';
import { openShadowGit, type ShadowGit } from './shadow-git.js';
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
  /** The tree of a look, and the one that git itself stores for the same files. */
  const look = async () => {
    const shadow = await openShadowGit(root, { env, timeoutMs: 60_000 });
    return withFolderLock(shadow.dir, 10_000, async () => {
      const commands: (string | undefined)[] = [];
      const run: ShadowGit['run'] = (args, options) => {
        commands.push(args[0]);
        return shadow.run(args, options);
      };
      const { tree, files: count } = await takeLook({ ...shadow, run });
      const listed = (await shadow.run(['ls-tree', '-r', '--name-only', '-z', tree])).split('\0').length - 1;
      assert.equal(count, listed, 'the number of files');
      // Git writes to the index in which it finds a tree.
      copyFileSync(join(shadow.dir, 'index'), join(shadow.dir, 'copied-index'));
      const byGit = (await shadow.run(['write-tree'], { index: 'copied-index' })).trim();
      return { tree, byGit, commands, problems: await shadow.run(['fsck', '--strict', '--no-dangling']) };
    });
  };
  return { root, look, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** Numbers that are the same for the same seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// Names of which one is the beginning or the end of another, and which git sorts in its own way.
const names = ['a', 'a.b', 'a-b', 'ab', 'b', 'a0', 'ü', 'z z', '[x]', 'a\\b'];

/** Makes a file, a link or a folder with a file at a random path, or removes what is there. */
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
  test(`every look stores the tree that git would store (seed ${seed})`, async () => {
    const random = randomNumbers(seed);
    using project = world({ 'a/a': 'one\n', 'a/b/a.b': 'two\n', 'ab/z z': 'three\n', b: 'four\n' });
    await project.look();
    for (let round = 0; round < 25; round++) {
      for (let i = 1 + random(6); i > 0; i--) changeOne(project.root, random);
      const { tree, byGit, commands, problems } = await project.look();
      assert.equal(tree, byGit, `round ${round}`);
      assert.equal(problems, '', `round ${round}`);
      assert.ok(!commands.includes('write-tree'), 'git did not have to find the tree');
    }
  });

test('many changed files at once are left to git', async () => {
  using project = world({ 'a/b': 'one\n' });
  await project.look();
  for (let i = 0; i < 300; i++) writeFileSync(join(project.root, `a/${i}`), `${i}\n`);
  const { tree, byGit, commands } = await project.look();
  assert.equal(tree, byGit);
  assert.ok(commands.includes('write-tree'));
});

test('the tree of a project without files is that of git', async () => {
  using project = world({ 'a/b': 'one\n' });
  await project.look();
  rmSync(join(project.root, 'a'), { recursive: true });
  const { tree, byGit } = await project.look();
  assert.equal(tree, byGit);
});

test('a first look takes files into the tree that the project has staged or changed', async () => {
  using project = world({ 'a/b': 'one\n', c: 'two\n' });
  writeFileSync(join(project.root, 'c'), 'changed\n');
  writeFileSync(join(project.root, 'staged'), 'new\n');
  git(project.root, 'add', 'staged');
  const { tree, byGit } = await project.look();
  assert.equal(tree, byGit);
});
