import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Event } from '@anyhook/core';
import { applyRedo, applyUndo, lastUndo, planRedo, storeFolder, withFolderLock, withStore } from '@anyhook/undo';
import {
  builtinToolEvent,
  contextWith,
  eventAt,
  git,
  initRepository,
  tempFolder,
  writeTestFiles,
} from '../../../../test/builtin-world.js';
import { snapshot } from './index.js';
import { type FileSnapshotDeps, listSnapshots, planRestore, takeFileSnapshot } from './store.js';

/** A repository next to a state folder for the snapshots. */
function project(files: Record<string, string> = {}) {
  const folder = tempFolder();
  const root = join(folder.path, 'project');
  mkdirSync(root);
  initRepository(root, files);
  const context = contextWith({ XDG_STATE_HOME: join(folder.path, 'state'), HOME: join(folder.path, 'home') });
  return { root, context, deps: context as FileSnapshotDeps, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const idOf = async (taken: ReturnType<typeof takeFileSnapshot>): Promise<string> =>
  (await taken)?.id ?? assert.fail('no snapshot was taken');

/** Restores a snapshot, as the command does. */
async function restoreSnapshot(root: string, id: string, deps: FileSnapshotDeps, paths?: readonly string[]) {
  const { plan } = await planRestore(root, id, deps, paths);
  await applyUndo({ root, env: deps.env }, { turns: [], plan }, false);
  const pathsOf = (isKept: boolean) =>
    plan.items.flatMap(({ path, target }) => ((target !== null) === isKept ? [path] : []));
  return { restored: pathsOf(true), removed: pathsOf(false), left: plan.conflicts.map(({ path }) => path) };
}

async function redo({ root, deps }: Pick<ReturnType<typeof project>, 'root' | 'deps'>): Promise<void> {
  const place = { root, env: deps.env };
  const record = lastUndo(place) ?? assert.fail('nothing was restored');
  await applyRedo(place, record, await withStore(place, async (shadow) => planRedo(shadow, record)));
}

const events: readonly ((cwd: string) => Event)[] = [
  (cwd) => eventAt('session.start', cwd),
  (cwd) => eventAt('turn.start', cwd),
  (cwd) => eventAt('turn.end', cwd),
  (cwd) => builtinToolEvent('tool.before', cwd, { kind: 'write', input: {} }),
  (cwd) => builtinToolEvent('tool.after', cwd, { kind: 'write', input: {} }),
  (cwd) => builtinToolEvent('tool.failure', cwd, { kind: 'write', input: {} }),
  (cwd) => eventAt('session.end', cwd),
];

test('a snapshot is taken at each of its events if a file changed', async () => {
  using world = project({ 'a.txt': '0' });
  for (const [i, event] of events.entries()) {
    writeFileSync(join(world.root, 'a.txt'), `change ${i} of ${'x'.repeat(i)}`);
    const result = await snapshot.run(event(world.root), undefined, world.context);
    assert.match(result.logs?.[0] ?? '', /^snapshot [0-9a-f]{12} taken$/);
  }
  assert.deepEqual(await snapshot.run(eventAt('turn.end', world.root), undefined, world.context), { decision: 'pass' });
  const labels = (await listSnapshots(world.root, world.deps)).map(({ label }) => label);
  assert.equal(labels.length, events.length);
  assert.equal(labels[3], 'tool.before write (session session-1)');
});

test('deleted and changed files are restored byte for byte, and the project repository is unchanged', async () => {
  using world = project({ 'kept.txt': 'same', 'crlf.txt': 'one\r\ntwo\n', '.gitattributes': '* text=auto eol=lf\n' });
  const bytes = Buffer.from([0, 255, 13, 10, 10, 128, 7]);
  writeFileSync(join(world.root, 'blob.bin'), bytes);
  writeTestFiles(world.root, { 'dir/run.sh': '#!/bin/sh\r\necho hi\n', 'staged.txt': 'staged' });
  symlinkSync('kept.txt', join(world.root, 'link'));
  git(world.root, 'add', 'staged.txt');
  writeTestFiles(world.root, { 'stash.txt': 'for the stash' });
  git(world.root, 'stash', 'push', '--quiet', '--include-untracked', '--', 'stash.txt');
  const view = () => [
    git(world.root, 'stash', 'list'),
    git(world.root, 'for-each-ref'),
    git(world.root, 'ls-files', '--stage'),
    readFileSync(join(world.root, '.git/config'), 'utf8'),
    readFileSync(join(world.root, '.git/index')).toString('hex'),
  ];
  const before = view();
  const status = git(world.root, '--no-optional-locks', 'status', '--porcelain');
  const id = await idOf(takeFileSnapshot(world.root, 'test', world.deps));
  for (const gone of ['blob.bin', 'dir', 'link']) rmSync(join(world.root, gone), { recursive: true });
  writeFileSync(join(world.root, 'crlf.txt'), 'changed\n');
  writeFileSync(join(world.root, 'new.txt'), 'new');

  const { restored, removed } = await restoreSnapshot(world.root, id.slice(0, 10), world.deps);
  assert.deepEqual(restored, ['blob.bin', 'crlf.txt', 'dir/run.sh', 'link']);
  assert.deepEqual(removed, []);
  assert.deepEqual(readFileSync(join(world.root, 'blob.bin')), bytes);
  assert.equal(readFileSync(join(world.root, 'crlf.txt'), 'utf8'), 'one\r\ntwo\n');
  assert.equal(readFileSync(join(world.root, 'dir/run.sh'), 'utf8'), '#!/bin/sh\r\necho hi\n');
  assert.equal(statSync(join(world.root, 'dir/run.sh')).mode & 0o100, 0o100);
  assert.equal(readlinkSync(join(world.root, 'link')), 'kept.txt');
  assert.equal(readFileSync(join(world.root, 'new.txt'), 'utf8'), 'new');
  rmSync(join(world.root, 'new.txt'));
  assert.deepEqual(view(), before);
  assert.equal(git(world.root, '--no-optional-locks', 'status', '--porcelain'), status);

  await redo(world);
  assert.equal(readFileSync(join(world.root, 'crlf.txt'), 'utf8'), 'changed\n');
});

test('a restore limited to paths removes new files only there', async () => {
  using world = project({ 'a/x.txt': '1', 'b/x.txt': '1' });
  const id = await idOf(takeFileSnapshot(world.root, 'test', world.deps));
  writeTestFiles(world.root, { 'a/x.txt': '22', 'b/x.txt': '22', 'a/new.txt': 'n', 'b/new.txt': 'n' });
  const result = await restoreSnapshot(world.root, id, world.deps, ['a']);
  assert.deepEqual([result.restored, result.removed], [['a/x.txt'], ['a/new.txt']]);
  assert.equal(readFileSync(join(world.root, 'b/x.txt'), 'utf8'), '22');
  assert.deepEqual(
    [existsSync(join(world.root, 'a/new.txt')), existsSync(join(world.root, 'b/new.txt'))],
    [false, true],
  );
});

test('a file that no snapshot contains is overwritten only if named, and a redo restores it', async () => {
  using world = project({ 'a.txt': 'old', 'b.bin': 'old', 'dir/c.txt': 'old', d: 'old', '.gitignore': '*.log\n' });
  const id = await idOf(takeFileSnapshot(world.root, 'test', world.deps));
  for (const gone of ['a.txt', 'b.bin', 'dir', 'd']) rmSync(join(world.root, gone), { recursive: true });
  await takeFileSnapshot(world.root, 'all gone', world.deps);
  const big = Buffer.alloc(3 * 1024 * 1024, 7);
  writeFileSync(join(world.root, 'b.bin'), big);
  writeTestFiles(world.root, { '.gitignore': 'a.txt\n*.log\n', 'a.txt': 'new', 'd/x.log': 'precious' });
  symlinkSync('/nonexistent', join(world.root, 'dir'));
  const all = await restoreSnapshot(world.root, id, world.deps);
  assert.deepEqual(all, { restored: ['.gitignore', 'b.bin'], removed: [], left: ['a.txt', 'd', 'dir/c.txt'] });
  const { restored } = await restoreSnapshot(world.root, id, world.deps, ['a.txt']);
  assert.deepEqual(restored, ['a.txt']);
  for (const name of ['a.txt', 'b.bin']) assert.equal(readFileSync(join(world.root, name), 'utf8'), 'old', name);
  await redo(world);
  await redo(world);
  assert.equal(readFileSync(join(world.root, 'a.txt'), 'utf8'), 'new');
  assert.deepEqual(readFileSync(join(world.root, 'b.bin')), big);
  assert.equal(readFileSync(join(world.root, 'd/x.log'), 'utf8'), 'precious');
  assert.equal(readlinkSync(join(world.root, 'dir')), '/nonexistent');
});

test('a restore never overwrites a repository inside the project', async () => {
  using world = project({ a: 'old' });
  const id = await idOf(takeFileSnapshot(world.root, 'test', world.deps));
  rmSync(join(world.root, 'a'));
  mkdirSync(join(world.root, 'a'));
  initRepository(join(world.root, 'a'), { 'own.txt': 'own' });
  assert.deepEqual((await restoreSnapshot(world.root, id, world.deps, ['a'])).restored, []);
  assert.equal(readFileSync(join(world.root, 'a/own.txt'), 'utf8'), 'own');
});

test('a plan can be limited to paths, which are not taken as patterns', async () => {
  using world = project({ 'a.txt': '1\n', 'b.txt': '1\n', '*.txt': '1\n' });
  const id = await idOf(takeFileSnapshot(world.root, 'test', world.deps));
  writeTestFiles(world.root, { 'a.txt': '2\n', 'b.txt': '2\n', '*.txt': '2\n' });
  const { plan, snapshot: found } = await planRestore(world.root, 'latest', world.deps, ['*.txt']);
  assert.deepEqual([plan.items.map(({ path }) => path), found.id], [['*.txt'], id]);
});

test('ignored and very large new files are left out, tracked files are included', async () => {
  using world = project({ '.gitignore': '*.log\n', 'a.txt': '' });
  writeTestFiles(world.root, { '.git/info/exclude': 'private\n', private: 'x', 'x.log': 'x', 'forced.log': 'f' });
  git(world.root, 'add', '--force', 'forced.log');
  writeFileSync(join(world.root, 'big.bin'), Buffer.alloc(2 * 1024 * 1024 + 1));
  writeFileSync(join(world.root, 'fits.bin'), Buffer.alloc(2 * 1024 * 1024));
  const id = await idOf(takeFileSnapshot(world.root, 'test', world.deps));
  const names = git(join(storeFolder(world.root, world.deps.env), 'git'), 'ls-tree', '-r', '--name-only', id);
  assert.deepEqual(names.trim().split('\n'), ['.gitignore', 'a.txt', 'fits.bin', 'forced.log']);
});

test('a file that grows over the size limit after a snapshot is still included', async () => {
  using world = project({ 'a.bin': 'small' });
  await takeFileSnapshot(world.root, 'one', world.deps);
  const big = Buffer.alloc(3 * 1024 * 1024, 7);
  writeFileSync(join(world.root, 'a.bin'), big);
  const id = await idOf(takeFileSnapshot(world.root, 'two', world.deps));
  rmSync(join(world.root, 'a.bin'));
  await restoreSnapshot(world.root, id, world.deps);
  assert.deepEqual(readFileSync(join(world.root, 'a.bin')), big);
});

test('a tracked file over 2 MiB is included, both as committed and as changed', async () => {
  using world = project({ 'a.txt': '1' });
  const [first, second] = [Buffer.alloc(3 * 1024 * 1024, 1), Buffer.alloc(3 * 1024 * 1024, 2)];
  writeFileSync(join(world.root, 'big.bin'), first);
  git(world.root, 'add', 'big.bin');
  git(world.root, 'commit', '--quiet', '--message=big');
  const committed = await idOf(takeFileSnapshot(world.root, 'one', world.deps));
  writeFileSync(join(world.root, 'big.bin'), second);
  const changed = await idOf(takeFileSnapshot(world.root, 'two', world.deps));
  rmSync(join(world.root, 'big.bin'));
  await restoreSnapshot(world.root, changed, world.deps);
  assert.ok(readFileSync(join(world.root, 'big.bin')).equals(second));
  await restoreSnapshot(world.root, committed, world.deps);
  assert.ok(readFileSync(join(world.root, 'big.bin')).equals(first));
});

test('permissions are restored, even if nothing else changed', async () => {
  using world = project({ 'key.pem': 'secret', 'group.txt': 'g', 'run.sh': 'x', 'a.txt': 'a' });
  const modes = { 'key.pem': 0o600, 'group.txt': 0o640, 'run.sh': 0o750, 'a.txt': 0o644 };
  const pathOf = (name: string) => join(world.root, name);
  for (const [name, mode] of Object.entries(modes)) chmodSync(pathOf(name), mode);
  const id = await idOf(takeFileSnapshot(world.root, 'one', world.deps));
  rmSync(pathOf('key.pem'));
  writeFileSync(pathOf('group.txt'), 'h');
  chmodSync(pathOf('group.txt'), 0o644);
  chmodSync(pathOf('run.sh'), 0o755);
  chmodSync(pathOf('a.txt'), 0o600);
  await restoreSnapshot(world.root, id, world.deps);
  for (const [name, mode] of Object.entries(modes)) assert.equal(statSync(pathOf(name)).mode & 0o777, mode, name);
});

test('a folder without git is snapshotted without generated files, and only up to a file limit', async () => {
  using folder = tempFolder({ 'p/a.txt': 'a', 'p/node_modules/x/index.js': 'x', 'p/sub/target/y.o': 'y' });
  const root = join(folder.path, 'p');
  const deps = { env: { ...process.env, XDG_STATE_HOME: join(folder.path, 'state') }, timeoutMs: 60_000 };
  assert.equal((await takeFileSnapshot(root, 'one', deps))?.files, 1);
  mkdirSync(join(root, 'many'));
  for (let i = 0; i < 5_000; i++) writeFileSync(join(root, 'many', String(i)), '');
  await assert.rejects(takeFileSnapshot(root, 'two', deps), /not in a git repository and has more than 5000 files/);
});

test('concurrent snapshots wait for each other', async () => {
  using world = project({ 'a.txt': '1' });
  const taken = await Promise.all([1, 2, 3].map((n) => takeFileSnapshot(world.root, `n${n}`, world.deps)));
  assert.equal(taken.filter((one) => one !== undefined).length, 1);
});

test('the lock of a killed process is taken over', async () => {
  using world = project({ 'a.txt': '1' });
  const store = storeFolder(world.root, world.deps.env);
  mkdirSync(join(store, 'use.d'), { recursive: true });
  writeFileSync(join(store, 'index.lock'), '');
  const { pid } = spawnSync('true');
  symlinkSync(String(pid), join(store, 'use.d', '1'));
  assert.ok(await takeFileSnapshot(world.root, 'test', world.deps));
});

test('a lock held by another process is an error that names it', async () => {
  using world = project({ 'a.txt': '1' });
  const store = storeFolder(world.root, world.deps.env);
  await withFolderLock(store, 1_000, () =>
    assert.rejects(
      takeFileSnapshot(world.root, 'test', { ...world.deps, timeoutMs: 50 }),
      /use\.d is held by another anyhook \(process \d+/,
    ),
  );
});

test('a folder without a repository is snapshotted, without the repositories inside it', async () => {
  using folder = tempFolder({ 'p/a.txt': 'a' });
  const root = join(folder.path, 'p');
  mkdirSync(join(root, 'inner'));
  initRepository(join(root, 'inner'), { 'own.txt': '' });
  const context = contextWith({ XDG_STATE_HOME: join(folder.path, 'state'), HOME: join(folder.path, 'home') });
  const result = await snapshot.run(eventAt('turn.start', root), undefined, context);
  assert.equal(result.logs?.length, 1);
  const [kept] = await listSnapshots(root, context);
  rmSync(join(root, 'a.txt'));
  assert.deepEqual((await restoreSnapshot(root, kept?.id ?? '', context)).restored, ['a.txt']);
});

test('the home folder and its parents are never snapshotted', async () => {
  using folder = tempFolder({ 'home/a.txt': '' });
  const home = join(folder.path, 'home');
  for (const cwd of [home, folder.path, '/']) {
    const result = await snapshot.run(eventAt('turn.start', cwd), undefined, contextWith({ HOME: home }));
    assert.match(result.logs?.[0] ?? '', /^snapshot: not taken, /);
  }
  assert.equal(existsSync(join(home, '.local')), false);
});

test('a store inside the project, an unknown id and a missing state folder are errors', async () => {
  using world = project({ 'a.txt': '' });
  const inside = { ...world.deps, env: { ...world.deps.env, XDG_STATE_HOME: join(world.root, 'state') } };
  await assert.rejects(takeFileSnapshot(world.root, 'test', inside), /is inside the project; set XDG_STATE_HOME/);
  await takeFileSnapshot(world.root, 'test', world.deps);
  for (const id of ['abcdef123', '--all', 'HEAD', '']) {
    await assert.rejects(restoreSnapshot(world.root, id, world.deps), /there is no snapshot/);
  }
  assert.throws(() => storeFolder('/x', {}), /neither XDG_STATE_HOME nor HOME/);
});

test('only the owner can enter the store', async () => {
  using world = project({ 'a.txt': '' });
  await takeFileSnapshot(world.root, 'test', world.deps);
  assert.equal(statSync(storeFolder(world.root, world.deps.env)).mode & 0o077, 0);
});

test('the list shows time, label and id of each snapshot', async () => {
  using world = project({ 'a.txt': '' });
  const taken = await takeFileSnapshot(world.root, 'before the work', world.deps);
  const all = await listSnapshots(world.root, world.deps);
  assert.deepEqual(all, [taken]);
  assert.deepEqual(Object.keys(all[0] ?? {}), ['id', 'takenAt', 'label', 'files', 'changed']);
  assert.match(all[0]?.takenAt ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
});
