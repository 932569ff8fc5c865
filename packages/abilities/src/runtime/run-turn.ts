import type { Verdict } from '@anyhook/core';
import type { Action } from './actions.js';
import { toRuntimeError } from './errors.js';
import { callPlanner, type Planner, type PlannerInput, type TurnError, type TurnResult } from './plan-turn.js';
import type { ActionAnswer } from './run-actions.js';
import type { HookNotices, SessionHooks } from './session-hooks.js';
import { messagesForCall, type Transcript } from './transcript.js';
import { refusalOf, type Turn } from './turn.js';

/** The reasons of turn.end, as docker-agent names them; there, each model call is a turn. */
export type TurnEndReason = 'normal' | 'continue' | 'steered' | 'error' | 'canceled' | 'hook_blocked' | 'loop_detected';

/** The fields of the events when an agent wants to end its turn. */
export interface StopFields {
  readonly stopReason: 'no_tool_calls' | 'max_steps';
  /** The agent already continues because of a stop hook. */
  readonly stopHookActive: boolean;
  readonly response?: string;
}

/** The events at the end of a turn: those of an agent, or those of a subagent. */
export interface StopEvents {
  /** Runs the hooks that decide whether the agent may end. */
  decide(fields: StopFields, signal?: AbortSignal): Promise<Verdict>;
  /** Notifies hooks that it has ended. */
  notifyDone(fields: StopFields): Promise<void>;
}

export interface TurnParts {
  readonly planner: Planner;
  readonly maxRounds: number;
  readonly maxSameRounds: number;
  readonly act: (actions: readonly Action[]) => Promise<readonly ActionAnswer[]>;
  readonly hooks: SessionHooks;
  readonly notices: HookNotices;
  readonly stop: StopEvents;
  readonly transcript: Transcript;
  /** Adds a prompt or a task of a stop hook to the transcript; it stays until the turn ends. */
  readonly addPrompt: (text: string) => void;
  /** Removes and returns the prompts that the user sent meanwhile. */
  readonly drainSteering: () => Promise<readonly string[]>;
  /** Compacts the transcript if it is nearly full. */
  readonly compactIfFull: (round: number, signal: AbortSignal) => Promise<void>;
  readonly subagent: PlannerInput['subagent'];
  readonly signal: AbortSignal;
}

type TurnEnding = Pick<TurnResult, 'status'> & { readonly error?: TurnError };

/** How a round ended; without `ending`, another one follows. */
interface RoundEnd {
  readonly reason: TurnEndReason;
  readonly ending?: TurnEnding;
}

/** What one round leaves for the next. */
interface TurnState {
  round: number;
  results: readonly ActionAnswer[];
  feedback: readonly string[];
  readonly allResults: ActionAnswer[];
  text?: string;
  /** The agent continues because a stop hook refused an end of this turn. */
  isHeldBack: boolean;
  /** The last round ended with such a refusal. */
  wasJustHeldBack: boolean;
  readonly countRepeats: ReturnType<typeof createRepeatCounter>;
}

/** Calls a planner until the turn is done, and fires the events around it. */
export async function runTurn(turn: Turn, parts: TurnParts): Promise<TurnResult> {
  const { notices } = parts;
  const { control, turn_context: turnContext } = turn;
  const allResults: ActionAnswer[] = [];
  const state: TurnState = {
    ...{ round: 0, results: [], feedback: [], allResults, countRepeats: createRepeatCounter() },
    ...{ isHeldBack: false, wasJustHeldBack: false },
  };
  const { status, error } = control.turn_ready
    ? await runRounds(turn, state, parts)
    : ({ status: 'denied', error: { code: 'DENIED', message: control.reason ?? '' } } as const);
  return {
    status,
    turnContext,
    control,
    messages: [...turn.messages, ...notices.messages],
    // A hook may return the same note in every round.
    notes: [...new Set([...turn.notes, ...notices.notes])],
    rounds: state.round,
    results: allResults,
    ...(state.text !== undefined && { text: state.text }),
    ...(error && { error }),
  };
}

async function runRounds(turn: Turn, state: TurnState, parts: TurnParts): Promise<TurnEnding> {
  const { hooks, signal, maxRounds } = parts;
  for (;;) {
    if (signal.aborted) return cancelled;
    if (state.round === maxRounds) return endAtLimit(state, parts);
    state.round++;
    const { reason, ending } = await runRound(turn, state, parts).catch(async (error) => {
      // Hooks and tasks that are pending when the turn is cancelled reject.
      if (signal.aborted) return canceledRound;
      await hooks.notify('error', { level: 'error', message: toRuntimeError(error).message });
      await hooks.notify('turn.end', { reason: 'error' });
      throw error;
    });
    await hooks.notify('turn.end', { reason });
    if (ending) return ending;
  }
}

const cancelled: TurnEnding = { status: 'cancelled', error: { code: 'CANCELLED', message: 'the turn was cancelled' } };
const canceledRound: RoundEnd = { reason: 'canceled', ending: cancelled };

const blockedRound = (message: string): RoundEnd => ({
  reason: 'hook_blocked',
  ending: { status: 'denied', error: { code: 'BLOCKED', message } },
});

async function runRound(turn: Turn, state: TurnState, parts: TurnParts): Promise<RoundEnd> {
  const { hooks, signal, transcript, planner, subagent } = parts;
  const { turn_context: turnContext, control } = turn;
  const { round, results, feedback } = state;
  state.wasJustHeldBack = false;
  await parts.compactIfFull(round, signal);
  const { context } = await hooks.notify('turn.start', { prompt: turnContext.prompt }, signal);
  const sessionContext = turnContext.session_context;
  const callContext = [...turnContext.context.slice(sessionContext.length), ...context];
  const messages = messagesForCall({ session: sessionContext, passing: callContext }, transcript);
  const verdict = await hooks.decide('model.before', { messages, iteration: round }, signal);
  if (signal.aborted) return canceledRound;
  const refusal = refusalOf(verdict);
  if (refusal !== undefined) return blockedRound(refusal);
  const visibleMessages = verdict.rewrite?.of === 'messages' ? verdict.rewrite.value : messages;
  const plannerInput = {
    control,
    turnContext,
    results,
    round,
    signal,
    context,
    feedback,
    transcript: visibleMessages,
    subagent,
  };
  const answer = await callPlanner(planner, plannerInput);
  if (signal.aborted) return canceledRound;
  if (!answer.ok) return failedRound('error', { code: 'PLANNER_FAILED', message: answer.message }, parts);
  const { actions, text, usage } = answer;
  if (usage) transcript.recordUsage(usage);
  if (text !== undefined) state.text = text;
  if (text !== undefined || actions.length > 0)
    transcript.add({ role: 'assistant', content: text ?? '', ...(actions.length > 0 && { actions }) });
  await hooks.notify('model.after', text === undefined ? {} : { response: text });
  state.results = [];
  return actions.length === 0 ? endOrContinue(state, parts) : runPlannedActions(actions, state, parts);
}

async function failedRound(reason: TurnEndReason, error: TurnError, { hooks }: TurnParts): Promise<RoundEnd> {
  await hooks.notify('error', { level: 'error', message: error.message, kind: error.code });
  return { reason, ending: { status: 'failed', error } };
}

async function runPlannedActions(actions: readonly Action[], state: TurnState, parts: TurnParts): Promise<RoundEnd> {
  const { signal, transcript, maxSameRounds } = parts;
  const results = await parts.act(actions);
  state.results = results;
  state.allResults.push(...results);
  transcript.add({ role: 'tool', content: results });
  if (signal.aborted) return canceledRound;
  const stopReasons = results.flatMap(
    ({ guard, preflight, feedback }) => feedback?.stop ?? guard?.stop ?? preflight?.stop ?? [],
  );
  if (stopReasons[0] !== undefined) return blockedRound(stopReasons[0] || 'a hook ended the agent without a reason');
  const repeatCount = state.countRepeats(actions, results);
  if (repeatCount >= maxSameRounds) {
    const message = `the planner wanted the same actions ${repeatCount} times in a row; raise maxSameRounds if that is right`;
    return failedRound('loop_detected', { code: 'LOOP_DETECTED', message }, parts);
  }
  return applySteering(state, parts, 'continue');
}

/** The planner is done: the turn ends, unless the user or a stop hook wants more. */
async function endOrContinue(state: TurnState, parts: TurnParts): Promise<RoundEnd> {
  const { stop, signal } = parts;
  const steered = await applySteering(state, parts, 'normal');
  if (steered.reason === 'steered') return steered;
  const fields = stopFields(state, 'no_tool_calls');
  const verdict = await stop.decide(fields, signal);
  if (signal.aborted) return canceledRound;
  if (verdict.decision === 'deny' && verdict.stop === undefined) {
    state.isHeldBack = true;
    state.wasJustHeldBack = true;
    state.feedback = [verdict.reason ?? 'A hook wants you to go on and gave no reason.', ...verdict.context];
    for (const text of state.feedback) parts.addPrompt(text);
    return { reason: 'continue' };
  }
  await stop.notifyDone(fields);
  return { reason: 'normal', ending: { status: 'done' } };
}

async function applySteering(state: TurnState, parts: TurnParts, defaultReason: TurnEndReason): Promise<RoundEnd> {
  const prompts = await parts.drainSteering();
  state.feedback = prompts;
  for (const text of prompts) parts.addPrompt(text);
  return { reason: prompts.length > 0 ? 'steered' : defaultReason };
}

const stopFields = ({ text, isHeldBack }: TurnState, stopReason: StopFields['stopReason']): StopFields => ({
  stopReason,
  stopHookActive: isHeldBack,
  ...(text !== undefined && { response: text }),
});

/** No round is left. Stop hooks are notified, but cannot make the agent continue. */
async function endAtLimit(state: TurnState, { hooks, notices, stop, maxRounds }: TurnParts): Promise<TurnEnding> {
  const message = `the turn was not done after ${maxRounds} rounds; raise maxRounds, or let the planner return nothing when it is done`;
  await hooks.notify('limit', { level: 'warning', message, kind: 'TOO_MANY_ROUNDS' });
  const fields = stopFields(state, 'max_steps');
  // A hook that has just refused the end is not asked again.
  const isRefused = state.wasJustHeldBack || (await stop.decide(fields)).decision === 'deny';
  if (isRefused) notices.notes.push('a stop hook wants the agent to go on, but no round is left: the turn ends');
  await stop.notifyDone(fields);
  return { status: 'failed', error: { code: 'TOO_MANY_ROUNDS', message } };
}

/** Counts how often in a row a planner requests the same actions. Reading a task and waiting for a person do not count. */
export function createRepeatCounter(): (actions: readonly unknown[], answers: readonly ActionAnswer[]) => number {
  let lastSignature: string | undefined;
  let count = 0;
  return (actions, answers) => {
    const isWaiting = answers.every(
      (answer) => answer.action === 'GET_TASK' || (!answer.ok && answer.error.code === 'NEEDS_HUMAN'),
    );
    const signature = isWaiting ? undefined : JSON.stringify(actions);
    count = signature !== undefined && signature === lastSignature ? count + 1 : 1;
    lastSignature = signature;
    return count;
  };
}
