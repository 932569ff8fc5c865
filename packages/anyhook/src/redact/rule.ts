/** One public format of a secret: a row of rules.yaml. The scanner, the reference page and the tests read the table. */
export interface SecretRule {
  /** The kind, as shown in the mark that replaces a secret. */
  readonly id: string;
  readonly vendor: string;
  /** What it is, for the reference page. */
  readonly what: string;
  /** The regex is tried only where one of these occurs: at least three ASCII characters each. */
  readonly keywords: readonly string[];
  /** Keywords match case-insensitively. */
  readonly anyCase?: true;
  /** Matched at the keyword, or back over `lead`. Group 1 or the match is the secret. Repetitions are bounded. */
  readonly regex: RegExp;
  /** What may come before the keyword and belongs to the match: at most `maxLength` characters of this set. */
  readonly lead?: { readonly chars: string; readonly maxLength: number };
  /** May occur inside a word: the keyword alone is unmistakable. */
  readonly anywhere?: true;
  /** One of these words must come shortly before it, case-insensitively. */
  readonly near?: readonly string[];
  /** One of these must come before it in the same shell command. */
  readonly command?: readonly string[];
  /** Skips the placeholder check: no placeholder has this form, or `check` recognizes it. */
  readonly neverPlaceholder?: true;
  /** An extra check of the secret after the regex matched. */
  readonly check?: (secret: string) => boolean;
}
