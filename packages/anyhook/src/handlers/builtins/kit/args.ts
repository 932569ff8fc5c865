import type { FieldTable, ValueKind } from '@anyhook/core';
import { fieldProblem, isObject, ownField, quoteValue, valueKinds } from '@anyhook/core';

export const paramKinds = {
  text: valueKinds.text,
  texts: valueKinds.texts,
  boolean: valueKinds.boolean,
  rules: { description: 'a list of rules', is: Array.isArray },
  /** Also accepts a string: the list form of the formats has only strings. */
  count: {
    description: 'a positive whole number',
    is: (value) => (typeof value === 'number' || typeof value === 'string') && isCount(String(value)),
  },
} as const satisfies Readonly<Record<string, ValueKind>>;

export type Params = FieldTable<keyof typeof paramKinds>;

/** A parameter of the map form, or undefined; ignores inherited names. */
export function param(args: unknown, name: string): unknown {
  return isObject(args) ? ownField(args, name) : undefined;
}

/** The strings of the list form (`["a", "b"]`, a single string or number) or of one field of the map form. */
export function listParam(args: unknown, field: string): readonly string[] {
  const value = isObject(args) ? param(args, field) : args;
  const items = Array.isArray(value) ? value : [value];
  return items.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
}

/** The strings of a field of the map form only. */
export const textsParam = (args: unknown, field: string): readonly string[] =>
  isObject(args) ? listParam(args, field) : [];

/** The count of the list form (`["5"]`) or of the map form (`{count: 5}`), or undefined. */
export function countParam(args: unknown, field: string): number | undefined {
  const [text] = listParam(args, field);
  return text !== undefined && isCount(text) ? Number(text) : undefined;
}

/** Is a flag on? The parameter decides, otherwise the variable. */
export function flagParam(args: unknown, field: string, variable: string | undefined): boolean {
  const value = param(args, field);
  return typeof value === 'boolean' ? value : isVariableOn(variable);
}

const isVariableOn = (variable: string | undefined): boolean => variable === '1' || variable?.toLowerCase() === 'true';

export function checkFields(args: unknown, params: Params): string | undefined {
  if (hasNoArgs(args)) return undefined;
  const known = Object.keys(params);
  if (isObject(args) && (known.length > 0 || Object.keys(args).length === 0))
    return fieldProblem(args, params, paramKinds);
  const expected = known.length === 0 ? 'no arguments' : `a map with ${known.join(', ')}`;
  return `expected ${expected}, got ${quoteValue(args)}`;
}

/** Returns a problem with arguments that consist of one count, if any. */
export function checkCount(args: unknown, params: Params, requirement: 'optional' | 'required'): string | undefined {
  const [field = ''] = Object.keys(params);
  const example = `["10"] or {${field}: 10}`;
  if (hasNoArgs(args))
    return requirement === 'required' ? `expected one positive whole number, such as ${example}, got none` : undefined;
  if (isObject(args)) {
    const problem = checkFields(args, params);
    return problem ?? (Object.hasOwn(args, field) || requirement === 'optional' ? undefined : `"${field}" is missing`);
  }
  const items = Array.isArray(args) ? args : [args];
  if (items.length === 1 && paramKinds.count.is(items[0])) return undefined;
  return `expected one positive whole number, such as ${example}, got ${quoteValue(args)}`;
}

export const hasNoArgs = (args: unknown): boolean =>
  args === undefined || args === null || (Array.isArray(args) && args.length === 0);

const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);
