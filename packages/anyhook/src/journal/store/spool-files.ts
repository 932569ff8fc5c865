import { join } from 'node:path';
import { fileStamp, listFolder, readBytesFrom, removePath, renamePath } from '@anyhook/core';
import { parseSpoolFileName, processWriter, type SpoolFileName } from '../journal-files.js';

/** A spool file that waits to be read, or was read already. */
export interface SpoolFile extends SpoolFileName {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly changedAt: number;
}

/** Files that are read and about to be deleted; see `setSpoolFileAside`. */
const doneSuffix = '.done';

export function spoolFiles(dir: string): readonly SpoolFile[] {
  const entries = listFolder(dir);
  if (typeof entries === 'string') return [];
  return entries.flatMap(({ name, kind }): readonly SpoolFile[] => {
    const parsedName = kind === 'file' ? parseSpoolFileName(name) : undefined;
    const path = join(dir, name);
    const found = parsedName && fileStamp(path);
    return parsedName && found ? [{ ...parsedName, name, path, size: found.size, changedAt: found.mtimeMs }] : [];
  });
}

/** Names of finished files whose position may still be stored in the journal. */
export function doneFiles(dir: string): readonly string[] {
  const entries = listFolder(dir);
  if (typeof entries === 'string') return [];
  return entries.flatMap(({ name }) => (name.endsWith(doneSuffix) ? [name.slice(0, -doneSuffix.length)] : []));
}

/** Renames a finished file before its position is forgotten, so that a new file of that name is read from its start. */
export const setSpoolFileAside = (file: SpoolFile): void => renamePath(file.path, `${file.path}${doneSuffix}`);

export const removeDoneFile = (dir: string, name: string): void => removePath(join(dir, `${name}${doneSuffix}`));

/** A process that is slow to write its one line must still find its file. */
const graceMs = 10 * 60_000;

/** Will nothing be written to this file again? An engine continues from part to part; others write by the hour. */
export function isAbandoned(file: SpoolFile, all: readonly SpoolFile[], now: number): boolean {
  const { writer, part, ends } = file;
  const hasSuccessor = all.some(
    (one) => one.writer === writer && (one.ends > ends || (one.ends === ends && one.part > part)),
  );
  if (hasSuccessor && writer !== processWriter) return true;
  return Math.max(ends, file.changedAt) + graceMs < now;
}

const auditMark = '"audit":{"device":';

/** Does a line of this file belong to an audit? An audit may have begun at any line. */
export function hasAuditMark(path: string): boolean {
  for (let at = 0; ; at += chunkBytes) {
    // The next chunk repeats the end of this one: a mark may begin in one and end in the other.
    const bytes = readBytesFrom(path, at, chunkBytes + auditMark.length);
    if (bytes.includes(auditMark)) return true;
    if (bytes.length <= chunkBytes) return false;
  }
}

const chunkBytes = 256 * 1024;
const maxLineBytes = 64 * chunkBytes;

/** Whole lines from a position on, and where they end; lines that are too long are skipped. */
export function readSpoolLines(
  path: string,
  from: number,
): { readonly lines: readonly string[]; readonly end: number } {
  for (let chunkSize = chunkBytes; ; chunkSize *= 4) {
    const bytes = readBytesFrom(path, from, chunkSize);
    const last = bytes.lastIndexOf(0x0a);
    if (last >= 0) return { lines: bytes.toString('utf8', 0, last).split('\n'), end: from + last + 1 };
    if (bytes.length < chunkSize) return { lines: [], end: from };
    if (chunkSize >= maxLineBytes) return { lines: [], end: from + bytes.length };
  }
}
