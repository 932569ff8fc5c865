import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makePrivate } from './files.js';

/** A point in time that a file's own time stands for, and whether the file says anything. One look, nothing is read. */
export function readTimer(path: string): { readonly until: number; readonly marked: boolean } {
  const stat = statSync(path, { throwIfNoEntry: false });
  return { until: stat?.mtimeMs ?? 0, marked: (stat?.size ?? 0) > 0 };
}

export function setTimer(path: string, until: number, marked?: boolean): void {
  const at = new Date(until);
  try {
    if (marked !== undefined) writeFileSync(path, marked ? 'full\n' : '', { mode: 0o600 });
    utimesSync(path, at, at);
  } catch {
    makePrivate(dirname(path));
    writeFileSync(path, marked ? 'full\n' : '', { mode: 0o600 });
    utimesSync(path, at, at);
  }
}

/** Bytes of a file from a position on, at most so many; empty at its end or where it is missing. */
export function readFrom(path: string, from: number, maxBytes: number): Buffer {
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

/** A lock that one process of many holds and that a dead one loses. */
export interface Lock {
  /** Says that the holder is alive; false when somebody else holds the lock by now. */
  beat(): boolean;
  release(): void;
}

/** Takes the lock, or says that another holds it or that its folder is not there. One that nobody has touched for `staleMs` is taken over. */
export function takeLock(path: string, staleMs: number): Lock | undefined {
  const token = `${process.pid} ${Math.random().toString(36).slice(2)}`;
  if (!create(path, token)) {
    const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - touched <= staleMs) return undefined;
    rmSync(path, { force: true });
    if (!create(path, token)) return undefined;
  }
  const isOurs = () => read(path) === token;
  return {
    beat() {
      if (!isOurs()) return false;
      const now = new Date();
      utimesSync(path, now, now);
      return true;
    },
    release() {
      if (isOurs()) rmSync(path, { force: true });
    },
  };
}

function create(path: string, token: string): boolean {
  try {
    writeFileSync(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
