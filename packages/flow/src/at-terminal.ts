import { commandGroup, type FeatureAtTerminal } from '@anyhook/anyhook';

/** `anyhook flow`: the commands for Flow Agents adapters, and the conformance test. */
async function loadFlow() {
  const [{ addRunHook }, { addTelemetry }, { addConformance }] = await Promise.all([
    import('./commands/run-hook.js'),
    import('./commands/telemetry.js'),
    import('./commands/conformance.js'),
  ]);
  return commandGroup(
    'flow',
    {
      summary: 'run policies and record telemetry for Flow Agents adapters',
      description: 'Commands for Flow Agents adapters: run a policy or script, record telemetry, and test an adapter.',
      examples: ['anyhook flow conformance --self'],
    },
    [addRunHook, addTelemetry, addConformance],
  );
}

/** The parts that only commands need; not loaded for events. */
export const atTerminal: FeatureAtTerminal = {
  commands: [{ heading: 'For agents and programs:', load: async () => [await loadFlow()] }],
};
