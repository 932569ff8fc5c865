import type { Value } from '../value.js';

/**
 * Whether a word is like a glob in which `*` stands for any text; unknown parts of the word match only `*`. Steps are
 * bounded by the product of the lengths: on a mismatch, only the last star takes one more character.
 */
export function matchesWord(word: Value, glob: string): boolean {
  if (!glob.includes('*')) return word === glob;
  let at = 0;
  let inGlob = 0;
  let star = -1;
  let afterStar = 0;
  while (at < word.length) {
    if (glob[inGlob] === '*') {
      star = inGlob++;
      afterStar = at;
    } else if (glob[inGlob] === word[at]) {
      inGlob++;
      at++;
    } else if (star >= 0) {
      inGlob = star + 1;
      at = ++afterStar;
    } else return false;
  }
  while (glob[inGlob] === '*') inGlob++;
  return inGlob === glob.length;
}
