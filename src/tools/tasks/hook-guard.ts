import type { Event } from '../../core/event.js';
import { scopes } from '../../core/hook.js';
import type { Signal, Verdict } from '../../core/verdict.js';
import { type Approval, type AskableEvent, approvedNote } from '../../engine/approve.js';
import type { Recorder } from '../../records/journal/recorder.js';
import { answerEvent } from '../../service/answer-event.js';
import { createApprover, isAnsweredByPerson } from '../../service/ask-person.js';
import { canonicalEvent } from '../../service/canonical-event.js';
import type { World } from '../../service/engine.js';
import { projectNotices } from '../../service/engine-parts.js';
import type { ProjectTools } from './project-tools.js';
import type { Guard, GuardResult } from './runner-parts.js';
import type { GuardAnswer, HookFeedback } from './task.js';
import {
  type ParentSession,
  permissionEvent,
  type Summarize,
  taskCallEvent,
  taskCreateEvent,
  taskEndEvent,
  userWaitEvent,
} from './task-events.js';
import { waitForPerson } from './wait-for-person.js';

export interface GuardDeps {
  readonly world: World;
  readonly tools: () => Promise<ProjectTools>;
  readonly recorder: Recorder;
  readonly summarize: Summarize;
  /** Set if the tasks are those of a session that another one started. */
  readonly parent?: ParentSession | undefined;
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
      const decision = await decide(taskEndEvent(called, ended, summarize), deps).catch(() => undefined);
      return decision && feedbackOf(decision.verdict);
    },
    waitUntilAnswered: (pending, untilMs, signal) => waitForPerson(pending, world, { untilMs, signal }),
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
async function decide(made: Event, deps: GuardDeps, signal?: AbortSignal): Promise<GuardDecision> {
  const { world, tools, recorder, parent } = deps;
  const event: Event = { ...made, ...parent };
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
        const { project } = await tools();
        const about = { event: asked, verdict };
        const isAnswered = await isAnsweredByPerson(about, project, world);
        const heard = isAnswered ? verdict : await askHooks(about, deps, signal);
        if (heard.decision !== 'ask') return heard;
        approval = await createApprover(project, world)(asked, verdict);
        return settle(heard, approval);
      },
    },
  );
  if (approval?.kind === 'pending' && isAskable(event)) await decide(userWaitEvent(event), deps).catch(() => undefined);
  return { verdict, off, notices, ...(approval && { approval }) };
}

const isAskable = (event: Event): event is AskableEvent => event.name === 'tool.before' || event.name === 'task.create';

/** The verdict after the hooks for tool.permission; it still asks if they leave the answer to a person. */
async function askHooks(
  { event, verdict }: { readonly event: AskableEvent; readonly verdict: Verdict },
  deps: GuardDeps,
  signal: AbortSignal | undefined,
): Promise<Verdict> {
  if (event.name !== 'tool.before') return verdict;
  const { verdict: said } = await decide(permissionEvent(event, verdict), deps, signal);
  const heard = {
    ...verdict,
    messages: [...verdict.messages, ...said.messages],
    notes: [...verdict.notes, ...said.notes],
    ...(said.stop !== undefined && { stop: said.stop }),
  };
  if (said.decision === 'deny' || said.stop !== undefined) {
    const reason = said.reason ?? said.stop ?? 'a hook refused the permission without a reason';
    return { ...heard, decision: 'deny', reason };
  }
  if (said.decision !== 'allow') return heard;
  if (!mayAnswer(said, verdict)) {
    const note = 'a permission by a hook of the project does not count: a hook of the user or the machine asks';
    return { ...heard, notes: [...heard.notes, note] };
  }
  const { reason: _reason, ...rest } = heard;
  const note = `a hook gave the permission, so nobody was asked${because(said.reason)}`;
  return { ...rest, decision: verdict.ifApproved ?? 'pass', notes: [...heard.notes, note] };
}

/** A hook may answer only for hooks of its own scope and weaker ones: a project does not answer for its user. */
function mayAnswer(said: Verdict, asking: Verdict): boolean {
  const ranks = ({ hooks }: Verdict, decision: Verdict['decision']) =>
    hooks
      .filter((report) => report.decision === decision && report.hook.mode === 'enforce')
      .map(({ hook }) => scopes.indexOf(hook.scope));
  // Where no hook is known that asks, only the strongest may answer.
  const [asker = 0] = ranks(asking, 'ask').sort();
  return ranks(said, 'allow').some((rank) => rank <= asker);
}

const because = (reason: string | undefined): string => (reason ? `: ${reason}` : '');

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
    return { answer, pendingId: id };
  }
  if (approval?.kind === 'refused') return { answer: { decision: 'refused', ...said, reason: refusal(approval) } };
  const ending = stop === undefined ? {} : { stop };
  if (verdict.decision === 'deny') return { answer: { decision: 'denied', ...said, ...why(verdict), ...ending } };
  // A hook that wants the agent to end does not want this call.
  if (stop !== undefined) return { answer: { decision: 'denied', ...said, reason: stop, stop } };
  return { answer: { decision: 'allowed', ...said }, ...(rewrite?.of === 'input' && { input: rewrite.value }) };
}

/** What a verdict on a task that has run means for the model. */
function feedbackOf(verdict: Verdict): HookFeedback | undefined {
  const { decision, context, messages, notes, stop, rewrite } = verdict;
  const heard = [...new Set([...messages, ...notes])];
  const feedback: HookFeedback = {
    ...(decision === 'deny' && { reason: verdict.reason ?? 'a hook objects to the result without a reason' }),
    context,
    messages: heard,
    ...(stop !== undefined && { stop }),
    ...(rewrite?.of === 'output' && { output: rewrite.value }),
  };
  const isSilent = Object.values(feedback).every((part) => part.length === 0);
  return isSilent && stop === undefined && rewrite === undefined ? undefined : feedback;
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
