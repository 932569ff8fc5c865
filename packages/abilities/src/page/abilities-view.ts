import { abilityView, openAbilities } from '@anyhook/abilities';
import { openProject, type World } from '../answer/engine.js';
import type { AbilitiesView } from './page-types.js';

/** The abilities of the folder with their states, in the order of their names. */
export async function abilitiesView(world: World): Promise<AbilitiesView> {
  const { loaded, problems } = await openAbilities(await openProject(world), world);
  const abilities = loaded.map(abilityView).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    abilities,
    problems: problems.map(
      ({ source, line, message }) => `${source}${line === undefined ? '' : `:${line}`}: ${message}`,
    ),
  };
}
