import { join } from 'node:path';
import { AnyhookError, exists } from '@anyhook/core';
import {
  type FileSnapshotDeps,
  type FileState,
  openShadowGit,
  parsePermissions,
  permissionsOf,
  planRedo,
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
  readonly files: number;
  /** Number of files that differ from the previous snapshot. */
  readonly changed: number;
}

const refPrefix = 'refs/snapshots/';
/** Stored with each snapshot: the permissions that git does not keep. */
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

/** A snapshot, and the effect of restoring it. */
export interface PlannedRestore {
  readonly snapshot: FileSnapshot;
  readonly plan: ReturnType<typeof planRedo>;
}

/** Plans to restore a snapshot. Newer files stay, unless they or a folder above them are named. */
export function planRestore(
  root: string,
  id: string,
  deps: FileSnapshotDeps,
  paths?: readonly string[],
): Promise<PlannedRestore> {
  return withStore(root, deps, async (shadow) => {
    const found = await findSnapshot(shadow, id);
    const look = await takeSnapshot(shadow);
    const before = await filesIn(shadow, found.tree, (await permissionsIn(shadow, found.number)) ?? look.permissions);
    const present = await filesIn(shadow, look.tree, look.permissions);
    const isNamed = (path: string) => paths?.some((one) => one === '.' || `${path}/`.startsWith(`${one}/`)) ?? false;
    const items = [...new Set([...before.keys(), ...present.keys()])].sort().flatMap((path) => {
      const [current, target] = [before.get(path) ?? null, present.get(path) ?? null];
      const isSame =
        current?.mode === target?.mode && current?.id === target?.id && current?.permissions === target?.permissions;
      return isSame || (!current && !isNamed(path)) ? [] : [{ path, current, target }];
    });
    // A redo restores `current` where a file still is `target`, and leaves other files unchanged.
    return { snapshot: toFileSnapshot(found), plan: planRedo(shadow, { items }, paths) };
  });
}

async function filesIn(shadow: ShadowGit, tree: string, permissions: ReturnType<typeof parsePermissions>) {
  const files = new Map<string, NonNullable<FileState>>();
  for (const line of splitNul(await shadow.run(['ls-tree', '-r', '-z', tree]))) {
    const [, mode = '', id = '', path = ''] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    if (path !== '') files.set(path, { mode, id, permissions: permissionsOf(permissions, path, mode) });
  }
  return files;
}

async function withStore<T>(root: string, deps: FileSnapshotDeps, work: (shadow: ShadowGit) => Promise<T>): Promise<T> {
  return withFolderLock(storeFolder(root, deps.env), deps.timeoutMs, async () => work(await openShadowGit(root, deps)));
}

async function saveSnapshot(shadow: ShadowGit, label: string): Promise<FileSnapshot | undefined> {
  const look = await takeSnapshot(shadow);
  const all = await storedSnapshots(shadow);
  return (await isLast(shadow, look, all)) ? undefined : commit(shadow, label, look, all);
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
  const diff =
    last && splitNul(await shadow.run(['diff-tree', '-r', '-z', '--no-renames', '--name-only', last.tree, tree]));
  const changed = diff ? diff.length : files;
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

/** By the start of its id, or `latest`. */
async function findSnapshot(shadow: ShadowGit, id: string): Promise<StoredSnapshot> {
  const all = await storedSnapshots(shadow);
  if (id === 'latest' && all.length > 0) return all.at(-1) as StoredSnapshot;
  const matches = idPattern.test(id) ? all.filter((snapshot) => snapshot.id.startsWith(id)) : [];
  const [match] = matches;
  if (match && matches.length === 1) return match;
  throw new AnyhookError(
    'BAD_ARGUMENT',
    matches.length > 1
      ? `snapshot: "${id}" matches ${matches.length} snapshots; use a longer id`
      : `snapshot: there is no snapshot "${id}" of ${shadow.root}; "anyhook undo --list" shows all`,
  );
}
