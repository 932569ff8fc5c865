import { quoteValue } from '@anyhook/core';
import type { Ability } from '../../registry/ability.js';
import { compileSchema } from '../../registry/compile-schema.js';
import { type ExecutionResult, violationText } from '../task.js';
import { taskFailure } from './implementation-call.js';

// A recursive walk of a deeper value could crash the whole process.
const maxDepth = 100;

/** Parses a text as one JSON value; an empty text is null. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  const body = text.replace(/^\uFEFF/, '').trim();
  if (body === '') return { value: null };
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

/** The result of a run that returned a value: a failure if the value does not match the ability's output schema. */
export async function resultFromOutput(
  ability: Ability,
  value: unknown,
  status: 'success' | 'partial' = 'success',
): Promise<ExecutionResult> {
  if (isDeeperThan(value, maxDepth))
    return taskFailure('BAD_OUTPUT', `the output is nested deeper than ${maxDepth} levels`);
  if (!ability.output) return { status, output: value };
  const schema = await compileSchema(ability.output);
  if (!schema.ok) return taskFailure('BAD_CONFIGURATION', `${ability.source}: "output" cannot be used: ${schema.why}`);
  const violations = schema.check(value);
  const [first] = violations;
  if (!first) return { status, output: value };
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
  const message = `the output does not match the schema: ${violationText(first)}${more}`;
  return taskFailure('BAD_OUTPUT', message, { violations });
}

/** The output of a failed run, if there is any. */
export const partialOutput = (value: unknown): { readonly output?: unknown } =>
  value === undefined || value === null || isDeeperThan(value, maxDepth) ? {} : { output: value };

/** The error message for text that should have been JSON. */
export const notJsonText = (what: string, text: string): string =>
  `${what}: expected one JSON value, got ${quoteValue(text.slice(0, 500), 200)}`;

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}
