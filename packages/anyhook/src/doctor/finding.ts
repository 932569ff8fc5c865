import { type UserPaths, visibleShellWord } from '@anyhook/core';
import { causes } from '../../.cache/causes.js';
import type { InstallScope } from '../agents/kit/install.js';
import type { ProofFolderKind } from './proof-folders.js';

/** `dead`: a hook that should run does not. `warning`: it runs, but something is wrong. */
export type Severity = 'dead' | 'warning';

/** One way in which hooks fail silently: a row of causes.yaml, or of a feature. */
export interface Cause {
  readonly severity: Severity;
  readonly title: string;
  /** How `doctor` detects it. */
  readonly found: string;
  /** What to do; `{placeholders}` are filled in for each finding. */
  readonly fix: string;
}

export type CauseId = keyof typeof causes;

/** One detected cause with its details. */
export interface Finding {
  /** A row of `causes`, or of the causes of a feature. */
  readonly cause: string;
  readonly severity: Severity;
  /** The problem, in one line. */
  readonly what: string;
  /** What to do, ready to copy. */
  readonly fix: string;
}

/** One check: passed if it has no findings. */
export interface DoctorCheck {
  /** The result if nothing is wrong. */
  readonly title: string;
  readonly findings: readonly Finding[];
  /** The check did not run; the title says why. */
  readonly unseen?: true;
  /** What was tried, if the check is a proof. */
  readonly proof?: FolderProof;
}

/** Whether a call is denied through the entry of one agent in one folder. */
export interface FolderProof {
  readonly host: string;
  /** The agent's title. */
  readonly agent: string;
  readonly scope?: InstallScope;
  readonly kind: ProofFolderKind;
  /** The folder's displayed name. */
  readonly label: string;
  /** Missing if no such folder could be tried. */
  readonly folder?: string;
  /** `answered`: the canary came back, but no registered event can be denied. */
  readonly outcome: 'denied' | 'answered' | 'failed' | 'untried';
  /** The registered event and command. */
  readonly event?: string;
  readonly command?: string;
  readonly ms?: number;
  /** How many hooks the command found, with anyhook's own. */
  readonly hooks?: number;
}

/** The checks of the project or of one agent. */
export interface DoctorSection {
  /** The agent; missing for the project. */
  readonly host?: string;
  readonly title: string;
  readonly checks: readonly DoctorCheck[];
}

export interface FeatureDoctor {
  readonly causes: Readonly<Record<string, Cause>>;
  checks(user: UserPaths, now: number): readonly DoctorCheck[];
}

/** Placeholders that are quoted, because a user copies them into a shell: text from a repository must not run as code. */
const shellQuotedNames: readonly string[] = ['file', 'program', 'profiles', 'source', 'package'];

/** Makes a finding and fills in the placeholders of its fix. */
export function makeFinding(
  cause: CauseId,
  what: string,
  placeholders: Readonly<Record<string, string>> = {},
): Finding {
  return findingOf(cause, causes[cause], what, placeholders);
}

/** Makes a finding of a cause that may be a feature's. */
export function findingOf(
  cause: string,
  { severity, fix }: Cause,
  what: string,
  placeholders: Readonly<Record<string, string>>,
): Finding {
  const fill = (placeholder: string, name: string): string => {
    const value = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
    if (value === undefined) return placeholder;
    return shellQuotedNames.includes(name) ? visibleShellWord(value) : value;
  };
  return { cause, severity, what, fix: fix.replace(/\{(\w+)\}/g, fill) };
}

export const hasDeadHooks = ({ checks }: DoctorSection): boolean =>
  checks.some(({ findings }) => findings.some(({ severity }) => severity === 'dead'));
