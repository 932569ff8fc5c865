export interface DiffLine {
  readonly sign: ' ' | '-' | '+' | '@';
  readonly text: string;
}

const contextLines = 3;
/** If old lines times new lines exceed this, the part is shown as removed and added again. */
const maxCells = 4_000_000;

/** A unified diff of two texts, without the file names. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  if (before === after) return [];
  return hunks(changedLines(splitLines(before), splitLines(after)));
}

/** Lines with their line endings, so that a changed ending is a change. */
const splitLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function changedLines(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const unchangedLines = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: ' ', text }));
  return [
    ...unchangedLines(a.slice(0, start)),
    ...changedMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...unchangedLines(a.slice(a.length - end)),
  ];
}

/** Keeps the longest common subsequence of lines; the rest is removed or added. */
function changedMiddle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  if (a.length * b.length <= maxCells) {
    const length = commonLengths(a, b);
    const lengthAt = (x: number, y: number) => length[x * (b.length + 1) + y] ?? 0;
    while (i < a.length && j < b.length) {
      if (a[i] === b[j]) {
        lines.push({ sign: ' ', text: a[i++] as string });
        j++;
      } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) lines.push({ sign: '-', text: a[i++] as string });
      else lines.push({ sign: '+', text: b[j++] as string });
    }
  }
  for (const text of a.slice(i)) lines.push({ sign: '-', text });
  for (const text of b.slice(j)) lines.push({ sign: '+', text });
  return lines;
}

function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const length = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const below = length[(i + 1) * width + j] ?? 0;
      const right = length[i * width + j + 1] ?? 0;
      length[i * width + j] = a[i] === b[j] ? (length[(i + 1) * width + j + 1] ?? 0) + 1 : Math.max(below, right);
    }
  }
  return length;
}

/** Changes with context lines, each hunk below its line numbers. */
function hunks(lines: readonly DiffLine[]): readonly DiffLine[] {
  const shown = lines.map((_, i) =>
    lines.slice(Math.max(0, i - contextLines), i + contextLines + 1).some(({ sign }) => sign !== ' '),
  );
  const result: DiffLine[] = [];
  let oldLine = 1;
  let newLine = 1;
  lines.forEach((line, i) => {
    if (shown[i] && !shown[i - 1]) {
      const end = shown.indexOf(false, i);
      const hunk = lines.slice(i, end === -1 ? undefined : end);
      result.push({ sign: '@', text: `@@ -${hunkRange(oldLine, hunk, '+')} +${hunkRange(newLine, hunk, '-')} @@` });
    }
    if (shown[i]) result.push(...withoutLineEnd(line));
    if (line.sign !== '+') oldLine++;
    if (line.sign !== '-') newLine++;
  });
  return result;
}

function hunkRange(start: number, hunk: readonly DiffLine[], omittedSign: string): string {
  const count = hunk.filter(({ sign }) => sign !== omittedSign).length;
  return `${count === 0 ? start - 1 : start}${count === 1 ? '' : `,${count}`}`;
}

const withoutLineEnd = ({ sign, text }: DiffLine): readonly DiffLine[] =>
  text.endsWith('\n')
    ? [{ sign, text: text.slice(0, -1) }]
    : [
        { sign, text },
        { sign: '@', text: '\\ No newline at end of file' },
      ];
