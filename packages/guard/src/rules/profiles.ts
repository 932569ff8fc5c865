import { agentSettingRows, type DefaultRow, defaultRows, rulesOfRows } from './defaults.js';
import type { GuardRule } from './rule.js';
import type { GuardProfile } from './settings.js';

const strictRows: readonly DefaultRow[] = [
  { decide: 'ask', text: 'write|move|permit unknown', because: 'nobody can say what it changes' },
  { decide: 'ask', text: 'write ci', because: 'it runs later, with the rights of the project' },
  { decide: 'ask', text: 'write git', because: 'git reads it' },
  { decide: 'ask', text: 'write|move|permit in-home, elsewhere', because: 'it is not part of the project' },
  { decide: 'ask', text: 'push', because: 'others get it' },
];

/** The rules of a profile, in the order in which they are asked. */
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
