import { quoteValue } from '../../core/errors.js';
import type { Action } from './actions.js';
import type { ActionAnswer } from './run-actions.js';
import type { Control, Turn, TurnContext } from './turn.js';

/** What a planner sees in one round of a turn. */
export interface PlannerInput {
  readonly control: Control;
  readonly turnContext: TurnContext;
  /** Answers to the actions of the previous round; empty in the first. */
  readonly results: readonly ActionAnswer[];
  /** 1 for the first. */
  readonly round: number;
  readonly signal: AbortSignal;
}

/** Decides what to do next: returns actions, or nothing when the turn is done. */
export type Planner = (
  input: PlannerInput,
) => readonly Action[] | undefined | null | Promise<readonly Action[] | undefined | null>;

/** Why a turn ended before the planner was done. */
export const turnErrorCodes = {
  DENIED: 'a hook denied the prompt',
  PLANNER_FAILED: 'the planner threw, or returned something other than a list of actions',
  TOO_MANY_ROUNDS: 'the planner needed more rounds than allowed',
  CANCELLED: 'the caller cancelled the turn',
} as const;

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
  readonly error?: { readonly code: keyof typeof turnErrorCodes; readonly message: string };
}

export interface PlanTurnOptions {
  readonly planner: Planner;
  readonly maxRounds: number;
  readonly act: (actions: readonly unknown[], signal: AbortSignal) => Promise<readonly ActionAnswer[]>;
  readonly signal: AbortSignal;
}

const mostActions = 100;

/** Calls a planner until the turn is done, up to the maximal number of rounds. */
export async function planTurn(turn: Turn, options: PlanTurnOptions): Promise<TurnResult> {
  const { control, turn_context: turnContext, messages, notes } = turn;
  const { planner, maxRounds, act, signal } = options;
  const all: ActionAnswer[] = [];
  let rounds = 0;
  const end = (status: TurnResult['status'], error?: TurnResult['error']): TurnResult => ({
    status,
    turnContext,
    control,
    messages,
    notes,
    rounds,
    results: all,
    ...(error && { error }),
  });
  if (!control.turn_ready) return end('denied', { code: 'DENIED', message: control.reason ?? '' });
  let results: readonly ActionAnswer[] = [];
  for (;;) {
    if (signal.aborted) return end('cancelled', { code: 'CANCELLED', message: 'the turn was cancelled' });
    if (rounds === maxRounds) {
      const message = `the turn was not done after ${maxRounds} rounds; raise maxRounds, or let the planner return nothing when it is done`;
      return end('failed', { code: 'TOO_MANY_ROUNDS', message });
    }
    rounds++;
    const planned = await asked(planner, { control, turnContext, results, round: rounds, signal });
    if ('message' in planned) return end('failed', { code: 'PLANNER_FAILED', message: planned.message });
    if (planned.actions.length === 0) return end('done');
    results = await act(planned.actions, signal);
    all.push(...results);
  }
}

async function asked(
  planner: Planner,
  input: PlannerInput,
): Promise<{ readonly actions: readonly unknown[] } | { readonly message: string }> {
  try {
    const given: unknown = (await planner(input)) ?? [];
    if (!Array.isArray(given))
      return { message: `the planner must return a list of actions or nothing, got ${quoteValue(given)}` };
    if (given.length > mostActions)
      return { message: `the planner may return ${mostActions} actions in a round, got ${given.length}` };
    return { actions: given };
  } catch (error) {
    return {
      message: `the planner threw in round ${input.round}: ${error instanceof Error ? error.message : quoteValue(error)}`,
    };
  }
}
