import type { FeatureAtTerminal } from '@anyhook/anyhook';
import { now } from '@anyhook/core';
import { forgetAbilityTrust } from './registry/trust.js';

/** The parts that only commands need; not loaded for events. */
export const atTerminal: FeatureAtTerminal = {
  commands: [
    {
      heading: 'Abilities:',
      after: 'Hooks:',
      load: async () => {
        const [{ addAbility }, { addTask }] = await Promise.all([
          import('./commands/ability.js'),
          import('./commands/task.js'),
        ]);
        return [addAbility, addTask];
      },
    },
    { heading: 'For agents and programs:', load: async () => [(await import('./commands/mcp.js')).addMcp] },
  ],
  async countSessions(state) {
    const [{ countOpenSessions }, { idleDuration, idleMs }] = await Promise.all([
      import('./tasks/store/read-store.js'),
      import('./runtime/idle.js'),
    ]);
    const counts = await countOpenSessions(state, now() - idleMs);
    return counts && { ...counts, idleDuration };
  },
  files: {
    one: 'ability',
    many: 'abilities',
    projectOf: (path) => /^(.*)\/\.system\/registry\/(?:low|high)-level\/[^/]+\.ya?ml$/s.exec(path)?.[1],
    async check(project, world) {
      const { checkAbilities } = await import('./registry/check-abilities.js');
      const { abilities, problems } = await checkAbilities(project, world);
      return { loaded: abilities, problems };
    },
  },
  trust: {
    async review(project, world) {
      const { reviewAbilities } = await import('./commands/review-trust.js');
      return reviewAbilities(project, world);
    },
    forget: forgetAbilityTrust,
  },
  pageViews: ({ world, state }) => ({
    tasks: async () => (await import('./page/views.js')).shownTasks(state),
    abilities: async () => (await import('./page/views.js')).abilitiesView(world),
  }),
};
