import type { Event } from '../core/event.js';
import type { Hook } from '../core/hook.js';
import type { Ending } from '../core/verdict.js';
import type { CallerNames, Codec } from '../formats/format.js';
import type { BuiltinContext } from './builtins/builtin.js';

/** What a handler may use of the world while it serves one event. */
export interface HandlerContext {
  /** How hooks of its format are spoken to. */
  readonly codec: Codec;
  /** The agent's environment, never the resident engine's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly caller?: () => CallerNames;
  /** Time left for this hook. */
  readonly timeoutMs: number;
  /** Aborted when the client goes away. */
  readonly signal?: AbortSignal | undefined;
  /** The agent's file mode mask, where it is not this process's own. */
  readonly umask?: number | undefined;
  readonly settings: HandlerSettings;
  /** Adds one to a count of the event's session that outlives the process, and gives the new value. */
  readonly counter?: (key: string) => number;
  /** Takes a line that says what a slow hook is doing right now. */
  readonly progress?: ((line: string) => void) | undefined;
}

/** The part of user and managed config that handlers obey. A project file cannot set it. */
export interface HandlerSettings {
  /** URL prefixes that http hooks may call. */
  readonly httpAllow: readonly string[];
  readonly model?: ModelSettings;
  /** Largest stdout or stderr kept, in bytes. */
  readonly maxOutputBytes: number;
  /** The project, where it is trusted: builtins may start programs that it brings along. */
  readonly trustedRoot?: string;
  /** Where the abilities of a trusted project are. */
  readonly abilities?: NonNullable<BuiltinContext['abilities']>;
}

export interface ModelSettings {
  readonly api: 'anthropic' | 'openai';
  readonly baseUrl: string;
  readonly model: string;
  /** Name of the variable that holds the key. */
  readonly apiKeyEnv: string;
  readonly maxTokens: number;
  /** Prices in US dollars per million tokens, for the cost cap. */
  readonly inputPrice?: number;
  readonly outputPrice?: number;
  /** Most that one hook call may cost, in US dollars. */
  readonly maxCost?: number;
}

/** Runs one hook. Never throws for what the hook does: each way to end has its word. */
export type RunHandler<H = Hook['handler']> = (
  handler: H,
  hook: Hook,
  event: Event,
  context: HandlerContext,
) => Ending | Promise<Ending>;
