import { RE2JS } from 're2js';

const maxPatternLength = 10_000;

/** Why a text is not a regular expression, or undefined. RE2 is tried first; only the native engine supports lookaround. */
export function patternError(source: string): string | undefined {
  if (source.length > maxPatternLength)
    return `a pattern may have at most ${maxPatternLength} characters, this one has ${source.length}`;
  // Names with `|` between them, as in nearly all matchers, need no compiler.
  if (/^[\w|, -]*$/.test(source)) return undefined;
  try {
    RE2JS.compile(source);
    return undefined;
  } catch (re2) {
    try {
      new RegExp(source);
      return undefined;
    } catch {
      return `not a regular expression: ${(re2 as Error).message}`;
    }
  }
}
