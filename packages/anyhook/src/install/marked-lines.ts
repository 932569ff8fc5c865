/** The lines around what we add to a start file of a shell. */
export const markedLines = {
  first: '# >>> anyhook completion >>>',
  last: '# <<< anyhook completion <<<',
  broken:
    'expected "# <<< anyhook completion <<<" after "# >>> anyhook completion >>>", got one of them alone; delete that line, then try again',
} as const;

const { first, last } = markedLines;

/** The text with our lines at its end, or in the place where they are; undefined if one mark is alone. */
export function withMarkedLines(text: string, lines: readonly string[]): string | undefined {
  const block = `${[first, ...lines, last].join('\n')}\n`;
  const place = findBlock(text);
  if (place === 'broken') return undefined;
  if (place) return text.slice(0, place.start) + block + text.slice(place.end);
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${block}`;
}

/** The text without our lines; undefined if one mark is alone. */
export function withoutMarkedLines(text: string): string | undefined {
  const place = findBlock(text);
  if (place === 'broken') return undefined;
  return place ? text.slice(0, place.start) + text.slice(place.end) : text;
}

/** Where our lines are, with both marks and the end of the last line. */
function findBlock(text: string): { readonly start: number; readonly end: number } | 'broken' | undefined {
  const start = lineStart(text, first);
  const end = lineStart(text, last);
  if (start < 0 && end < 0) return undefined;
  if (start < 0 || end < start) return 'broken';
  const afterLine = text.indexOf('\n', end);
  return { start, end: afterLine < 0 ? text.length : afterLine + 1 };
}

/** Where a line begins that has only this text; -1 if none does. */
function lineStart(text: string, line: string): number {
  const found = new RegExp(`^${line}[ \\t\\r]*$`, 'm').exec(text);
  return found ? found.index : -1;
}
