import { compilePattern } from '../engine/pattern.js';
import type { Mismatch } from './result.js';
import type { TextRule } from './schema.js';

/** Why a text is not what a rule says; undefined when it is. A bare text must be contained. */
export async function mismatchOfText(
  field: string,
  rule: TextRule,
  came: string | undefined,
): Promise<Mismatch | undefined> {
  const { is, contains, matches, lacks } = typeof rule === 'string' ? { contains: rule } : rule;
  const wrong = (expected: string): Mismatch => ({
    field,
    expected,
    came: came === undefined ? 'nothing' : shown(came),
  });
  if (came === undefined) return wrong(said(rule));
  if (is !== undefined && is !== came) return { field, expected: is, came, exact: true };
  if (contains !== undefined && !came.includes(contains)) return wrong(`a text with ${shown(contains)}`);
  if (matches !== undefined && !(await compilePattern({ source: matches, mode: 'search' }))(came))
    return wrong(`a match of /${matches}/`);
  if (lacks !== undefined && came.includes(lacks)) return wrong(`no ${shown(lacks)}`);
  return undefined;
}

/** A rule in words. */
export function said(rule: TextRule): string {
  if (typeof rule === 'string') return `a text with ${shown(rule)}`;
  const { is, contains, matches, lacks } = rule;
  return [
    ...(is === undefined ? [] : [shown(is)]),
    ...(contains === undefined ? [] : [`a text with ${shown(contains)}`]),
    ...(matches === undefined ? [] : [`a match of /${matches}/`]),
    ...(lacks === undefined ? [] : [`no ${shown(lacks)}`]),
  ].join(' and ');
}

const longest = 2_000;

/** A value as people read it in a failure; long ones are cut and say so. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
