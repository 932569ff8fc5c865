import { hintFor, isObject, ownField, quoteValue } from '@anyhook/core';
import { rulesOfRows } from './defaults.js';
import { profileRows } from './profiles.js';
import { type GuardRule, guardDecisions, isExpired, type RuleOrigin, readRule } from './rule.js';
import { type GuardConfig, type GuardProfile, guardFields, guardProfiles, noGuardConfig } from './settings.js';

export interface GuardConfigReading {
  /** Without its invalid parts. */
  readonly config: GuardConfig;
  /** Mistakes, each with the wrong word. */
  readonly problems: readonly string[];
  /** The same, with their places. */
  readonly mistakes: readonly GuardConfigMistake[];
}

export interface GuardConfigMistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const maxRules = 500;

/** Reads the settings as written in a file. `packs`: the valid names for `off`, if known. */
export function readGuardConfig(given: unknown, origin: RuleOrigin, packs?: readonly string[]): GuardConfigReading {
  if (given === undefined || given === null) return reading(noGuardConfig, []);
  const fields = Object.keys(guardFields);
  if (!isObject(given))
    return reading(noGuardConfig, [
      { path: [], message: `expected a map with ${fields.join(', ')}, got ${quoteValue(given)}` },
    ]);
  const mistakes: GuardConfigMistake[] = [];
  for (const field of Object.keys(given).filter((one) => !fields.includes(one)))
    mistakes.push({
      path: [field.slice(0, 60)],
      message: `there is no field "${field.slice(0, 60)}"; ${hintFor(field, fields)}`,
    });
  const rules = readRules(ownField(given, 'rules'), origin, mistakes);
  const profile = readWord(given, 'profile', Object.keys(guardProfiles) as readonly GuardProfile[], mistakes);
  const unknown = readWord(given, 'unknown', guardDecisions, mistakes);
  const off = readOff(ownField(given, 'off'), packs, mistakes);
  return reading({ rules, off, ...(profile && { profile }), ...(unknown && { unknown }) }, mistakes);
}

const reading = (config: GuardConfig, mistakes: readonly GuardConfigMistake[]): GuardConfigReading => ({
  config,
  problems: mistakes.map(({ message }) => message),
  mistakes,
});

function readRules(given: unknown, origin: RuleOrigin, mistakes: GuardConfigMistake[]): readonly GuardRule[] {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length > maxRules) {
    const message = `"rules" must be a list of at most ${maxRules} rules, got ${quoteValue(given)}`;
    mistakes.push({ path: ['rules'], message });
    return [];
  }
  return given.flatMap((one, index) => {
    const result = readRule(one, origin);
    if ('rule' in result) return [result.rule];
    mistakes.push({ path: ['rules', index], message: result.problem });
    return [];
  });
}

function readWord<Word extends string>(
  given: Readonly<Record<string, unknown>>,
  field: string,
  words: readonly Word[],
  mistakes: GuardConfigMistake[],
): Word | undefined {
  const value = ownField(given, field);
  if (value === undefined) return undefined;
  const found = words.find((word) => word === value);
  if (found === undefined)
    mistakes.push({
      path: [field],
      message: `"${field}" must be one of ${words.join(', ')}, got ${quoteValue(value)}`,
    });
  return found;
}

function readOff(
  given: unknown,
  packs: readonly string[] | undefined,
  mistakes: GuardConfigMistake[],
): readonly string[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) {
    mistakes.push({ path: ['off'], message: `"off" must be a list such as [pack:heroku], got ${quoteValue(given)}` });
    return [];
  }
  return given.filter((one, index): one is string => {
    const name = typeof one === 'string' && one.startsWith('pack:') ? one.slice('pack:'.length) : undefined;
    const message =
      name === undefined || name === ''
        ? `"off": expected pack:NAME, got ${quoteValue(one)}`
        : packs && !packs.includes(name) && `"off": there is no pack "${name}"; ${hintFor(name, packs)}`;
    if (message) mistakes.push({ path: ['off', index], message });
    return !message;
  });
}

/** Parts of a project's settings that would loosen the guard, or that have expired; they are ignored. */
export function idleParts(
  { rules, profile, unknown, off }: GuardConfig,
  origin: RuleOrigin,
  today: string,
): readonly string[] {
  const ended = rules
    .filter((rule) => isExpired(rule, today))
    .map((rule) => `${ruleName(rule)} expired on ${rule.until}`);
  if (origin !== 'project') return ended;
  return [
    ...ended,
    ...rules.flatMap((rule) => {
      if (rule.decide === 'pass') return [`${ruleName(rule)} has no effect: a project can only make rules stricter`];
      const stronger = rule.decide === 'ask' ? defaultDenies().find((one) => covers(one, rule)) : undefined;
      return stronger ? [`${ruleName(rule)} has no effect: the default ${ruleName(stronger)} is stricter`] : [];
    }),
    ...(profile === 'light' ? ['"profile: light" has no effect: a project can only make rules stricter'] : []),
    ...(unknown === 'pass' ? ['"unknown: pass" has no effect: a project can only make rules stricter'] : []),
    ...(off.length > 0 ? ['"off" has no effect: a project can only make rules stricter'] : []),
  ];
}

/** The settings without what a project may not set. */
export const tighteningPart = ({ rules, profile, unknown }: GuardConfig): GuardConfig => ({
  rules: rules.filter(({ decide }) => decide !== 'pass'),
  off: [],
  ...(profile && profile !== 'light' && { profile }),
  ...(unknown && unknown !== 'pass' && { unknown }),
});

const ruleName = ({ decide, text }: GuardRule): string => `rule "${decide}: ${text}"`;

let denies: readonly GuardRule[] | undefined;
function defaultDenies(): readonly GuardRule[] {
  denies ??= rulesOfRows(profileRows.standard.filter(({ decide }) => decide === 'deny'));
  return denies;
}

/** Whether `wide` matches everything that `narrow` matches. */
function covers(wide: GuardRule, narrow: GuardRule): boolean {
  const isPart = (part: readonly string[], whole: readonly string[]) =>
    whole.length === 0 || (part.length > 0 && part.every((word) => whole.includes(word)));
  return (
    isPart(narrow.effects, wide.effects) &&
    wide.flags.every((flag) => narrow.flags.includes(flag)) &&
    isPart(narrow.kinds, wide.kinds) &&
    isPart(narrow.scopes, wide.scopes) &&
    wide.within === undefined &&
    wide.where.length === 0
  );
}
