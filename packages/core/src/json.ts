import { attempt } from './errors.js';
/** Is it a JSON object, not a list or null? */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): Record<string, unknown> | undefined => (isObject(value) ? value : undefined);

/** The value of the object's own field, never of its prototype. */
export const ownField = (fields: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** The value of a JSON text; undefined if it is not JSON. */
export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text));

/** The object of a JSON text; undefined if it is not JSON, or not an object. */
export const parseObject = (text: string | undefined): Record<string, unknown> | undefined =>
  objectOf(parseJson(text ?? ''));

/** Is a value nested more than this many levels deep? Does not look any deeper. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // This runs for every event: no list of values is made, and nothing is called for plain values.
  for (const key in value) {
    const one = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof one === 'object' && one !== null && isNestedDeeper(one, levels - 1)) return true;
  }
  return false;
}

/** The value without anything that is nested deeper than this. */
export function cutNesting(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((one) => cutNesting(one, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutNesting(one, levels - 1)]));
}

/** JSON with sorted keys: equal values have equal texts. */
export const stableJson = (value: unknown): string => JSON.stringify(sorted(value));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, sorted(one)]);
  // An assignment would lose the key `__proto__`; `fromEntries` keeps it.
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
