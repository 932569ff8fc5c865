import { closeSync, constants, fstatSync, openSync, readSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from './files.js';

/** A point in time that a file's own time stands for, and whether the file says anything. One look, nothing is read. */
export function readTimerFile(path: string): { readonly until: number; readonly marked: boolean } {
  const stat = statSync(path, { throwIfNoEntry: false });
  return { until: stat?.mtimeMs ?? 0, marked: (stat?.size ?? 0) > 0 };
}

export function setTimerFile(path: string, until: number, marked?: boolean): void {
  const at = new Date(until);
  try {
    if (marked !== undefined) writeFileSync(path, marked ? 'full\n' : '', { mode: 0o600 });
    utimesSync(path, at, at);
  } catch {
    makePrivateFolder(dirname(path));
    writeFileSync(path, marked ? 'full\n' : '', { mode: 0o600 });
    utimesSync(path, at, at);
  }
}

/** Bytes of a file from a position on, at most so many; empty at its end or where it is missing. */
export function readBytesFrom(path: string, from: number, maxBytes: number): Buffer {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return Buffer.alloc(0);
  }
  try {
    // No more than is there: what is allocated weighs until the garbage is taken out.
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(maxBytes, fstatSync(fd).size - from)));
    let at = 0;
    while (at < bytes.length) {
      const read = readSync(fd, bytes, at, bytes.length - at, from + at);
      if (read === 0) break;
      at += read;
    }
    return bytes.subarray(0, at);
  } finally {
    closeSync(fd);
  }
}
