import { nearestWord, quoteValue } from '@anyhook/core';
import type { ErrorObject } from 'ajv';
import type { Violation } from './ability.js';

/** Maximum number of violations that are reported for one value. */
export const maxViolations = 50;

/** The errors of ajv in plain words: where, what was expected, what was found. */
export function violationsOf(errors: readonly ErrorObject[]): readonly Violation[] {
  const violations = withoutRepeats(relevantErrors(errors));
  if (violations.length <= maxViolations) return violations;
  const more = violations.length - maxViolations + 1;
  return [...violations.slice(0, maxViolations - 1), { path: '', message: `${more} more errors` }];
}

/** Merges the type errors at one path into one sentence, and drops errors that only summarize others. */
function* relevantErrors(errors: readonly ErrorObject[]): Iterable<Violation> {
  const types = new Map<string, string[]>();
  for (const { keyword, instancePath, params } of errors) {
    if (keyword !== 'type') continue;
    const words = types.get(instancePath) ?? [];
    types.set(instancePath, words);
    words.push(...[params.type].flat().map(String));
  }
  const hasOtherErrors = errors.some(({ keyword }) => keyword !== 'if');
  for (const error of errors) {
    const typesHere = types.get(error.instancePath);
    if (error.keyword === 'if' && hasOtherErrors) continue;
    if (isChoice(error) && typesHere && typesHere.length > 1) continue;
    yield error.keyword === 'type' && typesHere ? wrongType(error, typesHere) : violation(error);
  }
}

const isChoice = ({ keyword, params }: ErrorObject): boolean =>
  keyword === 'anyOf' || (keyword === 'oneOf' && params.passingSchemas === null);

function wrongType({ instancePath, data }: ErrorObject, types: readonly string[]): Violation {
  const words = [...new Set(types)].map((type) => typeWords[type] ?? type);
  return { path: instancePath, message: `expected ${words.join(' or ')}, got ${quoteValue(data)}` };
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function violation(error: ErrorObject): Violation {
  const extra = error.params.additionalProperty ?? error.params.unevaluatedProperty;
  if (typeof extra === 'string') return unknownField(error, extra);
  const words = Object.hasOwn(sentences, error.keyword) ? sentences[error.keyword] : undefined;
  return {
    path: error.instancePath,
    message: words?.(error) ?? `${error.message ?? error.keyword}, got ${quoteValue(error.data)}`,
  };
}

function unknownField({ instancePath, parentSchema }: ErrorObject, name: string): Violation {
  const known = Object.keys((parentSchema?.properties as object | undefined) ?? {});
  const near = nearestWord(name.slice(0, 200), known);
  const hint = near ? `did you mean "${near}"?` : `known fields: ${quoteValue(known.join(', ') || 'none', 300)}`;
  const path = `${instancePath}/${name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { path, message: `unknown field; ${hint}` };
}

type Sentence = (error: ErrorObject) => string;

const limitSentence =
  (word: string): Sentence =>
  ({ params, data }) =>
    `expected ${word} ${params.limit}, got ${quoteValue(data)}`;

const sizeSentence =
  (word: string, unit: string): Sentence =>
  ({ params, data }) =>
    `expected ${word} ${params.limit} ${unit}, got ${sizeOf(data)}`;

const sentences: Readonly<Record<string, Sentence>> = {
  required: ({ params }) => `the field ${quoteValue(params.missingProperty, 200)} is missing`,
  enum: ({ params, data }) => {
    const words = (params.allowedValues as readonly unknown[]) ?? [];
    const near = typeof data === 'string' ? nearestWord(data.slice(0, 200), words.filter(isString)) : undefined;
    const list = words.slice(0, 20).map((word) => quoteValue(word));
    const more = words.length > list.length ? ' …' : '';
    return `expected one of ${list.join(', ')}${more}, got ${quoteValue(data)}${near ? `; did you mean "${near}"?` : ''}`;
  },
  const: ({ params, data }) => `expected ${quoteValue(params.allowedValue)}, got ${quoteValue(data)}`,
  minimum: limitSentence('at least'),
  maximum: limitSentence('at most'),
  exclusiveMinimum: limitSentence('more than'),
  exclusiveMaximum: limitSentence('less than'),
  multipleOf: ({ params, data }) => `expected a multiple of ${params.multipleOf}, got ${quoteValue(data)}`,
  minLength: sizeSentence('at least', 'characters'),
  maxLength: sizeSentence('at most', 'characters'),
  minItems: sizeSentence('at least', 'items'),
  maxItems: sizeSentence('at most', 'items'),
  minProperties: sizeSentence('at least', 'fields'),
  maxProperties: sizeSentence('at most', 'fields'),
  uniqueItems: ({ params }) => `items ${params.j} and ${params.i} are equal, expected each once`,
  pattern: ({ params, data }) =>
    `expected a string that matches ${quoteValue(params.pattern, 200)}, got ${quoteValue(data)}`,
  format: ({ params, data }) => `expected the format ${quoteValue(params.format)}, got ${quoteValue(data)}`,
  additionalItems: ({ params, data }) => `expected at most ${params.limit} items, got ${sizeOf(data)}`,
  contains: ({ params }) => `expected at least ${params.minContains ?? 1} items that match "contains"`,
  propertyNames: ({ params }) => `the field name ${quoteValue(params.propertyName)} is not allowed`,
  dependentRequired: dependentSentence,
  dependencies: dependentSentence,
  not: ({ data }) => `${quoteValue(data)} is excluded by the schema`,
  anyOf: ({ data, schema }) =>
    `expected one of the ${sizeOf(schema)} alternatives in the schema, got ${quoteValue(data)}`,
  oneOf: ({ data, schema, params }) =>
    params.passingSchemas
      ? `expected exactly one alternative of the schema, but more than one matches ${quoteValue(data)}`
      : `expected one of the ${sizeOf(schema)} alternatives in the schema, got ${quoteValue(data)}`,
  if: ({ params }) => `does not match the schema in \`${params.failingKeyword}\``,
  'false schema': ({ data }) => `nothing is allowed here, got ${quoteValue(data)}`,
};

function dependentSentence({ params }: ErrorObject): string {
  return `the field ${quoteValue(params.missingProperty)} is missing, which ${quoteValue(params.property)} needs`;
}

const isString = (value: unknown): value is string => typeof value === 'string';

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return [...value].length;
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function withoutRepeats(violations: Iterable<Violation>): readonly Violation[] {
  const seen = new Map<string, Violation>();
  for (const one of violations) seen.set(`${one.path}\0${one.message}`, one);
  return [...seen.values()];
}
