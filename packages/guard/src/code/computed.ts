import { firstItems, isLeftOut, leftOut } from '../left-out.js';
import { guardLimits } from '../limits.js';
import { marks, sourcesOf, type Value } from '../value.js';
import {
  type CodeText,
  type CodeValue,
  codeList,
  codePath,
  codeText,
  derivedValue,
  flatItems,
  textsOf,
} from './code-values.js';

/** The number in a text; NaN if it is not one. */
export function numberOf(codeValue: CodeValue | undefined): number {
  const text = codeValue === undefined ? '' : (textsOf(codeValue)[0] ?? '');
  const plain = text.replaceAll('_', '');
  return plain === '' || plain.length > 20 ? Number.NaN : Number(plain);
}

/** A text repeated; if it gets too long, it is omitted. */
export function repeatedText(text: Value, count: number): Value {
  if (!(count > 0)) return '';
  return text.length * count > guardLimits.codeText ? leftOut('codeText', text) : text.repeat(count);
}

/** `a.join(b)`, `os.path.join`, `File.join`: a later absolute path starts again in languages that do so. */
export const joinedPath = (codeValues: readonly CodeValue[], restarts: boolean): CodeText =>
  codePath(
    flatItems(codeValues).reduce<readonly Value[]>(
      (left, codeValue) => {
        const next: Value[] = [];
        for (const before of left) for (const after of textsOf(codeValue)) next.push(joinTwo(before, after, restarts));
        return codeText(...next).values;
      },
      [''],
    ),
  );

const maxPathLength = 4_096;

function joinTwo(before: Value, after: Value, restarts: boolean): Value {
  if (before === '' || (restarts && after.startsWith('/'))) return after;
  // No system opens a longer path.
  if (before.length > maxPathLength) return before;
  const left = before.endsWith('/') ? before.slice(0, -1) : before;
  return `${left}/${after.startsWith('/') ? after.slice(1) : after}`;
}

export function parentPath(path: Value): Value {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const slash = trimmed.lastIndexOf('/');
  return slash < 0 ? '.' : slash === 0 ? '/' : trimmed.slice(0, slash);
}

export const lastPart = (path: Value): Value => path.slice(path.lastIndexOf('/') + 1);

/** A pattern for file names as a path with marks; `**` is the folder itself, and everything below it. */
export function globPath(pattern: Value): Value {
  let out = '';
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] as string;
    if (pattern.startsWith('**/', at)) at += 2;
    else if (char === '*') {
      if (!out.endsWith(marks.star)) out += marks.star;
    } else if (char === '?') out += marks.one;
    else if (char === '[' && pattern.indexOf(']', at) > 0) {
      out += marks.one;
      at = pattern.indexOf(']', at);
    } else out += char;
  }
  return out;
}

const maxParts = 12;

/** `{a,b}` in a pattern: one path for each. */
export function bracePaths(pattern: Value): readonly Value[] {
  const open = pattern.indexOf('{');
  const close = pattern.indexOf('}', open);
  if (open < 0 || close < 0) return [pattern];
  const middle = pattern.slice(open + 1, close).split(',');
  return firstItems(middle, maxParts).map((part) => pattern.slice(0, open) + part + pattern.slice(close + 1));
}

/** A part of a text by positions; undefined bounds are the ends. */
export function sliceValue(
  codeValue: CodeValue,
  from: number | undefined,
  to: number | undefined,
  step = 1,
): CodeValue {
  const cut = <T>(items: readonly T[]): readonly T[] => {
    const part = step < 0 ? [...items].reverse() : items.slice(from, to);
    return Math.abs(step) > 1 ? part.filter((_, at) => at % Math.abs(step) === 0) : part;
  };
  if (codeValue.kind === 'list') return codeList(cut(codeValue.items));
  if (codeValue.kind !== 'text') return derivedValue(codeValue);
  const part = (value: Value) => (isLeftOut(value) ? sourcesOf(marks.any, value) : cut([...value]).join(''));
  return { ...codeValue, ...codeText(...codeValue.values.map(part)) };
}
