import { join, posix } from 'node:path';
import { pathInFile, now as systemNow, trustLockFile, type UserPaths } from '@anyhook/core';
import type { LoadedAbility } from '../ability.js';
import type { RegistryFolder } from '../load.js';
import { abilityStates, abilityTrustFile } from '../trust.js';
import type { AbilityRow, RouteIndex } from './build-index.js';
import { openCachedIndex } from './cached-index.js';

/** Where the abilities of a project are, and how they became trusted. Plain JSON data. */
export interface AbilityLocation {
  readonly root: string;
  /** The folders from the root down to the cwd. */
  readonly levels: readonly string[];
  readonly trust: 'ask' | 'lock' | 'project';
  readonly user: UserPaths;
  /** Changes with the package, so that the cache of another version is not used. */
  readonly version: string;
}

const folders: readonly RegistryFolder[] = ['low-level', 'high-level'];

/**
 * The routes of a trusted project: those of its usable abilities, and of its routing documents. A change of a registry
 * file or document takes effect at once. Nothing is parsed if nothing changed.
 */
export function openRouteIndex(location: AbilityLocation, now: () => number = systemNow): Promise<RouteIndex> {
  const { root, levels, trust, user, version } = location;
  return openCachedIndex({
    root,
    registry: levels.flatMap((level) => folders.map((folder) => join(level, '.system', 'registry', folder))),
    watchedFiles: [abilityTrustFile(root, user), trustLockFile(root)],
    state: user.state,
    key: `${version}\n${trust}`,
    loadAbilities: () => readAbilities(location, now()),
    now,
  });
}

async function readAbilities({ root, levels, trust, user, version }: AbilityLocation, now: number) {
  const { openRegistry } = await import('../registry.js');
  const registry = await openRegistry({ levels, state: user.state, version, now });
  return activeRows(abilityStates(registry, root, user, trust), root);
}

/** The rows of the usable abilities. */
const activeRows = (loaded: readonly LoadedAbility[], root: string): readonly AbilityRow[] =>
  loaded.flatMap(({ ability, state }) => {
    if (state.kind !== 'active') return [];
    const { name, summary, routing, source } = ability;
    const documents = routing.documents.map((path) => posix.join(pathInFile(root, ability.root), path));
    return [{ ...routing, id: name, summary, documents, source }];
  });
