import type { GuardDecision, GuardRule } from './rule.js';

export const guardProfiles = {
  light: 'stops what is denied by default, and asks nothing',
  standard: 'denies what cannot be undone, and asks before what may be meant',
  strict: 'also asks before what is not known, before other rights, and before what runs later',
} as const;

export type GuardProfile = keyof typeof guardProfiles;

/** The guard settings of a user, an organization or a project. */
export interface GuardConfig {
  readonly rules: readonly GuardRule[];
  readonly profile?: GuardProfile;
  readonly unknown?: GuardDecision;
  /** Packs whose effects are ignored: `pack:heroku`. */
  readonly off: readonly string[];
}

export const noGuardConfig: GuardConfig = { rules: [], off: [] };

/** The settings of the guard, and what each means. */
export const guardFields = {
  rules: 'rules over effects, the first that matches decides: `deny|ask|pass: EFFECT [PLACE] [where …]`',
  profile: `one of ${Object.keys(guardProfiles).join(', ')}; default standard`,
  unknown: 'what happens where nobody can know what a command does: ask, pass or deny',
  off: 'packs whose effects do not count, such as `pack:heroku`',
} as const;
