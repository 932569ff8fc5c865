/** Text of others that is safe on a terminal: control and direction characters are shown, not obeyed. */
export const clean = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '  ')
    .replace(hidden, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

const hidden = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The same on one line. */
export const oneLine = (text: string): string => clean(text.trim().replace(/\s*\r?\n\s*/g, ' ⏎ '));

/** Cuts a line to a width and says so with an ellipsis. */
export function cut(text: string, width: number): string {
  const chars = [...text];
  return chars.length <= width ? text : `${chars.slice(0, Math.max(1, width - 1)).join('')}…`;
}

/** One cell of a table; the paint is put on after measuring. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** Lines with aligned columns; with a width, the last column is cut so that no line is longer. */
export function table(rows: readonly (readonly Cell[])[], width?: number): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) => Math.max(0, ...rows.map((row) => lengthOf(row[i]))));
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  const room = width === undefined ? Number.POSITIVE_INFINITY : Math.max(10, width - before);
  return rows.map((row) =>
    row
      .map(({ text, paint = plain }, i) => {
        if (i === columns - 1) return paint(cut(text, room));
        return paint(text) + ' '.repeat((widths[i] ?? 0) - lengthOf(row[i]));
      })
      .join('  ')
      .trimEnd(),
  );
}

/** `3 hooks`, `1 hook`. */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const plain = (text: string): string => text;
const lengthOf = (cell: Cell | undefined): number => [...(cell?.text ?? '')].length;
