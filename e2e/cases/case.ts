import type { VerdictEffect } from '../../src/agents/agent.js';
import type { SettingsOddity } from '../../src/agents/kit/settings-oddities.js';
import type { EventName } from '../../src/core/contract.js';
import type { AgentDriver } from '../agents/agent.js';
import type { ModelStep } from '../model/step.js';
import type { AgentSession } from '../session.js';
import type { Workplace } from '../workplace.js';
import type { Observation } from './observation.js';

/** One cell of the capability table. */
export interface CapabilityCell {
  readonly event: EventName;
  readonly wish: VerdictEffect;
}

/** One behaviour. If it measures a cell, the agent's capability table defines what must be observed. */
export interface AgentCase {
  readonly name: string;
  /** Without a cell, every agent must show the full effect. */
  readonly cell?: CapabilityCell;
  /** It measures what the agent does with this in its settings file: the agent's `oddities` say what must be seen. */
  readonly oddity?: SettingsOddity;
  /** What the model does for it. */
  steps?(agent: AgentDriver): readonly ModelStep[];
  /** Files of the project that it needs. */
  readonly files?: Readonly<Record<string, string>>;
  /** It needs the output of `anyhook why` after the run. */
  readonly asksWhy?: true;
  /** Throws if the run shows nothing. */
  see(view: CaseView, agent: AgentDriver): Observation;
}

/** A run from the view of one case. */
export interface CaseView extends AgentSession {
  /** The model's turn with the first step of the case, from 1. */
  readonly turn: number;
}

/** One run of an agent, and the cases that it shows. */
export interface AgentRunPlan {
  readonly cases: readonly AgentCase[];
  readonly prompt?: string;
  /** What the model does in a subagent. */
  readonly subagent?: (agent: AgentDriver) => readonly ModelStep[];
  /** The agent has `anyhook mcp` as a server. */
  readonly hasServer?: true;
  /** Only if anyhook asks a person instead of the agent. */
  readonly needsApproval?: true;
  /** Stands in the agent's settings file, besides what `anyhook init` wrote there. */
  readonly oddity?: SettingsOddity;
  /** The agent's own rules hold back shell commands. */
  readonly isCareful?: true;
  /** `anyhook init` runs from a project's node_modules, which are then deleted. */
  readonly losesProgram?: true;
  /** Where the agent works, as trust sees it. Default: in a project that everybody trusts. */
  readonly workplace?: Workplace;
}

/** The first turn in which the model got these words, from 1; 0 if never. */
export const turnToldOf = ({ turns }: AgentSession, words: string): number =>
  turns.findIndex((said) => said.includes(words)) + 1;
