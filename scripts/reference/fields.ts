import type { JsonSchema } from '@valibot/to-json-schema';
import { inlineCode, table } from './markdown.js';

type Schema = JsonSchema;

interface Field {
  readonly path: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** A table of all fields of a format: type, default, limits; `flat` leaves out fields of fields. */
export function fieldTable(schema: Schema, { flat = false }: { readonly flat?: boolean } = {}): string {
  const shown = fieldsOf(schema, '').filter(({ path }) => !flat || /^\w+$/.test(path));
  const rows = shown.map(({ path, schema: own, required }) => [
    inlineCode(path),
    typeOf(own),
    required ? 'yes' : '',
    own.default === undefined ? '' : inlineCode(JSON.stringify(own.default)),
    meaningOf(own),
  ]);
  return table(['field', 'type', 'required', 'default', 'meaning'], rows);
}

/** Fields in schema order; list items get `[]`, values under any key get `<name>`. */
function fieldsOf(schema: Schema, prefix: string): readonly Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, value]): readonly Field[] => {
    if (typeof value === 'boolean') return [];
    const path = prefix ? `${prefix}.${name}` : name;
    return [{ path, schema: value, required: (schema.required ?? []).includes(name) }, ...below(value, path)];
  });
  const others = schema.additionalProperties;
  return typeof others === 'object' ? [...own, ...below(others, `${prefix}.<name>`)] : own;
}

function below(schema: Schema, path: string): readonly Field[] {
  const { items } = schema;
  const inList = items && typeof items === 'object' && !Array.isArray(items) ? below(items, `${path}[]`) : [];
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((one) => typeof one === 'object');
  return unique([...fieldsOf(schema, path), ...inList, ...variants.flatMap((one) => below(one, path))]);
}

function unique(fields: readonly Field[]): readonly Field[] {
  const seen = new Set<string>();
  return fields.filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** The description of the field, or of its only variant with a description. */
function meaningOf(schema: Schema): string {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((one) => typeof one === 'object');
  return schema.description ?? variants.find((one) => one.description)?.description ?? '';
}

/** The type with its limits, in words. */
function typeOf(schema: Schema): string {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((one) => typeof one === 'object');
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].filter((type) => type !== 'null').join(' or ');
  if (schema.const !== undefined) return inlineCode(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => inlineCode(String(value))).join(', ');
  if (schema.type === 'array') return `list of ${itemsOf(schema)}`;
  if (schema.type === 'object') return 'map';
  return [nameOf(schema), limits(schema)].filter(Boolean).join(', ');
}

function itemsOf({ items }: Schema): string {
  return items && typeof items === 'object' && !Array.isArray(items) ? typeOf(items) : 'anything';
}

const names: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
};

const nameOf = ({ type }: Schema): string => (typeof type === 'string' ? (names[type] ?? type) : 'anything');

function limits({ minimum, maximum, exclusiveMinimum, minLength, maxLength }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${minimum} or more`;
  if (exclusiveMinimum !== undefined)
    return `more than ${exclusiveMinimum}${maximum === undefined ? '' : `, at most ${maximum}`}`;
  if (maxLength !== undefined) return `at most ${maxLength} characters`;
  return minLength === 1 ? 'not empty' : '';
}
