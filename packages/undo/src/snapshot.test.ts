import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { git, initRepository, tempFolder, writeTestFiles } from '../../anyhook/test/builtin-world.js';
import { firstPermissions, permissionsOf } from './file-permissions.js';
import { seedFromProject } from './seed.js';
import { openShadowGit, type ShadowGit, splitNul } from './shadow-git.js';
import { type Snapshot, takeSnapshot } from './snapshot.js';
import { withFolderLock } from './store-lock.js';

const files = { 'a.txt': 'one\n', 'b/c.txt': 'two\n', 'b/d.txt': 'three\r\n' };

/** A repository with a store next to it. */
function world(given: Readonly<Record<string, string>> = files) {
  const folder = tempFolder();
  const root = join(folder.path, 'p');
  mkdirSync(root);
  initRepository(root, given);
  const env = {
    PATH: process.env['PATH'],
    HOME: join(folder.path, 'home'),
    XDG_STATE_HOME: join(folder.path, 'state'),
  };
  const take = async (): Promise<{ snapshot: Snapshot; shadow: ShadowGit }> => {
    const shadow = await openShadowGit(root, { env, timeoutMs: 60_000 });
    return { shadow, snapshot: await withFolderLock(shadow.dir, 10_000, () => takeSnapshot(shadow)) };
  };
  return { root, take, env, folder: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** Path and content of all files in a snapshot, as git stores them. */
async function contentOf({
  shadow,
  snapshot,
}: {
  shadow: ShadowGit;
  snapshot: Snapshot;
}): Promise<Record<string, string>> {
  const lines = splitNul(await shadow.run(['ls-tree', '-r', '-z', snapshot.tree]));
  const found: Record<string, string> = {};
  for (const line of lines) {
    const [, id = '', path = ''] = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [line, '', line];
    found[path] = await shadow.run(['cat-file', 'blob', id]);
  }
  return found;
}

/** Makes a file older than the index, so that git need not read it again. */
function makeOld(root: string, path: string): string {
  const file = join(root, path);
  utimesSync(file, 1_700_000_000, 1_700_000_000.25);
  git(root, 'update-index', '--refresh');
  // Git compares whole seconds.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000 - (Date.now() % 1_000) + 20);
  return file;
}

/** Each of these changes a repository so that its index does not match the disk. */
const repositoryChanges: Readonly<Record<string, (root: string) => void>> = {
  'an unchanged repository': () => {},
  'line endings converted by an attribute': (root) => {
    writeFileSync(join(root, '.gitattributes'), '*.txt text eol=crlf\n');
    git(root, 'add', '--all');
    git(root, 'commit', '--quiet', '--message=eol');
    rmSync(join(root, 'a.txt'));
    git(root, 'checkout', '--', 'a.txt');
    assert.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'one\r\n');
  },
  'line endings converted by a git setting': (root) => {
    git(root, 'config', 'core.autocrlf', 'true');
    rmSync(join(root, 'a.txt'));
    git(root, 'checkout', '--', 'a.txt');
    assert.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'one\r\n');
  },
  'a filter': (root) => {
    git(root, 'config', 'filter.up.clean', 'tr a-z A-Z');
    writeFileSync(join(root, '.gitattributes'), '*.txt filter=up\n');
    writeFileSync(join(root, 'a.txt'), 'lower\n');
    git(root, 'add', '--all');
  },
  'a file marked assume-unchanged': (root) => {
    git(root, 'update-index', '--assume-unchanged', 'a.txt');
    appendFileSync(join(root, 'a.txt'), 'more\n');
  },
  'a file marked skip-worktree': (root) => {
    git(root, 'update-index', '--skip-worktree', 'a.txt');
    appendFileSync(join(root, 'a.txt'), 'more\n');
  },
  'a file added with --intent-to-add': (root) => {
    writeFileSync(join(root, 'new.txt'), 'new\n');
    git(root, 'add', '--intent-to-add', 'new.txt');
  },
  'a split index': (root) => {
    git(root, 'update-index', '--split-index');
    appendFileSync(join(root, 'a.txt'), 'more\n');
  },
  'an index of version 4': (root) => void git(root, 'update-index', '--index-version', '4'),
  'a sparse checkout': (root) => {
    git(root, 'sparse-checkout', 'init', '--cone', '--sparse-index');
    assert.ok(!existsSync(join(root, 'b/c.txt')));
  },
  'a conflict': (root) => {
    git(root, 'checkout', '--quiet', '-b', 'side');
    writeFileSync(join(root, 'a.txt'), 'side\n');
    git(root, 'commit', '--quiet', '--all', '--message=side');
    git(root, 'checkout', '--quiet', '-');
    writeFileSync(join(root, 'a.txt'), 'main\n');
    git(root, 'commit', '--quiet', '--all', '--message=main');
    assert.throws(() => git(root, 'merge', 'side'));
  },
  'a change in the second in which the index was written': (root) => {
    const { atime, mtime } = statSync(join(root, '.git/index'));
    writeFileSync(join(root, 'a.txt'), 'One\n');
    utimesSync(join(root, 'a.txt'), atime, mtime);
  },
  'other content of the same size, with the time set back': (root) => {
    const file = makeOld(root, 'a.txt');
    const { atime, mtime } = statSync(file);
    writeFileSync(file, 'One\n');
    utimesSync(file, atime, mtime);
  },
  'another file of the same size and time': (root) => {
    const file = makeOld(root, 'a.txt');
    const { atime, mtime } = statSync(file);
    rmSync(file);
    writeFileSync(file, 'One\n');
    utimesSync(file, atime, mtime);
  },
  'a removed file and a new link': (root) => {
    rmSync(makeOld(root, 'a.txt'));
    symlinkSync('/etc/hostname', join(root, 'b/link'));
  },
  'staged content that differs from the file': (root) => {
    writeFileSync(join(root, 'a.txt'), 'staged\n');
    git(root, 'add', 'a.txt');
    writeFileSync(join(root, 'a.txt'), 'on the disk\n');
  },
  'packs without loose objects': (root) => void git(root, 'gc', '--quiet'),
  'a link': (root) => symlinkSync('/etc/hostname', join(root, 'link')),
};

/** Path and content of all files on disk; links have the target that the tests use. */
function diskOf(root: string, folder = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) Object.assign(found, diskOf(root, path));
    else found[path] = entry.isSymbolicLink() ? '/etc/hostname' : readFileSync(join(root, path), 'utf8');
  }
  return found;
}

for (const [name, changeRepository] of Object.entries(repositoryChanges))
  test(`the first snapshot matches the disk: ${name}`, async () => {
    using here = world();
    changeRepository(here.root);
    const before = readFileSync(join(here.root, '.git/index'));
    assert.deepEqual(await contentOf(await here.take()), diskOf(here.root));
    appendFileSync(join(here.root, 'a.txt'), 'later\n');
    writeTestFiles(here.root, { 'new folder/ü.txt': 'n' });
    assert.deepEqual(await contentOf(await here.take()), diskOf(here.root));
    assert.ok(before.equals(readFileSync(join(here.root, '.git/index'))), 'the index of the project is unchanged');
  });

test('the first snapshot does not read files again that git knows', async () => {
  using here = world();
  for (const path of ['a.txt', 'b/c.txt', 'b/d.txt']) makeOld(here.root, path);
  const changedIn = async () => {
    const shadow = await openShadowGit(here.root, { env: here.env, timeoutMs: 60_000 });
    const seed = await seedFromProject(shadow);
    assert.ok(seed);
    return (await firstPermissions(shadow, seed)).changed;
  };
  assert.deepEqual(await changedIn(), []);
  chmodSync(join(here.root, 'a.txt'), 0o755);
  rmSync(join(here.root, 'b/c.txt'));
  assert.deepEqual(await changedIn(), ['a.txt', 'b/c.txt']);
});

for (const isPacked of [false, true])
  test(`the tree of the project's index is found without git, with ${isPacked ? 'packed' : 'loose'} objects`, async () => {
    using here = world({ ...files, 'b/e/f.txt': 'four\n' });
    if (isPacked) git(here.root, 'gc', '--quiet');
    const treeIn = async () => {
      const shadow = await openShadowGit(here.root, { env: here.env, timeoutMs: 60_000 });
      const seed = await seedFromProject(shadow);
      return { tree: seed?.tree, written: (await shadow.run(['write-tree'])).trim() };
    };
    const { tree, written } = await treeIn();
    assert.equal(tree, written);
    writeFileSync(join(here.root, 'a.txt'), 'staged\n');
    git(here.root, 'add', 'a.txt');
    assert.equal((await treeIn()).tree, undefined);
  });

test('a tree that the index names but no object holds is stored again', async () => {
  using here = world();
  const id = git(here.root, 'rev-parse', 'HEAD:b').trim();
  rmSync(join(here.root, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true });
  assert.deepEqual(await contentOf(await here.take()), diskOf(here.root));
});

test('content stays readable after the project loses its .git folder', async () => {
  using here = world();
  git(here.root, 'gc', '--quiet');
  const first = await here.take();
  rmSync(join(here.root, '.git'), { recursive: true });
  rmSync(join(here.root, 'b'), { recursive: true });
  assert.deepEqual(await contentOf(first), files);
  assert.deepEqual(await contentOf(await here.take()), { 'a.txt': 'one\n' });
});

test('submodules and nested repositories are reported and left out', async () => {
  using here = world();
  mkdirSync(join(here.root, 'inner'));
  initRepository(join(here.root, 'inner'), { 'own.txt': 'own' });
  git(here.root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', './inner', 'module');
  const { snapshot, shadow } = await here.take();
  assert.deepEqual(snapshot.leftOut.map(({ path, why }) => `${path} ${why}`).sort(), [
    'inner repository',
    'module repository',
  ]);
  assert.deepEqual(Object.keys(await contentOf({ snapshot, shadow })).sort(), ['.gitmodules', ...Object.keys(files)]);
});

test('a large new file is reported, and a change of permissions alone is noticed', async () => {
  using here = world();
  const first = await here.take();
  writeFileSync(join(here.root, 'large.bin'), Buffer.alloc(2 * 1024 * 1024 + 1));
  chmodSync(join(here.root, 'a.txt'), 0o600);
  const second = await here.take();
  assert.equal(second.snapshot.tree, first.snapshot.tree);
  assert.deepEqual(second.snapshot.leftOut, [{ path: 'large.bin', why: 'size' }]);
  assert.equal(permissionsOf(first.snapshot.permissions, 'a.txt', '100644'), 0o644);
  assert.equal(permissionsOf(second.snapshot.permissions, 'a.txt', '100644'), 0o600);
  assert.notEqual(second.snapshot.permissionsId, first.snapshot.permissionsId);
});

test('a failed snapshot is an error, never an old state', async () => {
  using here = world();
  const { shadow } = await here.take();
  writeFileSync(join(here.root, 'a.txt'), 'changed\n');
  rmSync(join(shadow.objects), { recursive: true });
  writeFileSync(join(shadow.dir, 'git', 'objects'), 'not a folder');
  await assert.rejects(here.take());
});

test('a snapshot of an unchanged project writes nothing', async () => {
  using here = world();
  const { shadow, snapshot } = await here.take();
  const stamp = () => [statSync(join(shadow.dir, 'index')).mtimeMs, statSync(join(shadow.dir, 'look.json')).mtimeMs];
  const before = stamp();
  assert.equal((await here.take()).snapshot.tree, snapshot.tree);
  assert.deepEqual(stamp(), before);
});

test('changes that a killed snapshot added to the index are in the next snapshot', async () => {
  using here = world();
  const { shadow, snapshot } = await here.take();
  writeFileSync(join(here.root, 'a.txt'), 'changed\n');
  // As if the process had died before it could save the new tree.
  await shadow.run(['update-index', '--', 'a.txt']);
  const second = await here.take();
  assert.notEqual(second.snapshot.tree, snapshot.tree);
  assert.deepEqual(await contentOf(second), diskOf(here.root));
});
