import type { Event, EventName, Hook, OnVerdict, Problem, Result, Scope, UserPaths } from '@anyhook/core';
import type { Params } from './kit/args.js';

/** Where the abilities of a project are, and how they became trusted. Plain JSON data. */
export interface AbilityLocation {
  readonly root: string;
  /** The folders from the root down to the cwd. */
  readonly levels: readonly string[];
  readonly trust: 'ask' | 'lock' | 'project';
  readonly user: UserPaths;
  /** Changes with the package, so that the cache of another version is not used. */
  readonly version: string;
}

/** What a builtin may use while it handles one event. */
export interface BuiltinContext {
  readonly hook: Hook;
  /** The agent's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Increments a persistent count and returns the new value. Without it, counts live in memory. */
  readonly counter?: ((key: string) => number) | undefined;
  /** Shows what a slow builtin is currently doing. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Starts work that continues after the answer; missing: this process ends with its answer. */
  readonly afterAnswer?: ((work: () => Promise<void>) => void) | undefined;
  /** Registers work that needs the verdict of all hooks; missing: the verdict is not reported. */
  readonly onVerdict?: OnVerdict | undefined;
  /** The project if it is trusted: only then may builtins start its own programs. */
  readonly trustedRoot?: string | undefined;
  /** Files and folders that hold settings of agents and of anyhook. */
  readonly agentPlaces?: readonly string[] | undefined;
  /** Tools that start bash on every system, as `agent tool`. */
  readonly bashTools?: readonly string[] | undefined;
  /** Where the abilities of a trusted project are. */
  readonly abilities?: AbilityLocation | undefined;
  /** Fills placeholders in a text of the hook file; missing if the hook's format has none. */
  readonly fillText?: ((text: string) => Promise<string>) | undefined;
}

/** An in-process hook. Plain synchronous functions are fastest: no timer is armed for them. */
export interface Builtin {
  readonly name: string;
  readonly summary: string;
  /** Events at which it acts; at others it passes. */
  readonly events: readonly EventName[];
  /** It only adds information, and never decides, rewrites or stops. */
  readonly decides?: false;
  /** Its decision depends on the current state of files or programs, so a replay cannot repeat it. */
  readonly dependsOnState?: true;
  /** The parameters of `args` in map form; missing: none. */
  readonly params?: Params;
  /** An example of `args` as a list, if that form is also accepted. */
  readonly listForm?: string;
  /** What it cannot see, as text; `matrix` shows it. */
  readonly limits?: string;
  /** Default timeout, for builtins that start slow programs. */
  readonly timeoutMs?: number;
  /** Returns a problem with the arguments beyond what `params` can check. Called at load. */
  readonly checkArgs?: (args: unknown) => string | undefined;
  /** Its own files: YAML files in its folder next to a config file. `check` is called at load. */
  readonly documents?: {
    readonly folder: string;
    readonly check: (
      value: unknown,
      source: string,
      lineOf: (path: readonly (string | number)[]) => number,
      scope: Scope,
    ) => readonly Problem[];
  };
  /** Reports arguments of a hook that have no effect. Called at load. */
  readonly idleArgs?: (hook: Hook) => readonly string[];
  /** Throws if it could not do its work; the hook's failure rule then decides. */
  readonly run: (event: Event, args: unknown, context: BuiltinContext) => Result | Promise<Result>;
}
