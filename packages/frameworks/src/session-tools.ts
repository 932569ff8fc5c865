import { type CanonicalCall, type NativeCall, type ToolMeanings, toCanonicalCall } from './canonical-call.js';
import { type CallDecision, createPendingDecisions } from './pending-decisions.js';
import type { HookSession } from './session-contract.js';
import type { SessionEvents } from './session-events.js';
import { feedbackOf, toolDecisionOf } from './session-replies.js';
import { errorMessage, inShapeOf, textOf } from './to-text.js';

/** The tool calls of a session. */
export interface ToolCalls extends Pick<HookSession, 'beforeTool' | 'afterTool' | 'toolFailed'> {
  /** Forgets the decisions of calls that have not ended. */
  clear(): void;
}

/** Decides each call once and keeps the decision until the call has ended. */
export function createToolCalls(events: SessionEvents, tools: ToolMeanings): ToolCalls {
  const pending = createPendingDecisions();

  const decide = async (call: NativeCall): Promise<CallDecision> => {
    if (events.stopped !== undefined) return { decision: { kind: 'deny', reason: events.stopped }, context: [] };
    const canonical = toCanonicalCall(call, tools);
    const verdict = await events.fire('tool.before', { call: canonical.call }, { signal: call.signal });
    return {
      decision: toolDecisionOf(verdict, { call, canonical, stopped: events.stopped }),
      context: verdict.context,
    };
  };

  /** The call as it ran, and the context of its decision; undefined for a call that was denied. */
  const finishCall = async (
    call: NativeCall,
  ): Promise<{ call: CanonicalCall['call']; context: readonly string[] } | undefined> => {
    const { decision, context } = (await pending.findById(call)) ?? { decision: undefined, context: [] };
    if (decision?.kind === 'deny') return undefined;
    pending.remove(call);
    return { call: toCanonicalCall(decision ? { ...call, input: decision.input } : call, tools).call, context };
  };

  return {
    async beforeTool(call, { approved = false } = {}) {
      let pendingDecision = pending.findSame(call);
      if (!pendingDecision) {
        pendingDecision = decide(call);
        pending.store(call, pendingDecision);
      }
      const { decision, context } = await pendingDecision;
      if (decision.kind !== 'ask' || !approved) return decision;
      const granted = { kind: 'run', input: decision.input, approved: true } as const;
      pending.store(call, Promise.resolve({ decision: granted, context }));
      return granted;
    },
    async afterTool(call, output) {
      const finished = await finishCall(call);
      if (!finished) return { feedback: [] };
      const result = { ok: true, text: textOf(output) };
      const verdict = await events.fire('tool.after', { call: finished.call, result });
      const feedback = [...finished.context, ...feedbackOf(verdict)];
      if (verdict.rewrite?.of !== 'output') return { feedback };
      return { output: inShapeOf(output, verdict.rewrite.value), feedback };
    },
    async toolFailed(call, error) {
      const finished = await finishCall(call);
      if (!finished) return { feedback: [] };
      const verdict = await events.fire('tool.failure', { call: finished.call, error: errorMessage(error) });
      return { feedback: [...finished.context, ...feedbackOf(verdict)] };
    },
    clear: () => pending.clear(),
  };
}
