import type { Value } from '../value.js';

export interface SqlWord {
  readonly kind: 'word' | 'symbol' | 'name' | 'text';
  /** Words are lower case; strings and names have no quotes. */
  readonly text: Value;
  /** Whether it is in dollar quotes: the body of a block or function. */
  readonly isBody?: boolean;
}

const maxWords = 20_000;

/** Splits SQL into statements of words. Comments are dropped, but MySQL runs comments that start with `!`. */
export function sqlStatements(sql: Value, onLimit = () => {}): readonly (readonly SqlWord[])[] {
  const statements: SqlWord[][] = [[]];
  let at = 0;
  let count = 0;
  const push = (word: SqlWord): void => {
    statements.at(-1)?.push(word);
  };
  while (at < sql.length && count++ < maxWords) {
    const char = sql[at] as string;
    const skipped = endOfComment(sql, at);
    if (skipped > at) at = skipped;
    else if (char === ';') {
      statements.push([]);
      at++;
    } else if (char === "'" || char === '"' || char === '`' || char === '[') at = readQuotes(sql, at, push);
    else if (char === '$' && dollarTag(sql, at) !== undefined) at = readDollar(sql, at, push);
    else if (isNameChar(char) || char > '\u00BF') {
      let end = at;
      while (end < sql.length && (isNameChar(sql[end] as string) || (sql[end] as string) > '\u00BF')) end++;
      push({ kind: 'word', text: sql.slice(at, end).toLowerCase() });
      at = end;
    } else {
      if (!' \t\r\n'.includes(char)) push({ kind: 'symbol', text: char });
      at++;
    }
  }
  if (at < sql.length) onLimit();
  return statements.filter((words) => words.length > 0);
}

/** The end of the comment that starts here, else the same position. The text of an executable comment is read. */
function endOfComment(sql: Value, at: number): number {
  if (sql.startsWith('--', at) || (sql[at] === '#' && (sql[at + 1] ?? ' ') !== '>')) {
    const end = sql.indexOf('\n', at);
    return end < 0 ? sql.length : end + 1;
  }
  if (sql.startsWith('/*!', at) || sql.startsWith('/*M!', at)) {
    let end = sql.indexOf('!', at) + 1;
    while ((sql[end] ?? '') >= '0' && (sql[end] ?? '') <= '9') end++;
    return end;
  }
  if (sql.startsWith('/*', at)) {
    const end = sql.indexOf('*/', at + 2);
    return end < 0 ? sql.length : end + 2;
  }
  return sql.startsWith('*/', at) ? at + 2 : at;
}

function readQuotes(sql: Value, start: number, push: (word: SqlWord) => void): number {
  const open = sql[start] as string;
  const close = open === '[' ? ']' : open;
  let text = '';
  for (let at = start + 1; at < sql.length; at++) {
    const char = sql[at] as string;
    if (char === '\\' && open === "'" && at + 1 < sql.length) text += sql[++at];
    else if (char === close && sql[at + 1] === close && open !== '[') text += sql[++at];
    else if (char === close) {
      push({ kind: open === "'" ? 'text' : 'name', text });
      return at + 1;
    } else text += char;
  }
  push({ kind: open === "'" ? 'text' : 'name', text });
  return sql.length;
}

function dollarTag(sql: Value, at: number): string | undefined {
  let end = at + 1;
  while (isNameChar(sql[end] ?? ' ')) end++;
  return sql[end] === '$' ? sql.slice(at, end + 1) : undefined;
}

function readDollar(sql: Value, at: number, push: (word: SqlWord) => void): number {
  const tag = dollarTag(sql, at) ?? '$$';
  const end = sql.indexOf(tag, at + tag.length);
  push({ kind: 'text', text: sql.slice(at + tag.length, end < 0 ? undefined : end), isBody: true });
  return end < 0 ? sql.length : end + tag.length;
}

const isNameChar = (char: string): boolean => /\w/.test(char);
