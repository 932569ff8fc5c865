import { isNestedDeeper } from '@anyhook/core';
import { parse, TomlError } from 'smol-toml';
import { type FieldPath, makeProblem, maxFileBytes, type ParseResult } from './parse.js';

const maxDepth = 100;

/** Parses TOML. Lines are those of table headers; a value without one has the line of the table around it. */
export function parseToml(text: string, source: string): ParseResult {
  if (text.length > maxFileBytes)
    return { problems: [makeProblem(source, `expected at most ${maxFileBytes} characters, got ${text.length}`, 1)] };
  try {
    const value: unknown = plainData(parse(text, { integersAsBigInt: 'asNeeded' }));
    if (isNestedDeeper(value, maxDepth)) return { problems: [makeProblem(source, 'not usable TOML: too deep', 1)] };
    const lines = headerLines(text);
    const lineOf = (path: FieldPath) => {
      for (let length = path.length; length > 0; length--) {
        const line = lines.get(path.slice(0, length).join('\n'));
        if (line !== undefined) return line;
      }
      return 1;
    };
    return { doc: { source, value, lineOf }, problems: [] };
  } catch (error) {
    const [message = ''] = (error as Error).message.split('\n');
    const what = message.replace(/^Invalid TOML document: /, '');
    return { problems: [makeProblem(source, `not valid TOML: ${what}`, error instanceof TomlError ? error.line : 1)] };
  }
}

/** Dates and large whole numbers are texts. */
const plainData = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item)));

/** The lines of `[a.b]` and `[[a.b]]`, by path; lists of tables are numbered, as in the value. */
function headerLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const [i, line] of text.split('\n').entries()) {
    const [, list, header] = /^\[(\[?)([^\]]+)\]/.exec(line.trimStart()) ?? [];
    if (header === undefined) continue;
    const keys = header.split('.').map((key) => key.trim().replace(/^(["'])(.*)\1$/, '$2'));
    const path: (string | number)[] = [];
    for (const [position, key] of keys.entries()) {
      path.push(key);
      const name = path.join('\n');
      const isLast = position === keys.length - 1;
      if (isLast && list === '[') counts.set(name, (counts.get(name) ?? -1) + 1);
      const index = counts.get(name);
      if (index !== undefined) path.push(index);
    }
    if (!lines.has(path.join('\n'))) lines.set(path.join('\n'), i + 1);
  }
  return lines;
}
