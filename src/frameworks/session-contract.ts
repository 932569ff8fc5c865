import type { EventName } from '../core/contract.js';
import type { AgentRef, EventFields } from '../core/event.js';
import type { Verdict } from '../core/verdict.js';
import type { NativeCall, ToolMeanings } from './calls.js';

/** What answers events: `createEngine()` gives one, and so may a client of an engine elsewhere. */
export interface FiringEngine {
  fire(
    name: EventName,
    words?: {
      readonly prompt?: string;
      readonly data?: Readonly<Record<string, unknown>>;
      readonly cwd?: string;
      readonly sessionId?: string;
    },
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
  ): Promise<{ readonly verdict: Verdict }>;
}

export interface HookOptions {
  /** One run of an agent from start to end. Default: a new one. */
  readonly sessionId?: string;
  /** Where the agent works. Default: the engine's. */
  readonly cwd?: string;
  /** Who acts, where that is a subagent. */
  readonly agent?: AgentRef;
  readonly parentSessionId?: string;
  /** What the user's tools are, where their names do not say it: `{ deploy: 'shell' }`. */
  readonly tools?: ToolMeanings;
  /** Without an engine nothing goes on. Default: the agent goes on without hooks. */
  readonly failClosed?: boolean;
  /** Longest time for one event. Default: as long as its hooks may take. */
  readonly timeoutMs?: number;
  /** Takes what the user should hear. Default: a warning on the console. */
  readonly onNote?: (note: string) => void;
}

/** Texts for the model, and why it does not go on. */
export interface Opening {
  readonly context: readonly string[];
  readonly block?: string;
}

export interface PromptReply extends Opening {
  /** The prompt as the hooks want it. */
  readonly text: string;
}

type Messages = readonly { readonly role: string; readonly content: unknown }[];

export interface ModelReply {
  /** Only where a hook replaced them. */
  readonly messages?: Messages;
  readonly block?: string;
}

/** What becomes of a tool call. Text that comes with a call reaches the model through `afterTool` or `toolFailed`. */
export type ToolDecision =
  /** `approved`: a hook or a person said yes, so the framework need not ask. */
  | { readonly kind: 'run'; readonly input: unknown; readonly approved: boolean }
  | { readonly kind: 'ask'; readonly input: unknown; readonly reason: string }
  | { readonly kind: 'deny'; readonly reason: string };

export interface ToolReply {
  /** Only where a hook replaced it; in the form of the first one where that is possible. */
  readonly output?: unknown;
  readonly feedback: readonly string[];
}

export interface StopReply {
  /** What the agent shall do next. Without it, it may stop. */
  readonly continue?: string;
}

export interface CompactReply extends Opening {
  /** Takes the place of the framework's own summary. */
  readonly summary?: string;
}

/** The hooks of one run of an agent. Nothing here ever throws: without an engine it is open, or closed if so wished. */
export interface HookSession {
  readonly id: string;
  /** Why the agent shall end, once a hook said so: every later prompt, model call and tool call is blocked with it. */
  readonly stopped: string | undefined;
  /** Fires once. Text of a start that nobody asked for comes with the first prompt. */
  start(): Promise<Opening>;
  /** Starts the session where that has not happened. */
  prompt(text: string): Promise<PromptReply>;
  beforeModel(messages: Messages): Promise<ModelReply>;
  afterModel(response: { readonly text?: string }): Promise<void>;
  /** Asks the hooks once for each call: the same call again gets the same decision. `approved`: a person said yes to an ask. */
  beforeTool(call: NativeCall, options?: { readonly approved?: boolean }): Promise<ToolDecision>;
  /** A call that was blocked has no after: no event, no reply. */
  afterTool(call: NativeCall, output: unknown): Promise<ToolReply>;
  toolFailed(call: NativeCall, error: unknown): Promise<ToolReply>;
  /** `active`: the agent goes on because of a stop hook. Default: whether the last stop of this prompt said so. */
  stop(end?: { readonly text?: string; readonly active?: boolean }): Promise<StopReply>;
  subagentStart(agent: AgentRef, task?: string): Promise<Opening>;
  subagentStop(agent: AgentRef, end?: { readonly text?: string; readonly active?: boolean }): Promise<StopReply>;
  compactBefore(about?: Omit<EventFields['compact.before'], 'summary'>): Promise<CompactReply>;
  compactAfter(about?: EventFields['compact.after']): Promise<void>;
  /** Something broke in the agent. */
  error(error: unknown): Promise<void>;
  /** Fires once, and only after a start. */
  end(reason?: string): Promise<void>;
}
