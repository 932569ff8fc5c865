import type { JournalLimits } from './store/prune.js';

export type MessageToThread =
  /** Details of decisions, each as JSON; an empty list means that lines wait in the spool. */
  | {
      readonly kind: 'details';
      readonly details: readonly string[];
      readonly chars: number;
      readonly limits: JournalLimits;
    }
  /** Store everything, then end. */
  | { readonly kind: 'end' };

export type MessageFromThread =
  /** The thread has stored or dropped this many characters of details. */
  | { readonly kind: 'done'; readonly chars: number }
  /** What is wrong with the journal, for the user; undefined when it works again. */
  | { readonly kind: 'problem'; readonly text: string | undefined }
  /** A text for the user, to be logged once. */
  | { readonly kind: 'notice'; readonly text: string };
