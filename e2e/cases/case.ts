import type { DraftSetting } from '../../src/agents/agent.js';
import type { EventName } from '../../src/core/contract.js';
import type { AgentDriver } from '../agents/agent.js';
import type { ModelStep } from '../model/step.js';
import type { AgentSession } from '../session.js';
import type { Observation } from './observation.js';

/** One cell of the capability table. */
export interface CapabilityCell {
  readonly event: EventName;
  readonly wish: DraftSetting;
}

/** One behaviour. Where it measures a cell, the agent's capability table says what must be seen. */
export interface AgentCase {
  readonly name: string;
  /** Without a cell the whole effect must be seen on every agent. */
  readonly cell?: CapabilityCell;
  /** What the model does for it. */
  steps?(agent: AgentDriver): readonly ModelStep[];
  /** Files of the project that it needs. */
  readonly files?: Readonly<Record<string, string>>;
  /** It wants to know what `anyhook why` says after the run. */
  readonly asksWhy?: true;
  /** Throws where the run shows nothing at all. */
  see(view: CaseView, agent: AgentDriver): Observation;
}

/** A run as one of its cases sees it. */
export interface CaseView extends AgentSession {
  /** The turn of the model in which the first step of the case was taken, from 1. */
  readonly turn: number;
}

/** One run of an agent, and all that it shows. */
export interface AgentRunPlan {
  readonly cases: readonly AgentCase[];
  readonly prompt?: string;
  /** What the model does in a subagent. */
  readonly subagent?: (agent: AgentDriver) => readonly ModelStep[];
  /** The agent has `anyhook mcp` as a server. */
  readonly hasServer?: true;
  /** Only where anyhook asks a person in the agent's place. */
  readonly needsApproval?: true;
  /** The agent's own rules hold back shell commands. */
  readonly isCareful?: true;
}

/** The turn in which the model was first told these words, from 1; 0 where it never was. */
export const turnToldOf = ({ turns }: AgentSession, words: string): number =>
  turns.findIndex((said) => said.includes(words)) + 1;
