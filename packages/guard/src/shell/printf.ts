import { leftOut } from '../left-out.js';
import { hasUnknown, marks, sourcesOf, type Value } from '../value.js';
import { controlLetters } from '../word-lists.js';

const letters: Readonly<Record<string, string>> = {
  ...controlLetters,
  ...{ e: '\x1b', E: '\x1b', '\\': '\\', '"': '"', "'": "'" },
};

const escape = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|([ntrabeEfv\\"']))/;
const escapes = new RegExp(escape, 'g');

/** A text with its backslash escapes expanded, as `echo -e` and `printf` do. */
export const unescaped = (text: Value): Value =>
  text.replace(escapes, (_, hex?: string, short?: string, long?: string, octal?: string, letter?: string) => {
    const code = hex ?? short ?? long;
    if (code !== undefined) return characterOf(Number.parseInt(code, 16));
    if (octal !== undefined) return characterOf(Number.parseInt(octal, 8) & 0xff);
    return letters[letter ?? ''] ?? '';
  });

const characterOf = (code: number): string => (code < 0x110000 ? String.fromCodePoint(code) : '\uFFFD');

/** More rounds of a format over its values add nothing new. */
const maxRounds = 200;

/** The output of `printf format values…`. */
export function formatted(format: Value, values: readonly Value[]): Value {
  if (hasUnknown(format)) return marks.any + sourcesOf(format, ...values);
  const rest = [...values];
  let text = '';
  for (let round = 0; round < maxRounds; round++) {
    const before = rest.length;
    text += formatOnce(format, rest);
    if (rest.length === 0 || rest.length === before) return text;
  }
  return text + leftOut('items', format, ...rest);
}

const formatChars = new RegExp(
  `%(?:%|[-+ #0]{0,5}[\\d*]{0,9}(?:\\.[\\d*]{1,9})?([sbqdiouxXceEfgG]|\\([^)]{0,99}\\)T))|${escape.source}`,
  'g',
);

function formatOnce(format: Value, rest: Value[]): Value {
  return format.replace(formatChars, (whole, kind?: string) => {
    // A character from an escape is only a letter: `\x25s` prints `%s`.
    if (whole.startsWith('\\')) return unescaped(whole);
    if (whole === '%%') return '%';
    const value = rest.shift() ?? '';
    switch (kind) {
      case 'b':
        return unescaped(value);
      case 'c':
        return value.slice(0, 1);
      case 'd':
      case 'i':
      case 'u':
        return number(value, 10);
      case 'x':
        return number(value, 16);
      case 'X':
        return number(value, 16).toUpperCase();
      case 'o':
        return number(value, 8);
      default:
        return value;
    }
  });
}

/** `'a` is the code of the letter a. */
function number(value: Value, base: number): string {
  const code = /^['"](.)/su.exec(value)?.[1]?.codePointAt(0) ?? Number(value === '' ? 0 : value);
  return Number.isFinite(code) ? Math.trunc(code).toString(base) : marks.any;
}
