import { valueText } from './text.js';

export interface DiffLine {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The changes: field by field for objects, line by line for texts. */
export function diffOf(before: unknown, after: unknown): readonly DiffLine[] {
  if (!isFields(after)) return textDiff(before === undefined ? '' : valueText(before), valueText(after));
  const old: Fields = isFields(before) ? before : {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(after[name]))
    .flatMap((name) => fieldDiff(name, old[name], after[name]));
}

function fieldDiff(name: string, before: unknown, after: unknown): readonly DiffLine[] {
  const [a, b] = [before, after].map((value) => (value === undefined ? undefined : valueText(value)));
  if (a !== undefined && b !== undefined && (a + b).includes('\n'))
    return [{ sign: ' ', text: `${name}:` }, ...textDiff(a, b)];
  return [
    ...(a === undefined ? [] : [{ sign: '-', text: `${name}: ${a}` } as const]),
    ...(b === undefined ? [] : [{ sign: '+', text: `${name}: ${b}` } as const]),
  ];
}

/** Longer texts are shown in full, before and after. */
const maxLines = 600;

/** Keeps lines that both have in the same order, by the longest common subsequence. */
export function textDiff(before: string, after: string): readonly DiffLine[] {
  const a = before === '' ? [] : before.split('\n');
  const b = after.split('\n');
  if (a.length > maxLines || b.length > maxLines)
    return [...a.map((text) => ({ sign: '-', text }) as const), ...b.map((text) => ({ sign: '+', text }) as const)];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (lengths[i] as Uint16Array)[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ sign: ' ', text: a[i] ?? '' });
      i++;
      j++;
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1)))
      lines.push({ sign: '-', text: a[i++] ?? '' });
    else lines.push({ sign: '+', text: b[j++] ?? '' });
  }
  return lines;
}
