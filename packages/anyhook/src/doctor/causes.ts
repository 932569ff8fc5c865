import { agentCauses } from './causes-of-agents.js';
import { hookCauses } from './causes-of-hooks.js';
import { machineCauses } from './causes-of-machine.js';

/** Every cause that `doctor` knows; docs and tests read the same rows. */
export const causes = { ...machineCauses, ...hookCauses, ...agentCauses } as const;

export type CauseId = keyof typeof causes;
