import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Agent } from '../../packages/anyhook/src/agents/agent.js';
import { canonical } from '../../packages/anyhook/src/agents/canonical/agent.js';
import { agents } from '../../packages/anyhook/src/agents/index.js';

/** The agents in the reference: all except the canonical one, which supports everything. */
export const documentedAgents: readonly Agent[] = agents.filter((agent) => agent !== canonical);

/** A behaviour of an agent that one would not guess. Its codec cites quirks by number. */
export interface Quirk {
  readonly id: number;
  readonly versions: string;
  readonly behaviour: string;
  readonly answer: string;
  readonly source: string;
}

/** The quirks of an agent, in the `quirks.yaml` of its folder. */
export function readQuirks(folder: string): readonly Quirk[] {
  const file = `${folder}/quirks.yaml`;
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as readonly Quirk[]) : [];
}

/** Finds an agent's quirks. */
export type QuirksOf = (agent: Agent) => Promise<readonly Quirk[]>;

/** The quirks in the agent's own folder. */
export const quirksInFolder: QuirksOf = async ({ name }) => readQuirks(`packages/anyhook/src/agents/${name}`);
