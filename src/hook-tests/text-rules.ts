import { compileTextPattern } from '../engine/pattern.js';
import type { ExpectationMismatch } from './result.js';
import type { TextRule } from './schema.js';

/** Why a text breaks a rule; undefined if it does not. A plain string must be contained in the text. */
export async function mismatchOfText(
  field: string,
  rule: TextRule,
  came: string | undefined,
): Promise<ExpectationMismatch | undefined> {
  const { is, contains, matches, lacks } = typeof rule === 'string' ? { contains: rule } : rule;
  const wrong = (expected: string): ExpectationMismatch => ({
    field,
    expected,
    came: came === undefined ? 'nothing' : valueText(came),
  });
  if (came === undefined) return wrong(changeText(rule));
  if (is !== undefined && is !== came) return { field, expected: is, came, exact: true };
  if (contains !== undefined && !came.includes(contains)) return wrong(`text containing ${valueText(contains)}`);
  if (matches !== undefined && !(await compileTextPattern({ source: matches, mode: 'search' }))(came))
    return wrong(`a match of /${matches}/`);
  if (lacks !== undefined && came.includes(lacks)) return wrong(`no ${valueText(lacks)}`);
  return undefined;
}

/** Describes a rule. */
export function changeText(rule: TextRule): string {
  if (typeof rule === 'string') return `text containing ${valueText(rule)}`;
  const { is, contains, matches, lacks } = rule;
  return [
    ...(is === undefined ? [] : [valueText(is)]),
    ...(contains === undefined ? [] : [`text containing ${valueText(contains)}`]),
    ...(matches === undefined ? [] : [`a match of /${matches}/`]),
    ...(lacks === undefined ? [] : [`no ${valueText(lacks)}`]),
  ].join(' and ');
}

const longest = 2_000;

/** A value for a failure message; long values are cut with a note. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
