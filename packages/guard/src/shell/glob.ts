import { matchesStars } from '../star-match.js';
import { marks, type Value } from '../value.js';

/** A private character before the number of a bracket expression in `sets`. */
export const setMark = '\uE008';
const firstSet = 0xe100;

/** A pattern of `case`, `[[ == ]]` or `${x#pattern}`: text with marks, and its bracket expressions. */
export interface GlobPattern {
  readonly text: Value;
  readonly sets: readonly string[];
}

export const setPlace = (index: number): string => setMark + String.fromCharCode(firstSet + index);

/** Whether a pattern matches the whole text; unknown parts of the text match anything. */
export const matchesPattern = ({ text: pattern, sets }: GlobPattern, text: Value): boolean =>
  matchesStars(
    {
      length: pattern.length,
      isStar: (at) => pattern[at] === marks.star || pattern[at] === marks.any,
      fits: (at, character) => sameAt(pattern, at, character, sets),
    },
    text,
  );

/** How many characters of the pattern match this character; 0 if it does not match. */
function sameAt(pattern: Value, at: number, character: string, sets: readonly string[]): number {
  const own = pattern[at];
  if (own === undefined) return 0;
  if (own === marks.one) return 1;
  if (own === setMark) return isInSet(sets[pattern.charCodeAt(at + 1) - firstSet] ?? '', character) ? 2 : 0;
  return own === character || character === marks.any ? 1 : 0;
}

const classes: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  digit: /[0-9]/,
  alnum: /[A-Za-z0-9]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /\s/,
  blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[0-9A-Fa-f]/,
  word: /\w/,
};

/** `[abc]`, `[a-z]`, `[!x]`, `[[:digit:]]`. */
function isInSet(set: string, character: string): boolean {
  let inner = set.slice(1, -1);
  const isNegated = inner.startsWith('!') || inner.startsWith('^');
  if (isNegated) inner = inner.slice(1);
  let isIn = false;
  for (let at = 0; at < inner.length; at++) {
    const name = /^\[:(\w{1,8}):\]/.exec(inner.slice(at, at + 14));
    if (name) {
      isIn ||= classes[name[1] ?? '']?.test(character) ?? false;
      at += name[0].length - 1;
    } else if (inner[at + 1] === '-' && at + 2 < inner.length) {
      isIn ||= character >= (inner[at] as string) && character <= (inner[at + 2] as string);
      at += 2;
    } else isIn ||= inner[at] === character;
  }
  return isIn !== isNegated;
}
