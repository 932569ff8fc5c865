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
  findSame(call: NativeCall): Promise<CallDecision> | undefined;
  /** The decision about the call with this id, even if its input has changed. */
  findById(call: NativeCall): Promise<CallDecision> | undefined;
  store(call: NativeCall, result: Promise<CallDecision>): void;
  remove(call: NativeCall): void;
  clear(): void;
}

interface PendingDecision {
  readonly name: string;
  /** The original input and the input after the hooks: a framework may use either when the call comes back. */
  readonly inputs: string[];
  readonly result: Promise<CallDecision>;
}

/** The oldest decisions above this number are forgotten. */
const maxStored = 1_000;

/** Keeps decisions by call id, or by the call object if it has none. Ids may repeat, so name and input count too. */
export function createPendingDecisions(): PendingDecisions {
  const decisions = new Map<string | NativeCall, PendingDecision>();
  const keyOf = (call: NativeCall) => call.id ?? call;
  const find = (call: NativeCall) => {
    const found = decisions.get(keyOf(call));
    return found?.name === call.name ? found : undefined;
  };
  return {
    findSame(call) {
      const found = find(call);
      return found?.inputs.includes(textOf(call.input)) ? found.result : undefined;
    },
    findById: (call) => find(call)?.result,
    store(call, result) {
      const inputs = [textOf(call.input)];
      decisions.delete(keyOf(call));
      decisions.set(keyOf(call), { name: call.name, inputs, result });
      void result.then(({ decision }) => decision.kind !== 'deny' && inputs.push(textOf(decision.input)));
      if (decisions.size > maxStored) decisions.delete(decisions.keys().next().value ?? call);
    },
    remove: (call) => void decisions.delete(keyOf(call)),
    clear: () => decisions.clear(),
  };
}
