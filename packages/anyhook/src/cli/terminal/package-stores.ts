import { AnyhookError, nearestWord, userPaths } from '@anyhook/core';
import { lockedPackages } from '../../add/store.js';
import type { World } from '../../answer/engine.js';
import { type LockedPackage, type PackageStore, projectPackages, userPackages } from '../../hooks/hook-packages.js';
import { findProjectRoot } from '../../hooks/project-root.js';

export type PackageScope = PackageStore['scope'];

/** Where the packages of a scope are, for a person in this folder. */
export function packageStore(scope: PackageScope, world: World): PackageStore {
  const user = userPaths(world.env, world.home);
  return scope === 'user' ? userPackages(user) : projectPackages(findProjectRoot(world.cwd, user).root);
}

/** A package that was added, and where. */
export interface StoredPackage {
  readonly name: string;
  readonly store: PackageStore;
  readonly locked: LockedPackage;
}

/** The packages of the user and of this project, or of one scope. */
export function storedPackages(world: World, scope?: PackageScope): readonly StoredPackage[] {
  const scopes: readonly PackageScope[] = scope ? [scope] : ['user', 'project'];
  return scopes.flatMap((one) => {
    const store = packageStore(one, world);
    return Object.entries(lockedPackages(store)).map(([name, locked]) => ({ name, store, locked }));
  });
}

/** The packages with these names; throws if there is none, or if a name is in both scopes. */
export function namedPackages(names: readonly string[], all: readonly StoredPackage[]): readonly StoredPackage[] {
  return names.map((name) => {
    const found = all.filter((one) => one.name === name);
    if (found.length > 1)
      throw new AnyhookError('BAD_ARGUMENT', `${name} was added for you and for this project: say which with --scope`);
    if (found[0]) return found[0];
    const known = all.map((one) => one.name);
    const near =
      nearestWord(name, known) ?? known.find((one) => one.endsWith(`/${name}`) || one.startsWith(`${name}@`));
    const hint =
      near !== undefined ? `did you mean ${near}?` : known.length > 0 ? `added: ${known.join(', ')}` : 'none was added';
    throw new AnyhookError('BAD_ARGUMENT', `there is no package "${name}"; ${hint}`);
  });
}

/** What scripts do instead of the commands for packages. */
export const packagesForScripts =
  'nothing was written. For scripts: commit hooks to the repository and use "anyhook trust --lock" and "anyhook init --ci --trust lock", or let an administrator put them into the system\'s config';
