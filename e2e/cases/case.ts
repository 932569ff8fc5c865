import type { VerdictEffect } from '../../packages/anyhook/src/agents/agent.js';
import type { SettingsOddity } from '../../packages/anyhook/src/agents/kit/settings-oddities.js';
import type { EventName } from '../../packages/core/src/contract.js';
import type { AgentDriver } from '../agents/agent.js';
import type { ModelStep } from '../model/step.js';
import type { AgentSession } from '../session.js';
import type { Workplace } from '../workplace.js';
import type { Observation } from './observation.js';

/** One cell of the capability table. */
export interface CapabilityCell {
  readonly event: EventName;
  readonly effect: VerdictEffect;
}

/** One behaviour. If it measures a cell, the agent's capability table defines what must be observed. */
export interface AgentCase {
  readonly name: string;
  /** Without a cell, every agent must show the full effect. */
  readonly cell?: CapabilityCell;
  /** Something odd in the agent's settings file, such as a comment; `oddities` say what the agent must do about it. */
  readonly oddity?: SettingsOddity;
  /** The model's steps in this case. */
  steps?(agent: AgentDriver): readonly ModelStep[];
  /** Files of the project that it needs. */
  readonly files?: Readonly<Record<string, string>>;
  /** It needs the output of `anyhook why` after the run. */
  readonly asksWhy?: true;
  /** It needs what `anyhook doctor` says before and after the run. */
  readonly asksDoctor?: true;
  /** The case checks the run's alerts itself; in every other run an alert is a false one. */
  readonly expectsAlert?: true;
  /** Returns the effect that the run shows; throws if the run allows no conclusion. */
  observe(view: CaseView, agent: AgentDriver): Observation;
}

/** A run from the view of one case. */
export interface CaseView extends AgentSession {
  /** The model's turn with the first step of the case, from 1. */
  readonly turn: number;
}

/** One run of an agent, and the cases that it covers. */
export interface AgentRunPlan {
  readonly cases: readonly AgentCase[];
  readonly prompt?: string;
  /** What the model does in a subagent. */
  readonly subagent?: (agent: AgentDriver) => readonly ModelStep[];
  /** The agent has `anyhook mcp` as a server. */
  readonly hasServer?: true;
  /** Files of the user's home in addition to the agent's own, by path below it. */
  readonly home?: Readonly<Record<string, string>>;
  /** Files of the user's home that are written after `anyhook init`. */
  readonly lateHome?: Readonly<Record<string, string>>;
  /** Runs only with agents that cannot ask a person, so that anyhook asks instead (`anyhook approve`). */
  readonly needsApproval?: true;
  /** A person has the page of `anyhook ui` open in a browser. */
  readonly needsPage?: true;
  /** Put into the agent's settings file, in addition to the entries of `anyhook init`. */
  readonly oddity?: SettingsOddity;
  /** The agent's own rules block shell commands. */
  readonly hasPermissionRules?: true;
  /** `anyhook init` runs from a project's node_modules, which are then deleted. */
  readonly deletesPackage?: true;
  /** An untrusted project, or a work tree or clone of a trusted one. Default: a trusted project. */
  readonly workplace?: Workplace;
  /** Without anyhook, in an empty project. */
  readonly withoutHooks?: true;
  /** In an empty project, where `anyhook init` finds no hooks. */
  readonly firstRun?: true;
  /** A package of hooks is added before the agent starts. */
  readonly addsPackage?: true;
  /** The project is under git, and the turn is undone and redone. */
  readonly undoes?: true;
  /** The agent is killed when this file of the project appears. */
  readonly killedAt?: string;
  /** Only with these agents. */
  readonly agents?: readonly string[];
  /** It tests only anyhook, behind an entry that other runs test: `--rotate` runs it on some agents. */
  readonly rotates?: true;
  /** Several prompts in one session, for agents that take them. */
  readonly prompts?: readonly string[];
  /** What the model does in a turn, instead of the steps; `isAnswer`: the last message of the turn is not a prompt. */
  readonly respond?: (turn: string, isAnswer: boolean) => ModelStep;
  /** Variables of the agent that `anyhook init` did not see. */
  readonly hostileEnv?: Readonly<Record<string, string>>;
}

/** The first turn in which the model got these words, from 1; 0 if never. */
export const firstTurnWith = ({ turns }: AgentSession, words: string): number =>
  turns.findIndex((said) => said.includes(words)) + 1;
