import { showHidden } from '@anyhook/core';

/** Makes foreign text safe for a terminal: control and direction characters become visible. */
export const showControls = (text: string): string => showHidden(text.replaceAll('\r\n', '\n').replaceAll('\t', '  '));

/** Like `showControls`, on one line. */
export const oneLine = (text: string): string =>
  showControls(text.trim().replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ⏎ ' : blanks)));

export function cutLine(text: string, width: number): string {
  const chars = [...text];
  return chars.length <= width ? text : `${chars.slice(0, Math.max(1, width - 1)).join('')}…`;
}

/** One cell of a table; colours are applied after measuring. */
export interface TableCell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const minColumnWidth = 12;
const lastColumnWidth = 14;

/** Lines with aligned columns; with a width, cells are cut to fit. */
export function tableLines(rows: readonly (readonly TableCell[])[], width?: number): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const natural = Array.from({ length: columns }, (_, i) => Math.max(0, ...rows.map((row) => lengthOf(row[i]))));
  const widths = width === undefined ? natural : fitWidths(natural, width);
  return rows.map((row) =>
    row
      .map(({ text, paint = plain }, i) => {
        const shown = cutLine(text, widths[i] ?? 0);
        return paint(shown) + (i === columns - 1 ? '' : ' '.repeat((widths[i] ?? 0) - [...shown].length));
      })
      .join('  ')
      .trimEnd(),
  );
}

/** The width that a table needs if only its last column may be cut, to `maxLastWidth` characters. */
export function tableWidth(rows: readonly (readonly TableCell[])[], maxLastWidth: number): number {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const natural = Array.from({ length: columns }, (_, i) => Math.max(0, ...rows.map((row) => lengthOf(row[i]))));
  return natural.reduce((sum, one, i) => sum + (i === columns - 1 ? Math.min(one, maxLastWidth) : one + 2), 0);
}

/** Shrinks the last column first, then the widest of the others. */
function fitWidths(natural: readonly number[], width: number): readonly number[] {
  const widths = [...natural];
  const last = widths.length - 1;
  const roomForLast = () => width - widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  const wantedLast = Math.min(natural[last] ?? 0, lastColumnWidth);
  while (roomForLast() < wantedLast) {
    const widest = widths.slice(0, -1).reduce((best, one, i) => (one > (widths[best] ?? 0) ? i : best), 0);
    if ((widths[widest] ?? 0) <= minColumnWidth) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  widths[last] = Math.max(1, Math.min(natural[last] ?? 0, roomForLast()));
  return widths;
}

/** Wraps lines between words; lines after the first are indented. */
export function wrap(text: string, width: number | undefined, indent: number): string {
  const lines = text
    .split('\n')
    .flatMap((line) => (width === undefined ? [line] : breakLine(line, Math.max(20, width - indent))));
  return lines.join(`\n${' '.repeat(indent)}`);
}

function breakLine(line: string, width: number): readonly string[] {
  if ([...line].length <= width) return [line];
  const lines: string[] = [''];
  for (const word of line.split(' ')) {
    const current = lines.at(-1) ?? '';
    if (current !== '' && [...current].length + 1 + [...word].length > width) lines.push(word);
    else lines[lines.length - 1] = current === '' ? word : `${current} ${word}`;
  }
  return lines;
}

/** `3 hooks`, `1 hook`. */
export const countNoun = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const plain = (text: string): string => text;
const lengthOf = (cell: TableCell | undefined): number => [...(cell?.text ?? '')].length;
