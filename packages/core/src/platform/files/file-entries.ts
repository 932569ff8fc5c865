import {
  chmodSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  type Stats,
  statfsSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../errors.js';
import { renameEntry } from './rename.js';

// File system access for undo: entries as they are; links are never followed.

export interface EntryStat {
  readonly kind: 'file' | 'link' | 'folder' | 'other';
  readonly size: number;
  /** The permission bits. */
  readonly permissions: number;
  /** Changes whenever the file's content, owner, mode or name changes. */
  readonly stamp: string;
  /** When content or mode last changed, in milliseconds since the epoch. */
  readonly changedAt: number;
  readonly modifiedAt: number;
  /** When the file was created; `changedAt` if the system does not know. */
  readonly bornAt: number;
  /** How many names (hard links) the file has. */
  readonly names: number;
}

/** Undefined if nothing is there or links form a cycle. Throws if a folder on the way cannot be entered. */
export function entryStat(path: string): EntryStat | undefined {
  let stat: Stats | undefined;
  try {
    stat = lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (['ENOTDIR', 'ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  if (!stat) return undefined;
  const kind = stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'other';
  return {
    kind,
    size: stat.size,
    permissions: stat.mode & 0o7777,
    stamp: `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}:${stat.mode}`,
    changedAt: stat.ctimeMs,
    modifiedAt: stat.mtimeMs,
    bornAt: stat.birthtimeMs > 0 ? stat.birthtimeMs : stat.ctimeMs,
    names: stat.nlink,
  };
}

const typeBits = { file: 0o100000, folder: 0o040000 } as const;

/** Permissions of a file or folder, and when it changed; undefined for anything else. Fast, for thousands of files. */
export function permissionsAt(
  path: string,
  kind: 'file' | 'folder',
): { readonly permissions: number; readonly changedAt: number } | undefined {
  const stat = numbersAt(path);
  return !stat || !isOfKind(stat, kind) ? undefined : { permissions: stat.mode & 0o7777, changedAt: stat.ctimeMs };
}

export const isOfKind = ({ mode }: Pick<Stats, 'mode'>, kind: 'file' | 'folder'): boolean =>
  (mode & 0o170000) === typeBits[kind];

/** The system's data on an entry; undefined if it is missing or inaccessible. */
export const numbersAt = (path: string): Stats | undefined => attempt(() => lstatSync(path, { throwIfNoEntry: false }));

/** Permissions of an empty folder; undefined for anything else. */
export const emptyFolderPermissions = (path: string): number | undefined =>
  attempt(() => {
    const found = permissionsAt(path, 'folder');
    return found && readdirSync(path).length === 0 ? found.permissions : undefined;
  });

/** The content of a file, or the target of a link, as bytes. */
export const entryBytes = (path: string, kind: 'file' | 'link'): Buffer =>
  kind === 'link' ? Buffer.from(readlinkSync(path, 'buffer')) : readFileSync(path);

export const writeNewFile = (path: string, bytes: Uint8Array, permissions: number): void => {
  writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
  chmodSync(path, permissions);
};

export const writeNewLink = (path: string, target: Uint8Array): void => symlinkSync(Buffer.from(target), path);

export const setPermissions = (path: string, permissions: number): void => chmodSync(path, permissions);

export { renameEntry as moveEntry };

export function makeOneFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && entryStat(path)?.kind === 'folder') return false;
    throw error;
  }
}

export const removeEmptyFolder = (path: string): boolean =>
  attempt(() => {
    rmdirSync(path);
    return true;
  }, false);

/** The names in a folder; none if it cannot be listed. */
export const entryNames = (path: string): readonly string[] => attempt(() => readdirSync(path), []);

/** Gives a file a second name; false if the system cannot, as across disks. */
export function hardLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}

/** Copies a file with its times. */
export function copyWithTimes(from: string, to: string): void {
  const { atime, mtime } = statSync(from);
  copyFileSync(from, to);
  chmodSync(to, 0o600);
  utimesSync(to, atime, mtime);
}

/** Free and total bytes of the disk that holds a folder; undefined if the system does not report them. */
export const diskSpace = (folder: string): { readonly free: number; readonly total: number } | undefined =>
  attempt(() => {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { free: Number(bavail) * Number(bsize), total: Number(blocks) * Number(bsize) };
  });

/** Bytes on disk of all files below a folder that have no other name elsewhere. Yields to other work. */
export async function ownBytes(folder: string): Promise<number> {
  let total = 0;
  await new Promise((resolve) => setImmediate(resolve));
  for (const name of entryNames(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) total += await ownBytes(path);
    else if (stat?.isFile() && stat.nlink === 1) total += stat.blocks * 512;
  }
  return total;
}
