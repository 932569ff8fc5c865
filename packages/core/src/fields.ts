import { isAbsolute } from 'node:path';
import { hintFor, quoteValue } from './errors.js';
import { isObject, ownField } from './json.js';

/** A kind of value: its name in messages and docs, and a check. */
export interface ValueKind {
  readonly description: string;
  readonly is: (value: unknown) => boolean;
}

/** One field: the kind of its value, and its meaning in a few words. */
export interface FieldRow<Kind extends string> {
  readonly kind: Kind;
  readonly description: string;
  readonly required?: true;
}

export type FieldTable<Kind extends string> = Readonly<Record<string, FieldRow<Kind>>>;

/** The kinds that several tables use; a table may add its own. */
export const valueKinds = {
  text: { description: 'a string', is: (value) => typeof value === 'string' },
  texts: {
    description: 'a list of strings',
    is: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  },
  boolean: { description: 'true or false', is: (value) => typeof value === 'boolean' },
  object: { description: 'an object', is: isObject },
  folder: {
    description: 'an absolute path',
    is: (value) => typeof value === 'string' && isAbsolute(value) && !value.includes('\0'),
  },
  variables: {
    description: 'an object of strings by name',
    is: (value) => isObject(value) && Object.entries(value).every(isVariable),
  },
} as const satisfies Readonly<Record<string, ValueKind>>;

/** The name of a variable ends at the first =, and NUL ends name and value. */
const isVariable = ([name, value]: [string, unknown]): boolean =>
  typeof value === 'string' && /^[^=\0]+$/.test(name) && !value.includes('\0');

/**
 * The problem with the fields of an object; undefined if they match the table. A misspelt field is an error, because it
 * would otherwise be ignored.
 */
export function fieldProblem<Kind extends string>(
  fields: Readonly<Record<string, unknown>>,
  table: FieldTable<Kind>,
  kinds: Readonly<Record<Kind, ValueKind>>,
): string | undefined {
  for (const field of Object.keys(fields)) if (!Object.hasOwn(table, field)) return unknownFieldMessage(field, table);
  for (const [field, { kind, required }] of Object.entries(table)) {
    const value = ownField(fields, field);
    const problem = value === undefined && !required ? undefined : valueProblem(field, value, kinds[kind]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export const valueProblem = (field: string, value: unknown, { is, description }: ValueKind): string | undefined =>
  is(value) ? undefined : `"${field}" must be ${description}, got ${quoteValue(value)}`;

/** Reports a field that the table does not have, and suggests the one that was probably meant. */
export const unknownFieldMessage = (field: string, table: object): string =>
  `there is no field "${field.slice(0, 60)}"; ${hintFor(field, Object.keys(table))}`;

/** The fields that have a value: many languages write null for a field that is not set. */
export const withoutNulls = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
