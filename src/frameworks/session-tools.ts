import { type NativeCall, type SeenCall, seeCall, type ToolMeanings } from './calls.js';
import { type Decided, keepDecisions } from './pending-decisions.js';
import type { HookSession } from './session-contract.js';
import type { SessionEvents } from './session-events.js';
import { decisionOf, feedbackOf } from './session-replies.js';
import { messageOf, shapedAs, textOf } from './to-text.js';

/** The tool calls of a session. */
export interface ToolCalls extends Pick<HookSession, 'beforeTool' | 'afterTool' | 'toolFailed'> {
  /** Forgets the decisions of calls that have not ended. */
  clear(): void;
}

/** Decides each call once and keeps the decision until the call has ended. */
export function createToolCalls(events: SessionEvents, tools: ToolMeanings): ToolCalls {
  const pending = keepDecisions();

  const decide = async (call: NativeCall): Promise<Decided> => {
    if (events.stopped !== undefined) return { decision: { kind: 'deny', reason: events.stopped }, context: [] };
    const seen = seeCall(call, tools);
    const verdict = await events.fire('tool.before', { call: seen.call }, { signal: call.signal });
    return { decision: decisionOf(verdict, { call, seen, stopped: events.stopped }), context: verdict.context };
  };

  /** The call as it ran, and the context of its decision; undefined for a call that was denied. */
  const ended = async (
    call: NativeCall,
  ): Promise<{ call: SeenCall['call']; context: readonly string[] } | undefined> => {
    const { decision, context } = (await pending.of(call)) ?? { decision: undefined, context: [] };
    if (decision?.kind === 'deny') return undefined;
    pending.drop(call);
    return { call: seeCall(decision ? { ...call, input: decision.input } : call, tools).call, context };
  };

  return {
    async beforeTool(call, { approved = false } = {}) {
      let decided = pending.same(call);
      if (!decided) {
        decided = decide(call);
        pending.keep(call, decided);
      }
      const { decision, context } = await decided;
      if (decision.kind !== 'ask' || !approved) return decision;
      const granted = { kind: 'run', input: decision.input, approved: true } as const;
      pending.keep(call, Promise.resolve({ decision: granted, context }));
      return granted;
    },
    async afterTool(call, output) {
      const ran = await ended(call);
      if (!ran) return { feedback: [] };
      const result = { ok: true, text: textOf(output) };
      const verdict = await events.fire('tool.after', { call: ran.call, result });
      const feedback = [...ran.context, ...feedbackOf(verdict)];
      if (verdict.rewrite?.of !== 'output') return { feedback };
      return { output: shapedAs(output, verdict.rewrite.value), feedback };
    },
    async toolFailed(call, error) {
      const ran = await ended(call);
      if (!ran) return { feedback: [] };
      const verdict = await events.fire('tool.failure', { call: ran.call, error: messageOf(error) });
      return { feedback: [...ran.context, ...feedbackOf(verdict)] };
    },
    clear: () => pending.clear(),
  };
}
