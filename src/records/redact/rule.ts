/** One public format of a secret. The table of rules is read by the scanner, the reference page and the tests. */
export interface Rule {
  /** The kind, as it stands in the mark that replaces a secret. */
  readonly id: string;
  readonly vendor: string;
  /** What it is, for the reference page. */
  readonly what: string;
  /** The regex is tried only where one of these stands: at least three ASCII characters each. */
  readonly keywords: readonly string[];
  /** Keywords count in any case. */
  readonly anyCase?: true;
  /**
   * Matched at the keyword, or after stepping back over `lead`. Group 1, where there is one, is the secret and ends the
   * match; else all of it is. Every repetition has an upper bound, so that no text makes it slow.
   */
  readonly regex: RegExp;
  /** What may stand before the keyword and belongs to the match: characters of this set, so many at most. */
  readonly lead?: { readonly chars: string; readonly most: number };
  /** May stand in the middle of a word: the keyword alone is unmistakable. */
  readonly anywhere?: true;
  /** One of these words must stand not far before it, in any case. */
  readonly near?: readonly string[];
  /** One of these must stand before it in the same command of a shell. */
  readonly command?: readonly string[];
  /** No placeholder has this form, or `check` knows those that do. */
  readonly sure?: true;
  /** Said of the secret after the regex matched. */
  readonly check?: (secret: string) => boolean;
}

/** Sets of characters that formats are made of, for `lead`. */
export const sets = {
  hex: '0123456789abcdef',
  digits: '0123456789',
  word: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  tilde: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.~',
} as const;

/** White space, also as an escape in a text that is JSON itself, and the sign of a line in a diff. */
export const gap = '(?:\\s|\\\\{1,8}[nrt]|\\+)';
