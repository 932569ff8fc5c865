import { foreignText, isFullyKnown, marks, sourcesOf, type Value } from '../value.js';
import {
  type CodeText,
  type CodeValue,
  codeList,
  codePath,
  codeText,
  derivedValue,
  flatItems,
  joinValues,
  textsOf,
} from './code-values.js';
import { characterOf, isHex } from './quotes.js';

/** Texts with more characters than this are not built. */
const longestText = 65_536;

/** What a decoder gives: the text, if the input is known. */
const decoded = (text: Value, decode: (known: string) => string): Value => {
  if (!isFullyKnown(text)) return marks.decoded + sourcesOf(text);
  return foreignText(decode(text)).slice(0, longestText);
};

export const base64Text = (text: Value): Value =>
  decoded(text, (known) => Buffer.from(known, 'base64').toString('utf8'));
export const fromHex = (text: Value): Value =>
  decoded(text, (known) => Buffer.from([...known].filter(isHex).join(''), 'hex').toString('utf8'));
export const fromPercent = (text: Value): Value =>
  decoded(text, (known) => {
    const bytes: number[] = [];
    for (let at = 0; at < known.length; at++) {
      const code = known[at] === '%' ? Number.parseInt(known.slice(at + 1, at + 3), 16) : Number.NaN;
      if (Number.isNaN(code)) bytes.push(...Buffer.from(known[at] as string));
      else {
        bytes.push(code);
        at += 2;
      }
    }
    return Buffer.from(bytes).toString('utf8');
  });

export function rotated13(text: Value): Value {
  return [...text]
    .map((sign) => {
      const base = sign >= 'a' && sign <= 'z' ? 97 : sign >= 'A' && sign <= 'Z' ? 65 : 0;
      return base === 0 ? sign : String.fromCharCode(((sign.charCodeAt(0) - base + 13) % 26) + base);
    })
    .join('');
}

export const reversedText = (text: Value): Value => [...text].reverse().join('');

/** The number that a text is; NaN if it is none. */
export function numberOf(codeValue: CodeValue | undefined): number {
  const text = codeValue === undefined ? '' : (textsOf(codeValue)[0] ?? '');
  const plain = text.replaceAll('_', '');
  if (plain === '' || plain.length > 20) return Number.NaN;
  return Number(plain);
}

/** Characters by their numbers, one after the other. */
export function characters(codeValues: readonly CodeValue[]): CodeValue {
  const codes = flatItems(codeValues).map(numberOf);
  return codes.some(Number.isNaN) ? derivedValue(...codeValues) : codeText(codes.map(characterOf).join(''));
}

/** `a.join(b)`, `os.path.join`, `File.join`: a later absolute path begins again where the language does so. */
export function joinedPath(codeValues: readonly CodeValue[], restarts: boolean): CodeText {
  return codePath(
    flatItems(codeValues).reduce<readonly Value[]>(
      (left, codeValue) => {
        const next: Value[] = [];
        for (const before of left) for (const after of textsOf(codeValue)) next.push(joinTwo(before, after, restarts));
        return codeText(...next).values;
      },
      [''],
    ),
  );
}

const longestPath = 4_096;

function joinTwo(before: Value, after: Value, restarts: boolean): Value {
  if (before === '' || (restarts && after.startsWith('/'))) return after;
  // No system opens a longer path.
  if (before.length > longestPath) return before;
  const left = before.endsWith('/') ? before.slice(0, -1) : before;
  return `${left}/${after.startsWith('/') ? after.slice(1) : after}`;
}

export function parentPath(path: Value): Value {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const slash = trimmed.lastIndexOf('/');
  return slash < 0 ? '.' : slash === 0 ? '/' : trimmed.slice(0, slash);
}

export const lastPart = (path: Value): Value => path.slice(path.lastIndexOf('/') + 1);

/** A pattern for file names as a path with marks; `**` is the folder itself, and what is below it. */
export function globPath(pattern: Value): Value {
  let out = '';
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at] as string;
    if (pattern.startsWith('**/', at)) at += 2;
    else if (sign === '*') {
      if (!out.endsWith(marks.star)) out += marks.star;
    } else if (sign === '?') out += marks.one;
    else if (sign === '[' && pattern.indexOf(']', at) > 0) {
      out += marks.one;
      at = pattern.indexOf(']', at);
    } else out += sign;
  }
  return out;
}

/** `{a,b}` in a pattern: one path for each. */
export function bracePaths(pattern: Value): readonly Value[] {
  const open = pattern.indexOf('{');
  const close = pattern.indexOf('}', open);
  if (open < 0 || close < 0) return [pattern];
  const middle = pattern.slice(open + 1, close).split(',', 12);
  return middle.map((part) => pattern.slice(0, open) + part + pattern.slice(close + 1));
}

/** A form that is longer stays as it is. */
const longestForm = 1_024;

/** `'{} {0} {name}'.format(…)`, `'%s %d' % (…)` and `sprintf`. */
export function formattedText(
  form: Value,
  values: readonly CodeValue[],
  named: ReadonlyMap<string, CodeValue>,
): CodeValue {
  if (form.length > longestForm) return codeText(form);
  let result: CodeValue = codeText('');
  let plain = '';
  let next = 0;
  const add = (codeValue: CodeValue | undefined) => {
    result = joinValues(plain === '' ? result : joinValues(result, codeText(plain)), codeValue ?? codeText(marks.any));
    plain = '';
  };
  for (let at = 0; at < form.length; at++) {
    const sign = form[at] as string;
    const after = form[at + 1] ?? '';
    if ((sign === '{' || sign === '}' || sign === '%') && after === sign) {
      plain += sign;
      at++;
    } else if (sign === '{') {
      const close = form.indexOf('}', at);
      const key = form.slice(at + 1, close < 0 ? undefined : close).split(/[:!]/)[0] ?? '';
      add(key === '' ? values[next++] : (named.get(key) ?? values[Number(key)]));
      at = close < 0 ? form.length : close;
    } else if (sign === '%') {
      const found = readDirective(form, at + 1);
      const value = found.key === undefined ? values[next++] : named.get(found.key);
      add(found.letter === 'c' && value !== undefined && !Number.isNaN(numberOf(value)) ? characters([value]) : value);
      at = found.end;
    } else plain += sign;
  }
  return plain === '' ? result : joinValues(result, codeText(plain));
}

/** One `%s`, `%-5d`, `%(name)s`, `%1$s` or `%{name}`. */
function readDirective(form: Value, start: number): { key?: string; letter: string; end: number } {
  const open = form[start] ?? '';
  if (open === '(' || open === '{' || open === '<') {
    const close = form.indexOf(open === '(' ? ')' : open === '{' ? '}' : '>', start);
    const end = close < 0 ? form.length : open === '{' ? close : close + 1;
    return { key: form.slice(start + 1, close < 0 ? undefined : close), letter: form[end] ?? '', end };
  }
  let at = start;
  while (at < form.length && '0123456789.-+ #$*'.includes(form[at] as string)) at++;
  return { letter: form[at] ?? '', end: at };
}

/** A part of a text by numbers; undefined bounds are the ends. */
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
  return { ...codeValue, ...codeText(...codeValue.values.map((value) => cut([...value]).join(''))) };
}

/** `tr/a-y/b-z/` and `str.translate`: only sets of the same length. */
export function translatedText(text: Value, from: string, to: string): Value {
  return [...text].map((sign) => (from.includes(sign) ? (to[from.indexOf(sign)] ?? '') : sign)).join('');
}
