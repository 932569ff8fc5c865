import type { Limits } from './store/prune.js';

/** To the journal's thread. */
export type ToThread =
  /** Details of decisions, each as JSON; an empty list says that lines wait in the spool. */
  | { readonly kind: 'details'; readonly details: readonly string[]; readonly chars: number; readonly limits: Limits }
  /** Keep what you have, then end. */
  | { readonly kind: 'end' };

/** From the journal's thread. */
export type FromThread =
  /** So many characters of details have left its memory. */
  | { readonly kind: 'done'; readonly chars: number }
  /** What is wrong with the journal, for the user; none where all is well again. */
  | { readonly kind: 'trouble'; readonly text: string | undefined }
  /** Something that the user should know, once. */
  | { readonly kind: 'said'; readonly text: string };
