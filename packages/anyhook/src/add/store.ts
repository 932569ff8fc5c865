import { dirname, join } from 'node:path';
import {
  AnyhookError,
  type Hook,
  isFolder,
  isoNow,
  listFolder,
  makePrivateFolder,
  missingFolders,
  newId,
  readBytes,
  readText,
  removeEmptyFolders,
  removePath,
  renamePath,
  userPaths,
  withLock,
  withoutUndefined,
  writeAtomic,
  writePackageTree,
} from '@anyhook/core';
import { loadSnapshotTaker, type World } from '../answer/engine.js';
import {
  folderNameOf,
  type LockedPackage,
  maxLockBytes,
  type PackageStore,
  packageDataFolder,
  packageFolder,
  parsePackageLock,
} from '../hooks/hook-packages.js';
import { forgetTrust, recordPackageTrust, recordTrust } from '../trust/trust.js';
import { forgetTrustedTexts, keepTrustedTexts } from '../trust/trust-texts.js';
import type { FetchedPackage } from './fetch.js';
import { fileHashes, type PackageReview } from './review.js';

export function lockedPackages({ lockFile }: PackageStore): Readonly<Record<string, LockedPackage>> {
  const text = readText(lockFile, maxLockBytes);
  if (text === undefined) return {};
  const { packages, problem } = parsePackageLock(text);
  if (problem !== undefined) throw new AnyhookError('BAD_STATE', `${lockFile}: ${problem}`);
  return packages;
}

interface PackageToWrite {
  readonly fetched: FetchedPackage;
  readonly review: PackageReview;
}

/** Why a package cannot have this name; undefined if it can. */
export function nameProblem(store: PackageStore, name: string): string | undefined {
  const twin = Object.keys(lockedPackages(store)).find(
    (one) => one !== name && folderNameOf(one).toLowerCase() === folderNameOf(name).toLowerCase(),
  );
  return twin === undefined ? undefined : `${name} would have the folder of ${twin}`;
}

/** Writes a package, or a new version of it, and its row in the lock file. On an error nothing remains. */
export async function writePackage(
  store: PackageStore,
  { fetched, review }: PackageToWrite,
  world: World,
): Promise<void> {
  const { name, files } = fetched;
  const user = userPaths(world.env, world.home);
  await withLock(packagesLock(user.state), async () => {
    const folder = packageFolder(store, name);
    const made = missingFolders(join(folder, 'x'));
    const fresh = join(store.folder, `.new-${newId()}`);
    const old = join(store.folder, `.old-${newId()}`);
    const hadOld = isFolder(folder);
    try {
      writePackageTree(fresh, files);
      if (hadOld) renamePath(folder, old);
      renamePath(fresh, folder);
      writeLock(store, { ...lockedPackages(store), [name]: lockedOf(fetched, review) });
    } catch (error) {
      removePath(fresh);
      if (isFolder(old)) {
        removePath(folder);
        renamePath(old, folder);
      } else if (!hadOld) removePath(folder);
      removeEmptyFolders(made);
      throw error;
    }
    removePath(old);
    if (fetched.dataFolder === undefined) makePrivateFolder(packageDataFolder(user, name));
  });
}

const lockedOf = (
  { kind, source, version, commit, isTag, dataFolder, base, files }: FetchedPackage,
  { format, hookFiles }: PackageReview,
): LockedPackage => ({
  kind,
  source,
  ...withoutUndefined({ version, commit, isTag }),
  dialect: format,
  hookFiles,
  files: fileHashes(files),
  ...withoutUndefined({ dataFolder, base }),
});

const packagesLock = (state: string): string => join(state, 'packages.lock');

function writeLock({ lockFile, scope }: PackageStore, packages: Readonly<Record<string, LockedPackage>>): void {
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeAtomic(
    lockFile,
    `${JSON.stringify({ version: 1, packages: sorted }, null, 2)}\n`,
    scope === 'project' ? 0o644 : 0o600,
  );
}

/** Records that the user agreed to what a package runs. */
export async function trustPackage(store: PackageStore, name: string, world: World): Promise<void> {
  const user = userPaths(world.env, world.home);
  const folder = packageFolder(store, name);
  const takeSnapshot = await loadSnapshotTaker();
  const snapshot = await takeSnapshot(world.cwd, user);
  if (store.scope === 'user') {
    recordPackageTrust(snapshot, folder, user, isoNow());
    keepTrustedTexts(folder, user);
    return;
  }
  const isOfPackage = (hook: Hook) => hook.package?.name === name;
  recordTrust(snapshot, user, isoNow(), isOfPackage);
  keepTrustedTexts(snapshot.root, user);
}

/** Removes a package: its files, its row, its data and its trust. */
export async function removePackage(store: PackageStore, name: string, world: World): Promise<void> {
  const user = userPaths(world.env, world.home);
  await withLock(packagesLock(user.state), async () => {
    const folder = packageFolder(store, name);
    const { [name]: _gone, ...rest } = lockedPackages(store);
    // The row goes first: files without a row are not a package.
    if (Object.keys(rest).length > 0) writeLock(store, rest);
    else removePath(store.lockFile);
    removePath(folder);
    removePath(packageDataFolder(user, name));
    if (store.scope === 'user') {
      forgetTrust(folder, user, isoNow());
      forgetTrustedTexts(folder, user);
    } else forgetTrust(folder, user, isoNow());
    const above = store.scope === 'user' ? [dirname(dirname(store.lockFile))] : [];
    removeEmptyFolders([store.folder, dirname(store.lockFile), ...above, dirname(packageDataFolder(user, name))]);
  });
}

const maxFileBytes = 64 * 1024 * 1024;

/** The content of an installed file; undefined if it does not exist. */
export const installedBytes = (store: PackageStore, name: string, path: string): Buffer | undefined =>
  readBytes(join(packageFolder(store, name), path), maxFileBytes);

/** Does the folder of a package contain anything that is not in the lock file? */
export function isFolderTaken(store: PackageStore, name: string): boolean {
  const entries = listFolder(packageFolder(store, name));
  return lockedPackages(store)[name] === undefined && typeof entries !== 'string' && entries.length > 0;
}
