import type { FeatureAtTerminal } from '@anyhook/anyhook';

/** What commands need; nothing of it is loaded for an event. */
export const atTerminal: FeatureAtTerminal = {
  commands: [
    {
      heading: 'For agents and programs:',
      async load() {
        const [{ addRunHook }, { addTelemetry }, { addConformance }] = await Promise.all([
          import('./commands/run-hook.js'),
          import('./commands/telemetry.js'),
          import('./commands/conformance.js'),
        ]);
        return [addRunHook, addTelemetry, addConformance];
      },
    },
  ],
};
