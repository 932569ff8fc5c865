import type { AbilityLocation } from '../../abilities/routing/open-index.js';
import type { EventName } from '../../core/contract.js';
import type { Event } from '../../core/event.js';
import type { Hook } from '../../core/hook.js';
import type { Result } from '../../core/verdict.js';
import type { Params } from './kit/args.js';

/** What a builtin may use of the world while it serves one event. */
export interface BuiltinContext {
  readonly hook: Hook;
  /** The agent's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Adds one to a count that outlives the process and gives the new value. Without it counts live in memory. */
  readonly counter?: ((key: string) => number) | undefined;
  /** Takes a line that says what a slow builtin is doing right now. */
  readonly progress?: ((line: string) => void) | undefined;
  /** The project, where it is trusted: only then may programs that it brings along be started. */
  readonly trustedRoot?: string | undefined;
  /** Where the abilities of a trusted project are. */
  readonly abilities?: AbilityLocation | undefined;
}

/** An in-process hook. Plain synchronous functions are fastest: no timer is armed for them. */
export interface Builtin {
  readonly name: string;
  readonly summary: string;
  /** Events on which it does something; on others it passes. */
  readonly events: readonly EventName[];
  /** It only tells, and never decides, rewrites or stops. */
  readonly decides?: false;
  /** Its decision hangs on files or programs as they are at that moment, so a replay cannot repeat it. */
  readonly looks?: true;
  /** What `args` may hold as a map; nothing where it is missing. */
  readonly params?: Params;
  /** An example of `args` as a list, where that form is understood too. */
  readonly listForm?: string;
  /** Time it may take where nobody says; what it starts may be slow. */
  readonly timeoutMs?: number;
  /** Says what is wrong with the arguments, or undefined, where the map of `params` is not all. Asked at load. */
  readonly checkArgs?: (args: unknown) => string | undefined;
  /** Throws when it could not do its work: the hook's failure rule decides then. */
  readonly run: (event: Event, args: unknown, context: BuiltinContext) => Result | Promise<Result>;
}
