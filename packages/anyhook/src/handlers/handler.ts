import type { Ending, Event, Hook, OnVerdict } from '@anyhook/core';
import type { CallerNames, Codec } from '../formats/kit/format.js';
import type { BuiltinContext } from './builtins/builtin.js';
import type { Spares } from './spares/spares.js';

/** What a handler may use while it handles one event. */
export interface HandlerContext {
  /** The protocol of the hook's format. */
  readonly codec: Codec;
  /** The agent's environment, never the resident engine's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly caller?: () => CallerNames;
  /** Time left for this hook. */
  readonly timeoutMs: number;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** The agent's umask, if it differs from that of this process. */
  readonly umask?: number | undefined;
  readonly settings: HandlerSettings;
  /** Prestarted interpreters, in a process that keeps running. */
  readonly spares?: Spares | undefined;
  /** Starts a program when its turn comes; without it, at once. */
  readonly startInTurn?: StartInTurn | undefined;
  /** Increments a persistent count of the event's session and returns the new value. */
  readonly counter?: (key: string) => number;
  /** Shows what a slow hook is currently doing. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Starts work that continues after the answer; missing: this process ends with its answer. */
  readonly afterAnswer?: ((work: () => Promise<void>) => void) | undefined;
  /** Registers work that needs the verdict of all hooks. */
  readonly onVerdict?: OnVerdict | undefined;
}

/** Calls `start` with the time that a program then has. Rejects if the agent disconnects before. */
export type StartInTurn = <T>(start: (timeoutMs: number) => Promise<T>) => Promise<T>;

/** The user and managed config of handlers. A project file cannot set it. */
export interface HandlerSettings {
  /** URL prefixes that http hooks may call. */
  readonly httpAllow: readonly string[];
  readonly model?: ModelSettings;
  /** Largest stdout or stderr kept, in bytes. */
  readonly maxOutputBytes: number;
  /** The project if it is trusted: builtins may then start its own programs. */
  readonly trustedRoot?: string;
  /** Files and folders that hold settings of agents and of anyhook. */
  readonly agentPlaces?: readonly string[];
  /** Tools that start bash on every system, as `agent tool`. */
  readonly bashTools?: readonly string[];
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
  /** Maximum cost of one hook call in US dollars. */
  readonly maxCost?: number;
}

/** Runs one hook. Never throws because of the hook: every ending has a result. */
export type RunHandler<H = Hook['handler']> = (
  handler: H,
  hook: Hook,
  event: Event,
  context: HandlerContext,
) => Ending | Promise<Ending>;
