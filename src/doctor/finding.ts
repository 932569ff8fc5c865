import { shellWord } from '../core/shell-quote.js';
import { type Cause, type CauseId, causes, type Severity } from './causes.js';

/** One cause that was found, with the words of the case at hand. */
export interface Finding {
  readonly cause: CauseId;
  readonly severity: Severity;
  /** What is wrong, in one line. */
  readonly what: string;
  /** What to do, ready to be copied. */
  readonly fix: string;
}

/** One thing that was looked at: fine where it has no findings. */
export interface DoctorCheck {
  /** What holds when nothing is wrong. */
  readonly title: string;
  readonly findings: readonly Finding[];
  /** It could not be looked at: the title says why. */
  readonly unseen?: true;
}

/** What was looked at for the project, or for one agent. */
export interface DoctorSection {
  /** The agent; missing for the project. */
  readonly host?: string;
  readonly title: string;
  readonly checks: readonly DoctorCheck[];
}

/** Words that a user copies into a shell. They may come from a repository, and must not be more than words there. */
const shellWords: readonly string[] = ['file', 'program', 'profiles', 'source'];

/** A finding, with the places in the text of its fix filled in. */
export function makeFinding(cause: CauseId, what: string, words: Readonly<Record<string, string>> = {}): Finding {
  const { severity, fix }: Cause = causes[cause];
  const fill = (place: string, name: string): string => {
    const word = Object.hasOwn(words, name) ? words[name] : undefined;
    if (word === undefined) return place;
    return shellWords.includes(name) ? shellWord(word) : word;
  };
  return { cause, severity, what, fix: fix.replace(/\{(\w+)\}/g, fill) };
}

export const hasDeadHooks = ({ checks }: DoctorSection): boolean =>
  checks.some(({ findings }) => findings.some(({ severity }) => severity === 'dead'));
