import { AnyhookError } from './errors.js';

/** What the library does where hooks of the project are not trusted: nothing that they may guard runs, or it goes on without them. */
export type UntrustedRule = 'refuse' | 'ignore';

/** Hooks of the project are not trusted, so they guard nothing and nothing runs. */
export class UntrustedHooksError extends AnyhookError {
  constructor(message: string) {
    super('UNTRUSTED_HOOKS', message);
  }
}

/** Also for an error of another copy of this package. */
export const isUntrustedHooksError = (error: unknown): error is Error =>
  error instanceof Error && (error as { readonly code?: unknown }).code === 'UNTRUSTED_HOOKS';

/** Hooks that do not run although a person or the program may want them to, by why. */
export interface IdleHookCounts {
  /** Nobody trusted them. */
  readonly untrusted: number;
  /** Changed or deleted since they were trusted. */
  readonly changed: number;
  /** Hook files that were not even read, because nobody trusts them. */
  readonly unreadFiles: number;
  /** In files that earlier versions did not read, until a person switches them on. */
  readonly waiting: number;
}

/**
 * Why nothing runs, and what to do; undefined if all hooks run. Only numbers and the folder: what the files of a stranger
 * say must not reach a model.
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

/** Why nothing runs if hook files can no longer be read. */
export const unreadableHooksText = (folder: string, why: string): string =>
  `the hooks of ${folder} cannot be loaded (${why}), so everything they may guard is blocked; see "anyhook doctor"`;

const countText = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
