import { join } from 'node:path';
import { emptyFolderPermissions, type FileNumbers, isOfKind, now, numbersAt, permissionsAt } from '@anyhook/core';
import type { ShadowGit } from './shadow-git.js';

/** What a snapshot knows of files and folders besides their content. Git keeps only whether a file is executable. */
export interface PermissionTable {
  /** What most files have, and most executable ones. */
  readonly usual: readonly [number, number];
  /** The files that differ. */
  readonly odd: ReadonlyMap<string, number>;
  /** Folders that differ from what most folders have. */
  readonly folders: ReadonlyMap<string, number>;
  readonly usualFolder: number;
  /** Empty folders with their permissions; missing in snapshots of earlier versions. */
  readonly empty?: ReadonlyMap<string, number>;
  /** Files that changed right before the snapshot. Git compares whole seconds, so it may miss their next change. */
  readonly young: readonly string[];
}

const chunk = 2_000;
const youngMs = 2_000;
const maxYoung = 1_000;

/** Paths that differ from the last snapshot. */
export interface ChangedPaths {
  readonly kept: readonly string[];
  readonly removed: readonly string[];
}

/** The table after a snapshot, in which only some paths differ from the last one; the same table if none does. */
export function updatePermissions(
  { root }: Pick<ShadowGit, 'root'>,
  known: PermissionTable,
  { kept, removed }: ChangedPaths,
  emptyFolders: readonly string[],
): PermissionTable {
  const odd = new Map(known.odd);
  const young: string[] = [];
  let isOddChanged = false;
  for (const path of new Set([...kept, ...removed, ...known.young])) {
    const found = permissionsAt(join(root, path), 'file');
    if (found && now() - found.changedAt < youngMs) young.push(path);
    const isUsual = found === undefined || known.usual.includes(found.permissions);
    if (isUsual ? !odd.has(path) : odd.get(path) === found.permissions) continue;
    isOddChanged = true;
    if (isUsual) odd.delete(path);
    else odd.set(path, found.permissions);
  }
  const folders = updateFolders(root, known, [...kept, ...removed]);
  const empty = emptyPermissions(root, emptyFolders);
  const isSameEmpty = known.empty !== undefined && isSameMap(known.empty, empty);
  const isSame = !isOddChanged && folders === known.folders && isSameEmpty && kept.length + removed.length === 0;
  if (isSame) return known;
  return {
    usual: known.usual,
    usualFolder: known.usualFolder,
    odd: isOddChanged ? odd : known.odd,
    folders,
    empty: isSameEmpty ? known.empty : empty,
    young: young.slice(0, maxYoung),
  };
}

function updateFolders(root: string, known: PermissionTable, paths: readonly string[]): ReadonlyMap<string, number> {
  const folders = new Map(known.folders);
  let isChanged = false;
  for (const folder of foldersOf(paths)) {
    const permissions = permissionsAt(join(root, folder), 'folder')?.permissions;
    // A folder that is gone stays in the table, because its contents may be restored.
    if (permissions === undefined || (folders.get(folder) ?? known.usualFolder) === permissions) continue;
    isChanged = true;
    if (permissions === known.usualFolder) folders.delete(folder);
    else folders.set(folder, permissions);
  }
  return isChanged ? folders : known.folders;
}

const emptyPermissions = (root: string, folders: readonly string[]): ReadonlyMap<string, number> =>
  new Map(
    folders.flatMap((path): readonly (readonly [string, number])[] => {
      const permissions = emptyFolderPermissions(join(root, path));
      return permissions === undefined ? [] : [[path, permissions]];
    }),
  );

const isSameMap = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([path, one]) => b.get(path) === one);

export interface FirstFiles {
  readonly paths: readonly string[];
  /** Does the index match the file on disk at the path with this number? */
  isSame(index: number, stat: FileNumbers): boolean;
}

/** The table of a first snapshot, and the files for which the index may be outdated. */
export async function firstPermissions(
  { root }: Pick<ShadowGit, 'root'>,
  files: FirstFiles,
): Promise<{ readonly table: PermissionTable; readonly changed: readonly string[] }> {
  const { paths } = files;
  // There may be hundreds of thousands, so allocate nothing per file.
  const found = new Uint16Array(paths.length);
  const young: string[] = [];
  const changed: string[] = [];
  const begin = now();
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i] as string;
    // Let other events be answered meanwhile.
    if (i % chunk === chunk - 1) await new Promise((resolve) => setImmediate(resolve));
    const stat = numbersAt(`${root}/${path}`);
    if (!stat || !files.isSame(i, stat)) changed.push(path);
    if (!stat || !isOfKind(stat, 'file')) continue;
    if (young.length < maxYoung && begin - stat.ctimeMs < youngMs) young.push(path);
    found[i] = isFound | (stat.mode & 0o7777);
  }
  const isExecutable = (permissions: number) => (permissions & 0o100) !== 0;
  const counts = countsOf(found);
  const usual = [
    mostCommon(counts, (one) => one >= isFound && !isExecutable(one), 0o644),
    mostCommon(counts, (one) => one >= isFound && isExecutable(one), 0o755),
  ] as const;
  const isOdd = (one: number) => one >= isFound && !usual.includes(one - isFound);
  const odd = new Map(paths.flatMap((path, i) => (isOdd(found[i] ?? 0) ? [[path, (found[i] ?? 0) - isFound]] : [])));
  return { table: { usual, odd, ...foldersTable(root, paths), young }, changed };
}

/** Marks files that were found: a file may have no permission bits at all. */
const isFound = 0o10000;

function foldersTable(root: string, paths: readonly string[]): Pick<PermissionTable, 'usualFolder' | 'folders'> {
  const all = [...foldersOf(paths)].flatMap((folder): readonly (readonly [string, number])[] => {
    const permissions = permissionsAt(join(root, folder), 'folder')?.permissions;
    return permissions === undefined ? [] : [[folder, permissions]];
  });
  const usualFolder = mostCommon(countsOf(all.map(([, one]) => isFound | one)), () => true, 0o755);
  return { usualFolder, folders: new Map(all.filter(([, one]) => one !== usualFolder)) };
}

function countsOf(all: Iterable<number>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

function mostCommon(counts: ReadonlyMap<number, number>, isMeant: (one: number) => boolean, fallback: number): number {
  const [most] = [...counts].filter(([one]) => isMeant(one)).sort((a, b) => b[1] - a[1]);
  return most ? most[0] - isFound : fallback;
}

/** All folders that hold these files. */
function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  let last = '';
  for (const path of paths) {
    // Files of one folder are mostly adjacent.
    let end = path.lastIndexOf('/');
    if (end === last.length && path.startsWith(last)) continue;
    last = path.slice(0, Math.max(end, 0));
    for (let folder = last; end > 0 && !folders.has(folder); folder = folder.slice(0, end)) {
      folders.add(folder);
      end = folder.lastIndexOf('/');
    }
  }
  return folders;
}

/** The permissions of a file in a snapshot; `mode` as git has it. */
export const permissionsOf = (
  { usual, odd }: Pick<PermissionTable, 'usual' | 'odd'>,
  path: string,
  mode: string,
): number => odd.get(path) ?? (mode === '100755' ? usual[1] : usual[0]);

/** The stored form; equal tables have the same text. */
export const permissionsText = ({ usual, odd, usualFolder, folders, empty }: PermissionTable): string =>
  JSON.stringify({
    usual,
    odd: sortedRecord(odd),
    usualFolder,
    folders: sortedRecord(folders),
    ...(empty && { empty: sortedRecord(empty) }),
  });

const sortedRecord = (map: ReadonlyMap<string, number>): Readonly<Record<string, number>> =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

interface StoredTable {
  readonly usual: readonly [number, number];
  readonly odd: Readonly<Record<string, number>>;
  readonly usualFolder?: number;
  readonly folders?: Readonly<Record<string, number>>;
  readonly empty?: Readonly<Record<string, number>>;
}

export function parsePermissions(text: string): PermissionTable {
  const { usual, odd, usualFolder = 0o755, folders = {}, empty } = JSON.parse(text) as StoredTable;
  return {
    usual,
    odd: new Map(Object.entries(odd)),
    usualFolder,
    folders: new Map(Object.entries(folders)),
    ...(empty && { empty: new Map(Object.entries(empty)) }),
    young: [],
  };
}
