import { join } from 'node:path';
import {
  type FileStamp,
  fileNameFor,
  fileStamp,
  isRacy,
  maxHashedBytes,
  type Problem,
  readBytes,
  readPrivateFile,
  sameStamp,
  unreadSha,
  writeAtomic,
} from '@anyhook/core';
import type { Ability } from './ability.js';

export interface ParsedRegistryFile {
  /** The hash of the text that was parsed. */
  readonly sha: string;
  readonly ability?: Ability;
  readonly problems: readonly Problem[];
  /** Files whose existence was checked while parsing, and whether they existed. */
  readonly exists: readonly (readonly [path: string, there: boolean])[];
}

/** The registry files of one level; those whose stamps did not change come from the cache. */
export interface LevelCache {
  exists(path: string): boolean;
  /** The hash of a file's content; empty if there is no such file, `unreadSha` if it cannot be read completely. */
  shaOf(path: string): Promise<string>;
  /** The result of the last parse, if parsing now would give the same. */
  entryOf(path: string, sha: string): ParsedRegistryFile | undefined;
  add(path: string, bytes: Uint8Array, entry: Omit<ParsedRegistryFile, 'sha'>): Promise<ParsedRegistryFile>;
  /** Stores the cache for the next process, if it changed. */
  save(): void;
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

const maxCacheBytes = 256 * 1024 * 1024;

/** Opens the cache for the registry of one folder. */
export function openLevelCache(level: string, { state, version, now }: CacheOptions): LevelCache {
  const path =
    state === undefined ? undefined : join(state, 'cache', `registry-${fileNameFor(`${version}\n${level}`)}.json`);
  const stored = path === undefined ? undefined : readCacheContent(path, version, level);
  const previous = { files: new Map(stored?.files), seen: new Map(stored?.seen) };
  const files = new Map<string, ParsedRegistryFile>();
  const seen = new Map<string, SeenFile>();
  const stamps = new Map<string, FileStamp | null>();
  let isChanged = false;

  /** Each file is checked only once. */
  const stampOf = (file: string): FileStamp | null => {
    const known = stamps.get(file);
    if (known !== undefined) return known;
    const found = fileStamp(file) ?? null;
    stamps.set(file, found);
    return found;
  };

  async function inspectFile(file: string): Promise<SeenFile> {
    const found = stampOf(file);
    if (!found) return { stamp: null, sha: '', lookedAt: now };
    const old = previous.seen.get(file);
    const same = old?.stamp && sameStamp(old.stamp, found) ? old : undefined;
    if (same && !isRacy(found, same.lookedAt)) return same;
    const sha = await contentHash(readBytes(file, maxHashedBytes));
    // Once the file is old enough, its stamp is reliable from now on.
    if (sha !== same?.sha || !isRacy(found, now)) isChanged = true;
    return { stamp: found, sha, lookedAt: now };
  }

  return {
    exists: (file) => stampOf(file) !== null,
    async shaOf(file) {
      const known = seen.get(file) ?? (await inspectFile(file));
      seen.set(file, known);
      return known.sha;
    },
    entryOf(file, sha) {
      const old = previous.files.get(file);
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
      isChanged = true;
      return made;
    },
    save() {
      if (path === undefined || (!isChanged && files.size === previous.files.size)) return;
      const content: CacheContent = { version, level, files: [...files], seen: [...seen] };
      try {
        writeAtomic(path, JSON.stringify(content));
      } catch {
        // Read-only or full: the next process parses again.
      }
    },
  };
}

/** Loaded when the first file must be hashed, and once: thousands may follow. */
let hash: Promise<(bytes: Uint8Array) => string> | undefined;

async function contentHash(bytes: Uint8Array | undefined): Promise<string> {
  hash ??= import('@anyhook/core').then(({ sha256 }) => sha256);
  return bytes ? (await hash)(bytes) : unreadSha;
}

function readCacheContent(path: string, version: string, level: string): CacheContent | undefined {
  try {
    const stored = JSON.parse(readPrivateFile(path, maxCacheBytes).text ?? 'null') as CacheContent | null;
    if (stored?.version !== version || stored.level !== level) return undefined;
    return stored.files.every(isEntry) && Array.isArray(stored.seen) ? stored : undefined;
  } catch {
    // Not ours, or damaged: the same as no cache.
    return undefined;
  }
}

const isEntry = ([path, entry]: readonly [string, ParsedRegistryFile]): boolean =>
  typeof path === 'string' && Array.isArray(entry.problems) && Array.isArray(entry.exists);
