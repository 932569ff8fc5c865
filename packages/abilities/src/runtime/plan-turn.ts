import { isObject, quoteValue } from '@anyhook/core';
import type { Action } from './actions.js';
import type { ActionAnswer } from './run-actions.js';
import type { SubagentRequest, SubagentResult } from './run-subagent.js';
import type { TokenUsage, TranscriptMessage } from './transcript.js';
import type { Control, TurnContext } from './turn.js';

/** The planner's input in one round of a turn. */
export interface PlannerInput {
  readonly control: Control;
  readonly turnContext: TurnContext;
  /** Answers to the actions of the previous round; empty in the first. */
  readonly results: readonly ActionAnswer[];
  /** 1 for the first. */
  readonly round: number;
  readonly signal: AbortSignal;
  /** Texts of turn.start hooks, for this call of the model only. */
  readonly context: readonly string[];
  /** What is left to do: why stop hooks do not let the agent end, and prompts sent by `steer`. Mostly empty. */
  readonly feedback: readonly string[];
  /** The full input of this model call, after model.before hooks. */
  readonly transcript: readonly TranscriptMessage[];
  /** Gives a part of the work to another agent. */
  readonly subagent: (request: SubagentRequest) => Promise<SubagentResult>;
}

/** The model's answer in one round. */
export interface PlannerAnswer {
  /** What to do next; none if the turn is done. */
  readonly actions?: readonly Action[] | undefined;
  /** The text of the model, for hooks and the transcript. */
  readonly text?: string | undefined;
  /** The model's own token counts, for compaction. */
  readonly usage?: TokenUsage | undefined;
}

type PlannerReply = readonly Action[] | PlannerAnswer | undefined | null;

/** Decides what to do next: returns actions, an answer with actions and text, or nothing when the turn is done. */
export type Planner = (input: PlannerInput) => PlannerReply | Promise<PlannerReply>;

/** Why a turn ended before the planner was done. */
export const turnErrorCodes = {
  DENIED: 'a hook denied the prompt',
  BLOCKED: 'a hook ended the turn',
  PLANNER_FAILED: 'the planner threw, or returned something other than actions and a string',
  TOO_MANY_ROUNDS: 'the planner needed more rounds than allowed',
  LOOP_DETECTED: 'the planner wanted the same actions too often in a row',
  CANCELLED: 'the caller cancelled the turn',
} as const;

export interface TurnError {
  readonly code: keyof typeof turnErrorCodes;
  readonly message: string;
}

/** The result of a turn. */
export interface TurnResult {
  readonly status: 'done' | 'denied' | 'failed' | 'cancelled';
  readonly turnContext: TurnContext;
  readonly control: Control;
  /** Texts of hooks for the user. */
  readonly messages: readonly string[];
  readonly notes: readonly string[];
  readonly rounds: number;
  /** Answers to all actions, in order. */
  readonly results: readonly ActionAnswer[];
  /** The last text of the model, if the planner returned one. */
  readonly text?: string;
  readonly error?: TurnError;
}

export type PlannerOutcome =
  | { readonly ok: true; readonly actions: readonly Action[]; readonly text?: string; readonly usage?: TokenUsage }
  | { readonly ok: false; readonly message: string };

const maxActions = 100;

/** Calls the planner once. Never rejects. */
export async function callPlanner(planner: Planner, input: PlannerInput): Promise<PlannerOutcome> {
  try {
    return parseReply((await planner(input)) ?? []);
  } catch (error) {
    const why = error instanceof Error ? error.message : quoteValue(error);
    return { ok: false, message: `the planner threw in round ${input.round}: ${why}` };
  }
}

function parseReply(reply: unknown): PlannerOutcome {
  const invalid = (message: string): PlannerOutcome => ({ ok: false, message: `the planner ${message}` });
  if (!Array.isArray(reply) && !isObject(reply))
    return invalid(`must return { actions, text }, a list of actions or nothing, got ${quoteValue(reply)}`);
  const { actions, text, usage }: Readonly<Record<string, unknown>> = Array.isArray(reply) ? { actions: reply } : reply;
  const actionList: unknown = actions ?? [];
  if (!Array.isArray(actionList)) return invalid(`must return a list as "actions", got ${quoteValue(actionList)}`);
  if (actionList.length > maxActions)
    return invalid(`may return ${maxActions} actions in a round, got ${actionList.length}`);
  if (text !== undefined && typeof text !== 'string')
    return invalid(`must return a string as "text", got ${quoteValue(text)}`);
  if (usage !== undefined && !isUsage(usage))
    return invalid(`must return numbers as "usage.inputTokens" and "usage.outputTokens", got ${quoteValue(usage)}`);
  return { ok: true, actions: actionList, ...(text !== undefined && { text }), ...(usage !== undefined && { usage }) };
}

const isUsage = (usage: unknown): usage is TokenUsage =>
  isObject(usage) && [usage['inputTokens'], usage['outputTokens']].every(isCount);

const isCount = (value: unknown): boolean => value === undefined || (typeof value === 'number' && value >= 0);
