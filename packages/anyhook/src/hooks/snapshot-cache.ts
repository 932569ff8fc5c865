import { join } from 'node:path';
import {
  areListed,
  fileNameFor,
  folderChangedAt,
  haveSameOwners,
  type IsAbsent,
  maxProjectHashedBytes,
  maxStateFileBytes,
  newestReliableChange,
  parseJson,
  readPrivateFile,
  recheckStamps,
  stateProblem,
  thisSystem,
  type UserPaths,
  unreadSha,
  writeAtomic,
} from '@anyhook/core';
import { trustFolder } from '../trust/trust-records.js';
import { discoverHookFiles } from './discover.js';
import { findProjectRoot, projectLevels } from './project-root.js';
import type { ProjectSnapshot, UntrustedSummary } from './snapshot.js';

interface CachedSnapshot {
  readonly version: string;
  /** The user and folder of the snapshot. */
  readonly key: string;
  /** When the first file was checked. */
  readonly lookedAt: number;
  readonly snapshot: ProjectSnapshot;
}

/** The snapshot of this folder if nothing changed since. Loads no parser. */
export async function readSnapshotCache(
  cwd: string,
  user: UserPaths,
  version: string,
  now: number,
): Promise<ProjectSnapshot | undefined> {
  const { text } = readPrivateFile(cacheFile(cwd, user, version), maxStateFileBytes);
  const cached = parseJson(text ?? '') as CachedSnapshot | undefined;
  if (cached?.version !== version || cached.key !== cacheKey(cwd, user)) return undefined;
  try {
    const { snapshot, lookedAt } = cached;
    const reliableFrom = await checkSnapshot(snapshot, cwd, user, lookedAt, now);
    if (reliableFrom === undefined) return undefined;
    if (reliableFrom !== lookedAt) writeSnapshotCache(cwd, user, version, snapshot, reliableFrom);
    return snapshot;
  } catch {
    // Foreign or damaged: treat it as missing.
    return undefined;
  }
}

/** Checks every file again: the time up to which stamps can be trusted, or undefined if something changed. */
export async function checkSnapshot(
  snapshot: ProjectSnapshot,
  cwd: string,
  user: UserPaths,
  checkedAt: number,
  now: number,
  isAbsent?: IsAbsent,
): Promise<number | undefined> {
  if (snapshot.exposed || stateProblem(user.state)) return undefined;
  if (!haveSameOwners(snapshot.folderOwners)) return undefined;
  const folders = findProjectRoot(cwd, user);
  if (snapshot.root !== folders.root) return undefined;
  if (projectLevels(folders, cwd, user, isAbsent).join('\n') !== snapshot.levels.join('\n')) return undefined;
  if (snapshot.untrustedSummary && !isTrustUnchanged(snapshot.untrustedSummary, user, checkedAt)) return undefined;
  const discovered = discoverHookFiles(snapshot.places, snapshot.limits, thisSystem, isAbsent);
  if (JSON.stringify(discovered) !== JSON.stringify(snapshot.discovered)) return undefined;
  if (snapshot.listings && !areListed(snapshot.listings)) return undefined;
  const found = recheckStamps(snapshot.stamps, checkedAt, now, isAbsent);
  return found && (await sameContents(found.racy, snapshot)) ? found.reliableFrom : undefined;
}

/** What is read of untrusted files depends on what a person trusts. */
const isTrustUnchanged = ({ trustChangedAt }: UntrustedSummary, user: UserPaths, checkedAt: number): boolean =>
  trustChangedAt === folderChangedAt(trustFolder(user)) && trustChangedAt < newestReliableChange(checkedAt);

/** Stores a snapshot, taken at `now`, for the next process. If the state folder cannot be written, only time is lost. */
export function writeSnapshotCache(
  cwd: string,
  user: UserPaths,
  version: string,
  snapshot: ProjectSnapshot,
  now: number,
  maxChars = Number.POSITIVE_INFINITY,
): void {
  if (snapshot.exposed) return;
  const cached: CachedSnapshot = { version, key: cacheKey(cwd, user), lookedAt: now, snapshot };
  try {
    const text = JSON.stringify(cached);
    if (text.length <= maxChars) writeAtomic(cacheFile(cwd, user, version), text);
  } catch {
    // Read-only or full: the next process parses again.
  }
}

const cacheKey = (cwd: string, user: UserPaths): string =>
  [user.home, user.configHome, user.managedConfig, user.project ?? '', cwd].join('\n');

/** Two versions on one machine do not overwrite each other's cache. */
const cacheFile = (cwd: string, user: UserPaths, version: string): string =>
  join(user.state, 'cache', `${fileNameFor(`${version}\n${cacheKey(cwd, user)}`)}.json`);

/** Compares the files whose content was used; for untrusted files only their existence was used. */
async function sameContents(paths: readonly string[], snapshot: ProjectSnapshot): Promise<boolean> {
  const counted = paths.filter((path) => snapshot.shas[path] !== undefined);
  if (counted.length === 0) return true;
  const { createContentHasher } = await import('@anyhook/core');
  const hasher = createContentHasher(maxProjectHashedBytes);
  return counted.every((path) => snapshot.shas[path] !== unreadSha && hasher.hash(path) === snapshot.shas[path]);
}
