import type { FeatureAtTerminal } from '@anyhook/anyhook';
import { AnyhookError, userPaths } from '@anyhook/core';

/** The parts that only commands need; not loaded for events. */
export const atTerminal: FeatureAtTerminal = {
  commands: [
    { heading: 'Fleet:', after: 'Engine:', load: async () => [(await import('./commands/index.js')).addFleet] },
  ],
  async status(place) {
    const { statusLine } = await import('./status-line.js');
    const line = statusLine(place);
    return line === undefined ? {} : { fleet: line };
  },
  candidate: {
    option: "compare the hooks in force with those of the fleet's candidate",
    name: "the fleet's candidate",
    async require(place) {
      const [{ fleetOf }, { readActivePolicy }] = await Promise.all([
        import('./check-fleet.js'),
        import('./active-policy.js'),
      ]);
      const settings = fleetOf(place);
      const policy = settings && readActivePolicy(settings, userPaths(place.env, place.home).state);
      if (policy?.bundles.some(({ mode }) => mode === 'shadow')) return;
      throw new AnyhookError(
        'BAD_ARGUMENT',
        '--candidate: this machine has no candidate of a fleet: see "anyhook fleet status"',
      );
    },
  },
  doctor: () => import('./doctor.js'),
};
