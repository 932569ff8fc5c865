import type { FieldPath } from './explain-issue.js';

/** A value in a JSON text: where it begins, or its key if it has one, and the values inside of it. */
interface JsonPlace {
  readonly offset: number;
  readonly fields?: Map<string, JsonPlace>;
  readonly items?: JsonPlace[];
}

/** A function that finds where the value at a path begins, or the nearest value above it. The text must be valid JSON. */
export function offsetFinder(text: string): (path: FieldPath) => number {
  let top: JsonPlace | undefined;
  return (path) => {
    top ??= readPlaces(text);
    let place = top;
    for (const key of path) {
      const next = place.items ? place.items[Number(key)] : place.fields?.get(String(key));
      if (!next) return place.offset;
      place = next;
    }
    return place.offset;
  };
}

/** A bracket, a sign, a string, or any other value. */
const token = /[[\]{},:]|"(?:[^"\\]|\\.)*"|[^\s[\]{},:"]+/g;

/** Reads the text once, with less work than a parser that keeps more than places: every hook asks for its line. */
function readPlaces(text: string): JsonPlace {
  const outside: JsonPlace = { offset: 0, items: [] };
  const open: JsonPlace[] = [outside];
  let key: { readonly name: string; readonly offset: number } | undefined;
  token.lastIndex = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { 0: word, index } = found;
    if (word === ',' || word === ':') continue;
    if (word === '}' || word === ']') {
      open.pop();
      continue;
    }
    const { fields, items } = open.at(-1) ?? outside;
    if (fields && !key) {
      key = { name: word.includes('\\') ? String(JSON.parse(word)) : word.slice(1, -1), offset: index };
      continue;
    }
    const offset = key?.offset ?? index;
    const place: JsonPlace =
      word === '{' ? { offset, fields: new Map() } : word === '[' ? { offset, items: [] } : { offset };
    if (key) fields?.set(key.name, place);
    else items?.push(place);
    key = undefined;
    if (word === '{' || word === '[') open.push(place);
  }
  return outside.items?.[0] ?? outside;
}
