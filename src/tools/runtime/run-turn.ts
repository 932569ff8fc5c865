import type { Verdict } from '../../core/verdict.js';
import type { Action } from './actions.js';
import { toRuntimeError } from './errors.js';
import { askPlanner, type Planner, type PlannerInput, type TurnError, type TurnResult } from './plan-turn.js';
import { createRepeatCounter } from './repeated-rounds.js';
import type { ActionAnswer } from './run-actions.js';
import type { HookTexts, SessionHooks } from './session-hooks.js';
import { messagesForCall, type Transcript } from './transcript.js';
import { refusalOf, type Turn } from './turn.js';

/** The reasons of turn.end, as docker-agent names them; each call of the model is a turn of its own there. */
export type TurnEndReason = 'normal' | 'continue' | 'steered' | 'error' | 'canceled' | 'hook_blocked' | 'loop_detected';

/** What hooks learn when an agent wants to end its turn. */
export interface StopFields {
  readonly stopReason: 'no_tool_calls' | 'max_steps';
  /** It already goes on because of a stop hook. */
  readonly stopHookActive: boolean;
  readonly response?: string;
}

/** The events at the end of a turn: those of an agent, or those of a subagent. */
export interface StopEvents {
  /** Asks whether the agent may end. */
  ask(fields: StopFields, signal?: AbortSignal): Promise<Verdict>;
  /** Tells that it has ended. */
  tellDone(fields: StopFields): Promise<void>;
}

export interface TurnParts {
  readonly planner: Planner;
  readonly maxRounds: number;
  readonly maxSameRounds: number;
  readonly act: (actions: readonly Action[]) => Promise<readonly ActionAnswer[]>;
  readonly hooks: SessionHooks;
  readonly texts: HookTexts;
  readonly stop: StopEvents;
  readonly transcript: Transcript;
  /** Adds a prompt or a task of a stop hook to the transcript; it stays until the turn ends. */
  readonly addPrompt: (text: string) => void;
  /** Prompts that the user sent meanwhile. */
  readonly steered: () => Promise<readonly string[]>;
  /** Makes room in the transcript where it is needed. */
  readonly makeRoom: (round: number, signal: AbortSignal) => Promise<void>;
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
  readonly all: ActionAnswer[];
  text?: string;
  /** The agent goes on because a stop hook refused an end of this turn. */
  isHeldBack: boolean;
  /** The last round ended so. */
  wasJustHeldBack: boolean;
  readonly repeats: ReturnType<typeof createRepeatCounter>;
}

/** Calls a planner until the turn is done, and fires the events around it. */
export async function runTurn(turn: Turn, parts: TurnParts): Promise<TurnResult> {
  const { texts } = parts;
  const { control, turn_context: turnContext } = turn;
  const all: ActionAnswer[] = [];
  const state: TurnState = {
    ...{ round: 0, results: [], feedback: [], all, repeats: createRepeatCounter() },
    ...{ isHeldBack: false, wasJustHeldBack: false },
  };
  const { status, error } = control.turn_ready
    ? await runRounds(turn, state, parts)
    : ({ status: 'denied', error: { code: 'DENIED', message: control.reason ?? '' } } as const);
  return {
    status,
    turnContext,
    control,
    messages: [...turn.messages, ...texts.messages],
    // A hook may say the same in every round.
    notes: [...new Set([...turn.notes, ...texts.notes])],
    rounds: state.round,
    results: all,
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
      // Whoever waits for hooks or a task when the turn is called off is turned away.
      if (signal.aborted) return canceledRound;
      await hooks.tell('error', { level: 'error', message: toRuntimeError(error).message });
      await hooks.tell('turn.end', { reason: 'error' });
      throw error;
    });
    await hooks.tell('turn.end', { reason });
    if (ending) return ending;
  }
}

const cancelled: TurnEnding = { status: 'cancelled', error: { code: 'CANCELLED', message: 'the turn was cancelled' } };
const canceledRound: RoundEnd = { reason: 'canceled', ending: cancelled };

const blockedRound = (message: string): RoundEnd => ({
  reason: 'hook_blocked',
  ending: { status: 'denied', error: { code: 'BLOCKED', message } },
});

/** One call of the planner, and what follows from its answer. */
async function runRound(turn: Turn, state: TurnState, parts: TurnParts): Promise<RoundEnd> {
  const { hooks, signal, transcript, planner, subagent } = parts;
  const { turn_context: turnContext, control } = turn;
  const { round, results, feedback } = state;
  state.wasJustHeldBack = false;
  await parts.makeRoom(round, signal);
  const { context } = await hooks.tell('turn.start', { prompt: turnContext.prompt }, signal);
  const session = turnContext.session_context;
  const passing = [...turnContext.context.slice(session.length), ...context];
  const messages = messagesForCall({ session, passing }, transcript);
  const verdict = await hooks.ask('model.before', { messages, iteration: round }, signal);
  if (signal.aborted) return canceledRound;
  const refusal = refusalOf(verdict);
  if (refusal !== undefined) return blockedRound(refusal);
  const shown = verdict.rewrite?.of === 'messages' ? verdict.rewrite.value : messages;
  const about = { control, turnContext, results, round, signal, context, feedback, transcript: shown, subagent };
  const answer = await askPlanner(planner, about);
  if (signal.aborted) return canceledRound;
  if (!answer.ok) return failedRound('error', { code: 'PLANNER_FAILED', message: answer.message }, parts);
  const { actions, text, usage } = answer;
  if (usage) transcript.noteUsage(usage);
  if (text !== undefined) state.text = text;
  if (text !== undefined || actions.length > 0)
    transcript.add({ role: 'assistant', content: text ?? '', ...(actions.length > 0 && { actions }) });
  await hooks.tell('model.after', text === undefined ? {} : { response: text });
  state.results = [];
  return actions.length === 0 ? endOrGoOn(state, parts) : actOn(actions, state, parts);
}

async function failedRound(reason: TurnEndReason, error: TurnError, { hooks }: TurnParts): Promise<RoundEnd> {
  await hooks.tell('error', { level: 'error', message: error.message, kind: error.code });
  return { reason, ending: { status: 'failed', error } };
}

async function actOn(actions: readonly Action[], state: TurnState, parts: TurnParts): Promise<RoundEnd> {
  const { signal, transcript, maxSameRounds } = parts;
  const results = await parts.act(actions);
  state.results = results;
  state.all.push(...results);
  transcript.add({ role: 'tool', content: results });
  if (signal.aborted) return canceledRound;
  const stops = results.flatMap(
    ({ guard, preflight, feedback }) => feedback?.stop ?? guard?.stop ?? preflight?.stop ?? [],
  );
  if (stops[0] !== undefined) return blockedRound(stops[0] || 'a hook ended the agent without a reason');
  const times = state.repeats(actions, results);
  if (times >= maxSameRounds) {
    const message = `the planner wanted the same actions ${times} times in a row; raise maxSameRounds if that is right`;
    return failedRound('loop_detected', { code: 'LOOP_DETECTED', message }, parts);
  }
  return takeSteered(state, parts, 'continue');
}

/** The planner is done: the turn ends, unless the user or a stop hook wants more. */
async function endOrGoOn(state: TurnState, parts: TurnParts): Promise<RoundEnd> {
  const { stop, signal } = parts;
  const steered = await takeSteered(state, parts, 'normal');
  if (steered.reason === 'steered') return steered;
  const fields = stopFields(state, 'no_tool_calls');
  const verdict = await stop.ask(fields, signal);
  if (signal.aborted) return canceledRound;
  if (verdict.decision === 'deny' && verdict.stop === undefined) {
    state.isHeldBack = true;
    state.wasJustHeldBack = true;
    state.feedback = [verdict.reason ?? 'A hook wants you to go on and gave no reason.', ...verdict.context];
    for (const text of state.feedback) parts.addPrompt(text);
    return { reason: 'continue' };
  }
  await stop.tellDone(fields);
  return { reason: 'normal', ending: { status: 'done' } };
}

async function takeSteered(state: TurnState, parts: TurnParts, otherwise: TurnEndReason): Promise<RoundEnd> {
  const prompts = await parts.steered();
  state.feedback = prompts;
  for (const text of prompts) parts.addPrompt(text);
  return { reason: prompts.length > 0 ? 'steered' : otherwise };
}

const stopFields = ({ text, isHeldBack }: TurnState, stopReason: StopFields['stopReason']): StopFields => ({
  stopReason,
  stopHookActive: isHeldBack,
  ...(text !== undefined && { response: text }),
});

/** No round is left. Stop hooks learn it, but cannot make the agent go on. */
async function endAtLimit(state: TurnState, { hooks, texts, stop, maxRounds }: TurnParts): Promise<TurnEnding> {
  const message = `the turn was not done after ${maxRounds} rounds; raise maxRounds, or let the planner return nothing when it is done`;
  await hooks.tell('limit', { level: 'warning', message, kind: 'TOO_MANY_ROUNDS' });
  const fields = stopFields(state, 'max_steps');
  // A hook that has just refused the end need not look again.
  const isRefused = state.wasJustHeldBack || (await stop.ask(fields)).decision === 'deny';
  if (isRefused) texts.notes.push('a stop hook wants the agent to go on, but no round is left: the turn ends');
  await stop.tellDone(fields);
  return { status: 'failed', error: { code: 'TOO_MANY_ROUNDS', message } };
}
