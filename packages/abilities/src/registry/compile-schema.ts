import { createContext, Script } from 'node:vm';
import { nearestWord, quoteValue } from '@anyhook/core';
import type { Ajv, ErrorObject, Options, ValidateFunction } from 'ajv';
import type { JsonSchema, Violation } from './ability.js';

/** A schema that values can be checked against, or why it cannot be used. */
export type CompiledSchema =
  | {
      readonly ok: true;
      /** All errors of the value, at most `maxViolations`; empty if it is valid. Never throws. */
      check(value: unknown): readonly Violation[];
    }
  | { readonly ok: false; readonly why: string };

/** Drafts by their `$schema`; the newest is the default. */
const drafts = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '07': 'http://json-schema.org/draft-07/schema',
};

type Draft = keyof typeof drafts;

// Even a small schema can take forever: definitions that double, look-around in a pattern, unique items.
const timeLimitMs = 2_000;
const maxPatternChars = 10_000;

const compiledSchemas = new WeakMap<JsonSchema, Promise<CompiledSchema>>();

/** Compiles a JSON Schema, once per schema object. Never rejects. */
export function compileSchema(schema: JsonSchema): Promise<CompiledSchema> {
  const known = compiledSchemas.get(schema);
  if (known) return known;
  const compiled = compile(schema).catch((error: unknown) => refusedSchema(schemaErrorReason(error)));
  compiledSchemas.set(schema, compiled);
  return compiled;
}

async function compile(schema: JsonSchema): Promise<CompiledSchema> {
  const draft = draftOf(schema.$schema);
  if (!draft) {
    const known = Object.values(drafts).join(' or ');
    return refusedSchema(`"$schema": expected ${known}, got ${quoteValue(schema.$schema)}`);
  }
  if (schema.$async !== undefined) return refusedSchema('"$async" is not supported: values are checked synchronously');
  const { schemaValidator, createCompiler } = await libraryOf(draft);
  const problem = runWithTimeLimit(() =>
    schemaValidator.validateSchema(schema) ? '' : firstSchemaError(schemaValidator.errors ?? []),
  );
  if (problem !== '') return refusedSchema(`not a JSON Schema (draft ${draft}): ${problem.slice(0, 500)}`);
  const validate = runWithTimeLimit(() => createCompiler().compile(schema));
  // A time limit costs a quarter of a millisecond; without these keywords the size of schema and value bounds the time.
  const isSlow = /"(?:\$\w*[rR]ef|uniqueItems|pattern|patternProperties)":/.test(JSON.stringify(schema));
  return { ok: true, check: (value) => check(validate, value, isSlow ? runWithTimeLimit : (work) => work()) };
}

/** The first error in a schema; others at the same place only repeat it. */
function firstSchemaError(errors: readonly ErrorObject[]): string {
  const [{ path, message } = { path: '', message: 'no details are known' }] = violationsOf(errors);
  return `schema${path}: ${message}`;
}

type RunWithLimit = <T>(work: () => T) => T;

function check(validate: ValidateFunction, value: unknown, runLimited: RunWithLimit): readonly Violation[] {
  try {
    return runLimited(() => (validate(value) ? [] : violationsOf(validate.errors ?? [])));
  } catch (error) {
    return [{ path: '', message: `could not be checked: ${schemaErrorReason(error)}` }];
  }
}

function draftOf(schemaUri: unknown): Draft | undefined {
  if (schemaUri === undefined) return '2020-12';
  const address = typeof schemaUri === 'string' ? schemaUri.replace(/#$/, '').replace(/^https?:/, '') : '';
  return (Object.keys(drafts) as Draft[]).find((draft) => drafts[draft].replace(/^https?:/, '') === address);
}

/** Validates schemas, and compiles each one separately: ids of two schemas must neither collide nor accumulate. */
interface AjvPair {
  readonly schemaValidator: Ajv;
  readonly createCompiler: () => Ajv;
}

const libraries = new Map<Draft, Promise<AjvPair>>();

function libraryOf(draft: Draft): Promise<AjvPair> {
  const library = libraries.get(draft) ?? loadAjv(draft);
  libraries.set(draft, library);
  return library;
}

async function loadAjv(draft: Draft): Promise<AjvPair> {
  const [AjvClass, formats, { RE2JS }] = await Promise.all([
    draft === '07' ? import('ajv').then((ajv) => ajv.Ajv) : import('ajv/dist/2020.js').then((ajv) => ajv.Ajv2020),
    import('ajv-formats').then((plugin) => plugin.default.default),
    import('re2js'),
  ]);
  const regExp = Object.assign((source: string, flags: string) => compilePattern(source, flags, RE2JS), { code: '' });
  const common: Options = { strict: false, logger: false, code: { regExp } };
  const options: Options = {
    ...common,
    meta: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    // `required: [toString]` means a field of the value, not of every object.
    ownProperties: true,
    // A definition that is referenced a thousand times must not be compiled a thousand times.
    inlineRefs: false,
  };
  return {
    schemaValidator: new AjvClass({ ...common, verbose: true }),
    createCompiler: () => formats(new AjvClass(options)),
  };
}

interface Re2 {
  readonly compile: (source: string) => { test(text: string): boolean };
  readonly translateRegExp: (source: string) => string;
}

/** RE2 cannot hang. Look-around and back-references need Node's engine, bounded by the time limit of a check. */
function compilePattern(source: string, flags: string, re2: Re2): { test(text: string): boolean } {
  if (source.length > maxPatternChars)
    throw new Error(`a pattern is ${source.length} characters long, at most ${maxPatternChars} are allowed`);
  try {
    return re2.compile(re2.translateRegExp(source));
  } catch {
    return nativePattern(source, flags);
  }
}

function nativePattern(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    throw new Error(`${quoteValue(source)} is not a regular expression`);
  }
}

const sandbox = createContext({});
const workScript = new Script('result = work()');

/** Runs `work`, or throws if it takes too long. Only a separate script can be interrupted. */
function runWithTimeLimit<T>(work: () => T): T {
  sandbox.work = work;
  try {
    workScript.runInContext(sandbox, { timeout: timeLimitMs });
    return sandbox.result as T;
  } finally {
    sandbox.work = undefined;
    sandbox.result = undefined;
  }
}

const refusedSchema = (why: string): CompiledSchema => ({ ok: false, why });

function schemaErrorReason(error: unknown): string {
  const { name, message, code, missingRef } = error as Error & { readonly code?: string; readonly missingRef?: string };
  if (missingRef !== undefined)
    return `"$ref": ${quoteValue(missingRef)} is not in the schema; only references into the same schema are allowed, such as "#/$defs/name"`;
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return `it takes longer than ${timeLimitMs} ms`;
  if (name === 'RangeError') return 'it refers to itself without end, or is nested too deeply';
  return message;
}

export const maxViolations = 50;

/** The errors of ajv in plain words: where, what was expected, what was found. */
function violationsOf(errors: readonly ErrorObject[]): readonly Violation[] {
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
