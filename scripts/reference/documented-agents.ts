import { existsSync } from 'node:fs';
import type { Agent, Quirk } from '../../packages/anyhook/src/agents/agent.js';
import { canonical } from '../../packages/anyhook/src/agents/canonical/agent.js';
import { agents } from '../../packages/anyhook/src/agents/index.js';

/** The agents in the reference: all except the canonical one, which supports everything. */
export const documentedAgents: readonly Agent[] = agents.filter((agent) => agent !== canonical);

/** Finds an agent's quirks. */
export type QuirksOf = (agent: Agent) => Promise<readonly Quirk[]>;

/** The quirks in the agent's own folder. */
export const quirksInFolder: QuirksOf = async ({ name }) => {
  if (!existsSync(new URL(`../../packages/anyhook/src/agents/${name}/quirks.ts`, import.meta.url))) return [];
  return ((await import(`../../packages/anyhook/src/agents/${name}/quirks.js`)) as { quirks: readonly Quirk[] }).quirks;
};
