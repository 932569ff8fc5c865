/** A pattern whose stars match any text, and how many of its characters match one character of a text (0: none). */
interface StarPattern {
  readonly length: number;
  isStar(at: number): boolean;
  fits(at: number, character: string): number;
}

/**
 * Whether a pattern matches the whole text. The steps are bounded by the product of the lengths: on a mismatch, only
 * the last star takes one more character.
 */
export function matchesStars(pattern: StarPattern, text: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let afterStar = 0;
  while (at < text.length) {
    if (pattern.isStar(inPattern)) {
      star = inPattern++;
      afterStar = at;
      continue;
    }
    const length = pattern.fits(inPattern, text[at] as string);
    if (length > 0) {
      inPattern += length;
      at++;
    } else if (star >= 0) {
      inPattern = star + 1;
      at = ++afterStar;
    } else return false;
  }
  while (pattern.isStar(inPattern)) inPattern++;
  return inPattern >= pattern.length;
}
