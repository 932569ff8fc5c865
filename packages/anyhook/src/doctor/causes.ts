import { features } from '../features.js';
import type { Cause } from './cause.js';
import { agentCauses } from './causes-of-agents.js';
import { hookCauses } from './causes-of-hooks.js';
import { machineCauses } from './causes-of-machine.js';

/** Every cause that `doctor` knows; docs and tests read the same rows. */
export const causes = { ...machineCauses, ...hookCauses, ...agentCauses } as const;

export type CauseId = keyof typeof causes;

/** With the causes of features. */
export async function allCauses(): Promise<Readonly<Record<string, Cause>>> {
  const rows = await Promise.all(
    features.map(async ({ atTerminal }) => (await (await atTerminal?.())?.atTerminal.doctor?.())?.doctor.causes ?? {}),
  );
  return Object.assign({}, causes, ...rows);
}
