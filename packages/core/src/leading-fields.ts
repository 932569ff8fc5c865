import { parseJson } from './json.js';

/**
 * The top-level fields of a JSON object whose text was cut or is broken: those that are complete. Long values are left
 * out, and so is everything after the first unreadable place.
 */
export function leadingFields(text: string): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return {};
  do {
    const nameAt = skipSpace(text, at + 1);
    const nameEnd = text[nameAt] === '"' ? endOfString(text, nameAt) : -1;
    const colon = nameEnd === -1 ? -1 : skipSpace(text, nameEnd);
    if (colon === -1 || text[colon] !== ':') break;
    const valueAt = skipSpace(text, colon + 1);
    const valueEnd = endOfValue(text, valueAt);
    if (valueEnd === -1) break;
    const name = parseJson(text.slice(nameAt, nameEnd));
    const value = valueEnd - valueAt > maxValueLength ? undefined : parseJson(text.slice(valueAt, valueEnd));
    if (typeof name === 'string' && value !== undefined) fields.set(name, value);
    at = skipSpace(text, valueEnd);
  } while (text[at] === ',');
  return Object.fromEntries(fields);
}

/** Is this text a value somewhere in a JSON text? A quote inside a string is escaped, so it cannot match. */
export function hasTextValue(text: string, value: string): boolean {
  const word = JSON.stringify(value);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    let before = at - 1;
    while (isSpace(text[before])) before--;
    if (text[before] === ':') return true;
  }
  return false;
}

const maxValueLength = 64 * 1024;

const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\t' || char === '\n' || char === '\r';

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at++;
  return at;
}

/** The position after a string; -1 if the string does not end. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === '\\') before--;
    if ((end - before) % 2 === 1) return end + 1;
  }
  return -1;
}

/** The position after a value; -1 if the value does not end. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at) - 1;
      if (at < 0) return -1;
      if (depth === 0) return at + 1;
    } else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (char === ',' || isSpace(char))) return at;
  }
  return -1;
}
