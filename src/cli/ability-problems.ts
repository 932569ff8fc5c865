import type { LoadedAbility } from '../abilities/ability.js';
import { checkBindings } from '../abilities/bindings.js';
import { checkSchemas } from '../abilities/check-schemas.js';
import type { Registry } from '../abilities/registry.js';
import type { World } from '../app/engine.js';
import { openAbilities } from '../app/registry.js';
import type { Project } from '../project/load.js';

/** A project's registry with everything that is wrong in it, also what only hooks and schemas tell. */
export async function registryOf(
  project: Project,
  world: World,
): Promise<Registry & { readonly loaded: readonly LoadedAbility[] }> {
  const registry = await openAbilities(project, world);
  const { abilities } = registry;
  const found = [...checkBindings(abilities, project.snapshot.hooks), ...(await checkSchemas(abilities))];
  return { ...registry, problems: [...registry.problems, ...found] };
}
