import { agentSettingRows, defaultRows as ownRows, strictRows } from '../../.cache/rules/defaults.js';
import { type DefaultRow, rulesOfRows } from './defaults.js';
import type { GuardRule } from './rule.js';
import type { GuardProfile } from './settings.js';

const defaultRows: readonly DefaultRow[] = [...agentSettingRows, ...ownRows];

/** The rules of a profile, in order. */
export const profileRows: Readonly<Record<GuardProfile, readonly DefaultRow[]>> = {
  light: [...agentSettingRows, ...defaultRows.filter((row) => row.decide !== 'ask' && !agentSettingRows.includes(row))],
  standard: defaultRows,
  strict: [...defaultRows.filter((row) => row.decide !== 'pass' || !row.byUnknown), ...strictRows],
};

const compiled = new Map<GuardProfile, readonly GuardRule[]>();

export function profileRules(profile: GuardProfile): readonly GuardRule[] {
  const known = compiled.get(profile);
  if (known) return known;
  const rules = rulesOfRows(profileRows[profile]);
  compiled.set(profile, rules);
  return rules;
}
