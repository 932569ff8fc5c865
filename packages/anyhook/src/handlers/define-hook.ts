import type { EventName, EventOf, Result } from '@anyhook/core';

export { allow, ask, deny, pass } from '@anyhook/core';

/** What a module hook may use while it handles one event. */
export interface ModuleContext {
  readonly hookId: string;
  /** `args` of the hook's entry. */
  readonly args: unknown;
  /** The agent's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** A hook in a JS or TS file. Returning nothing means "no opinion". */
export interface ModuleHook<N extends EventName = EventName> {
  readonly on: N | readonly N[];
  // A method, so that a hook for one event is assignable to the loader's general hook type.
  run(event: EventOf<N>, context: ModuleContext): Answer | Promise<Answer>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook without a return statement has no opinion.
type Answer = Result | undefined | void;

/**
 * Makes a typed hook of a function; export it as default (or as `hook`).
 *
 * @example
 * export default defineHook({
 *   on: 'tool.before',
 *   run(event) {
 *     if (event.call.kind === 'shell' && String(event.call.input.command).includes('--force')) return deny('no force');
 *   },
 * });
 */
export const defineHook = <const N extends EventName>(hook: ModuleHook<N>): ModuleHook<N> => hook;
