/** The text without the signs at its end: `a//` is `a`. A pattern would look at each run of signs again and again. */
export function withoutTrailing(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) end--;
  return text.slice(0, end);
}
