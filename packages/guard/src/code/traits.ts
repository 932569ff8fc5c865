import { languageTraits } from '../../.cache/code/traits.js';
import type { Language } from '../machine.js';

/** Languages that the shared reader reads; sed and tcl have separate readers. */
export type ScannedLanguage = Exclude<Language, 'sed' | 'tcl'>;

export interface LanguageTraits {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [string, string])[];
  readonly blocks: 'braces' | 'indent' | 'end';
  /** Operators that join texts. */
  readonly joins: readonly string[];
  /** `system "ls"`: a call needs no parentheses. */
  readonly bareCalls: boolean;
  /** Variables start with `$`, `@` or `%`. */
  readonly sigils: boolean;
  /** A `/` where a value may start begins a pattern. */
  readonly patterns: boolean;
  /** `<<EOF` begins a text. */
  readonly heredocs: boolean;
}

export type TraitsTable = Readonly<Record<ScannedLanguage, LanguageTraits>>;
export { languageTraits };
