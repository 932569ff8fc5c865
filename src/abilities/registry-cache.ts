import { join } from 'node:path';
import type { Problem } from '../core/errors.js';
import { maxHashedBytes } from '../core/limits.js';
import { fileNameFor } from '../platform/files/file-name.js';
import { isRacy, sameStamp } from '../platform/files/file-stamps.js';
import { type FileStamp, fileStamp, readBytes, writeAtomic } from '../platform/files/files.js';
import { unreadSha } from '../platform/hash.js';
import { readPrivateFile } from '../state/private-file.js';
import type { Ability } from './ability.js';

/** What one registry file came out as. */
export interface ParsedRegistryFile {
  /** Of the text that was parsed. */
  readonly sha: string;
  readonly ability?: Ability;
  readonly problems: readonly Problem[];
  /** Files that it was asked for while parsing, and whether they were there. */
  readonly exists: readonly (readonly [path: string, there: boolean])[];
}

/** The files of one level: what they hold, from memory where their stamps say that nothing changed. */
export interface LevelCache {
  isThere(path: string): boolean;
  /** The content of a file; empty when it is not there, `unread` when it cannot be read whole. */
  shaOf(path: string): Promise<string>;
  /** What the file came out as when it was parsed last, if that would be the same now. */
  entryOf(path: string, sha: string): ParsedRegistryFile | undefined;
  /** Takes what a file came out as. */
  add(path: string, bytes: Uint8Array, entry: Omit<ParsedRegistryFile, 'sha'>): Promise<ParsedRegistryFile>;
  /** Keeps it all for the next process, where it differs from what is kept. */
  keep(): void;
}

interface SeenFile {
  readonly stamp: FileStamp | null;
  readonly sha: string;
  /** The stamp was taken after this time. */
  readonly lookedAt: number;
}

interface CacheContent {
  readonly version: string;
  readonly level: string;
  readonly files: readonly (readonly [string, ParsedRegistryFile])[];
  readonly seen: readonly (readonly [string, SeenFile])[];
}

interface CacheOptions {
  readonly state?: string;
  readonly version: string;
  readonly now: number;
}

const maxKeptBytes = 256 * 1024 * 1024;

/** Opens what is kept about the registry of one folder. */
export function openLevelCache(level: string, { state, version, now }: CacheOptions): LevelCache {
  const path =
    state === undefined ? undefined : join(state, 'cache', `registry-${fileNameFor(`${version}\n${level}`)}.json`);
  const kept = path === undefined ? undefined : readCacheContent(path, version, level);
  const before = { files: new Map(kept?.files), seen: new Map(kept?.seen) };
  const files = new Map<string, ParsedRegistryFile>();
  const seen = new Map<string, SeenFile>();
  const stamps = new Map<string, FileStamp | null>();
  let changed = false;

  /** Each file is looked at once in a call. */
  const stampOf = (file: string): FileStamp | null => {
    const known = stamps.get(file);
    if (known !== undefined) return known;
    const found = fileStamp(file) ?? null;
    stamps.set(file, found);
    return found;
  };

  async function look(file: string): Promise<SeenFile> {
    const found = stampOf(file);
    if (!found) return { stamp: null, sha: '', lookedAt: now };
    const old = before.seen.get(file);
    const same = old?.stamp && sameStamp(old.stamp, found) ? old : undefined;
    if (same && !isRacy(found, same.lookedAt)) return same;
    const sha = await contentHash(readBytes(file, maxHashedBytes));
    // Once the file is old enough, its stamp may be believed from now on.
    if (sha !== same?.sha || !isRacy(found, now)) changed = true;
    return { stamp: found, sha, lookedAt: now };
  }

  return {
    isThere: (file) => stampOf(file) !== null,
    async shaOf(file) {
      const known = seen.get(file) ?? (await look(file));
      seen.set(file, known);
      return known.sha;
    },
    entryOf(file, sha) {
      const old = before.files.get(file);
      if (
        old?.sha !== sha ||
        sha === unreadSha ||
        old.exists.some(([other, there]) => (stampOf(other) !== null) !== there)
      )
        return undefined;
      files.set(file, old);
      return old;
    },
    async add(file, bytes, entry) {
      const sha = await contentHash(bytes);
      const made = { sha, ...entry };
      files.set(file, made);
      seen.set(file, { stamp: stampOf(file), sha, lookedAt: now });
      changed = true;
      return made;
    },
    keep() {
      if (path === undefined || (!changed && files.size === before.files.size)) return;
      const made: CacheContent = { version, level, files: [...files], seen: [...seen] };
      try {
        writeAtomic(path, JSON.stringify(made));
      } catch {
        // Read-only or full: the next process parses again.
      }
    },
  };
}

/** Loaded when the first file must be hashed, and once: thousands may follow. */
let hash: Promise<typeof import('../platform/hash.js')> | undefined;

async function contentHash(bytes: Uint8Array | undefined): Promise<string> {
  hash ??= import('../platform/hash.js');
  return bytes ? (await hash).sha256(bytes) : unreadSha;
}

function readCacheContent(path: string, version: string, level: string): CacheContent | undefined {
  try {
    const kept = JSON.parse(readPrivateFile(path, maxKeptBytes).text ?? 'null') as CacheContent | null;
    if (kept?.version !== version || kept.level !== level) return undefined;
    return kept.files.every(isEntry) && Array.isArray(kept.seen) ? kept : undefined;
  } catch {
    // Not ours, or damaged: as good as none.
    return undefined;
  }
}

const isEntry = ([path, entry]: readonly [string, ParsedRegistryFile]): boolean =>
  typeof path === 'string' && Array.isArray(entry.problems) && Array.isArray(entry.exists);
