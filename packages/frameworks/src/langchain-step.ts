import type { LangChainMessage, PlainMessage } from './langchain-messages.js';
import type { HookSession } from './session.js';

/** What LangChain passes to each step of a run, as far as it is used here. */
export interface LangChainRuntime {
  readonly configurable?: { readonly thread_id?: unknown } | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly interrupt?: ((value: never) => unknown) | undefined;
}

export interface StepInput {
  readonly state: { readonly messages: readonly LangChainMessage[] };
  readonly runtime: LangChainRuntime;
}

/** Finds the hook session of a step. */
export type SessionOf = (step: StepInput) => HookSession;

/** What a step changes. LangChain turns plain objects into messages; its types do not say so. */
export type StateChange = { messages: never[]; jumpTo?: never } | undefined;
export type StepHook = (state: StepInput['state'], runtime: LangChainRuntime) => Promise<StateChange>;

/** A method of a middleware that calls the model or a tool through `handler`. */
export type CallWrapper<Request> = <R extends Request, Answer>(
  request: R,
  handler: (request: R) => Answer | Promise<Answer>,
) => Promise<Answer>;

export function stateChange(messages: readonly PlainMessage[], jumpTo?: string): StateChange {
  if (messages.length === 0 && jumpTo === undefined) return undefined;
  return { messages: messages as never[], ...(jumpTo !== undefined && { jumpTo: jumpTo as never }) };
}

export function threadOf({ configurable }: LangChainRuntime): string | undefined {
  const thread = configurable?.thread_id;
  return thread === undefined || thread === null ? undefined : String(thread);
}

/** LangChain throws for interrupts and jumps; these are not failures. */
export const isControlFlow = (error: unknown): boolean =>
  (error as { is_bubble_up?: unknown } | null)?.is_bubble_up === true;
