import { openProject, type World } from '@anyhook/anyhook';
import { openAbilities } from '../registry/open-abilities.js';
import { type AbilityView, abilityView } from '../registry/views.js';
import { recentTasks } from '../tasks/store/read-store.js';
import type { Task } from '../tasks/task.js';

/** The abilities of the folder, and the problems of their files. */
export interface AbilitiesView {
  readonly abilities: readonly AbilityView[];
  readonly problems: readonly string[];
}

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

export type ShownTask = Omit<Task, 'output' | 'settings'>;

const maxTasks = 200;

/** The latest tasks of all projects, newest first. */
export async function shownTasks(state: string): Promise<readonly ShownTask[]> {
  return (await recentTasks(state, maxTasks)).map(({ settings: _settings, ...task }) => task);
}
