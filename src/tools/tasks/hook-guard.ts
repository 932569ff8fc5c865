import type { Event } from '../../core/event.js';
import type { Signal, Verdict } from '../../core/verdict.js';
import { type Approval, type AskableEvent, approvedNote } from '../../engine/approve.js';
import type { Recorder } from '../../records/journal/recorder.js';
import { answerEvent } from '../../service/answer-event.js';
import { createApprover } from '../../service/ask-person.js';
import { canonicalEvent } from '../../service/canonical-event.js';
import type { World } from '../../service/engine.js';
import { projectNotices } from '../../service/engine-parts.js';
import type { ProjectTools } from './project-tools.js';
import type { Guard, GuardResult } from './runner-parts.js';
import type { GuardAnswer } from './task.js';
import { type Summarize, taskCallEvent, taskCreateEvent, taskEndEvent } from './task-events.js';
import { waitForPerson } from './wait-for-person.js';

export interface GuardDeps {
  readonly world: World;
  readonly tools: () => Promise<ProjectTools>;
  readonly recorder: Recorder;
  readonly summarize: Summarize;
}

/** The hooks of a project around its abilities. If hooks cannot be evaluated, deny: a task, unlike an agent, may stop. */
export function createHookGuard(deps: GuardDeps): Guard {
  const { summarize, world } = deps;
  const ask = async (event: Event, signal?: AbortSignal): Promise<GuardResult> => {
    try {
      const decision = await decide(event, deps, signal);
      if (decision.off === undefined) return guardedBy(decision);
      return { answer: { decision: 'allowed', ...nothing, messages: [`hooks are switched off: ${decision.off}`] } };
    } catch (error) {
      const reason = `the hooks could not be asked: ${(error as Error).message}`;
      return { answer: { decision: 'denied', ...nothing, reason } };
    }
  };
  return {
    preflight: (wanted, signal) => ask(taskCreateEvent(wanted, summarize), signal),
    before: (called, signal) => ask(taskCallEvent(called, summarize), signal),
    async after(called, ended) {
      // The task has run: an error in a hook must not change its result.
      await decide(taskEndEvent(called, ended, summarize), deps).catch(() => undefined);
    },
    answered: (pending, untilMs, signal) => waitForPerson(pending, world, { untilMs, signal }),
  };
}

const nothing = { hook_signals: [], context: [] } as const;

interface GuardDecision {
  readonly verdict: Verdict;
  /** Why no hook ran, where hooks are switched off. */
  readonly off?: string | undefined;
  readonly notices: readonly string[];
  /** What a person said, where a hook asks. */
  readonly approval?: Approval;
}

/** The verdict on an event; an `ask` becomes what a person said, or waits for one. */
async function decide(
  event: Event,
  { world, tools, recorder }: GuardDeps,
  signal?: AbortSignal,
): Promise<GuardDecision> {
  let notices: readonly string[] = [];
  let approval: Approval | undefined;
  const { verdict, off } = await answerEvent(
    canonicalEvent(() => event, { world, signal }),
    {
      async project() {
        const { guard, project } = await tools();
        if (event.sessionId === '') notices = projectNotices(project);
        return guard;
      },
      recorder,
      async settle(asked, verdict) {
        if (!isAskable(asked)) return verdict;
        approval = await createApprover((await tools()).project, world)(asked, verdict);
        return settle(verdict, approval);
      },
    },
  );
  return { verdict, off, notices, ...(approval && { approval }) };
}

const isAskable = (event: Event): event is AskableEvent => event.name === 'tool.before' || event.name === 'task.create';

/** The verdict after a person was asked. */
function settle(verdict: Verdict, approval: Approval): Verdict {
  const { reason, rewrite, ...rest } = verdict;
  switch (approval.kind) {
    case 'approved': {
      const notes = [...verdict.notes, approvedNote];
      return { ...rest, ...(rewrite && { rewrite }), decision: verdict.ifApproved ?? 'pass', notes };
    }
    case 'pending':
      return verdict;
    case 'refused':
      return { ...rest, decision: 'deny', reason: refusal(approval) };
    case 'impossible':
      return {
        ...rest,
        decision: 'deny',
        reason: `${reason ?? 'needs approval'}\nnobody can be asked: ${approval.why}`,
      };
  }
}

const refusal = ({ by = 'somebody', why }: Extract<Approval, { kind: 'refused' }>): string =>
  `${by} said no${why === undefined ? '' : `: ${why}`}`;

/** What a verdict means for a task. */
function guardedBy({ verdict, notices, approval }: GuardDecision): GuardResult {
  const { signals, context, messages, notes, stop, rewrite } = verdict;
  // A note may be among the messages already.
  const heard = [...new Set([...messages, ...notes, ...notices])];
  const said = { hook_signals: signals, context, ...(heard.length > 0 && { messages: heard }) };
  if (approval?.kind === 'pending') {
    const { id, minutes } = approval;
    const answer: GuardAnswer = { decision: 'needs_human', ...said, ...why(verdict), approval: { minutes } };
    return { answer, pending: id };
  }
  if (approval?.kind === 'refused') return { answer: { decision: 'refused', ...said, reason: refusal(approval) } };
  if (verdict.decision === 'deny') return { answer: { decision: 'denied', ...said, ...why(verdict) } };
  // A hook that wants the agent to end does not want this call.
  if (stop !== undefined) return { answer: { decision: 'denied', ...said, reason: stop } };
  return { answer: { decision: 'allowed', ...said }, ...(rewrite?.of === 'input' && { input: rewrite.value }) };
}

/** The reason, and apart from it what the hooks suggest. */
function why({ reason = '', signals }: Verdict): Pick<GuardAnswer, 'reason' | 'suggestion'> {
  const suggestions = [...new Set(signals.map(suggestionOf).filter((text) => text !== ''))];
  // The dialect has put it behind the reason.
  const bare = suggestions.reduce((text, suggestion) => text.replace(`\n${suggestion}`, ''), reason).trim();
  return { ...(bare && { reason: bare }), ...(suggestions.length > 0 && { suggestion: suggestions.join('\n') }) };
}

function suggestionOf({ payload }: Signal): string {
  const { suggestion } = (typeof payload === 'object' && payload !== null ? payload : {}) as { suggestion?: unknown };
  return typeof suggestion === 'string' ? suggestion.trim() : '';
}
