import { dirname, join } from 'node:path';
import {
  countIndexEntries,
  diskSpace,
  emptyFolderPermissions,
  entryNames,
  entryStat,
  exists,
  fileStamp,
  findRepository,
  isFolder,
  now,
  readableSize,
  readText,
  removePath,
  ticks,
  writeAtomic,
  writeBlob,
} from '@anyhook/core';
import { birthTimes, type ChangeTime, changeTimes } from './change-times.js';
import {
  firstPermissions,
  type PermissionTable,
  parsePermissions,
  permissionsText,
  updatePermissions,
} from './file-permissions.js';
import { isBehindLink } from './file-state.js';
import {
  maxNewFileBytes,
  maxPlainBytes,
  maxPlainFiles,
  maxTrackedFileBytes,
  minFreeBytes,
  minFreePart,
} from './limits.js';
import { writeNestedRoots } from './nested.js';
import { linkPacks, type SeededFiles, seedFromProject } from './seed.js';
import { copyExcludes, type ShadowGit, splitNul } from './shadow-git.js';
import { updateIndex, writeTree } from './snapshot-tree.js';

/** A file that is in no snapshot, and why. */
export interface LeftOutFile {
  readonly path: string;
  readonly why: 'size' | 'unreadable' | 'repository';
}

/** The project's files at one moment. */
export interface Snapshot {
  /** The git tree of all files. */
  readonly tree: string;
  /** Permissions that git does not keep. */
  readonly permissions: PermissionTable;
  /** The name under which the permissions are stored, as content. */
  readonly permissionsId: string;
  readonly leftOut: readonly LeftOutFile[];
  /** When the files changed that differ from the last snapshot, and others in the last minute. */
  readonly times: readonly ChangeTime[];
  /** When files appeared that the last snapshot did not see. */
  readonly births: readonly ChangeTime[];
  readonly files: number;
  readonly ms: number;
  /** The first snapshot of a project takes longer. */
  readonly isFirst: boolean;
}

/** What the store saves about its last snapshot. */
interface SnapshotMemory extends Pick<Snapshot, 'tree' | 'files' | 'permissions' | 'permissionsId' | 'leftOut'> {
  /** Not every snapshot is recorded in a turn, so the next one includes these times as well. */
  readonly times: readonly ChangeTime[];
  /** The project's index and packs as they were. */
  readonly projectStamp: string;
  /** The store's own index after the snapshot. A killed snapshot changes the index but not this stamp. */
  readonly indexStamp: string;
}

const memoryFile = 'look.json';
const maxMemoryBytes = 64 * 1024 * 1024;

/** Why no snapshot can be taken. */
export class SnapshotRefusal extends Error {}

/** Takes a snapshot of all files that are not ignored. Throws rather than return an old state. Needs the lock. */
export async function takeSnapshot(shadow: ShadowGit): Promise<Snapshot> {
  const began = ticks();
  refuseFullDisk(shadow.dir);
  if (!isFolder(shadow.root)) return emptySnapshot(shadow);
  copyExcludes(shadow);
  const known = readMemory(shadow);
  if (known) return { ...(await snapshotWith(shadow, known)), ms: ticks() - began, isFirst: false };
  removePath(join(shadow.dir, 'index'));
  const seed = await seedFromProject(shadow);
  try {
    return { ...(await snapshotWith(shadow, undefined, seed)), ms: ticks() - began, isFirst: true };
  } catch (error) {
    if (error instanceof SnapshotRefusal) throw error;
    // The project's index named objects that do not exist: try without it.
    removePath(join(shadow.dir, 'index'));
    return { ...(await snapshotWith(shadow, undefined)), ms: ticks() - began, isFirst: true };
  }
}

/** The whole project folder is gone. Its index is kept in case it returns. */
async function emptySnapshot(shadow: ShadowGit): Promise<Snapshot> {
  const permissions = updatePermissions(shadow, await firstTable(shadow, []), { kept: [], removed: [] }, []);
  const permissionsId = writeBlob(shadow.objects, Buffer.from(permissionsText(permissions)));
  const nothing = { leftOut: [], times: [], births: [], files: 0, ms: 0, isFirst: false };
  return { tree: emptyTree, permissions, permissionsId, ...nothing };
}

/** The name of a tree without files, which git knows everywhere. */
export const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

type SnapshotResult = Omit<Snapshot, 'ms' | 'isFirst'>;

/** `seed`: the files in an index that was copied from the project. */
async function snapshotWith(
  shadow: ShadowGit,
  known: SnapshotMemory | undefined,
  seed?: SeededFiles,
): Promise<SnapshotResult> {
  const projectStamp = stampOfProject(shadow);
  const isProjectChanged = known?.projectStamp !== projectStamp;
  const [listed, seeded, forced, { table, changed }] = await Promise.all([
    listOthers(shadow),
    // Most often the project has not changed. If git misses objects here, it reports that again below.
    seed && (seed.tree ?? writeTree(shadow).catch(() => undefined)),
    // Tracked files that a rule ignores; the project's index also has them.
    isProjectChanged && !seed ? trackedIgnored(shadow) : [],
    // The first snapshot reads the permissions of all files, which also shows what changed.
    seed
      ? firstPermissions(shadow, seed)
      : listChanged(shadow).then((paths) => ({ table: known?.permissions, changed: paths })),
  ]);
  const replaced = await listReplaced(shadow, changed);
  const others = withoutNested(shadow.root, [...new Set([...listed.files, ...forced, ...replaced])]);
  refuseLargeFolder(shadow, others, changed, known);
  const sorted = await sortPaths(shadow, changed, others);
  const isSame = known !== undefined && sorted.kept.length + sorted.removed.length === 0;
  if (isProjectChanged) linkNewPacks(shadow);
  const storeTree = isSame ? () => known.tree : await updateIndex(shadow, sorted, known?.tree ?? seeded);
  const [tree, before, emptyFolders] = await Promise.all([
    storeTree(),
    table ?? firstTable(shadow, sorted.kept),
    findEmpty(shadow, listed, sorted.removed, known?.permissions.empty),
  ]);
  const files = isSame ? known.files : await countFiles(shadow);
  const permissions = updatePermissions(shadow, before, sorted, emptyFolders);
  // All files are new to the first snapshot.
  const times = known ? changeTimes(shadow.root, sorted, known.times ?? [], now()) : [];
  const births = known ? birthTimes(shadow.root, [...others, ...emptyFolders]) : [];
  const isUnchanged = isSame && !isProjectChanged && sameList(known.leftOut, sorted.leftOut);
  if (isUnchanged && permissions === known.permissions) return { ...known, times, births: [] };
  const permissionsId =
    known && isSameTable(permissions, known.permissions)
      ? known.permissionsId
      : writeBlob(shadow.objects, Buffer.from(permissionsText(permissions)));
  const result: SnapshotResult = { tree, files, permissions, permissionsId, leftOut: sorted.leftOut, times, births };
  const { births: _births, ...memory } = result;
  writeNestedRoots(
    shadow.dir,
    sorted.leftOut.flatMap(({ path, why }) => (why === 'repository' ? [path] : [])),
  );
  writeMemory(shadow, { ...memory, projectStamp, indexStamp: stampOfIndex(shadow) });
  return result;
}

const isSameTable = (a: PermissionTable, b: PermissionTable): boolean =>
  a.odd === b.odd && a.folders === b.folders && a.empty === b.empty;

const trackedIgnored = async (shadow: ShadowGit): Promise<readonly string[]> =>
  splitNul(await shadow.queryProject(['ls-files', '--cached', '--ignored', '--exclude-standard', '-z']));

/** Paths that are in no index: files, repositories (with a trailing slash), and folders that may be empty. */
interface OtherPaths {
  readonly files: readonly string[];
  readonly empty: readonly string[];
  /** Folders that are new and hold something; folders in them may be empty. */
  readonly filled: readonly string[];
}

const listArgs = ['--literal-pathspecs', 'ls-files', '--others', '--exclude-standard', '-z'] as const;
/** The limit for folder arguments of one process; if there are more new folders, empty ones are not recorded. */
const maxFolders = 1_000;

async function listOthers(shadow: ShadowGit): Promise<OtherPaths> {
  const all = splitNul(await shadow.run([...listArgs, '--directory']));
  const folders = all.filter((path) => path.endsWith('/') && !isRepository(shadow.root, path));
  if (folders.length === 0) return { files: all, empty: [], filled: [] };
  const empty = folders.filter((path) => emptyFolderPermissions(join(shadow.root, path)) !== undefined);
  const isEmpty = new Set(empty);
  const filled = folders.filter((path) => !isEmpty.has(path));
  const listed = new Set(folders);
  const files = all.filter((path) => !listed.has(path));
  const paths = filled.length > maxFolders ? [] : ['--', ...filled];
  const below = filled.length > 0 ? splitNul(await shadow.run([...listArgs, ...paths])) : [];
  return { files: [...new Set([...files, ...below])], empty, filled };
}

/** Files in folders that replaced a file: git does not list them while its index has the file. */
async function listReplaced(shadow: ShadowGit, changed: readonly string[]): Promise<readonly string[]> {
  const folders = changed.filter((path) => entryStat(join(shadow.root, path))?.kind === 'folder');
  if (folders.length === 0) return [];
  const paths = folders.length > maxFolders ? [] : ['--', ...folders];
  return splitNul(await shadow.run([...listArgs, ...paths]));
}

const isRepository = (root: string, folder: string): boolean => exists(join(root, folder, '.git'));

/**
 * Empty folders. Git names those in a new folder only when its files are in the index, and those that lost their files,
 * or replaced one, only when these are not in the index any more. A folder that was empty stays in the list when a new
 * rule ignores it: it was not removed.
 */
async function findEmpty(
  shadow: ShadowGit,
  { empty, filled }: OtherPaths,
  removed: readonly string[],
  known: PermissionTable['empty'],
): Promise<readonly string[]> {
  const more =
    filled.length > 0 && filled.length <= maxFolders
      ? splitNul(await shadow.run([...listArgs, '--directory', '--', ...filled]))
      : [];
  const inside = more.filter((path) => path.endsWith('/') && !isRepository(shadow.root, path));
  const links = new Map<string, boolean>();
  const onDisk = removed.filter((path) => !isBehindLink(shadow.root, path, links));
  const replaced = onDisk.filter((path) => isFolder(join(shadow.root, path)));
  const left = new Set(onDisk.flatMap((path) => nearestFolder(shadow.root, path)));
  const budget = { left: maxFolders };
  const below = [...inside.map((path) => path.slice(0, -1)), ...replaced].flatMap((path) =>
    emptyBelow(shadow.root, path, budget),
  );
  const all = new Set([...empty.map((path) => path.slice(0, -1)), ...below, ...left, ...(known?.keys() ?? [])]);
  return [...all].filter((path) => emptyFolderPermissions(join(shadow.root, path)) !== undefined).slice(0, maxFolders);
}

/** The nearest existing folder above a deleted file, whose folder may be gone as well. */
function nearestFolder(root: string, path: string): readonly string[] {
  let folder = dirname(path);
  while (folder !== '.' && !isFolder(join(root, folder))) folder = dirname(folder);
  return folder === '.' ? [] : [folder];
}

/** The empty folders at or below a folder that has no tracked files. */
function emptyBelow(root: string, folder: string, budget: { left: number }): readonly string[] {
  if (budget.left-- <= 0 || isRepository(root, folder)) return [];
  const names = entryNames(join(root, folder));
  if (names.length === 0) return [folder];
  return names
    .map((name) => `${folder}/${name}`)
    .filter((path) => entryStat(join(root, path))?.kind === 'folder')
    .flatMap((path) => emptyBelow(root, path, budget));
}

/** Files that differ from the index: every second part is a path. */
async function listChanged(shadow: ShadowGit): Promise<readonly string[]> {
  const text = await shadow.run(['diff-files', '-z', '--raw', '--no-renames', '--ignore-submodules=all']);
  return text.split('\0').filter((part, i) => i % 2 === 1 && part !== '');
}

/** The permission table of a project whose index was not copied. */
const firstTable = async (shadow: ShadowGit, paths: readonly string[]): Promise<PermissionTable> =>
  (await firstPermissions(shadow, { paths, isSame: () => false })).table;

/** New files in a folder that became a repository belong to that repository: list only its folder. */
function withoutNested(root: string, paths: readonly string[]): readonly string[] {
  const nested = new Map<string, string | undefined>();
  const repositoryOf = (folder: string): string | undefined => {
    if (folder === '.' || folder === '') return undefined;
    if (!nested.has(folder))
      nested.set(folder, repositoryOf(dirname(folder)) ?? (isRepository(root, folder) ? `${folder}/` : undefined));
    return nested.get(folder);
  };
  return [...new Set(paths.map((path) => (path.endsWith('/') ? path : (repositoryOf(dirname(path)) ?? path))))];
}

/** What a snapshot does with each changed path. */
export interface SortedPaths {
  /** Files to read again. */
  readonly kept: readonly string[];
  /** Files that are gone. */
  readonly removed: readonly string[];
  readonly leftOut: readonly LeftOutFile[];
}

async function sortPaths(
  shadow: ShadowGit,
  changed: readonly string[],
  others: readonly string[],
): Promise<SortedPaths> {
  const isChanged = new Set(changed);
  const links = new Map<string, boolean>();
  const kept: string[] = [];
  const removed: string[] = [];
  const leftOut: LeftOutFile[] = [];
  const large: string[] = [];
  for (const path of [...changed, ...others]) {
    // A path that ends with a slash is a nested repository, which has its own history.
    if (path.endsWith('/')) leftOut.push({ path: path.slice(0, -1), why: 'repository' });
    else {
      const size = readableSize(join(shadow.root, path));
      if (isBehindLink(shadow.root, path, links)) removed.push(path);
      else if (size === undefined) {
        if (entryStat(join(shadow.root, path))?.kind === 'file') leftOut.push({ path, why: 'unreadable' });
        else if (isChanged.has(path)) removed.push(path);
      } else if (size <= maxNewFileBytes) kept.push(path);
      else large.push(path);
    }
  }
  const tracked = large.length > 0 ? await trackedFiles(shadow, large) : new Set<string>();
  for (const path of large) {
    const size = readableSize(join(shadow.root, path)) ?? 0;
    if (tracked.has(path) && size <= maxTrackedFileBytes) kept.push(path);
    else {
      leftOut.push({ path, why: 'size' });
      if (isChanged.has(path)) removed.push(path);
    }
  }
  return { kept, removed, leftOut };
}

/** Which of these files the project's own repository tracks. */
async function trackedFiles(shadow: ShadowGit, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const args = ['--literal-pathspecs', 'ls-files', '--cached', '-z', '--', ...paths.slice(0, 1_000)];
  return new Set(splitNul(await shadow.queryProject(args)));
}

const countFiles = async (shadow: ShadowGit): Promise<number> =>
  countIndexEntries(join(shadow.dir, 'index')) ?? splitNul(await shadow.run(['ls-files', '-z'])).length;

function refuseFullDisk(folder: string): void {
  const space = diskSpace(folder);
  if (space && (space.free < minFreeBytes || space.free < space.total * minFreePart))
    throw new SnapshotRefusal(`less than ${space.free < minFreeBytes ? '2 GiB' : '5 %'} of the disk is free`);
}

/** A folder without git may be anything, so it is limited. */
function refuseLargeFolder(
  { root }: ShadowGit,
  others: readonly string[],
  changed: readonly string[],
  known: SnapshotMemory | undefined,
): void {
  if (exists(join(root, '.git'))) return;
  const count = others.length + (known?.files ?? 0);
  if (count > maxPlainFiles)
    throw new SnapshotRefusal(`it is not in a git repository and has more than ${maxPlainFiles} files`);
  let bytes = 0;
  for (const path of [...others, ...changed]) bytes += readableSize(join(root, path)) ?? 0;
  if (bytes > maxPlainBytes) throw new SnapshotRefusal('it is not in a git repository and has more than 200 MiB');
}

/** Changes with the project's index and its packs. */
function stampOfProject({ root }: ShadowGit): string {
  const folders = findRepository(root);
  if (!folders) return '';
  const index = fileStamp(join(folders.gitFolder, 'index'));
  const packs = entryStat(join(folders.commonFolder, 'objects', 'pack'));
  return `${index?.ino}:${index?.size}:${index?.mtimeMs} ${packs?.stamp}`;
}

const stampOfIndex = ({ dir }: ShadowGit): string => entryStat(join(dir, 'index'))?.stamp ?? '';

function linkNewPacks(shadow: ShadowGit): void {
  const folders = findRepository(shadow.root);
  if (folders) linkPacks(shadow, folders);
}

function readMemory(shadow: ShadowGit): SnapshotMemory | undefined {
  const text = readText(join(shadow.dir, memoryFile), maxMemoryBytes);
  if (text === undefined) return undefined;
  try {
    const { permissions, young, ...memory } = JSON.parse(text) as SnapshotMemoryText;
    // The index is newer than the tree: files added since would be missing here and seem new in the next snapshot.
    if (memory.indexStamp !== stampOfIndex(shadow)) return undefined;
    return { ...memory, permissions: { ...parsePermissions(permissions), young } };
  } catch {
    return undefined;
  }
}

type SnapshotMemoryText = Omit<SnapshotMemory, 'permissions'> & {
  readonly permissions: string;
  readonly young: readonly string[];
};

function writeMemory(shadow: ShadowGit, { permissions, ...memory }: SnapshotMemory): void {
  const text: SnapshotMemoryText = { ...memory, permissions: permissionsText(permissions), young: permissions.young };
  writeAtomic(join(shadow.dir, memoryFile), JSON.stringify(text));
}

const sameList = (a: readonly LeftOutFile[], b: readonly LeftOutFile[]): boolean =>
  a.length === b.length && a.every(({ path, why }, i) => path === b[i]?.path && why === b[i]?.why);
