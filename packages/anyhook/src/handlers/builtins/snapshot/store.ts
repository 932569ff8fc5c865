import { join } from 'node:path';
import { exists, removePath, setPermissions, withoutTrailing } from '@anyhook/core';
import {
  type FileSnapshotDeps,
  joinNul,
  openShadowGit,
  parsePermissions,
  permissionsOf,
  type ShadowGit,
  type Snapshot,
  splitNul,
  storeFolder,
  takeSnapshot,
  withFolderLock,
} from '@anyhook/undo';

export type { FileSnapshotDeps } from '@anyhook/undo';

/** One saved state of the project's files. */
export interface FileSnapshot {
  readonly id: string;
  /** ISO 8601. */
  readonly takenAt: string;
  /** Why it was taken, in one line. */
  readonly label: string;
  /** Number of files in it. */
  readonly files: number;
  /** Number of files that differ from the previous snapshot. */
  readonly changed: number;
}

export interface SnapshotChange {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'deleted';
}

const refPrefix = 'refs/snapshots/';
/** Beside each snapshot: the permissions that git does not keep. */
const permissionsPrefix = 'refs/permissions/';
const maxSnapshots = 500;
const packEvery = 100;
const idPattern = /^[0-9a-f]{4,64}$/;

/** Saves the project's files; returns undefined if nothing changed since the last snapshot. */
export function takeFileSnapshot(
  root: string,
  label: string,
  deps: FileSnapshotDeps,
): Promise<FileSnapshot | undefined> {
  return withStore(root, deps, (shadow) => saveSnapshot(shadow, label));
}

/** All snapshots of a project, oldest first. */
export function listSnapshots(root: string, deps: FileSnapshotDeps): Promise<readonly FileSnapshot[]> {
  return withStore(root, deps, async (shadow) => (await storedSnapshots(shadow)).map(toFileSnapshot));
}

/** Does this project have snapshots? Avoids creating an empty store. */
export const hasStore = (root: string, env: FileSnapshotDeps['env']): boolean =>
  exists(join(storeFolder(root, env), 'git', 'HEAD'));

/** The selected paths, relative to the project's root; empty: the whole project. */
interface PathFilter {
  readonly paths?: readonly string[];
}

/** What changed in the project since a snapshot; `patch` is a unified diff. */
export function diffSnapshot(
  root: string,
  id: string,
  deps: FileSnapshotDeps,
  { paths }: PathFilter = {},
): Promise<{ readonly changes: readonly SnapshotChange[]; readonly patch: string }> {
  return withStore(root, deps, async (shadow) => {
    const { id: from } = await findSnapshot(shadow, id);
    const current = (await takeSnapshot(shadow)).tree;
    const options = ['-r', '--patch', '--no-ext-diff', '--no-textconv', '--no-renames'];
    const patch = await shadow.run([
      '--literal-pathspecs',
      'diff-tree',
      ...options,
      from,
      current,
      '--',
      ...(paths ?? []),
    ]);
    return { changes: (await changesBetween(shadow, from, current)).filter(matchesPaths(paths)), patch };
  });
}

/** What a restore of this snapshot would undo. */
export function planRestore(
  root: string,
  id: string,
  deps: FileSnapshotDeps,
  { paths }: PathFilter = {},
): Promise<{ readonly snapshot: FileSnapshot; readonly changes: readonly SnapshotChange[] }> {
  return withStore(root, deps, async (shadow) => {
    const snapshot = await findSnapshot(shadow, id);
    const changes = await restorableChanges(shadow, snapshot.id, snapshot.number, await takeSnapshot(shadow));
    return { snapshot: toFileSnapshot(snapshot), changes: changes.filter(matchesPaths(paths)) };
  });
}

/** Restores changed and deleted files; newer files stay unless `removeNew`. */
export function restoreSnapshot(
  root: string,
  id: string,
  deps: FileSnapshotDeps,
  options: PathFilter & { readonly removeNew?: boolean } = {},
): Promise<{ readonly restored: readonly string[]; readonly removed: readonly string[]; readonly before: string }> {
  return withStore(root, deps, async (shadow) => {
    const { id: target, number } = await findSnapshot(shadow, id);
    const look = await takeSnapshot(shadow);
    const changes = await restorableChanges(shadow, target, number, look);
    const selected = changes.filter(matchesPaths(options.paths));
    const restored = selected.filter(({ kind }) => kind !== 'added').map(({ path }) => path);
    const removed = options.removeNew ? selected.filter(({ kind }) => kind === 'added').map(({ path }) => path) : [];
    await addFiles(shadow, await unsavedConflicts(shadow, restored));
    const before = await saveIndex(shadow, `before restore of ${target.slice(0, 10)}`, look);
    try {
      for (const path of removed) removePath(join(root, path));
      await checkOut(shadow, target, restored);
      await restorePermissions(shadow, number, restored);
    } catch (error) {
      throw new Error(`${(error as Error).message}; the previous state is kept as ${before.id}`, { cause: error });
    }
    return { restored, removed, before: before.id };
  });
}

async function checkOut(shadow: ShadowGit, target: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await shadow.run(['read-tree', target], { index: 'restore-index' });
  await shadow.run(['checkout-index', '--force', '-z', '--stdin'], { index: 'restore-index', stdin: joinNul(paths) });
}

/** Files that a restore would overwrite although no snapshot contains them: ignored or very large files. */
async function unsavedConflicts(shadow: ShadowGit, restored: readonly string[]): Promise<readonly string[]> {
  const restoredPaths = new Set(restored);
  const folders = new Set(restored.flatMap(foldersOf));
  const unsaved = splitNul(await shadow.run(['ls-files', '--others', '-z'])).filter((path) => {
    const bare = path.replace(/\/$/, '');
    return restoredPaths.has(bare) || folders.has(bare) || foldersOf(bare).some((folder) => restoredPaths.has(folder));
  });
  const nestedRepository = unsaved.find((path) => path.endsWith('/'));
  if (nestedRepository === undefined) return unsaved;
  throw new Error(
    `snapshot: ${nestedRepository} is a separate repository at the path of a file to restore; move it first`,
  );
}

/** `a/b/c.txt` is in `a` and `a/b`. */
const foldersOf = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

async function withStore<T>(root: string, deps: FileSnapshotDeps, work: (shadow: ShadowGit) => Promise<T>): Promise<T> {
  return withFolderLock(storeFolder(root, deps.env), deps.timeoutMs, async () => work(await openShadowGit(root, deps)));
}

async function saveSnapshot(shadow: ShadowGit, label: string): Promise<FileSnapshot | undefined> {
  const look = await takeSnapshot(shadow);
  const all = await storedSnapshots(shadow);
  return (await isLast(shadow, look, all)) ? undefined : commit(shadow, label, look, all);
}

/** Saves the index; returns the last snapshot if it has the same content. */
async function saveIndex(shadow: ShadowGit, label: string, look: Snapshot): Promise<FileSnapshot> {
  const saved = { ...look, tree: (await shadow.run(['write-tree'])).trim() };
  const all = await storedSnapshots(shadow);
  const last = all.at(-1);
  return last && (await isLast(shadow, saved, all)) ? toFileSnapshot(last) : commit(shadow, label, saved, all);
}

/** Is this what the last snapshot holds, permissions included? */
async function isLast(shadow: ShadowGit, look: Snapshot, all: readonly StoredSnapshot[]): Promise<boolean> {
  const last = all.at(-1);
  if (last?.tree !== look.tree) return false;
  const id = await shadow.run(['for-each-ref', '--format=%(objectname)', permissionsRef(last.number)]);
  return id.trim() === look.permissionsId || id.trim() === '';
}

async function commit(
  shadow: ShadowGit,
  label: string,
  { tree, permissionsId }: Snapshot,
  all: readonly StoredSnapshot[],
): Promise<FileSnapshot> {
  const last = all.at(-1);
  const files = splitNul(await shadow.run(['ls-files', '-z'])).length;
  const changed = last ? (await changesBetween(shadow, last.tree, tree)).length : files;
  const id = (await shadow.run(['commit-tree', tree, '-m', label, '-m', `${files} ${changed}`])).trim();
  const number = (last?.number ?? 0) + 1;
  const old = all.slice(0, Math.max(0, all.length + 1 - maxSnapshots));
  const changes = [
    `create ${refOf(number)} ${id}\n`,
    `update ${permissionsRef(number)} ${permissionsId}\n`,
    ...old.flatMap((one) => [`delete ${refOf(one.number)}\n`, `delete ${permissionsRef(one.number)}\n`]),
  ];
  await shadow.run(['update-ref', '--stdin'], { stdin: changes.join('') });
  // Packing is optional: the snapshot is safe without it.
  if (number % packEvery === 0) await shadow.run(['gc', '--auto', '--quiet']).catch(() => '');
  const takenAt = (await shadow.run(['for-each-ref', '--format=%(committerdate:iso-strict)', refOf(number)])).trim();
  return { id, takenAt, label, files, changed };
}

const toFileSnapshot = ({ number: _number, tree: _tree, ...snapshot }: StoredSnapshot): FileSnapshot => snapshot;

async function addFiles(shadow: ShadowGit, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await shadow.run(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], { stdin: joinNul(paths) });
}

interface StoredSnapshot extends FileSnapshot {
  readonly number: number;
  readonly tree: string;
}

async function storedSnapshots(shadow: ShadowGit): Promise<readonly StoredSnapshot[]> {
  const fields = ['refname', 'tree', 'objectname', 'committerdate:iso-strict', 'contents:subject', 'contents:body'];
  const format = fields.map((field) => `%(${field})%00`).join('');
  const parts = (await shadow.run(['for-each-ref', '--sort=refname', `--format=${format}`, refPrefix])).split('\0');
  const all: StoredSnapshot[] = [];
  for (let i = 0; i + fields.length < parts.length; i += fields.length) {
    const [ref = '', tree = '', id = '', takenAt = '', label = '', counts = ''] = parts.slice(i, i + fields.length);
    const [files = 0, changed = 0] = counts.trim().split(' ').map(Number);
    all.push({ number: Number(ref.trim().slice(refPrefix.length)), tree, id, takenAt, label, files, changed });
  }
  return all;
}

const refOf = (number: number): string => `${refPrefix}${String(number).padStart(9, '0')}`;
const permissionsRef = (number: number): string => `${permissionsPrefix}${String(number).padStart(9, '0')}`;

/** The permissions in a snapshot; undefined for one of an earlier version. */
async function permissionsIn(shadow: ShadowGit, number: number) {
  const text = await shadow.run(['cat-file', 'blob', permissionsRef(number)]).catch(() => undefined);
  return text === undefined ? undefined : parsePermissions(text);
}

/** What differs from a snapshot, permissions included. */
async function restorableChanges(
  shadow: ShadowGit,
  id: string,
  number: number,
  look: Snapshot,
): Promise<readonly SnapshotChange[]> {
  const changes = await changesBetween(shadow, id, look.tree);
  const before = await permissionsIn(shadow, number);
  if (!before) return changes;
  const known = new Set(changes.map(({ path }) => path));
  const odd = [...new Set([...before.odd.keys(), ...look.permissions.odd.keys()])].filter((path) => !known.has(path));
  const modes = odd.length > 0 ? await modesIn(shadow, id) : new Map<string, string>();
  const isOther = (path: string, mode: string) =>
    permissionsOf(before, path, mode) !== permissionsOf(look.permissions, path, mode);
  const changed = odd.filter((path) => isOther(path, modes.get(path) ?? '') && modes.has(path));
  return [...changes, ...changed.map((path): SnapshotChange => ({ path, kind: 'changed' }))];
}

/** Git's modes of all files in a tree. */
async function modesIn(shadow: ShadowGit, tree: string): Promise<ReadonlyMap<string, string>> {
  const lines = splitNul(await shadow.run(['ls-tree', '-r', '-z', tree]));
  return new Map(lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(0, 6)]));
}

async function restorePermissions(shadow: ShadowGit, number: number, paths: readonly string[]): Promise<void> {
  const table = paths.length > 0 ? await permissionsIn(shadow, number) : undefined;
  if (!table) return;
  const modes = await modesIn(shadow, refOf(number));
  for (const path of paths) {
    const mode = modes.get(path) ?? '';
    if (mode.startsWith('100')) setPermissions(join(shadow.root, path), permissionsOf(table, path, mode));
  }
}

async function findSnapshot(shadow: ShadowGit, id: string): Promise<StoredSnapshot> {
  const matches = idPattern.test(id)
    ? (await storedSnapshots(shadow)).filter((snapshot) => snapshot.id.startsWith(id))
    : [];
  const [match] = matches;
  if (match && matches.length === 1) return match;
  throw new Error(
    matches.length > 1
      ? `snapshot: "${id}" matches ${matches.length} snapshots; use a longer id`
      : `snapshot: there is no snapshot "${id}" of ${shadow.root}; "anyhook snapshot list" shows all snapshots`,
  );
}

const changeKinds: Readonly<Record<string, SnapshotChange['kind']>> = {
  A: 'added',
  D: 'deleted',
  M: 'changed',
  T: 'changed',
};

async function changesBetween(shadow: ShadowGit, from: string, to: string): Promise<readonly SnapshotChange[]> {
  const parts = splitNul(await shadow.run(['diff-tree', '-r', '-z', '--no-renames', '--name-status', from, to]));
  const changes: SnapshotChange[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    changes.push({ kind: changeKinds[parts[i] ?? ''] ?? 'changed', path: parts[i + 1] ?? '' });
  }
  return changes;
}

function matchesPaths(paths: readonly string[] | undefined): (change: SnapshotChange) => boolean {
  if (!paths) return () => true;
  const clean = paths.map((path) => withoutTrailing(path.replace(/^\.\//, ''), '/'));
  return ({ path }) => clean.some((wanted) => wanted === '.' || path === wanted || path.startsWith(`${wanted}/`));
}
