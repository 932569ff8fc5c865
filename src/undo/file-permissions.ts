import { dirname, join } from 'node:path';
import { now } from '../platform/clock.js';
import { emptyFolderPermissions, permissionsAt } from '../platform/files/kept-files.js';
import type { ShadowGit } from './shadow-git.js';

/** What a look knows of files and folders besides their content. Git keeps only whether a file is executable. */
export interface PermissionTable {
  /** What most files have, and most executable ones. */
  readonly usual: readonly [number, number];
  /** The files that differ. */
  readonly odd: ReadonlyMap<string, number>;
  /** Folders that differ from what most folders have. */
  readonly folders: ReadonlyMap<string, number>;
  readonly usualFolder: number;
  /** Folders with nothing in them, with their permissions; missing in looks of earlier versions. */
  readonly empty?: ReadonlyMap<string, number>;
  /** Files that changed right before the look. Git compares whole seconds, so it may not see the next change of theirs. */
  readonly young: readonly string[];
}

const chunk = 2_000;
const youngMs = 2_000;
const maxYoung = 1_000;

/** Paths that differ from the last look. */
export interface ChangedPaths {
  readonly kept: readonly string[];
  readonly removed: readonly string[];
}

/** The table after a look, in which only some paths differ from the last one; the same table if none does. */
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
    // A folder that is gone stays in the table: what is below it may come back.
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

/** The table of a first look at these files. */
export async function firstPermissions(
  { root }: Pick<ShadowGit, 'root'>,
  paths: readonly string[],
): Promise<PermissionTable> {
  const found: [string, number][] = [];
  const young: string[] = [];
  const begin = now();
  for (const [i, path] of paths.entries()) {
    // Other events are answered meanwhile.
    if (i % chunk === chunk - 1) await new Promise((resolve) => setImmediate(resolve));
    const seen = permissionsAt(`${root}/${path}`, 'file');
    if (seen === undefined) continue;
    if (begin - seen.changedAt < youngMs) young.push(path);
    found.push([path, seen.permissions]);
  }
  const isExecutable = ([, permissions]: readonly [string, number]) => (permissions & 0o100) !== 0;
  const usual = [
    mostCommon(
      found.filter((one) => !isExecutable(one)),
      0o644,
    ),
    mostCommon(found.filter(isExecutable), 0o755),
  ] as const;
  const folders = [...foldersOf(paths)].flatMap((folder): readonly (readonly [string, number])[] => {
    const permissions = permissionsAt(join(root, folder), 'folder')?.permissions;
    return permissions === undefined ? [] : [[folder, permissions]];
  });
  const usualFolder = mostCommon(folders, 0o755);
  return {
    usual,
    odd: new Map(found.filter(([, one]) => !usual.includes(one))),
    usualFolder,
    folders: new Map(folders.filter(([, one]) => one !== usualFolder)),
    young: young.slice(0, maxYoung),
  };
}

function mostCommon(all: readonly (readonly [string, number])[], fallback: number): number {
  const counts = new Map<number, number>();
  for (const [, one] of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? fallback;
}

/** All folders that hold these files. */
function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.' && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  return folders;
}

/** The permissions of a file in a look; `mode` as git has it. */
export const permissionsOf = (
  { usual, odd }: Pick<PermissionTable, 'usual' | 'odd'>,
  path: string,
  mode: string,
): number => odd.get(path) ?? (mode === '100755' ? usual[1] : usual[0]);

/** As it is stored, in an order that is the same for the same table. */
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
