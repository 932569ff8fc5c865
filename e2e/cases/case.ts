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
  /** Something odd in the agent's settings file, such as a comment; its `oddities` say what the agent must do then. */
  readonly oddity?: SettingsOddity;
  /** What the model does for it. */
  steps?(agent: AgentDriver): readonly ModelStep[];
  /** Files of the project that it needs. */
  readonly files?: Readonly<Record<string, string>>;
  /** It needs the output of `anyhook why` after the run. */
  readonly asksWhy?: true;
  /** It needs what `anyhook doctor` says before and after the run. */
  readonly asksDoctor?: true;
  /** It looks at the alerts of the run itself; in every other run an alert is false. */
  readonly expectsAlert?: true;
  /** Returns the effect that the run shows; throws if the run allows no conclusion. */
  observe(view: CaseView, agent: AgentDriver): Observation;
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
  /** Files of the user's home besides the agent's own, by path below it. */
  readonly home?: Readonly<Record<string, string>>;
  /** The same, after `anyhook init`. */
  readonly lateHome?: Readonly<Record<string, string>>;
  /** Runs only with agents that cannot ask a person, so that anyhook asks in their place (`anyhook approve`). */
  readonly needsApproval?: true;
  /** A person looks at the page of `anyhook ui`, in a browser. */
  readonly needsPage?: true;
  /** Stands in the agent's settings file, besides what `anyhook init` wrote there. */
  readonly oddity?: SettingsOddity;
  /** The agent's own rules hold back shell commands. */
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
  /** The project is under git, and the turn is taken back and brought again. */
  readonly undoes?: true;
  /** The agent is killed when this file of the project appears. */
  readonly killedAt?: string;
  /** Only with these agents. */
  readonly agents?: readonly string[];
  /** What it shows is done by anyhook alone, behind an entry that other runs show: `--rotate` runs it on some agents. */
  readonly rotates?: true;
  /** Several prompts in one session, for agents that take them. */
  readonly prompts?: readonly string[];
  /** What the model does in a turn, instead of the steps; `isAnswer`: the last thing that it heard is no prompt. */
  readonly respond?: (turn: string, isAnswer: boolean) => ModelStep;
  /** Variables of the agent that `anyhook init` did not see. */
  readonly hostileEnv?: Readonly<Record<string, string>>;
}

/** The first turn in which the model got these words, from 1; 0 if never. */
export const turnToldOf = ({ turns }: AgentSession, words: string): number =>
  turns.findIndex((said) => said.includes(words)) + 1;
