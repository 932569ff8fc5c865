import { checkSchemas } from '../abilities/check-schemas.js';
import type { World } from '../app/engine.js';
import { type OpenedRegistry, openAbilities } from '../app/registry.js';
import type { Project } from '../project/load.js';

/** A project's registry with everything that is wrong in it, also what only its JSON Schemas tell. */
export async function registryOf(project: Project, world: World): Promise<OpenedRegistry> {
  const registry = await openAbilities(project, world);
  return { ...registry, problems: [...registry.problems, ...(await checkSchemas(registry.abilities))] };
}
