import { closeSync, constants, fstatSync, openSync, readSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from './files.js';

/** Reads a timer file: its mtime is the time, and any content means that the spool is full. Costs one stat, no read. */
export function readTimerFile(path: string): { readonly until: number; readonly isFull: boolean } {
  const stat = statSync(path, { throwIfNoEntry: false });
  return { until: stat?.mtimeMs ?? 0, isFull: (stat?.size ?? 0) > 0 };
}

export function setTimerFile(path: string, until: number, isFull?: boolean): void {
  const at = new Date(until);
  try {
    if (isFull !== undefined) writeFileSync(path, isFull ? 'full\n' : '', { mode: 0o600 });
    utimesSync(path, at, at);
  } catch {
    makePrivateFolder(dirname(path));
    writeFileSync(path, isFull ? 'full\n' : '', { mode: 0o600 });
    utimesSync(path, at, at);
  }
}

/** At most `maxBytes` of a file from a position; empty at its end, or if the file is missing. */
export function readBytesFrom(path: string, from: number, maxBytes: number): Buffer {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return Buffer.alloc(0);
  }
  try {
    // Allocate no more than the file needs: the memory stays in use until the next garbage collection.
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
