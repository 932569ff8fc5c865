import { join } from 'node:path';
import { readBytes, readText, sameStamp, stamp, writeAtomic } from '../io/files.js';
import { fileNameFor } from '../io/file-name.js';
import type { UserPlaces } from '../state/places.js';
import { discover } from './discover.js';
import type { Snapshot } from './snapshot.js';

/** Files changed this shortly before the cache was written are compared by content, for their stamp may lie. */
const racyMs = 2_000;

interface Cached {
  readonly version: string;
  /** For whom it was taken. */
  readonly key: string;
  readonly writtenAt: number;
  readonly snapshot: Snapshot;
}

/** The snapshot of this folder if nothing changed since it was taken. Loads no parser. */
export async function readCache(cwd: string, user: UserPlaces, version: string): Promise<Snapshot | undefined> {
  const text = readText(cacheFile(cwd, user), 64 * 1024 * 1024);
  if (text === undefined) return undefined;
  const cached = parse(text);
  if (cached?.version !== version || cached.key !== keyOf(cwd, user)) return undefined;
  const { snapshot, writtenAt } = cached;
  const racy = sameStamps(snapshot, writtenAt);
  return racy && (await sameContents(racy, snapshot)) ? snapshot : undefined;
}

/** Keeps a snapshot for the next process. A state folder that cannot be written only costs time. */
export function writeCache(cwd: string, user: UserPlaces, version: string, snapshot: Snapshot, now: number): void {
  const cached: Cached = { version, key: keyOf(cwd, user), writtenAt: now, snapshot };
  try {
    writeAtomic(cacheFile(cwd, user), JSON.stringify(cached));
  } catch {
    // Read-only or full: the next process parses again.
  }
}

const keyOf = (cwd: string, user: UserPlaces): string =>
  [user.home, user.configHome, user.managedConfig, cwd].join('\n');

const cacheFile = (cwd: string, user: UserPlaces): string =>
  join(user.state, 'cache', `${fileNameFor(keyOf(cwd, user))}.json`);

function parse(text: string): Cached | undefined {
  try {
    return JSON.parse(text) as Cached;
  } catch {
    return undefined;
  }
}

/** Undefined when a file came, went or changed; else the files whose stamp is too young to be believed. */
function sameStamps(snapshot: Snapshot, writtenAt: number): readonly string[] | undefined {
  if (JSON.stringify(discover(snapshot.places)) !== JSON.stringify(snapshot.discovered)) return undefined;
  const racy: string[] = [];
  for (const path in snapshot.stamps) {
    const before = snapshot.stamps[path] ?? null;
    const after = stamp(path) ?? null;
    if (before === null || after === null) {
      if (before !== after) return undefined;
      continue;
    }
    if (!sameStamp(before, after)) return undefined;
    if (after.mtimeMs > writtenAt - racyMs) racy.push(path);
  }
  return racy;
}

async function sameContents(paths: readonly string[], snapshot: Snapshot): Promise<boolean> {
  if (paths.length === 0) return true;
  const { sha256 } = await import('../io/hash.js');
  return paths.every((path) => {
    const known = snapshot.shas[path];
    const bytes = readBytes(path, 64 * 1024 * 1024);
    return known !== undefined && bytes !== undefined && sha256(bytes) === known;
  });
}
