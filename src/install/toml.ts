import type { TrustTables } from '../hosts/render.js';

type Table = TrustTables['tables'][number];

/** A logical line of a TOML file: a value may reach over several real ones. */
interface Line {
  readonly kind: 'blank' | 'comment' | 'table' | 'list' | 'value';
  readonly text: string;
  readonly number: number;
  /** Keys of the header, or of the value below its header. */
  readonly path: readonly string[];
}

const mark = ' # written by "anyhook init"';

/** The text with these tables in it; what is there already is kept as it is. A problem where the file cannot be read. */
export function setTables(text: string, tables: readonly Table[]): string | { readonly problem: string } {
  const lines = read(text);
  if ('problem' in lines) return lines;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const missing = tables.filter(({ path }) => !lines.some((line) => line.kind === 'table' && same(line.path, path)));
  const clash = missing.length > 0 && lines.find((line) => closes(line, (missing[0] as Table).path));
  if (clash)
    return {
      problem: `line ${clash.number}: "${clash.path.join('.')}" stands in one line, so nothing can be added to it`,
    };
  const kept = lines.map((line) => withValue(line, lines, tables));
  if (missing.length === 0) return kept.join('');
  const old = kept.join('');
  const block = missing.flatMap((table) => [`[${printKey(table.path)}]${mark}`, valueOf(table)]);
  const gap = old === '' ? '' : old.endsWith('\n') ? eol : eol + eol;
  return `${old}${gap}${block.join(eol)}${eol}`;
}

/** The text without the tables of these paths. */
export function removeTables(text: string, paths: readonly (readonly string[])[]): string {
  const lines = read(text);
  if ('problem' in lines) return text;
  const isOurs = (path: readonly string[]) => paths.some((one) => same(path, one));
  const kept: Line[] = [];
  let inside = false;
  for (const line of lines) {
    if (line.kind === 'table' || line.kind === 'list') inside = line.kind === 'table' && isOurs(line.path);
    if (!inside || (line.kind !== 'table' && line.kind !== 'value')) kept.push(line);
    // The blank line that parted our tables from the rest.
    else if (line.text.includes(mark) && kept.at(-1)?.kind === 'blank') kept.pop();
  }
  return kept.length === lines.length ? text : kept.map((line) => line.text).join('');
}

/** The line with the value that its table is to have. */
function withValue(line: Line, lines: readonly Line[], tables: readonly Table[]): string {
  if (line.kind === 'table') {
    const table = tables.find(({ path }) => same(path, line.path));
    const has = table && lines.some((one) => one.kind === 'value' && same(one.path, [...table.path, table.key]));
    if (!table || has) return line.text;
    const eol = /\r?\n$/.exec(line.text)?.[0] ?? '\n';
    return `${line.text.replace(/\r?\n$/, '')}${eol}${valueOf(table)}${eol}`;
  }
  const table = line.kind === 'value' && tables.find(({ path, key }) => same(line.path, [...path, key]));
  if (!table) return line.text;
  const [, before = '', , after = ''] = /^([^=]*=\s*)("[^"\\]*")(.*)$/s.exec(line.text) ?? [];
  return before === '' ? `${valueOf(table)}\n` : `${before}${JSON.stringify(table.value)}${after}`;
}

/** A list of tables, or a table in one line, on the way to this path: it cannot be added to. */
const closes = ({ kind, path }: Line, to: readonly string[]): boolean =>
  (kind === 'value' || kind === 'list') &&
  path.length < to.length &&
  path.length > 0 &&
  same(path, to.slice(0, path.length));

const valueOf = ({ key, value }: Table): string => `${key} = ${JSON.stringify(value)}`;
const printKey = (path: readonly string[]): string =>
  path.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join('.');
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((part, i) => part === b[i]);

/** Reads as much of TOML as it takes to know where tables and values begin and end. */
function read(text: string): readonly Line[] | { readonly problem: string } {
  const lines: Line[] = [];
  let at = 0;
  let number = 1;
  let table: readonly string[] = [];
  while (at < text.length) {
    const end = endOfLine(text, at);
    if (end === undefined) return { problem: `line ${number}: a text or a list that starts here has no end` };
    const raw = text.slice(at, end);
    const line = lineOf(raw, number, table);
    if (!line) return { problem: `line ${number}: expected a table or "key = value"` };
    if (line.kind === 'table' || line.kind === 'list') table = line.path;
    lines.push(line);
    number += raw.split('\n').length - 1;
    at = end;
  }
  return lines;
}

function lineOf(text: string, number: number, table: readonly string[]): Line | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'blank', text, number, path: [] };
  if (trimmed.startsWith('#')) return { kind: 'comment', text, number, path: [] };
  const list = /^\[\[(.+)\]\]\s*(?:#.*)?$/.exec(trimmed)?.[1];
  const header = list ?? /^\[(.+)\]\s*(?:#.*)?$/.exec(trimmed)?.[1];
  if (header !== undefined) {
    const path = keysOf(header);
    return path && { kind: list === undefined ? 'table' : 'list', text, number, path };
  }
  const [, key] = /^((?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w\s.-])+?)\s*=\s*\S/.exec(trimmed) ?? [];
  const path = key === undefined ? undefined : keysOf(key);
  return path && { kind: 'value', text, number, path: [...table, ...path] };
}

/** `a."b.c".d` as its parts. */
function keysOf(text: string): readonly string[] | undefined {
  const parts: string[] = [];
  const part = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))\s*(\.|$)/y;
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (!found) return undefined;
    const [, basic, literal, bare] = found;
    parts.push(basic === undefined ? (literal ?? bare ?? '') : unescaped(basic));
    if (found[4] === '') break;
  }
  return parts.length > 0 ? parts : undefined;
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** Where the logical line ends, after its line break; undefined where a text or list has no end. */
function endOfLine(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '#') at = lineEnd(text, at) - 1;
    else if (char === '"' || char === "'") {
      const end = endOfText(text, at, char);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (char === '[' || char === '{') depth++;
    else if (char === ']' || char === '}') depth--;
    else if (char === '\n' && depth <= 0) return at + 1;
  }
  return depth > 0 ? undefined : text.length;
}

function endOfText(text: string, from: number, quote: string): number | undefined {
  const long = text.startsWith(quote.repeat(3), from);
  const close = long ? quote.repeat(3) : quote;
  for (let at = from + close.length; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at++;
    else if (!long && text[at] === '\n') return undefined;
    else if (text.startsWith(close, at)) {
      let end = at + close.length;
      // Up to two more quotes belong to the text.
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
