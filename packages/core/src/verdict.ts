import type { Decision, Rewritable } from './contract.js';
import type { Event } from './event.js';
import type { Hook } from './hook.js';
import type { ToolInput } from './tool.js';

/** A signal of the ability format, unchanged. */
export interface Signal {
  readonly source_event: string;
  readonly hook_id: string;
  readonly kind: string;
  readonly code: string;
  readonly severity?: 'info' | 'warning' | 'error';
  readonly payload: unknown;
}

/** A replacement of one part of the event. `input` holds only the fields that the hook named. */
export type Rewrite =
  | { readonly of: 'input'; readonly value: ToolInput }
  | { readonly of: 'output'; readonly value: string }
  | { readonly of: 'prompt'; readonly value: string }
  | { readonly of: 'messages'; readonly value: readonly { role: string; content: unknown }[] }
  | { readonly of: 'summary'; readonly value: string };

export interface Result {
  readonly decision: Decision;
  readonly reason?: string;
  readonly rewrite?: Rewrite;
  /** Text for the model. */
  readonly context?: readonly string[];
  /** Text for the user. */
  readonly messages?: readonly string[];
  /** Set if the agent should stop; the text says why. */
  readonly stop?: string;
  readonly signals?: readonly Signal[];
  /** Lines for the record only. */
  readonly logs?: readonly string[];
  /** What the format had to drop, and why. */
  readonly notes?: readonly string[];
  /**
   * For an ask of a builtin: what it is about, each part as a canonical text. An approval then covers any call about
   * the same, whatever its wording. Missing: only this call.
   */
  readonly asksAbout?: readonly string[];
}

export const failureKinds = [
  'timeout',
  'spawn',
  'exit',
  'bad-output',
  'too-much-output',
  'cancelled',
  'error',
] as const;
/** The reasons why a hook does not finish. */
export type FailureKind = (typeof failureKinds)[number];

/** How a hook ended. `skipped` is not a failure: for example, a prompt hook without a model. */
export type Ending = EndingKind & {
  /** It ran in a prestarted interpreter. */
  readonly spare?: true;
};

type EndingKind =
  | { readonly kind: 'done'; readonly result: Result }
  | {
      readonly kind: 'failed';
      readonly why: FailureKind;
      readonly detail: string;
      readonly stderr?: string;
      /** Set if the hook is broken and so decided nothing: how a person can fix it. */
      readonly fix?: string;
      /** A file or program that it starts is missing, as in a package that was not built. */
      readonly isIncomplete?: true;
      /** The fix repairs all hooks of the same file, so it is shown once for all of them. */
      readonly fixesFile?: true;
      /** Its code never ran, so the hook itself did not fail. Before an action this asks, whatever its settings. */
      readonly neverRan?: true;
    }
  | { readonly kind: 'skipped'; readonly why: string };

export const done = (result: Result): Ending => ({ kind: 'done', result });
export const failed = (why: FailureKind, detail: string, stderr?: string): Ending =>
  stderr ? { kind: 'failed', why, detail, stderr } : { kind: 'failed', why, detail };
/** The ending of a hook whose code never ran: it ran out of time, there was a fault of ours, or nothing to run. */
export const neverRan = (why: FailureKind, detail: string): Ending => ({ kind: 'failed', why, detail, neverRan: true });
/** What is wrong with a hook that ended without a decision, and how to fix it. */
export interface HookFault {
  readonly detail: string;
  readonly fix: string;
  /** A file or program that it starts is missing. */
  readonly isIncomplete?: true;
}
/** The ending of a broken hook: it did not decide, and a person should fix it. */
export const broken = (fault: HookFault, stderr?: string): Ending => ({
  kind: 'failed',
  why: 'exit',
  ...fault,
  ...(stderr && { stderr }),
});
export const skipped = (why: string): Ending => ({ kind: 'skipped', why });

/** Registers work that needs the verdict of all hooks; the answer waits for it. */
export type OnVerdict = (work: (verdict: Verdict) => Promise<void>) => void;

export const pass = (more: Omit<Result, 'decision'> = {}): Result => ({ decision: 'pass', ...more });
export const allow = (reason?: string, more: Omit<Result, 'decision' | 'reason'> = {}): Result =>
  reason ? { decision: 'allow', reason, ...more } : { decision: 'allow', ...more };
export const ask = (reason: string, more: Omit<Result, 'decision' | 'reason'> = {}): Result => ({
  decision: 'ask',
  reason,
  ...more,
});
export const deny = (reason: string, more: Omit<Result, 'decision' | 'reason'> = {}): Result => ({
  decision: 'deny',
  reason,
  ...more,
});

/** The fields of a report that come from the run itself. */
interface RunFacts {
  readonly hook: Hook;
  readonly ms: number;
  /** Milliseconds from the arrival of the event to its start; missing if it did not start. */
  readonly from?: number;
  /** The part of `ms` that it waited before a program could start. */
  readonly waited?: number;
}

export interface HookRun extends RunFacts {
  readonly ending: Ending;
  /** True for the second run, on the final input. */
  readonly recheck: boolean;
  /** The event as the hook saw it. */
  readonly seenEvent: Event;
}

export const outcomes = [
  'ok',
  'blocked',
  'failed',
  'timeout',
  'skipped',
  'untrusted',
  'not-matched',
  'started',
] as const;
export type Outcome = (typeof outcomes)[number];

/** What the record keeps of a hook that ran. */
export interface HookReport extends RunFacts {
  readonly outcome: Outcome;
  /** The hook's decision, even if it had no effect; for a shadow hook, the decision that it would have made. */
  readonly decision: Decision;
  readonly reason?: string;
  readonly recheck?: boolean;
  /** It ran in a prestarted interpreter. */
  readonly spare?: true;
  /** What the hook returned besides its decision. */
  readonly gave?: readonly ('rewrite' | 'context' | 'message' | 'stop')[];
  /** The rewritten part, before (missing if the event has none) and after; `refused` if it was not applied. */
  readonly rewrote?: { readonly before?: Rewrite; readonly after: Rewrite; readonly refused?: true };
  /** For an async hook: the id under which its ending is recorded. */
  readonly job?: string;
  /** Its output for the record; if it did not finish, its stderr. */
  readonly logs?: readonly string[];
  /** What its ask is about, if that is more than this call. */
  readonly asksAbout?: readonly string[];
}

/** The result of all hooks together. */
export interface Verdict {
  readonly decision: Decision;
  readonly reason?: string;
  /** Set on an ask if a hook said allow; it applies once a person approves. */
  readonly ifApproved?: 'allow';
  readonly context: readonly string[];
  readonly messages: readonly string[];
  /** The rewritten part in full: `input` is the whole canonical input. */
  readonly rewrite?: Rewrite;
  readonly stop?: string;
  readonly signals: readonly Signal[];
  /** What was dropped or changed, for the user. */
  readonly notes: readonly string[];
  readonly hooks: readonly HookReport[];
  /** The id of the question to a person that this verdict waits for. */
  readonly approvalId?: string;
  /** Broken hooks that blocked nothing. User and model are notified of each once per session. */
  readonly broken?: readonly BrokenHook[];
}

/** A broken hook; `key` stays the same while the cause does. */
export interface BrokenHook {
  readonly key: string;
  readonly text: string;
}

export const emptyVerdict: Verdict = { decision: 'pass', context: [], messages: [], signals: [], notes: [], hooks: [] };

/** The event with a rewrite applied to it. */
export function withRewrite(event: Event, rewrite: Rewrite): Event {
  switch (rewrite.of) {
    case 'input':
      if (event.name !== 'tool.before') return event;
      return { ...event, call: { ...event.call, input: { ...event.call.input, ...rewrite.value } } };
    case 'output':
      if (event.name !== 'tool.after') return event;
      // The old streams belong to the output that was replaced.
      return { ...event, result: { ok: event.result.ok, text: rewrite.value, rewritten: true } };
    case 'prompt':
      return event.name === 'prompt.submit' ? { ...event, prompt: rewrite.value } : event;
    case 'messages':
      return event.name === 'model.before' ? { ...event, messages: rewrite.value } : event;
    case 'summary':
      return event;
  }
}

/** The current value of the rewritable part of an event, for the verdict. */
export function rewritablePart(event: Event, part: Rewritable): Rewrite | undefined {
  if (part === 'input' && event.name === 'tool.before') return { of: 'input', value: event.call.input };
  if (part === 'output' && event.name === 'tool.after') return { of: 'output', value: event.result.text };
  if (part === 'prompt' && event.name === 'prompt.submit') return { of: 'prompt', value: event.prompt };
  if (part === 'messages' && event.name === 'model.before')
    return { of: 'messages', value: (event.messages ?? []) as { role: string; content: unknown }[] };
  return undefined;
}
