import { foreignText, type Value } from '../value.js';
import { controlLetters } from '../word-lists.js';

/** A piece of a text: characters, or code whose value is inserted (`${x}`, `#{x}`, `{x}` in an f-string). */
export type TextPart = Value | { readonly code: string };

export interface QuoteForm {
  /** `raw`: nothing is special; `few`: only the quote and the backslash; `all`: \n, \x41 …; `lua`: \ddd is decimal. */
  readonly escapes: 'raw' | 'few' | 'all' | 'lua';
  /** The start of embedded code: `${`, `#{`, `{` (f-string) or `$` (perl, php). */
  readonly code?: '${' | '#{' | '{' | '$';
}

export interface QuotedText {
  readonly parts: readonly TextPart[];
  /** The first character after the closing quote. */
  readonly next: number;
}

const simpleEscapes: Readonly<Record<string, string>> = { ...controlLetters, e: '\x1B', '\n': '' };

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
export const closingOf = (open: string): string => closers[open] ?? open;

/** Reads from the first character after the opening quote. Brackets may nest when open and close differ. */
export function readQuoted(source: string, start: number, close: string, form: QuoteForm, open = close): QuotedText {
  const parts: TextPart[] = [];
  let literal = '';
  let at = start;
  let depth = 0;
  while (at < source.length) {
    const char = source[at] as string;
    if (source.startsWith(close, at) && depth === 0)
      return { parts: withText(parts, literal), next: at + close.length };
    if (char === '\\') {
      const escape = readEscape(source, at, close, form);
      literal += escape.text;
      at = escape.next;
      continue;
    }
    const code = readCodePart(source, at, form);
    if (code !== undefined) {
      if (code.text !== undefined) literal += code.text;
      else {
        parts.push(...withText([], literal), { code: code.code });
        literal = '';
      }
      at = code.next;
      continue;
    }
    if (open !== close && char === open) depth++;
    if (open !== close && char === close) depth--;
    literal += char;
    at++;
  }
  return { parts: withText(parts, literal), next: source.length };
}

const withText = (parts: readonly TextPart[], text: string): TextPart[] =>
  text === '' ? [...parts] : [...parts, text];

interface EscapeText {
  readonly text: string;
  readonly next: number;
}

function readEscape(source: string, at: number, close: string, form: QuoteForm): EscapeText {
  const char = source[at + 1] ?? '';
  const both = { text: `\\${char}`, next: at + 2 };
  if (form.escapes === 'raw') return both;
  if (form.escapes === 'few') return char === '\\' || char === close ? { text: char, next: at + 2 } : both;
  if (char === 'x' || char === 'u' || char === 'U') return readHexEscape(source, at + 2, char);
  if (form.escapes === 'lua' && char === 'z') return { text: '', next: skipBlanks(source, at + 2) };
  if (char >= '0' && char <= '9') return readNumberEscape(source, at + 1, form.escapes === 'lua' ? 10 : 8);
  return { text: simpleEscapes[char] ?? char, next: at + 2 };
}

function skipBlanks(source: string, start: number): number {
  let at = start;
  while (at < source.length && ' \t\n\r'.includes(source[at] as string)) at++;
  return at;
}

function readHexEscape(source: string, start: number, char: string): EscapeText {
  const braced = source[start] === '{';
  const first = braced ? start + 1 : start;
  const most = braced ? 6 : char === 'x' ? 2 : char === 'u' ? 4 : 8;
  let at = first;
  while (at < first + most && isHex(source[at])) at++;
  const text = at === first ? char : characterOf(Number.parseInt(source.slice(first, at), 16));
  return { text, next: braced && source[at] === '}' ? at + 1 : at };
}

function readNumberEscape(source: string, first: number, base: 8 | 10): EscapeText {
  let at = first;
  while (at < first + 3 && (source[at] ?? '') >= '0' && (source[at] ?? '') <= (base === 8 ? '7' : '9')) at++;
  if (at === first) return { text: source[first] ?? '', next: first + 1 };
  return { text: characterOf(Number.parseInt(source.slice(first, at), base)), next: at };
}

export const isHex = (char: string | undefined): boolean =>
  char !== undefined && ((char >= '0' && char <= '9') || (char >= 'a' && char <= 'f') || (char >= 'A' && char <= 'F'));

/** A character by its code; codes of marks never give a mark. */
export const characterOf = (code: number): Value =>
  Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? foreignText(String.fromCodePoint(code)) : '\uFFFD';

interface CodePart {
  readonly code: string;
  /** Plain text instead of code: `{{` in an f-string. */
  readonly text?: string;
  readonly next: number;
}

function readCodePart(source: string, at: number, { code }: QuoteForm): CodePart | undefined {
  if (code === undefined) return undefined;
  if (code === '$') return readSigilPart(source, at);
  if (!source.startsWith(code, at)) {
    const isDoubleClose = code === '{' && source.startsWith('}}', at);
    return isDoubleClose ? { code: '', text: '}', next: at + 2 } : undefined;
  }
  if (code === '{' && source[at + 1] === '{') return { code: '', text: '{', next: at + 2 };
  const end = endOfBraces(source, at + code.length);
  const inner = source.slice(at + code.length, end);
  return { code: code === '{' ? withoutFormat(inner) : inner, next: end + 1 };
}

/** The position of the closing brace; quotes inside are skipped. */
function endOfBraces(source: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < source.length; at++) {
    const char = source[at] as string;
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '{') depth++;
    else if (char === '}' && depth-- === 0) return at;
  }
  return source.length;
}

/** `x!r:>10` is the value of `x`. */
function withoutFormat(code: string): string {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < code.length; at++) {
    const char = code[at] as string;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (depth === 0 && (char === ':' || (char === '!' && code[at + 1] !== '='))) return code.slice(0, at);
  }
  return code;
}

const nameEnd = (source: string, start: number): number => {
  let at = start;
  while (at < source.length && isNameChar(source[at] as string)) at++;
  return at;
};
export const isNameChar = (char: string): boolean =>
  (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || (char >= '0' && char <= '9') || char === '_';

/** `$x`, `${x}`, `{$x}`, `@{[ x ]}` and `$x{key}` in perl and php. */
function readSigilPart(source: string, at: number): CodePart | undefined {
  const char = source[at];
  const next = source[at + 1] ?? '';
  if (char === '{' && next === '$') {
    const end = endOfBraces(source, at + 1);
    return { code: source.slice(at + 1, end), next: end + 1 };
  }
  if (char === '@' && next === '{') {
    const end = endOfBraces(source, at + 2);
    return { code: source.slice(at + 2, end), next: end + 1 };
  }
  if (char !== '$' && !(char === '@' && isNameChar(next) && !(next >= '0' && next <= '9'))) return undefined;
  if (next === '{') {
    const end = endOfBraces(source, at + 2);
    return { code: `$${source.slice(at + 2, end)}`, next: end + 1 };
  }
  if (!isNameChar(next)) return undefined;
  let end = nameEnd(source, at + 1);
  if (source.startsWith('->', end) && '[{'.includes(source[end + 2] ?? ' ')) end += 2;
  const open = source[end] ?? '';
  if (open === '[' || (open === '{' && char === '$')) {
    const close = source.indexOf(closingOf(open), end);
    if (close > 0) end = close + 1;
  }
  return { code: source.slice(at, end), next: end };
}
