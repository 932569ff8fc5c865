import { nearest, show } from '../../../core/errors.js';

/** The kinds of value that a builtin's parameter may have. */
export type Field = 'text' | 'list of texts' | 'boolean' | 'positive whole number';

/** One parameter of a builtin: what it takes, and in a few words what it does. */
export interface Param {
  readonly takes: Field;
  readonly about: string;
}

export type Params = Readonly<Record<string, Param>>;

/** A parameter of the map form, or undefined; inherited names never count. */
export function param(args: unknown, name: string): unknown {
  return isMap(args) && Object.hasOwn(args, name) ? args[name] : undefined;
}

/** The texts of the list form (`["a", "b"]`, a lone text or number) or of one field of the map form. */
export function listOf(args: unknown, field: string): readonly string[] {
  const given = isMap(args) ? param(args, field) : args;
  const items = Array.isArray(given) ? given : [given];
  return items.filter((item) => typeof item === 'string' || typeof item === 'number').map(String);
}

/** The texts of a field of the map form only. */
export const textsOf = (args: unknown, field: string): readonly string[] => (isMap(args) ? listOf(args, field) : []);

/** The count of the list form (`["5"]`) or of the map form (`{count: 5}`), or undefined when none is given. */
export function countOf(args: unknown, field: string): number | undefined {
  const [text] = listOf(args, field);
  return text !== undefined && isCount(text) ? Number(text) : undefined;
}

/** Whether a flag is on: the parameter decides, else the variable. */
export function flagOf(args: unknown, field: string, variable: string | undefined): boolean {
  const given = param(args, field);
  return typeof given === 'boolean' ? given : isOn(variable);
}

export const isOn = (variable: string | undefined): boolean => variable === '1' || variable?.toLowerCase() === 'true';

/** Says what is wrong with arguments of the map form. */
export function checkFields(args: unknown, params: Params): string | undefined {
  if (isNone(args)) return undefined;
  const known = Object.keys(params);
  if (!isMap(args)) {
    const expected = known.length === 0 ? 'no arguments' : `a map with ${known.join(', ')}`;
    return `expected ${expected}, got ${show(args)}`;
  }
  for (const name of Object.keys(args)) {
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    if (!param) return unknownField(name, known);
    if (!fits(param.takes, args[name])) return `"${name}" must be a ${param.takes}, got ${show(args[name])}`;
  }
  return undefined;
}

/** Says what is wrong with arguments that hold one count. */
export function checkCount(args: unknown, params: Params, need: 'optional' | 'required'): string | undefined {
  const [field = ''] = Object.keys(params);
  const example = `["10"] or {${field}: 10}`;
  if (isNone(args))
    return need === 'required' ? `expected one positive whole number, such as ${example}, got none` : undefined;
  if (isMap(args)) {
    const wrong = checkFields(args, params);
    return wrong ?? (Object.hasOwn(args, field) || need === 'optional' ? undefined : `"${field}" is missing`);
  }
  const items = Array.isArray(args) ? args : [args];
  if (items.length === 1 && fits('positive whole number', items[0])) return undefined;
  return `expected one positive whole number, such as ${example}, got ${show(args)}`;
}

export const isNone = (args: unknown): boolean =>
  args === undefined || args === null || (Array.isArray(args) && args.length === 0);

export const isMap = (args: unknown): args is Readonly<Record<string, unknown>> =>
  typeof args === 'object' && args !== null && !Array.isArray(args);

function unknownField(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (known.length === 0) return `"${name}" is not known here: it takes no arguments`;
  return `"${name}" is not known here${near ? `, did you mean "${near}"?` : ''} (known: ${known.join(', ')})`;
}

function fits(field: Field, value: unknown): boolean {
  switch (field) {
    case 'text':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'positive whole number':
      return (typeof value === 'number' || typeof value === 'string') && isCount(String(value));
    case 'list of texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
  }
}

const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);
