import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { tryLock } from '../lock.js';
import { makePrivateFolder } from './files.js';

/** How large a file of lines may grow, and how many older files are kept. */
export interface Rotation {
  readonly maxBytes: number;
  readonly keep: number;
}

/**
 * Adds one line with a single write, so that lines of several processes never mix; only the owner can read the file. A
 * file that would exceed its limit is rotated first: `a.jsonl` becomes `a.1.jsonl`, and the oldest is deleted. If
 * rotation fails, as on Windows while a program reads the file, the line is added anyway, up to twice the limit, and
 * the next one tries again. Never waits, except for the disk with `sync`.
 */
export function appendLine(path: string, line: string, rotation?: Rotation, { sync = false } = {}): void {
  const bytes = Buffer.from(`${line}\n`);
  let file = openForAppend(path);
  try {
    if (rotation && file.size + bytes.length > rotation.maxBytes && rotate(path, bytes.length, rotation)) {
      const { fd } = file;
      file = openForAppend(path);
      closeSync(fd);
    }
    writeBytes(file.fd, endsInLine(file) ? bytes : Buffer.concat([Buffer.from('\n'), bytes]));
    if (sync) fdatasyncSync(file.fd);
  } finally {
    closeSync(file.fd);
  }
}

/** Adds lines like `appendLine`, for a process that adds many: the file stays open until another one is named. */
export function createLineAppender(): (path: string, line: string, options?: { readonly sync?: boolean }) => void {
  let current: { readonly path: string; readonly fd: number } | undefined;
  /** Size of the file after our own last line: if nothing was added since, the file ends in that line. */
  let ownEnd = -1;
  const fileAt = (path: string): OpenFile => {
    if (current?.path === path) {
      const { size, nlink } = fstatSync(current.fd);
      if (nlink > 0) return { fd: current.fd, size };
    }
    ownEnd = -1;
    if (current) closeSync(current.fd);
    current = undefined;
    const file = openForAppend(path);
    current = { path, fd: file.fd };
    return file;
  };
  return (path, line, { sync = false } = {}) => {
    const file = fileAt(path);
    const isWhole = file.size === ownEnd || endsInLine(file);
    const bytes = Buffer.from(isWhole ? `${line}\n` : `\n${line}\n`);
    ownEnd = -1;
    writeBytes(file.fd, bytes);
    ownEnd = file.size + bytes.length;
    if (sync) fdatasyncSync(file.fd);
  };
}

interface OpenFile {
  readonly fd: number;
  readonly size: number;
}

// Non-blocking: opening a named pipe must not hang.
const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

function openForAppend(path: string): OpenFile {
  let fd: number;
  try {
    fd = openSync(path, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    makePrivateFolder(dirname(path));
    fd = openSync(path, flags, 0o600);
  }
  const stat = fstatSync(fd);
  if (stat.isFile()) return { fd, size: stat.size };
  closeSync(fd);
  throw new Error(`${path}: expected a file`);
}

/** A writer may have died, or the disk may have been full, in the middle of a line. */
function endsInLine({ fd, size }: OpenFile): boolean {
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 1 && last[0] === 0x0a;
}

function writeBytes(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** Rotates a full file; false if another process is doing so, or if it cannot be done now. */
function rotate(path: string, addedBytes: number, { maxBytes, keep }: Rotation): boolean {
  const lock = tryLock(`${path}.lock`, { staleMs });
  if (!lock) return false;
  try {
    // Another process may have rotated it already; rotating its new file would delete a full one.
    if ((sizeOf(path) ?? 0) + addedBytes <= maxBytes) return true;
    const older = (n: number) => path.replace(/(\.[^./\\]*)?$/, `.${n}$1`);
    // Only up to the first free name: a rotation that failed halfway left a gap, and must not cost an older file each time.
    let free = 1;
    while (free < keep && sizeOf(older(free)) !== undefined) free++;
    for (let n = free - 1; n >= 1; n--) renameSync(older(n), older(n + 1));
    if (keep > 0) renameSync(path, older(1));
    else rmSync(path, { force: true });
    return true;
  } catch (error) {
    // A file that can never be rotated must not fill the disk.
    if ((sizeOf(path) ?? 0) + addedBytes > 2 * maxBytes) throw error;
    return false;
  } finally {
    lock.release();
  }
}

const staleMs = 10_000;

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;
