import {
  accessSync,
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../errors.js';
import { renameEntry } from './rename.js';

/** Distinguishes two versions of a file without reading it. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/** Text of a regular file, or undefined if it is missing, unreadable, not a file, or larger than `maxBytes`. */
export const readText = (path: string, maxBytes = 1024 * 1024, isGood: FileCheck = anyFile): string | undefined =>
  readBytes(path, maxBytes, isGood)?.toString('utf8');

export type FileCheck = (stat: Stats) => boolean;

const anyFile: FileCheck = () => true;

/** Bytes of a regular file under the same rules as `readText`. */
export function readBytes(path: string, maxBytes = 1024 * 1024, isGood: FileCheck = anyFile): Buffer | undefined {
  let fd: number;
  try {
    // Non-blocking: opening a named pipe must not hang.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > maxBytes || !isGood(stat)) return undefined;
    const bytes = Buffer.allocUnsafe(stat.size);
    let at = 0;
    while (at < stat.size) {
      const read = readSync(fd, bytes, at, stat.size - at, at);
      if (read === 0) break;
      at += read;
    }
    return bytes.subarray(0, at);
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/**
 * Entries of a folder sorted by name, links followed; empty if it is missing, or a text with the reason if it cannot be
 * listed or has more than `max` entries.
 */
export function listFolder(dir: string, max = Number.POSITIVE_INFINITY): readonly FolderEntry[] | string {
  // Most folders that are looked up do not exist, and an exception costs more than a stat.
  let stat: Stats | undefined;
  try {
    stat = lstatSync(dir, { throwIfNoEntry: false });
  } catch (error) {
    return unreachable(error) ?? [];
  }
  if (!stat) return [];
  try {
    const isSmall = stat.isDirectory() && stat.size < smallFolderBytes;
    const found = isSmall || max === Number.POSITIVE_INFINITY ? readdirSync(dir, typed) : firstEntries(dir, max + 1);
    if (found.length > max) return tooManyEntries(max);
    return found
      .map((entry): FolderEntry => {
        if (entry.isSymbolicLink()) return { name: entry.name, kind: kindOf(join(dir, entry.name)) };
        return { name: entry.name, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other' };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return entryExists(dir) ? 'it is a link that leads nowhere' : [];
    if (code === 'ENOTDIR') return entryExists(dir) ? 'expected a folder, got something else' : [];
    return code === 'ELOOP' ? 'its symbolic links form a loop' : `it cannot be listed (${code})`;
  }
}

/** The reason that `listFolder` gives for a folder with more entries than allowed. */
export const tooManyEntries = (max: number): string => `it has more than ${max} entries`;

const typed = { withFileTypes: true } as const;

/** A folder of this size has at most about a thousand entries; reading it in one call is faster. */
const smallFolderBytes = 32 * 1024;

function firstEntries(dir: string, count: number): readonly Dirent[] {
  const folder = opendirSync(dir, { bufferSize: 256 });
  try {
    const entries: Dirent[] = [];
    for (let entry = folder.readSync(); entry && entries.length < count; entry = folder.readSync()) entries.push(entry);
    return entries;
  } finally {
    folder.closeSync();
  }
}

/** Whether anything has this name, even a broken link. */
export const entryExists = (path: string): boolean => ownStat(path) !== undefined;

/** Why it is unknown whether an entry exists: a folder above it cannot be entered. Undefined if it is known. */
export function hiddenReason(path: string): string | undefined {
  try {
    lstatSync(path, { throwIfNoEntry: false });
    return undefined;
  } catch (error) {
    return unreachable(error);
  }
}

function unreachable(error: unknown): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
  return code === 'ELOOP' ? 'symbolic links above it form a loop' : `a folder above it cannot be entered (${code})`;
}

const ownStat = (path: string): Stats | undefined => attempt(() => lstatSync(path, { throwIfNoEntry: false }));

/** Is it a folder itself, not a link to one? */
export const isRealFolder = (path: string): boolean => ownStat(path)?.isDirectory() === true;

/**
 * The kind of entry with this name, links followed; `other` also for a broken link, undefined if nothing is there.
 * `hidden` gets the reason if it is unknown whether something is there.
 */
export function entryKind(path: string, hidden?: (why: string) => void): FolderEntry['kind'] | undefined {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat && (stat.isSymbolicLink() ? kindOf(path) : kindIn(stat));
  } catch (error) {
    const why = unreachable(error);
    if (why !== undefined) hidden?.(why);
    return undefined;
  }
}

export const exists = (path: string): boolean => existsSync(path);
export const isFile = (path: string): boolean => kindOf(path) === 'file';
export const isFolder = (path: string): boolean => kindOf(path) === 'folder';

const hasModes = process.platform !== 'win32';

/** Whether the system starts this file itself. On Windows the ending decides. */
export function isExecutable(path: string): boolean {
  if (!hasModes && !/\.(?:exe|com|cmd|bat)$/i.test(path)) return false;
  const stat = statOf(path);
  // Most files are not, and an exception costs more than checking the mode.
  if (!stat?.isFile() || (hasModes && (stat.mode & 0o111) === 0)) return false;
  return attempt(() => {
    accessSync(path, constants.X_OK);
    return true;
  }, false);
}

export function fileStamp(path: string): FileStamp | undefined {
  const stat = statOf(path);
  if (!stat?.isFile()) return undefined;
  return { size: stat.size, mtimeMs: stat.mtimeMs, ctimeMs: stat.ctimeMs, ino: stat.ino };
}

/** The real path, or the path itself if it does not exist. */
export const realPath = (path: string): string => attempt(() => realpathSync.native(path), path);

/** Creates a folder that only its owner may enter. */
export function makePrivateFolder(dir: string): void {
  if (isFolder(dir)) return;
  // Not `recursive`: Node's version never ends where the system refuses new folders with ENOENT, as in /proc.
  if (dirname(dir) !== dir) makePrivateFolder(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!isFolder(dir)) throw error;
  }
}

/** Creates a folder that every user may read, such as one that a web server serves. */
export function makeOpenFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o755 });
}

/** Replaces a file atomically: readers see the old or the new text, never a part. */
export function writeAtomic(path: string, text: string | Buffer, mode = 0o600): void {
  makePrivateFolder(dirname(path));
  const temporary = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode });
    renameEntry(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Appends text in one write, so that lines of several processes do not mix. */
export function appendText(path: string, text: string, mode = 0o600): void {
  appendFileSync(path, text, { mode });
}

/** Appends to an existing file; false if it does not exist or already has `maxBytes`. */
export function appendToExisting(path: string, text: string, maxBytes: number): boolean {
  let fd: number;
  try {
    fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  try {
    if (fstatSync(fd).size >= maxBytes) return false;
    const bytes = Buffer.from(text);
    if (writeSync(fd, bytes) !== bytes.length) throw new Error(`${path}: only a part of a line was written`);
    return true;
  } finally {
    closeSync(fd);
  }
}

export function removePath(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

export { renameEntry as renamePath };

/** The inode number, which distinguishes two files that had the same name. */
export const inode = (path: string): number | undefined => statOf(path)?.ino;

/** When entries of a folder were last added, replaced or removed; 0 if there is no such folder. */
export const folderChangedAt = (dir: string): number => statOf(dir)?.mtimeMs ?? 0;

/** Makes an existing folder accessible to its owner only. */
export const restrictToOwner = (dir: string): void => chmodSync(dir, 0o700);

function kindOf(path: string): FolderEntry['kind'] {
  const stat = statOf(path);
  return stat ? kindIn(stat) : 'other';
}

const kindIn = (stat: Stats): FolderEntry['kind'] => (stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other');

const statOf = (path: string): Stats | undefined =>
  // A symlink loop, a file instead of a folder, or missing permission.
  attempt(() => statSync(path, { throwIfNoEntry: false }));

/** A short file name for any text: partly readable, distinct for distinct texts (53 bits; not for secrets). */
export function fileNameFor(text: string): string {
  // The same few folders and sessions are used at every event.
  const known = fileNames.get(text);
  if (known !== undefined) return known;
  const name = hashedName(text);
  if (fileNames.size >= maxFileNames) fileNames.clear();
  if (text.length <= maxNamedText) fileNames.set(text, name);
  return name;
}

const fileNames = new Map<string, string>();
const maxFileNames = 500;
const maxNamedText = 500;

function hashedName(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  const hash = (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
  return `${text
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(-40)
    .replace(/^-/, '')}-${hash}`;
}
