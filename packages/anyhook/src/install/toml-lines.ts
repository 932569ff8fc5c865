import { parse, TomlError } from 'smol-toml';

/** A logical line of a TOML file: a value may span several real lines. */
export interface TomlLine {
  readonly kind: 'blank' | 'comment' | 'table' | 'list' | 'value';
  readonly text: string;
  /** Where it begins in the file. */
  readonly from: number;
  /** The number of its first real line. */
  readonly number: number;
  /** Keys of the header, or of the value including its header. */
  readonly path: readonly string[];
}

/** A TOML file as editable text, with its parsed value. */
export interface TomlText {
  readonly lines: readonly TomlLine[];
  readonly value: Readonly<Record<string, unknown>>;
}

export type TomlProblem = { readonly problem: string };

/** Reads TOML; returns a problem with its line if the text is invalid. */
export function readToml(text: string): TomlText | TomlProblem {
  const lines = logicalLines(text);
  if ('problem' in lines) return lines;
  try {
    return { lines, value: parse(text, { integersAsBigInt: 'asNeeded' }) };
  } catch (error) {
    const line = error instanceof TomlError ? `line ${error.line}: ` : '';
    const [message = ''] = (error as Error).message.split('\n');
    return { problem: `${line}${message.replace(/^Invalid TOML document: /, '')}` };
  }
}

export const samePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((part, i) => part === b[i]);

/** Is the path equal to this one or below it? */
export const isPathBelow = (path: readonly string[], ancestor: readonly string[]): boolean =>
  samePath(path.slice(0, ancestor.length), ancestor);

export const lineBreakOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** Replaces the value of a line and keeps the text around it. */
export function withTomlValue(line: TomlLine, value: string): string {
  const { from, to } = valueSpan(line.text);
  return line.text.slice(0, from) + value + line.text.slice(to);
}

/** The range of the value in a line. */
export function valueSpan(text: string): { readonly from: number; readonly to: number } {
  let from = skipKey(text);
  while (text[from] === ' ' || text[from] === '\t') from++;
  const end = endOfLine(text, from, { stopAtComment: true }) ?? text.length;
  return { from, to: from + text.slice(from, end).trimEnd().length };
}

/** The items of a bracketed list and the positions of its brackets. */
interface TomlList {
  readonly open: number;
  readonly close: number;
  readonly items: readonly { readonly from: number; readonly to: number }[];
}

/** Finds the items of a list whose bracket opens at this position. */
export function tomlListAt(text: string, open: number): TomlList | undefined {
  const items: { from: number; to: number }[] = [];
  let from: number | undefined;
  let to = open;
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '#') {
      at = lineEnd(text, at) - 1;
      continue;
    }
    const isEnd = depth === 1 && (char === ',' || char === ']');
    if (isEnd && from !== undefined) items.push({ from, to });
    if (isEnd) from = undefined;
    if (isEnd && char === ']') return { open, close: at, items };
    if (depth === 1 && !isEnd && !/\s/.test(char)) from ??= at;
    if (char === '"' || char === "'") at = (endOfString(text, at, char) ?? text.length) - 1;
    else if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}') depth--;
    if (!/\s/.test(char)) to = at + 1;
  }
  return undefined;
}

/** The position of the comma after an item, past whitespace and comments. */
export function tomlCommaAfter(text: string, offset: number): number | undefined {
  for (let at = offset; at < text.length; at++) {
    if (text[at] === ',') return at;
    if (text[at] === '#') at = lineEnd(text, at) - 1;
    else if (!/\s/.test(text[at] as string)) return undefined;
  }
  return undefined;
}

/** Reads just enough TOML to know where tables and values begin and end. */
function logicalLines(text: string): readonly TomlLine[] | TomlProblem {
  const lines: TomlLine[] = [];
  let at = 0;
  let number = 1;
  let table: readonly string[] = [];
  while (at < text.length) {
    const end = endOfLine(text, at);
    if (end === undefined) return { problem: `line ${number}: the string or list that starts here is not closed` };
    const raw = text.slice(at, end);
    const line = logicalLine(raw, { from: at, number }, table);
    if (!line) return { problem: `line ${number}: expected a table or "key = value"` };
    if (line.kind === 'table' || line.kind === 'list') table = line.path;
    lines.push(line);
    number += raw.split('\n').length - 1;
    at = end;
  }
  return lines;
}

function logicalLine(
  text: string,
  place: Pick<TomlLine, 'from' | 'number'>,
  table: readonly string[],
): TomlLine | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'blank', text, ...place, path: [] };
  if (trimmed.startsWith('#')) return { kind: 'comment', text, ...place, path: [] };
  const list = /^\[\[(.+)\]\]\s*(?:#.*)?$/s.exec(trimmed)?.[1];
  const header = list ?? /^\[(.+)\]\s*(?:#.*)?$/s.exec(trimmed)?.[1];
  if (header !== undefined) {
    const path = keysOf(header);
    return path && { kind: list === undefined ? 'table' : 'list', text, ...place, path };
  }
  const keyStart = /^\s*/.exec(text)?.[0].length ?? 0;
  const valueStart = skipKey(text);
  const path =
    valueStart === 0 || !/\S/.test(text.slice(valueStart)) ? undefined : keysOf(text.slice(keyStart, valueStart - 1));
  return path && { kind: 'value', text, ...place, path: [...table, ...path] };
}

/** Where the value of a line begins: after the first `=` outside quotes; 0 if there is none. */
function skipKey(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '=') return at + 1;
    if (char === '"' || char === "'") at = (endOfString(text, at, char) ?? text.length) - 1;
    else if (char === '#' || char === '\n') return 0;
  }
  return 0;
}

/** Splits `a."b.c".d` into its parts. */
function keysOf(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  const part = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))\s*(\.|$)/y;
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (!found) return undefined;
    const [, basic, literal, bare] = found;
    parts.push(basic === undefined ? (literal ?? bare ?? '') : unescapeKey(basic));
    if (found[4] === '') break;
  }
  return parts.length > 0 ? parts : undefined;
}

function unescapeKey(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** Where the logical line ends, after its line break; undefined if a string or list is not closed. */
function endOfLine(text: string, from: number, { stopAtComment = false } = {}): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '#' && stopAtComment && depth <= 0) return at;
    if (char === '#') at = lineEnd(text, at) - 1;
    else if (char === '"' || char === "'") {
      const end = endOfString(text, at, char);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}') depth--;
    else if (char === '\n' && depth <= 0) return at + 1;
  }
  return depth > 0 ? undefined : text.length;
}

function endOfString(text: string, from: number, quote: string): number | undefined {
  const long = text.startsWith(quote.repeat(3), from);
  const close = long ? quote.repeat(3) : quote;
  for (let at = from + close.length; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at++;
    else if (!long && text[at] === '\n') return undefined;
    else if (text.startsWith(close, at)) {
      let end = at + close.length;
      // Up to two more quotes belong to the string.
      while (long && text[end] === quote && end < at + 5) end++;
      return end;
    }
  }
  return undefined;
}

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};
