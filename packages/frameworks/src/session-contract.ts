import type { AgentRef, EventFields, EventName, Verdict } from '@anyhook/core';
import type { NativeCall, ToolMeanings } from './canonical-call.js';

/** Answers events: an engine of `createEngine()`, or a client of an engine elsewhere. */
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
  /** The id of one run of an agent, from start to end. Default: a new one. */
  readonly sessionId?: string;
  /** Where the agent works. Default: the engine's. */
  readonly cwd?: string;
  /** The subagent that acts, if it is one. */
  readonly agent?: AgentRef;
  readonly parentSessionId?: string;
  /** What the user's tools are, if their names do not say it: `{ deploy: 'shell' }`. */
  readonly tools?: ToolMeanings;
  /**
   * Blocks the agent if the hooks cannot run at an event. Default: the agent continues without hooks. An engine that could
   * not be created, for example because of untrusted hooks, always blocks.
   */
  readonly failClosed?: boolean;
  /** Maximum time for one event. Default: the timeouts of its hooks. */
  readonly timeoutMs?: number;
  /** Receives notes for the user. Default: a warning on the console. */
  readonly onNote?: (note: string) => void;
}

/** Context for the model, and the reason if the agent is blocked. */
export interface Opening {
  readonly context: readonly string[];
  readonly block?: string;
}

export interface PromptReply extends Opening {
  /** The prompt after the hooks. */
  readonly text: string;
}

type Messages = readonly { readonly role: string; readonly content: unknown }[];

export interface ModelReply {
  /** Only if a hook replaced them. */
  readonly messages?: Messages;
  readonly block?: string;
}

/** The decision about a tool call. Context of a call reaches the model through `afterTool` or `toolFailed`. */
export type ToolDecision =
  /** `approved`: a hook or a person approved it, so the framework need not ask. */
  | { readonly kind: 'run'; readonly input: unknown; readonly approved: boolean }
  | { readonly kind: 'ask'; readonly input: unknown; readonly reason: string }
  | { readonly kind: 'deny'; readonly reason: string };

export interface ToolReply {
  /** Only if a hook replaced it; in the form of the original if possible. */
  readonly output?: unknown;
  readonly feedback: readonly string[];
}

export interface StopReply {
  /** What the agent must do next. Undefined: it may stop. */
  readonly continue?: string;
}

export interface CompactReply extends Opening {
  /** Replaces the framework's own summary. */
  readonly summary?: string;
}

/**
 * The hooks of one run of an agent. No method throws: if hooks cannot run, the agent continues, or is blocked with
 * `failClosed`. Without an engine, and while hooks are untrusted, it is always blocked.
 */
export interface HookSession {
  readonly id: string;
  /** Why a hook ended the agent: every later prompt, model call and tool call is blocked with it. */
  readonly stopped: string | undefined;
  /** Fires once. If the first prompt starts the session, the context of the start comes with that prompt. */
  start(): Promise<Opening>;
  /** Starts the session if it has not started. */
  prompt(text: string): Promise<PromptReply>;
  beforeModel(messages: Messages): Promise<ModelReply>;
  afterModel(response: { readonly text?: string }): Promise<void>;
  /** Asks the hooks once per call: the same call again gets the same decision. `approved`: a person said yes to an ask. */
  beforeTool(call: NativeCall, options?: { readonly approved?: boolean }): Promise<ToolDecision>;
  /** For a denied call nothing is fired. */
  afterTool(call: NativeCall, output: unknown): Promise<ToolReply>;
  toolFailed(call: NativeCall, error: unknown): Promise<ToolReply>;
  /** `active`: the agent continues because of a stop hook. Default: whether the last stop of this prompt was refused. */
  stop(end?: { readonly text?: string; readonly active?: boolean }): Promise<StopReply>;
  subagentStart(agent: AgentRef, task?: string): Promise<Opening>;
  subagentStop(agent: AgentRef, end?: { readonly text?: string; readonly active?: boolean }): Promise<StopReply>;
  compactBefore(compaction?: Omit<EventFields['compact.before'], 'summary'>): Promise<CompactReply>;
  compactAfter(compaction?: EventFields['compact.after']): Promise<void>;
  /** An error of the agent itself. */
  error(error: unknown): Promise<void>;
  /** Fires once, and only after a start. */
  end(reason?: string): Promise<void>;
}
