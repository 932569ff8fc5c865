import type { Limits } from './store/prune.js';

/** To the journal's thread. */
export type ToThread =
  /** Details of decisions, each as JSON; an empty list says that lines wait in the spool. */
  | { readonly kind: 'details'; readonly details: readonly string[]; readonly chars: number; readonly limits: Limits }
  /** Store everything, then end. */
  | { readonly kind: 'end' };

/** From the journal's thread. */
export type FromThread =
  /** The thread has stored or dropped this many characters of details. */
  | { readonly kind: 'done'; readonly chars: number }
  /** What is wrong with the journal, for the user; undefined when it works again. */
  | { readonly kind: 'trouble'; readonly text: string | undefined }
  /** A text for the user, to be logged once. */
  | { readonly kind: 'said'; readonly text: string };
