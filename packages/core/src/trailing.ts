/** The text without a character at its end: `a//` becomes `a`. A pattern would rescan each run of the character. */
export function withoutTrailing(text: string, char: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === char) end--;
  return text.slice(0, end);
}
