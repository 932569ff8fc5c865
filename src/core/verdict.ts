import type { Decision, Rewritable } from './contract.js';
import type { Event } from './event.js';
import type { Hook } from './hook.js';
import type { ToolInput } from './tool.js';

/** An ability-dialect signal, kept as it came. */
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

/** What one hook answered, in canonical words. */
export interface Result {
  readonly decision: Decision;
  readonly reason?: string;
  readonly rewrite?: Rewrite;
  /** Text for the model. */
  readonly context?: readonly string[];
  /** Text for the user. */
  readonly messages?: readonly string[];
  /** The agent shall end; the text says why. */
  readonly stop?: string;
  readonly signals?: readonly Signal[];
  /** Lines for the record only. */
  readonly logs?: readonly string[];
  /** What the dialect had to drop, and why. */
  readonly notes?: readonly string[];
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
/** The ways in which a hook does not finish. */
export type FailureKind = (typeof failureKinds)[number];

/** How a hook ended. `skipped` is no failure: a prompt hook without a model, for instance. */
export type Ending =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly why: FailureKind; readonly detail: string; readonly stderr?: string }
  | { readonly kind: 'skipped'; readonly why: string };

export const done = (result: Result): Ending => ({ kind: 'done', result });
export const failed = (why: FailureKind, detail: string, stderr?: string): Ending =>
  stderr ? { kind: 'failed', why, detail, stderr } : { kind: 'failed', why, detail };
export const skipped = (why: string): Ending => ({ kind: 'skipped', why });

/** Result makers that read as speech. */
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

/** One hook's part in one event. */
export interface HookRun {
  readonly hook: Hook;
  readonly ending: Ending;
  readonly ms: number;
  /** True for the second look at the final input. */
  readonly recheck: boolean;
  /** What the event was when the hook saw it. */
  readonly saw: Event;
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

/** What the record keeps of a hook that took part. */
export interface HookReport {
  readonly hook: Hook;
  readonly outcome: Outcome;
  /** What it said, also where that did not count; of a shadow hook, what would have counted. */
  readonly decision: Decision;
  readonly reason?: string;
  readonly ms: number;
  readonly recheck?: boolean;
  /** What it gave beside its decision. */
  readonly gave?: readonly ('rewrite' | 'context' | 'message' | 'stop')[];
  /** The part that it rewrote, before (none where the event has none) and after; `refused` where that did not count. */
  readonly rewrote?: { readonly before?: Rewrite; readonly after: Rewrite; readonly refused?: true };
  /** What it wrote for the record; of a hook that did not finish, what it left on stderr. */
  readonly logs?: readonly string[];
}

/** What all hooks together mean. */
export interface Verdict {
  readonly decision: Decision;
  readonly reason?: string;
  /** Of an ask: a hook said allow, which holds once a person says yes. */
  readonly ifApproved?: 'allow';
  readonly context: readonly string[];
  readonly messages: readonly string[];
  /** The part that was rewritten, whole: `input` is the full canonical input. */
  readonly rewrite?: Rewrite;
  readonly stop?: string;
  readonly signals: readonly Signal[];
  /** What was dropped or changed on the way, for the user. */
  readonly notes: readonly string[];
  readonly hooks: readonly HookReport[];
}

export const emptyVerdict: Verdict = {
  decision: 'pass',
  context: [],
  messages: [],
  signals: [],
  notes: [],
  hooks: [],
};

/** Which part of an event a rewrite of that part replaces. */
export function withRewrite(event: Event, rewrite: Rewrite): Event {
  switch (rewrite.of) {
    case 'input':
      if (event.name !== 'tool.before') return event;
      return { ...event, call: { ...event.call, input: { ...event.call.input, ...rewrite.value } } };
    case 'output':
      if (event.name !== 'tool.after') return event;
      // The old streams are part of what was replaced.
      return { ...event, result: { ok: event.result.ok, text: rewrite.value } };
    case 'prompt':
      return event.name === 'prompt.submit' ? { ...event, prompt: rewrite.value } : event;
    case 'messages':
      return event.name === 'model.before' ? { ...event, messages: rewrite.value } : event;
    case 'summary':
      return event;
  }
}

/** The rewritable part of an event as it is now, for the verdict. */
export function rewritablePart(event: Event, part: Rewritable): Rewrite | undefined {
  if (part === 'input' && event.name === 'tool.before') return { of: 'input', value: event.call.input };
  if (part === 'output' && event.name === 'tool.after') return { of: 'output', value: event.result.text };
  if (part === 'prompt' && event.name === 'prompt.submit') return { of: 'prompt', value: event.prompt };
  if (part === 'messages' && event.name === 'model.before')
    return { of: 'messages', value: (event.messages ?? []) as { role: string; content: unknown }[] };
  return undefined;
}
