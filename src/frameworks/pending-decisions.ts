import type { NativeCall } from './canonical-call.js';
import type { ToolDecision } from './session-contract.js';
import { textOf } from './to-text.js';

/** What hooks decided about a call, and text for the model, which is held until the call has an answer. */
export interface CallDecision {
  readonly decision: ToolDecision;
  readonly context: readonly string[];
}

/** Decisions about calls that have not ended yet. */
export interface PendingDecisions {
  /** The decision about exactly this call. */
  same(call: NativeCall): Promise<CallDecision> | undefined;
  /** The decision about the call with this id, even if its input has changed. */
  of(call: NativeCall): Promise<CallDecision> | undefined;
  keep(call: NativeCall, decided: Promise<CallDecision>): void;
  drop(call: NativeCall): void;
  clear(): void;
}

interface PendingDecision {
  readonly name: string;
  /** The original input and the input after the hooks: a framework may use either when the call comes back. */
  readonly inputs: string[];
  readonly decided: Promise<CallDecision>;
}

/** The oldest decisions above this number are forgotten. */
const maxKept = 1_000;

/** Keeps decisions by call id, or by the call object if it has none. Ids may repeat, so name and input count too. */
export function createPendingDecisions(): PendingDecisions {
  const kept = new Map<string | NativeCall, PendingDecision>();
  const keyOf = (call: NativeCall) => call.id ?? call;
  const find = (call: NativeCall) => {
    const found = kept.get(keyOf(call));
    return found?.name === call.name ? found : undefined;
  };
  return {
    same(call) {
      const found = find(call);
      return found?.inputs.includes(textOf(call.input)) ? found.decided : undefined;
    },
    of: (call) => find(call)?.decided,
    keep(call, decided) {
      const inputs = [textOf(call.input)];
      kept.delete(keyOf(call));
      kept.set(keyOf(call), { name: call.name, inputs, decided });
      void decided.then(({ decision }) => decision.kind !== 'deny' && inputs.push(textOf(decision.input)));
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKept) break;
        kept.delete(oldest);
      }
    },
    drop: (call) => void kept.delete(keyOf(call)),
    clear: () => kept.clear(),
  };
}
