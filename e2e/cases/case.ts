import type { Wish } from '../../src/agents/agent.js';
import type { EventName } from '../../src/core/contract.js';
import type { Agent } from '../agents/agent.js';
import type { Step } from '../model/step.js';
import type { Session } from '../session.js';
import type { Sight } from './sight.js';

/** One cell of the capability table. */
export interface Cell {
  readonly event: EventName;
  readonly wish: Wish;
}

/** One behaviour. Where it measures a cell, the agent's capability table says what must be seen. */
export interface Case {
  readonly name: string;
  /** Without a cell the whole effect must be seen on every agent. */
  readonly cell?: Cell;
  /** What the model does for it. */
  steps?(agent: Agent): readonly Step[];
  /** Files of the project that it needs. */
  readonly files?: Readonly<Record<string, string>>;
  /** It wants to know what `anyhook why` says after the run. */
  readonly asksWhy?: true;
  /** Throws where the run shows nothing at all. */
  see(view: View, agent: Agent): Sight;
}

/** A run as one of its cases sees it. */
export interface View extends Session {
  /** The turn of the model in which the first step of the case was taken, from 1. */
  readonly turn: number;
}

/** One run of an agent, and all that it shows. */
export interface Scene {
  readonly cases: readonly Case[];
  readonly prompt?: string;
  /** What the model does in a subagent. */
  readonly subagent?: (agent: Agent) => readonly Step[];
  /** The agent has `anyhook mcp` as a server. */
  readonly hasServer?: true;
  /** Only where anyhook asks a person in the agent's place. */
  readonly needsApproval?: true;
  /** The agent's own rules hold back shell commands. */
  readonly isCareful?: true;
}

/** The turn in which the model was first told these words, from 1; 0 where it never was. */
export const told = ({ turns }: Session, words: string): number => turns.findIndex((said) => said.includes(words)) + 1;
