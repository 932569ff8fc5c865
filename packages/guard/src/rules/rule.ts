import { hintFor, isObject, ownField, quoteValue } from '@anyhook/core';
import type { EffectName, PlaceScope } from '../effect.js';
import { RuleReader, RuleSyntaxError } from './rule-reader.js';

export const guardDecisions = ['deny', 'ask', 'pass'] as const;
export type GuardDecision = (typeof guardDecisions)[number];

/** Who wrote a rule, in order of precedence. */
export const ruleOrigins = ['managed', 'user', 'project', 'default'] as const;
export type RuleOrigin = (typeof ruleOrigins)[number];

export interface RuleCondition {
  readonly field: string;
  readonly negated: boolean;
  /** `~`: a part of the text, or a glob over it; `is`: the whole text. */
  readonly by: '~' | 'is';
  readonly value: string;
}

/** A rule for effects. All its parts must match. */
export interface GuardRule {
  readonly decide: GuardDecision;
  /** Empty: every effect. */
  readonly effects: readonly EffectName[];
  readonly flags: readonly string[];
  readonly kinds: readonly string[];
  /** The kind of the place is one of these. Empty: any kind. */
  readonly scopes: readonly PlaceScope[];
  /** The place is also in one of these. Undefined: anywhere. */
  readonly within: RuleArea | undefined;
  /** Branches or hosts. */
  readonly to: readonly string[] | undefined;
  readonly where: readonly RuleCondition[];
  readonly because?: string;
  readonly instead?: string;
  /** The last day on which it applies: `2027-01-31`. */
  readonly until?: string;
  /** As written: `delete recursive outside`. */
  readonly text: string;
  readonly origin: RuleOrigin;
  /** A default that the setting `unknown` changes. */
  readonly byUnknown?: true;
}

/** The part after `in`. */
export interface RuleArea {
  readonly scopes: readonly PlaceScope[];
  /** Paths and globs: absolute, from `~/`, or relative to the project. */
  readonly paths: readonly string[];
  /** A work tree that is linked to a repository elsewhere. */
  readonly isWorkTree: boolean;
}

/** A rule, or what is wrong with it. */
export type RuleReading = { readonly rule: GuardRule } | { readonly problem: string };

const maxRuleLength = 1_000;
const otherFields = ['because', 'instead', 'until'] as const;

/** Reads a rule as written in a file: `{deny: delete outside}`, with optional because, instead and until. */
export function readRule(given: unknown, origin: RuleOrigin): RuleReading {
  if (!isObject(given))
    return { problem: `a rule must be a map such as {deny: delete outside}, got ${quoteValue(given)}` };
  const known: readonly string[] = [...guardDecisions, ...otherFields];
  for (const field of Object.keys(given))
    if (!known.includes(field))
      return { problem: `rule ${quoteValue(given)}: there is no field "${field}"; ${hintFor(field, known)}` };
  const named = guardDecisions.filter((decision) => Object.hasOwn(given, decision));
  const [decide] = named;
  if (decide === undefined || named.length > 1)
    return { problem: `rule ${quoteValue(given)}: it must have one of deny, ask and pass` };
  const text = ownField(given, decide);
  if (typeof text !== 'string' || text.length > maxRuleLength)
    return { problem: `rule ${quoteValue(given)}: "${decide}" must be a short text such as "delete outside"` };
  const more: { because?: string; instead?: string; until?: string } = {};
  for (const field of otherFields) {
    const value = textOf(ownField(given, field));
    if (value === undefined && Object.hasOwn(given, field))
      return { problem: `rule "${decide}: ${text}": "${field}" must be a text` };
    if (value !== undefined) more[field] = value;
  }
  if (more.until !== undefined && !isDay(more.until))
    return { problem: `rule "${decide}: ${text}": "until" must be a day such as 2027-01-31, got "${more.until}"` };
  return parseRule(decide, text, origin, more);
}

/** Reads the text of a rule: `delete recursive outside`. */
export function parseRule(
  decide: GuardDecision,
  text: string,
  origin: RuleOrigin,
  more: Pick<GuardRule, 'because' | 'instead' | 'until'> = {},
): RuleReading {
  try {
    return { rule: { decide, ...new RuleReader(text).read(), ...more, text, origin } };
  } catch (error) {
    if (error instanceof RuleSyntaxError) return { problem: `rule "${decide}: ${text}": ${error.message}` };
    throw error;
  }
}

/** Whether a rule has expired on this day (`2027-01-31`). */
export const isExpired = ({ until }: GuardRule, today: string): boolean => until !== undefined && until < today;

const textOf = (value: unknown): string | undefined => {
  // YAML parses a day as a date.
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString().slice(0, 10);
  return typeof value === 'string' ? value : undefined;
};

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
