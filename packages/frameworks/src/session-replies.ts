import { type EventName, emptyVerdict, type Verdict } from '@anyhook/core';
import type { CanonicalCall, NativeCall } from './canonical-call.js';
import type { ToolDecision } from './session-contract.js';

/** Never empty: a model needs a text. */
export const reasonOf = ({ reason }: Verdict): string => reason?.trim() || 'Blocked by a hook that gave no reason.';

/** The feedback for the model about a call that has run. */
export const feedbackOf = (verdict: Verdict): readonly string[] =>
  verdict.decision === 'deny' ? [reasonOf(verdict), ...verdict.context] : verdict.context;

/** The verdict of `failClosed`: no hook has seen it, so it is denied or hidden. */
export function closedVerdict(name: EventName, reason: string): Verdict {
  if (name === 'tool.after') return { ...emptyVerdict, rewrite: { of: 'output', value: reason } };
  return { ...emptyVerdict, decision: 'deny', reason };
}

/** Why the agent is blocked: this verdict, or an earlier one that ended the agent. */
export function blockOf(verdict: Verdict, stopped: string | undefined): { readonly block?: string } {
  if (verdict.decision === 'deny') return { block: reasonOf(verdict) };
  return stopped === undefined ? {} : { block: stopped };
}

interface DecisionInput {
  readonly call: NativeCall;
  readonly canonical: CanonicalCall;
  readonly stopped: string | undefined;
}

/** The decision about a call, from the hooks' verdict. */
export function toolDecisionOf(verdict: Verdict, { call, canonical, stopped }: DecisionInput): ToolDecision {
  const { block } = blockOf(verdict, stopped);
  if (block !== undefined) return { kind: 'deny', reason: [block, ...verdict.context].join('\n\n') };
  const input = verdict.rewrite?.of === 'input' ? canonical.toNative(verdict.rewrite.value) : call.input;
  if (verdict.decision === 'ask') return { kind: 'ask', input, reason: reasonOf(verdict) };
  return { kind: 'run', input, approved: verdict.decision === 'allow' };
}
