import { compileTextPattern } from '../engine/pattern.js';
import type { ExpectationMismatch } from './result.js';
import type { TextRule } from './schema.js';

/** Why a text breaks a rule; undefined if it does not. A plain string must be contained in the text. */
export async function mismatchOfText(
  field: string,
  rule: TextRule,
  actual: string | undefined,
): Promise<ExpectationMismatch | undefined> {
  const { is, contains, matches, lacks } = typeof rule === 'string' ? { contains: rule } : rule;
  const mismatch = (expected: string): ExpectationMismatch => ({
    field,
    expected,
    came: actual === undefined ? 'nothing' : valueText(actual),
  });
  if (actual === undefined) return mismatch(ruleText(rule));
  if (is !== undefined && is !== actual) return { field, expected: is, came: actual, exact: true };
  if (contains !== undefined && !actual.includes(contains)) return mismatch(`text containing ${valueText(contains)}`);
  if (matches !== undefined && !(await compileTextPattern({ source: matches, mode: 'search' }))(actual))
    return mismatch(`a match of /${matches}/`);
  if (lacks !== undefined && actual.includes(lacks)) return mismatch(`no ${valueText(lacks)}`);
  return undefined;
}

/** Describes a rule. */
export function ruleText(rule: TextRule): string {
  if (typeof rule === 'string') return `text containing ${valueText(rule)}`;
  const { is, contains, matches, lacks } = rule;
  return [
    ...(is === undefined ? [] : [valueText(is)]),
    ...(contains === undefined ? [] : [`text containing ${valueText(contains)}`]),
    ...(matches === undefined ? [] : [`a match of /${matches}/`]),
    ...(lacks === undefined ? [] : [`no ${valueText(lacks)}`]),
  ].join(' and ');
}

const maxChars = 2_000;

/** A value for a failure message; long values are cut with a note. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > maxChars ? `${text.slice(0, maxChars)}… (${text.length} characters)` : text;
}
