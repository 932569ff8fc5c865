import { AnyhookError, quoteValue, type Verdict } from '@anyhook/core';
import { RuntimeError } from './errors.js';
import type { Planner, TurnResult } from './plan-turn.js';
import type { StopEvents } from './run-turn.js';
import type { HookNotices, SessionHooks } from './session-hooks.js';
import { type ChildSession, newSessionId } from './start-session.js';
import { refusalOf } from './turn.js';

/** A part of the work for another agent. */
export interface SubagentRequest {
  /** What it should do. */
  readonly task: string;
  readonly name?: string;
  /** What kind of agent it is, such as `reviewer`. */
  readonly type?: string;
  /** Default: the planner of the session. */
  readonly planner?: Planner;
  /** Default: as for the session. */
  readonly maxRounds?: number;
  readonly signal?: AbortSignal;
}

/** How a subagent's work ended. */
export interface SubagentResult {
  readonly status: TurnResult['status'];
  /** The session that it worked in. */
  readonly sessionId: string;
  /** The last text of its model. */
  readonly text?: string;
  /** Its turn, if it began one. */
  readonly turn?: TurnResult;
  /** Why it did not start or did not end well. */
  readonly reason?: string;
  /** Texts of hooks for the user. */
  readonly messages: readonly string[];
  readonly notes: readonly string[];
}

export interface SubagentSetup {
  readonly parentSessionId: string;
  /** The hooks of the session that starts it. */
  readonly hooks: SessionHooks;
  readonly notices: HookNotices;
  /** Runs the task in a separate session and ends that session. */
  readonly runChild: (child: ChildSession, stop: StopEvents) => Promise<TurnResult>;
}

/** How often in a row hooks may refuse the end of a subagent. */
const maxRefusedStops = 8;

/** Starts a subagent, if the hooks allow it, and waits for its end. */
export async function runSubagent(
  { task, name, type, maxRounds, signal }: SubagentRequest,
  { parentSessionId, hooks, notices, runChild }: SubagentSetup,
): Promise<SubagentResult> {
  if (typeof task !== 'string' || task.trim() === '')
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `subagent: "task" must be a string that is not empty, got ${quoteValue(task)}`,
    );
  if (maxRounds !== undefined && !(Number.isInteger(maxRounds) && maxRounds > 0))
    throw new AnyhookError('BAD_ARGUMENT', `subagent: "maxRounds" must be a whole number above 0, got ${maxRounds}`);
  const id = newSessionId();
  const agent = { id, ...(name !== undefined && { name }), ...(type !== undefined && { type }) };
  const end = (status: SubagentResult['status'], more: Partial<SubagentResult> = {}): SubagentResult => ({
    status,
    sessionId: id,
    ...more,
    ...notices,
  });
  const verdict = await hooks.decide('subagent.start', { subagent: agent, task }, signal);
  const refusal = refusalOf(verdict);
  if (refusal !== undefined) return end('denied', { reason: refusal });
  const stop = createSubagentStop({ subagent: agent, task }, hooks, notices);
  try {
    const turn = await runChild({ id, parent: { parentSessionId, agent }, opening: verdict.context }, stop.events);
    await stop.notifyOnce(turn.text);
    const { text, error } = turn;
    const reason = error && { reason: error.message };
    return end(turn.status, { turn, ...(text !== undefined && { text }), ...reason });
  } catch (error) {
    await stop.notifyOnce();
    if (error instanceof RuntimeError && error.code === 'SESSION_DENIED')
      return end('denied', { reason: error.message });
    throw error;
  }
}

/** The stop events of a subagent: hooks of the parent session are notified once, however it ends. */
function createSubagentStop(eventFields: object, hooks: SessionHooks, notices: HookNotices) {
  let isNotified = false;
  let refusals = 0;
  const decideStop = async (fields: object, signal?: AbortSignal): Promise<Verdict> => {
    isNotified = true;
    const verdict = await hooks.decide('subagent.stop', { ...eventFields, ...fields }, signal);
    if (verdict.decision !== 'deny') return verdict;
    refusals++;
    if (refusals > maxRefusedStops) {
      notices.notes.push(`its end was refused ${maxRefusedStops} times in a row, the limit: the subagent may end now`);
      return { ...verdict, decision: 'pass' };
    }
    isNotified = false;
    return verdict;
  };
  const events: StopEvents = {
    decide: ({ stopReason: _reason, ...fields }, signal) => decideStop(fields, signal),
    // The parent continues: agent.done is fired only for its own end.
    async notifyDone() {
      isNotified = true;
    },
  };
  const notifyOnce = async (response?: string) => {
    if (!isNotified)
      await hooks.notify('subagent.stop', { ...eventFields, ...(response !== undefined && { response }) });
  };
  return { events, notifyOnce: notifyOnce };
}
