import type { Approval, AskableEvent, ProjectEngine, Recorder, World } from '@anyhook/anyhook';
import {
  answerEvent,
  approvalState,
  approvedNote,
  canonicalEvent,
  createApprovalStore,
  createApprover,
  isAnsweredByPerson,
  projectNotices,
} from '@anyhook/anyhook';
import { type Event, now, type Signal, scopes, userPaths, type Verdict } from '@anyhook/core';
import type { ProjectTools } from './project-tools.js';
import type { Guard, GuardResult } from './runner-parts.js';
import type { GuardAnswer, HookFeedback } from './task.js';
import type { ParentSession, Summarize } from './task-events.js';
import { permissionEvent, taskCallEvent, taskCreateEvent, taskEndEvent, userWaitEvent } from './task-events.js';

export interface GuardDeps {
  readonly world: World;
  readonly tools: () => Promise<ProjectTools>;
  /** The engine that guards a call. */
  readonly guardOf: (tools: ProjectTools) => Promise<ProjectEngine>;
  readonly recorder: Recorder;
  readonly summarize: Summarize;
  /** Set if the tasks are those of a session that another one started. */
  readonly parent?: ParentSession | undefined;
}

/** Runs a project's hooks before and after its abilities. If they cannot run, it denies: unlike an agent, a task may fail. */
export function createHookGuard(deps: GuardDeps): Guard {
  const { summarize, world } = deps;
  const evaluate = async (event: Event, signal?: AbortSignal): Promise<GuardResult> => {
    try {
      const decision = await decide(event, deps, signal);
      if (decision.offReason === undefined) return guardResultOf(decision);
      return {
        answer: { decision: 'allowed', ...emptyAnswer, messages: [`hooks are switched off: ${decision.offReason}`] },
      };
    } catch (error) {
      const reason = `the hooks could not be asked: ${(error as Error).message}`;
      return { answer: { decision: 'denied', ...emptyAnswer, reason } };
    }
  };
  return {
    preflight: (request, signal) => evaluate(taskCreateEvent(request, summarize), signal),
    before: (call, signal) => evaluate(taskCallEvent(call, summarize), signal),
    async after(call, result) {
      // The task has run: an error in a hook must not change its result.
      const decision = await decide(taskEndEvent(call, result, summarize), deps).catch(() => undefined);
      return decision && feedbackOf(decision.verdict);
    },
    waitUntilAnswered: (pending, waitMs, signal) => waitForPerson(pending, world, { waitMs, signal }),
  };
}

const emptyAnswer = { hook_signals: [], context: [] } as const;

interface GuardDecision {
  readonly verdict: Verdict;
  /** Why no hook ran, if hooks are switched off. */
  readonly offReason?: string | undefined;
  readonly notices: readonly string[];
  /** A person's answer, if a hook asks. */
  readonly approval?: Approval;
}

/** The verdict on an event; `ask` is replaced by a person's answer, or stays until there is one. */
async function decide(baseEvent: Event, deps: GuardDeps, signal?: AbortSignal): Promise<GuardDecision> {
  const { world, tools, guardOf, recorder, parent } = deps;
  const event: Event = { ...baseEvent, ...parent };
  let notices: readonly string[] = [];
  let approval: Approval | undefined;
  const { verdict, off } = await answerEvent(
    canonicalEvent(() => event, { world, signal }),
    {
      async project() {
        const loaded = await tools();
        if (event.sessionId === '') notices = projectNotices(loaded.project);
        return guardOf(loaded);
      },
      recorder,
      async settle(askedEvent, verdict) {
        if (!isAskable(askedEvent)) return verdict;
        const { project } = await tools();
        const question = { event: askedEvent, verdict };
        const isAnswered = await isAnsweredByPerson(question, project, world);
        const afterHooks = isAnswered ? verdict : await askPermissionHooks(question, deps, signal);
        if (afterHooks.decision !== 'ask') return afterHooks;
        approval = await createApprover(project, world)(askedEvent, verdict);
        return applyApproval(afterHooks, approval);
      },
    },
  );
  if (approval?.kind === 'pending' && isAskable(event)) await decide(userWaitEvent(event), deps).catch(() => undefined);
  return { verdict, offReason: off, notices, ...(approval && { approval }) };
}

const isAskable = (event: Event): event is AskableEvent => event.name === 'tool.before' || event.name === 'task.create';

/** The verdict after the hooks for tool.permission; it still asks if they leave the answer to a person. */
async function askPermissionHooks(
  { event, verdict }: { readonly event: AskableEvent; readonly verdict: Verdict },
  deps: GuardDeps,
  signal: AbortSignal | undefined,
): Promise<Verdict> {
  if (event.name !== 'tool.before') return verdict;
  const { verdict: permission } = await decide(permissionEvent(event, verdict), deps, signal);
  const merged = {
    ...verdict,
    messages: [...verdict.messages, ...permission.messages],
    notes: [...verdict.notes, ...permission.notes],
    ...(permission.stop !== undefined && { stop: permission.stop }),
  };
  if (permission.decision === 'deny' || permission.stop !== undefined) {
    const reason = permission.reason ?? permission.stop ?? 'a hook refused the permission without a reason';
    return { ...merged, decision: 'deny', reason };
  }
  if (permission.decision !== 'allow') return merged;
  if (!mayGrant(permission, verdict)) {
    const note = 'a permission by a hook of the project does not count: a hook of the user or the machine asks';
    return { ...merged, notes: [...merged.notes, note] };
  }
  const { reason: _reason, ...rest } = merged;
  const note = `a hook gave the permission, so no person was asked${reasonSuffix(permission.reason)}`;
  return { ...rest, decision: verdict.ifApproved ?? 'pass', notes: [...merged.notes, note] };
}

/** A hook may answer only for hooks of its scope and weaker ones: a project does not answer for its user. */
function mayGrant(permission: Verdict, asking: Verdict): boolean {
  const ranks = ({ hooks }: Verdict, decision: Verdict['decision']) =>
    hooks
      .filter((report) => report.decision === decision && report.hook.mode === 'enforce')
      .map(({ hook }) => scopes.indexOf(hook.scope));
  // If no asking hook is known, only hooks of the strongest scope may answer.
  const [asker = 0] = ranks(asking, 'ask').sort();
  return ranks(permission, 'allow').some((rank) => rank <= asker);
}

const reasonSuffix = (reason: string | undefined): string => (reason ? `: ${reason}` : '');

function applyApproval(verdict: Verdict, approval: Approval): Verdict {
  const { reason, rewrite, ...rest } = verdict;
  switch (approval.kind) {
    case 'approved': {
      const notes = [...verdict.notes, approvedNote];
      return { ...rest, ...(rewrite && { rewrite }), decision: verdict.ifApproved ?? 'pass', notes };
    }
    case 'pending':
      return { ...verdict, approvalId: approval.id };
    case 'refused':
      return { ...rest, decision: 'deny', reason: refusalReason(approval) };
    case 'impossible':
      return {
        ...rest,
        decision: 'deny',
        reason: `${reason ?? 'needs approval'}\nnobody can be asked: ${approval.why}`,
      };
  }
}

const refusalReason = ({ by = 'someone', why }: Extract<Approval, { kind: 'refused' }>): string =>
  `${by} said no${why === undefined ? '' : `: ${why}`}`;

function guardResultOf({ verdict, notices, approval }: GuardDecision): GuardResult {
  const { signals, context, messages, notes, stop, rewrite } = verdict;
  // A note may already be among the messages.
  const userMessages = [...new Set([...messages, ...notes, ...notices])];
  const answerFields = { hook_signals: signals, context, ...(userMessages.length > 0 && { messages: userMessages }) };
  if (approval?.kind === 'pending') {
    const { id, minutes } = approval;
    const answer: GuardAnswer = {
      decision: 'needs_human',
      ...answerFields,
      ...reasonFields(verdict),
      approval: { minutes },
    };
    return { answer, pendingId: id };
  }
  if (approval?.kind === 'refused')
    return { answer: { decision: 'refused', ...answerFields, reason: refusalReason(approval) } };
  const stopField = stop === undefined ? {} : { stop };
  if (verdict.decision === 'deny')
    return { answer: { decision: 'denied', ...answerFields, ...reasonFields(verdict), ...stopField } };
  // A hook that stops the agent also refuses this call.
  if (stop !== undefined) return { answer: { decision: 'denied', ...answerFields, reason: stop, stop } };
  return { answer: { decision: 'allowed', ...answerFields }, ...(rewrite?.of === 'input' && { input: rewrite.value }) };
}

/** The model's feedback from a verdict on a task that has run. */
function feedbackOf(verdict: Verdict): HookFeedback | undefined {
  const { decision, context, messages, notes, stop, rewrite } = verdict;
  const userMessages = [...new Set([...messages, ...notes])];
  const feedback: HookFeedback = {
    ...(decision === 'deny' && { reason: verdict.reason ?? 'a hook objects to the result without a reason' }),
    context,
    messages: userMessages,
    ...(stop !== undefined && { stop }),
    ...(rewrite?.of === 'output' && { output: rewrite.value }),
  };
  const isSilent = Object.values(feedback).every((part) => part.length === 0);
  return isSilent && stop === undefined && rewrite === undefined ? undefined : feedback;
}

/** The reason, and separately what the hooks suggest. */
function reasonFields({ reason = '', signals }: Verdict): Pick<GuardAnswer, 'reason' | 'suggestion'> {
  const suggestions = [...new Set(signals.map(suggestionOf).filter((text) => text !== ''))];
  // The format has appended it to the reason.
  const reasonOnly = suggestions.reduce((text, suggestion) => text.replace(`\n${suggestion}`, ''), reason).trim();
  return {
    ...(reasonOnly && { reason: reasonOnly }),
    ...(suggestions.length > 0 && { suggestion: suggestions.join('\n') }),
  };
}

function suggestionOf({ payload }: Signal): string {
  const { suggestion } = (typeof payload === 'object' && payload !== null ? payload : {}) as { suggestion?: unknown };
  return typeof suggestion === 'string' ? suggestion.trim() : '';
}

const pollMs = 250;

/** Waits until a question is answered: true; or until time is up or the caller disconnects: false. */
async function waitForPerson(
  id: string,
  world: World,
  { waitMs, signal }: { readonly waitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<boolean> {
  const store = createApprovalStore(userPaths(world.env, world.home).state, { now, minutes: 0 });
  const deadline = now() + waitMs;
  const isOpen = () => store.all().some((record) => record.id === id && approvalState(record, now()) === 'pending');
  while (isOpen()) {
    const left = deadline - now();
    if (left <= 0 || signal?.aborted) return false;
    await pause(Math.min(left, pollMs), signal);
  }
  return true;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
