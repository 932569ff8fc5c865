import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '../../errors.js';
import { type FolderEntry, listFolder } from './files.js';

/** Entries of a folder in name order; none when it is missing or cannot be listed. */
export function listEntries(dir: string): readonly FolderEntry[] {
  const found: unknown = listFolder(dir);
  return Array.isArray(found) ? found : [];
}

/** The beginning of a regular file as text, and its whole size; undefined when it cannot be read. */
export function readStart(
  path: string,
  maxBytes: number,
): { readonly text: string; readonly size: number } | undefined {
  let fd: number;
  try {
    // Non-blocking: opening a named pipe must not hang.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return undefined;
    const bytes = Buffer.alloc(Math.min(stat.size, maxBytes));
    const read = readSync(fd, bytes, 0, bytes.length, 0);
    return { text: bytes.subarray(0, read).toString('utf8'), size: stat.size };
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/** Where a write to this path would land: links are followed, even dangling ones; missing folders keep their names. */
export function writeTarget(path: string, hops = 40): string {
  const absolute = resolve(path);
  try {
    // The system's own version also expands short names, such as `SECRET~1` on Windows.
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    if (parent === absolute || hops === 0) return absolute;
    const realParent = writeTarget(parent, hops);
    const target = join(realParent, basename(absolute));
    const link = linkTarget(target);
    return link === undefined ? target : writeTarget(resolve(realParent, link), hops - 1);
  }
}

/** Size of a readable regular file or link (not followed); undefined for anything else. */
export const readableSize = (path: string): number | undefined =>
  attempt(() => {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return stat.size;
    if (!stat.isFile()) return undefined;
    accessSync(path, constants.R_OK);
    return stat.size;
  });

/** When a file or folder last changed, in milliseconds since the epoch; 0 when it is missing. */
export const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const linkTarget = (path: string): string | undefined => attempt(() => readlinkSync(path));
