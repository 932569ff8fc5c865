import { canonical } from '../../agents/canonical/index.js';
import type { Event } from '../../core/event.js';
import type { Signal, Verdict } from '../../core/verdict.js';
import { type Approval, type Askable, approvedNote } from '../../engine/approve.js';
import { now, ticks } from '../../platform/clock.js';
import type { Recorder } from '../../records/journal/recorder.js';
import { approver } from '../../service/ask-person.js';
import type { World } from '../../service/engine.js';
import { noticesOf } from '../../service/engine-parts.js';
import { telemetryFor } from '../../service/telemetry.js';
import { offReason } from '../../state/off.js';
import type { Guard, Guarded } from './parts.js';
import { personAnswered } from './person-answered.js';
import type { Tools } from './project-tools.js';
import type { GuardAnswer } from './task.js';
import { callEvent, createEvent, endEvent, type Summarize } from './task-events.js';

export interface GuardDeps {
  readonly world: World;
  readonly tools: () => Promise<Tools>;
  readonly recorder: Recorder;
  readonly summarize: Summarize;
}

/** The hooks of a project around its abilities. What cannot be asked is a denial: nobody waits who must go on. */
export function createGuard(deps: GuardDeps): Guard {
  const { summarize, world } = deps;
  const ask = async (event: Event, signal?: AbortSignal): Promise<Guarded> => {
    try {
      const off = offReason(world, now());
      if (off === undefined) return guardedBy(await decide(event, deps, signal));
      return { answer: { decision: 'allowed', ...nothing, messages: [`hooks are switched off: ${off}`] } };
    } catch (error) {
      const reason = `the hooks could not be asked: ${(error as Error).message}`;
      return { answer: { decision: 'denied', ...nothing, reason } };
    }
  };
  return {
    preflight: (wanted, signal) => ask(createEvent(wanted, summarize), signal),
    before: (called, signal) => ask(callEvent(called, summarize), signal),
    async after(called, ended) {
      if (offReason(world, now()) !== undefined) return;
      // It has happened: whatever goes wrong now is not in the way of the answer.
      await decide(endEvent(called, ended, summarize), deps).catch(() => undefined);
    },
    answered: (pending, untilMs, signal) => personAnswered(pending, world, { untilMs, signal }),
  };
}

const nothing = { hook_signals: [], context: [] } as const;

interface Decided {
  readonly verdict: Verdict;
  readonly notices: readonly string[];
  /** What a person said, where a hook asks. */
  readonly approval?: Approval;
}

/** The verdict on an event, written down before anybody hears of it. */
async function decide(event: Event, { world, tools, recorder }: GuardDeps, signal?: AbortSignal): Promise<Decided> {
  const { engine, project, book } = await tools();
  const { env } = world;
  const { observe, ship } = telemetryFor(project.config.telemetry, world);
  const context = { env, cwd: event.cwd, now: event.timestamp };
  const began = ticks();
  const answer = await engine.decide(canonical, event, context, { env, observe, signal });
  const approval =
    answer.verdict.decision === 'ask' && isAskable(event)
      ? await approver(project, world)(event, answer.verdict)
      : undefined;
  const verdict = approval ? settle(answer.verdict, approval) : answer.verdict;
  const wire = canonical.encode(event, verdict, context);
  recorder.record({ event: answer.event, verdict, wire, ms: ticks() - began, root: project.root, bytes: 0 }, book);
  void ship();
  const notices = event.sessionId === '' ? noticesOf(project) : [];
  return { verdict, notices, ...(approval && { approval }) };
}

const isAskable = (event: Event): event is Askable => event.name === 'tool.before' || event.name === 'task.create';

/** What came of an ask. */
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
function guardedBy({ verdict, notices, approval }: Decided): Guarded {
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
