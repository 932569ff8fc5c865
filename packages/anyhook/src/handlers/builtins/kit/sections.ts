import { flattenText } from './text.js';

/** Does a Markdown text have a heading of this name, at any level? */
export const hasSection = (text: string, name: string): boolean => sectionOf(text, name) !== undefined;

/** The unchecked boxes (`- [ ] …`) of a section, in one line each. */
export function uncheckedIn(text: string, name: string): readonly string[] {
  const lines = sectionOf(text, name) ?? [];
  return lines.flatMap((line) => {
    const item = /^(?:[-*+]|\d+[.)])\s+\[ ?\](.*)/.exec(line.trimStart())?.[1]?.trimStart();
    return item === undefined ? [] : [flattenText(item, 200)];
  });
}

/** A heading without the signs that may end it. */
function headingText(text = ''): string {
  let end = text.length;
  while (end > 0 && /[\s#:]/.test(text[end - 1] as string)) end--;
  return text.slice(0, end).trimStart().toLowerCase();
}

// A section ends at the next heading of its own level or a higher one; fenced code holds no headings.
function sectionOf(text: string, name: string): readonly string[] | undefined {
  const wanted = name.toLowerCase();
  let found: string[] | undefined;
  let level = 0;
  let isInFence = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*(?:```|~~~)/.test(line)) isInFence = !isInFence;
    const heading = isInFence ? null : /^(#{1,6})\s(.*)/.exec(line);
    const depth = heading?.[1]?.length ?? 0;
    if (found && heading && depth <= level) return found;
    if (found) found.push(line);
    else if (headingText(heading?.[2]) === wanted) {
      found = [];
      level = depth;
    }
  }
  return found;
}
