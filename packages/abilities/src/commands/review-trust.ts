import type { Project, TrustReview, World } from '@anyhook/anyhook';
import { isoNow, userPaths } from '@anyhook/core';
import { printAbilityReview } from '../print/trust-review.js';
import { openAbilities } from '../registry/open-abilities.js';
import { abilityLock, abilityStates, recordAbilityTrust } from '../registry/trust.js';

/** The abilities of a project, compared with what a person trusted before. */
export async function reviewAbilities(project: Project, world: World): Promise<TrustReview> {
  const { root, snapshot } = project;
  const user = userPaths(world.env, world.home);
  const registry = await openAbilities(project, world);
  const loaded = abilityStates(registry, root, user, 'ask');
  return {
    one: 'ability',
    many: 'abilities',
    total: loaded.length,
    untrusted: loaded.filter(({ state }) => state.kind !== 'active').length,
    print: (io, options) => printAbilityReview(loaded, { root, problems: registry.problems }, io, options),
    trust: () => recordAbilityTrust(registry, { root, levels: snapshot.levels }, user, isoNow()),
    locked: () => ({ abilities: abilityLock(registry, root) }),
  };
}
