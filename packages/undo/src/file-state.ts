import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { type EntryStat, emptyFolderPermissions, entryBytes, entryStat, writeBlob } from '@anyhook/core';
import { maxTrackedFileBytes } from './limits.js';
import { emptyFolder, type FileState, linkMode, parentPaths } from './turn-record.js';

/** Is a folder on the way to this path a link? Then the path may lead anywhere. */
export function isBehindLink(root: string, path: string, known = new Map<string, boolean>()): boolean {
  const folder = dirname(path);
  if (folder === '.') return false;
  let found = known.get(folder);
  if (found === undefined) {
    found = isBehindLink(root, folder, known) || entryStat(join(root, folder))?.kind === 'link';
    known.set(folder, found);
  }
  return found;
}

/** The first link on the way to this path. */
export const linkAbove = (root: string, path: string): string | undefined =>
  parentPaths(path).find((folder) => entryStat(join(root, folder))?.kind === 'link');

/** What was at a path at one moment, with its content in memory. */
export interface CapturedEntry {
  readonly stat: EntryStat | undefined;
  /** The content of a file, or where a link leads. */
  readonly bytes?: Uint8Array;
  readonly isEmptyFolder?: true;
}

/** Reads what is at a path; undefined if it is too large or cannot be read. */
export function captureEntry(file: string, maxBytes: number): CapturedEntry | undefined {
  try {
    const stat = entryStat(file);
    if (stat?.kind === 'folder' && emptyFolderPermissions(file) !== undefined) return { stat, isEmptyFolder: true };
    if (stat?.kind !== 'file' && stat?.kind !== 'link') return { stat };
    return stat.size > maxBytes ? undefined : { stat, bytes: entryBytes(file, stat.kind) };
  } catch {
    return undefined;
  }
}

export function storeEntry(objects: string, { stat, bytes, isEmptyFolder }: CapturedEntry): FileState {
  if (stat && isEmptyFolder) return emptyFolder(stat.permissions);
  if (!stat || !bytes) return null;
  return { mode: gitMode(stat), id: writeBlob(objects, bytes), permissions: stat.permissions };
}

/** What is at a path now, with its content stored; undefined if it is too large or cannot be read. */
export function keepState(root: string, path: string, objects: string, maxBytes = maxTrackedFileBytes) {
  try {
    const entry = isBehindLink(root, path) ? undefined : captureEntry(join(root, path), maxBytes);
    return entry && { state: storeEntry(objects, entry), stat: entry.stat };
  } catch {
    return undefined;
  }
}

/** The mode that git has for a file or a link. */
export const gitMode = ({ kind, permissions }: EntryStat): string =>
  kind === 'link' ? linkMode : (permissions & 0o100) !== 0 ? '100755' : '100644';

/** Where in the project a path without links is; undefined if outside, null if in its `.git`. */
export function pathInRoot(root: string, target: string): string | undefined | null {
  const path = relative(root, target);
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  const parts = path.split(sep);
  return parts.includes('.git') ? null : parts.join('/');
}
