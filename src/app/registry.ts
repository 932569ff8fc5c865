import type { LoadedAbility } from '../abilities/ability.js';
import { openRegistry, type Registry } from '../abilities/registry.js';
import { abilityStates } from '../abilities/trust.js';
import { now } from '../io/clock.js';
import type { Project } from '../project/load.js';
import { userPlaces } from '../state/places.js';
import { version } from '../version.js';
import type { World } from './engine.js';

/** A project's registry as it is now, with the state of each ability. */
export interface OpenedRegistry extends Registry {
  readonly loaded: readonly LoadedAbility[];
}

/** Opens the registry of a project that is loaded; its trust is that of the project. */
export async function openAbilities({ root, snapshot, trust }: Project, world: World): Promise<OpenedRegistry> {
  const user = userPlaces(world.env, world.home, world.project);
  const registry = await openRegistry({ levels: snapshot.levels, state: user.state, version, now: now() });
  return { ...registry, loaded: abilityStates(registry, root, user, trust) };
}
