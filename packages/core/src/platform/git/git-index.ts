import { closeSync, openSync, readSync } from 'node:fs';
import type { TreeFile } from './patch-tree.js';

/** One file in a git index. */
export interface IndexEntry {
  readonly path: string;
  /** As git writes it: 100644, 100755, 120000 or 160000. */
  readonly mode: string;
  readonly id: string;
  /** The entry is a submodule's commit. */
  readonly isSubmodule: boolean;
  /** 0, or the side of a merge conflict. */
  readonly stage: number;
  /** Git does not compare it with the file: assume-unchanged, skip-worktree or intent-to-add. */
  readonly isUnwatched: boolean;
  /** A sparse checkout leaves it out of the work tree. */
  readonly isSkipped: boolean;
  /** When the file was last changed, in whole seconds since the epoch. */
  readonly modifiedSeconds: number;
  /** The file's size on disk when git last read it; 0 if git must read it again. */
  readonly size: number;
  /** Is this the file that git last read? Compares size, times and inode number, as git does. */
  isSameFile(stat: FileNumbers): boolean;
}

/** The system's data on a file. Times are milliseconds since the epoch. */
export interface FileNumbers {
  readonly mode: number;
  readonly size: number;
  readonly ino: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** Most readers need only the path and the flags: the rest is decoded on demand. */
class ReadIndexEntry implements IndexEntry {
  constructor(
    private readonly bytes: Buffer,
    private readonly start: number,
    readonly path: string,
    readonly stage: number,
    readonly isUnwatched: boolean,
    readonly isSkipped: boolean,
  ) {}

  get mode(): string {
    return this.bytes.readUInt32BE(this.start + 24).toString(8);
  }

  get isSubmodule(): boolean {
    return this.bytes.readUInt32BE(this.start + 24) === submoduleMode;
  }

  get id(): string {
    return this.bytes.toString('hex', this.start + statBytes, this.start + statBytes + 20);
  }

  get modifiedSeconds(): number {
    return this.bytes.readUInt32BE(this.start + 8);
  }

  get size(): number {
    return this.bytes.readUInt32BE(this.start + 36);
  }

  isSameFile({ mode, size, ino, mtimeMs, ctimeMs }: FileNumbers): boolean {
    const { bytes, start } = this;
    const known = bytes.readUInt32BE(start + 24);
    return (
      (known & typeBits) === (mode & typeBits) &&
      (known & ownerMayRun) === (isLink(mode) ? 0 : mode & ownerMayRun) &&
      bytes.readUInt32BE(start + 36) === size % 2 ** 32 &&
      bytes.readUInt32BE(start + 20) === ino % 2 ** 32 &&
      isSameTime(bytes, start, ctimeMs) &&
      isSameTime(bytes, start + 8, mtimeMs)
    );
  }
}

const typeBits = 0o170000;
const submoduleMode = 0o160000;
const ownerMayRun = 0o100;
const isLink = (mode: number): boolean => (mode & typeBits) === 0o120000;

/** Some programs write whole seconds. A number of milliseconds is exact to less than a microsecond. */
function isSameTime(bytes: Buffer, at: number, ms: number): boolean {
  const [seconds, nanoseconds] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
  if (nanoseconds === 0) return seconds === Math.floor(ms / 1_000);
  return Math.abs(seconds * 1_000 + nanoseconds / 1e6 - ms) < 0.001;
}

export const headerBytes = 12;
/** The stat data at the start of an entry. The content's object name follows. */
export const statBytes = 40;
/** Extensions that change the meaning of entries: a shared index, and folders in place of files. */
const changingExtensions = ['link', 'sdir'];

/** The raw parts of an index file. */
export interface GitIndex {
  readonly entries: readonly IndexEntry[];
  /** Additional data of git, by name. */
  readonly extensions: ReadonlyMap<string, Buffer>;
}

/**
 * Parses an index file of version 2 or 3 with SHA-1 names; undefined if it is anything else or if part of it is stored
 * elsewhere. The caller can then ask git for the entries.
 */
export function parseGitIndex(bytes: Buffer): GitIndex | undefined {
  if (bytes.length < headerBytes + 20 || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version !== 2 && version !== 3) return undefined;
  const count = bytes.readUInt32BE(8);
  const entries: IndexEntry[] = [];
  const end = bytes.length - 20;
  let at = headerBytes;
  for (let i = 0; i < count; i++) {
    const read = readEntry(bytes, at, end);
    if (!read) return undefined;
    entries.push(read.entry);
    at = read.next;
  }
  const extensions = new Map<string, Buffer>();
  while (at + 8 <= end) {
    const name = bytes.toString('latin1', at, at + 4);
    // An unknown extension with a lowercase name must be understood.
    if (changingExtensions.includes(name) || /^[a-z]/.test(name)) return undefined;
    const next = at + 8 + bytes.readUInt32BE(at + 4);
    extensions.set(name, bytes.subarray(at + 8, next));
    at = next;
  }
  return at === end ? { entries, extensions } : undefined;
}

function readEntry(bytes: Buffer, start: number, end: number) {
  const fixed = start + statBytes + 20 + 2;
  if (fixed > end) return undefined;
  const flags = bytes.readUInt16BE(fixed - 2);
  const isExtended = (flags & 0x4000) !== 0;
  const more = isExtended ? bytes.readUInt16BE(fixed) : 0;
  const nameAt = fixed + (isExtended ? 2 : 0);
  const nameEnd = bytes.indexOf(0, nameAt);
  if (nameEnd === -1 || nameEnd >= end) return undefined;
  const isSkipped = (more & 0x4000) !== 0;
  const path = bytes.toString('utf8', nameAt, nameEnd);
  const isUnwatched = (flags & 0x8000) !== 0 || isSkipped || (more & 0x2000) !== 0;
  const entry = new ReadIndexEntry(bytes, start, path, (flags & 0x3000) >> 12, isUnwatched, isSkipped);
  return { entry, next: endOfEntry(start, nameEnd) };
}

/** Entries are padded with one to eight zeros to a multiple of eight. */
const endOfEntry = (start: number, nameEnd: number): number => start + Math.ceil((nameEnd - start + 1) / 8) * 8;

/** The start of the next entry, in an index of version 2. */
export function nextEntry(bytes: Buffer, start: number): number | undefined {
  const nameAt = start + statBytes + 20 + 2;
  if (nameAt > bytes.length) return undefined;
  const length = bytes.readUInt16BE(nameAt - 2) & 0xfff;
  const nameEnd = length <= maxShortName ? nameAt + length : bytes.indexOf(0, nameAt);
  return nameEnd === -1 ? undefined : endOfEntry(start, nameEnd);
}

const maxShortName = 0xffe;
const fileModes: readonly string[] = ['100644', '100755', '120000'];

/**
 * The files at some paths of a version 2 index, found without parsing all entries. Undefined if the version differs, or
 * if one of the paths is not a file in it.
 */
export function findInIndex(bytes: Buffer, paths: readonly string[]): ReadonlyMap<string, TreeFile> | undefined {
  const positions = positionsInIndex(bytes, paths);
  if (!positions) return undefined;
  const found = new Map<string, TreeFile>();
  for (const [path, start] of positions) {
    const { mode, id } = new ReadIndexEntry(bytes, start, path, 0, false, false);
    if (!fileModes.includes(mode)) return undefined;
    found.set(path, { mode, id });
  }
  return found;
}

/** The start of the entries of some paths in a version 2 index; undefined as for `findInIndex`. */
export function positionsInIndex(bytes: Buffer, paths: readonly string[]): ReadonlyMap<string, number> | undefined {
  if (bytes.length < headerBytes + 20 || bytes.toString('latin1', 0, 4) !== 'DIRC' || bytes.readUInt32BE(4) !== 2)
    return undefined;
  const names = paths.map((path) => [Buffer.from(`${path}\0`, 'utf8'), path] as const);
  const found = new Map<string, number>();
  let at = headerBytes;
  // An index is sorted by path in this order, so one pass finds all of them.
  for (const [name, path] of names.sort(([a], [b]) => Buffer.compare(a, b))) {
    const start = findEntry(bytes, name, at);
    if (start === undefined) return undefined;
    found.set(path, start);
    at = start + statBytes;
  }
  return found;
}

/** The start of the entry with this name (and a zero at its end). The name may also be the end of a longer one. */
function findEntry(bytes: Buffer, name: Buffer, from: number): number | undefined {
  const length = name.length - 1;
  if (length > maxShortName) return undefined;
  for (let nameAt = bytes.indexOf(name, from); nameAt !== -1; nameAt = bytes.indexOf(name, nameAt + 1)) {
    const start = nameAt - statBytes - 20 - 2;
    // The flags precede the name: its length, if no flag is set.
    if (start >= headerBytes && (start - headerBytes) % 8 === 0 && bytes.readUInt16BE(nameAt - 2) === length)
      return start;
  }
  return undefined;
}

/** How many entries an index file has, according to its header. */
export function countIndexEntries(file: string): number | undefined {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch {
    return undefined;
  }
  try {
    const head = Buffer.alloc(headerBytes);
    const isRead = readSync(fd, head, 0, headerBytes, 0) === headerBytes;
    return isRead && head.toString('latin1', 0, 4) === 'DIRC' ? head.readUInt32BE(8) : undefined;
  } finally {
    closeSync(fd);
  }
}
