import { createContext, Script } from 'node:vm';
import { quoteValue } from '@anyhook/core';
import type { Ajv, ErrorObject, Options, ValidateFunction } from 'ajv';
import type { JsonSchema, Violation } from './ability.js';
import { violationsOf } from './violations.js';

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

/**
 * Uses RE2, which cannot hang; look-around and back-references use Node's engine, which the time limit of a check
 * bounds.
 */
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
