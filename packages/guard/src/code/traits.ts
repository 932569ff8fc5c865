import type { Language } from '../machine.js';

/** Languages that the shared reader reads; sed and tcl have readers of their own. */
export type ScannedLanguage = Exclude<Language, 'sed' | 'tcl'>;

/** How a language is written. */
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

const braces: LanguageTraits = {
  lineComments: ['//'],
  blockComments: [['/*', '*/']],
  blocks: 'braces',
  joins: ['+'],
  bareCalls: false,
  sigils: false,
  patterns: true,
  heredocs: false,
};

export const languageTraits: Readonly<Record<ScannedLanguage, LanguageTraits>> = {
  python: { ...braces, lineComments: ['#'], blockComments: [], blocks: 'indent', patterns: false },
  javascript: { ...braces, lineComments: ['//', '#!'] },
  ruby: {
    ...braces,
    lineComments: ['#'],
    blockComments: [['\n=begin', '\n=end']],
    blocks: 'end',
    bareCalls: true,
    heredocs: true,
  },
  perl: {
    ...braces,
    lineComments: ['#'],
    blockComments: [['\n=pod', '\n=cut']],
    joins: ['.'],
    bareCalls: true,
    sigils: true,
    heredocs: true,
  },
  php: {
    ...braces,
    lineComments: ['//', '#'],
    joins: ['.'],
    bareCalls: true,
    sigils: true,
    patterns: false,
    heredocs: true,
  },
  lua: {
    ...braces,
    lineComments: ['--'],
    blockComments: [['--[[', ']]']],
    blocks: 'end',
    joins: ['..'],
    patterns: false,
  },
  awk: { ...braces, lineComments: ['#'], blockComments: [], joins: [] },
  r: { ...braces, lineComments: ['#'], blockComments: [], joins: [], patterns: false },
};
