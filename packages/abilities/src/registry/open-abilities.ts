import type { Project, World } from '@anyhook/anyhook';
import { now, userPaths, version } from '@anyhook/core';
import type { LoadedAbility } from './ability.js';
import { checkBindings } from './bindings.js';
import { openRegistry, type Registry } from './registry.js';
import { resolveReferences } from './resolve-references.js';
import { abilityStates, abilityTrustProblem } from './trust.js';

/** A project's registry in its current state, with the state of each ability. */
export interface ProjectRegistry extends Registry {
  readonly loaded: readonly LoadedAbility[];
}

/** Opens the registry of a loaded project, with the project's trust. */
export async function openAbilities(project: Project, world: World): Promise<ProjectRegistry> {
  const { root, snapshot, trust } = project;
  const user = userPaths(world.env, world.home, world.project);
  const state = snapshot.exposed ? {} : { state: user.state };
  const fullRegistry = await openRegistry({ levels: snapshot.levels, ...state, version, now: now() });
  const registry = withoutUnguarded(fullRegistry, project);
  const problem = trust === 'ask' && registry.abilities.length > 0 ? abilityTrustProblem(root, user) : undefined;
  const problems = problem ? [...registry.problems, problem] : registry.problems;
  return { ...registry, problems, loaded: abilityStates(registry, root, user, trust) };
}

/** Drops abilities whose guard hook is missing, and abilities that call them. */
function withoutUnguarded(registry: Registry, { hooks }: Project): Registry {
  const bindingProblems = checkBindings(
    registry.abilities,
    // Includes the placeholders for trusted hooks that are missing.
    hooks.map(({ hook }) => hook),
  );
  if (bindingProblems.length === 0) return registry;
  const sources = new Set(bindingProblems.map(({ source }) => source));
  const { abilities, problems } = resolveReferences(registry.abilities.filter(({ source }) => !sources.has(source)));
  return { ...registry, abilities, problems: [...registry.problems, ...bindingProblems, ...problems] };
}
