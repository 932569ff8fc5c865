import { join } from 'node:path';
import { list, remove, rename, stamp } from '../../../platform/files/files.js';
import { readFrom } from '../../../platform/files/spool.js';
import { loneWriter, readSpoolName, type SpoolName } from '../journal-files.js';

/** A file of lines that wait to be taken in, or were. */
export interface SpoolFile extends SpoolName {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly changedAt: number;
}

/** Done files on their way out; see `Spool.drop`. */
const leaving = '.done';

/** The files of a spool, oldest first. */
export function spoolFiles(dir: string): readonly SpoolFile[] {
  const entries = list(dir);
  if (typeof entries === 'string') return [];
  return entries.flatMap(({ name, kind }): readonly SpoolFile[] => {
    const said = kind === 'file' ? readSpoolName(name) : undefined;
    const path = join(dir, name);
    const found = said && stamp(path);
    return said && found ? [{ ...said, name, path, size: found.size, changedAt: found.mtimeMs }] : [];
  });
}

/** Names of files whose place in the journal may still be noted, although they are done. */
export function doneFiles(dir: string): readonly string[] {
  const entries = list(dir);
  if (typeof entries === 'string') return [];
  return entries.flatMap(({ name }) => (name.endsWith(leaving) ? [name.slice(0, -leaving.length)] : []));
}

/** Out of the way of a new file of that name, before it is forgotten where its reader was. */
export const setAside = (file: SpoolFile): void => rename(file.path, `${file.path}${leaving}`);

export const removeDone = (dir: string, name: string): void => remove(join(dir, `${name}${leaving}`));

/** A process that is slow to write its one line must find its file still there. */
const graceMs = 10 * 60_000;

/** Will nobody write to this file again? An engine goes on from part to part; others write by the hour. */
export function isLeft(file: SpoolFile, all: readonly SpoolFile[], now: number): boolean {
  const { writer, part, ends } = file;
  const later = all.some((one) => one.writer === writer && (one.ends > ends || (one.ends === ends && one.part > part)));
  if (later && writer !== loneWriter) return true;
  return Math.max(ends, file.changedAt) + graceMs < now;
}

const chunkBytes = 256 * 1024;
const longestLine = 64 * chunkBytes;

/** Whole lines from a position on, and where they end; a line that is too long for anybody is passed over. */
export function readLines(path: string, from: number): { readonly lines: readonly string[]; readonly end: number } {
  for (let most = chunkBytes; ; most *= 4) {
    const bytes = readFrom(path, from, most);
    const last = bytes.lastIndexOf(0x0a);
    if (last >= 0) return { lines: bytes.toString('utf8', 0, last).split('\n'), end: from + last + 1 };
    if (bytes.length < most) return { lines: [], end: from };
    if (most >= longestLine) return { lines: [], end: from + bytes.length };
  }
}
