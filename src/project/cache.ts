import { join } from 'node:path';
import { readBytes, readText, sameStamp, stamp, writeAtomic } from '../io/files.js';
import { sha256 } from '../io/hash.js';
import type { UserPlaces } from '../state/places.js';
import { discover } from './discover.js';
import type { Snapshot } from './snapshot.js';

/** Files changed this shortly before the cache was written are compared by content, for their stamp may lie. */
const racyMs = 2_000;

interface Cached {
  readonly version: string;
  readonly writtenAt: number;
  readonly snapshot: Snapshot;
}

/** The snapshot of this folder if nothing changed since it was taken. Loads no parser. */
export function readCache(cwd: string, user: UserPlaces, version: string): Snapshot | undefined {
  const text = readText(cacheFile(cwd, user), 64 * 1024 * 1024);
  if (text === undefined) return undefined;
  const cached = parse(text);
  if (cached?.version !== version) return undefined;
  const { snapshot, writtenAt } = cached;
  return isFresh(snapshot, writtenAt) ? snapshot : undefined;
}

/** Keeps a snapshot for the next process. A state folder that cannot be written only costs time. */
export function writeCache(cwd: string, user: UserPlaces, version: string, snapshot: Snapshot, now: number): void {
  const cached: Cached = { version, writtenAt: now, snapshot };
  try {
    writeAtomic(cacheFile(cwd, user), JSON.stringify(cached));
  } catch {
    // Read-only or full: the next process parses again.
  }
}

function cacheFile(cwd: string, user: UserPlaces): string {
  const key = sha256([cwd, user.home, user.configHome, user.managedConfig].join('\0')).slice(0, 32);
  return join(user.state, 'cache', `${key}.json`);
}

function parse(text: string): Cached | undefined {
  try {
    return JSON.parse(text) as Cached;
  } catch {
    return undefined;
  }
}

function isFresh(snapshot: Snapshot, writtenAt: number): boolean {
  if (JSON.stringify(discover(snapshot.places)) !== JSON.stringify(snapshot.discovered)) return false;
  for (const path in snapshot.stamps) {
    const before = snapshot.stamps[path] ?? null;
    const after = stamp(path) ?? null;
    if (before === null || after === null) {
      if (before !== after) return false;
    } else if (!sameStamp(before, after)) return false;
    else if (after.mtimeMs > writtenAt - racyMs && !sameContent(path, snapshot)) return false;
  }
  return true;
}

function sameContent(path: string, snapshot: Snapshot): boolean {
  const known = snapshot.shas[path];
  const bytes = readBytes(path, 64 * 1024 * 1024);
  return known !== undefined && bytes !== undefined && sha256(bytes) === known;
}
