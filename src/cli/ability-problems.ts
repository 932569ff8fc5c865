import { resolve } from 'node:path';
import type { Ability } from '../abilities/ability.js';
import { checkSchemas } from '../abilities/check-schemas.js';
import { programsOf } from '../abilities/programs.js';
import type { World } from '../app/engine.js';
import { type OpenedRegistry, openAbilities } from '../app/tasks/registry.js';
import type { Problem } from '../core/errors.js';
import { isExecutable, isFile } from '../io/files.js';
import type { Project } from '../project/load.js';

/** A project's registry with everything that is wrong in it, also what only its JSON Schemas tell. */
export async function registryOf(project: Project, world: World): Promise<OpenedRegistry> {
  const registry = await openAbilities(project, world);
  const { abilities, problems } = registry;
  return {
    ...registry,
    problems: [...problems, ...abilities.flatMap(idleScripts), ...(await checkSchemas(abilities))],
  };
}

/** Scripts that are there and cannot be started. */
function idleScripts(ability: Ability): readonly Problem[] {
  const { root, source, line } = ability;
  if (ability.type === 'workflow') return [];
  const all = ability.type === 'agent' ? [ability.run] : Object.values(ability.implementations);
  return all.flatMap(programsOf).flatMap(({ command }): readonly Problem[] => {
    const file = resolve(root, command);
    if (!command.includes('/') || !isFile(file) || isExecutable(file)) return [];
    const message = `"command": ${command} is not executable, so it fails whenever it runs: chmod +x it, or name its interpreter`;
    return [{ source, line, field: 'command', severity: 'warning', message }];
  });
}
