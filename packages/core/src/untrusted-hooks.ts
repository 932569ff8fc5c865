import { AnyhookError } from './errors.js';

/** What the library does while project hooks are untrusted: block everything they may guard, or run without them. */
export type UntrustedRule = 'refuse' | 'ignore';

/** Project hooks are untrusted, so everything they may guard is blocked. */
export class UntrustedHooksError extends AnyhookError {
  constructor(message: string) {
    super('UNTRUSTED_HOOKS', message);
  }
}

/** Also recognizes errors from another copy of this package. */
export const isUntrustedHooksError = (error: unknown): error is Error =>
  error instanceof Error && (error as { readonly code?: unknown }).code === 'UNTRUSTED_HOOKS';

/** Counts of hooks that do not run, by reason. */
export interface IdleHookCounts {
  readonly untrusted: number;
  /** Changed or deleted since they were trusted. */
  readonly changed: number;
  /** Untrusted hook files that were not read. */
  readonly unreadFiles: number;
  /** In files that earlier versions did not read, and not enabled yet. */
  readonly waiting: number;
}

/**
 * Why calls are blocked, and what to do; undefined if all hooks run. Contains only numbers and the folder, because text
 * from untrusted files must not reach a model.
 */
export function untrustedHooksText(
  root: string,
  { untrusted, changed, unreadFiles, waiting }: IdleHookCounts,
): string | undefined {
  const parts = [
    ...countText(untrusted, 'hook is not trusted', 'hooks are not trusted'),
    ...countText(changed, 'hook changed since it was trusted', 'hooks changed since they were trusted'),
    ...countText(unreadFiles, 'untrusted hook file was not read', 'untrusted hook files were not read'),
    ...countText(waiting, 'hook is not switched on yet', 'hooks are not switched on yet'),
  ];
  if (parts.length === 0) return undefined;
  return `hooks of ${root} do not run (${parts.join(', ')}), so everything they may guard is blocked; ${howToTrust}`;
}

const howToTrust =
  'a person can review and trust them with "anyhook trust" in that folder; a program can set trust: "lock" (in CI, with a lock file), trust: "project" (if it ships the hooks itself) or untrusted: "ignore" (to continue without them)';

/** Why calls are blocked if hook files can no longer be read. */
export const unreadableHooksText = (folder: string, why: string): string =>
  `the hooks of ${folder} cannot be loaded (${why}), so everything they may guard is blocked; see "anyhook doctor"`;

const countText = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
