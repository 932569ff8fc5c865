import { join, posix } from 'node:path';
import type { AbilityLocation } from '@anyhook/anyhook';
import { pathInFile, now as systemNow, trustLockFile } from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';
import type { RegistryFolder } from '../registry/load.js';
import { abilityStates, abilityTrustFile } from '../registry/trust.js';
import type { AbilityRow, RouteIndex } from './build-index.js';
import { openCachedIndex } from './cached-index.js';

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
  const { openRegistry } = await import('../registry/registry.js');
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
