import type { GuardDecision, GuardRule } from './rule.js';

export const guardProfiles = {
  light: 'denies what standard denies, and rarely asks',
  standard: 'denies what cannot be undone, and asks before actions that may be intended',
  strict: 'also asks before unknown changes, permission changes and changes of files that run later',
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
  rules: 'rules for effects; the first match decides: `deny|ask|pass: EFFECT [PLACE] [where …]`',
  profile: `one of ${Object.keys(guardProfiles).join(', ')}; default standard`,
  unknown: 'the decision if it is unknown what a command does: ask, pass or deny',
  off: 'packs whose effects are ignored, such as `pack:heroku`',
} as const;
