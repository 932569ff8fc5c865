import type { Problem } from '../core/errors.js';
import type { HookExposure } from './coverage.js';

/** Something that came out otherwise than expected. */
export interface ExpectationMismatch {
  /** `decision`, `reason`, `rewrite.input.command`, … */
  readonly field: string;
  readonly expected: string;
  readonly came: string;
  /** Both are whole texts, worth a diff. */
  readonly exact?: true;
}

/** One fired event; `fired` is what `anyhook fire --json` would print, `event` what was fired. */
export interface StepResult<Fired = unknown> {
  /** Which of the steps, and which time, counted from one. */
  readonly step: number;
  readonly time: number;
  readonly mismatches: readonly ExpectationMismatch[];
  readonly fired: Fired;
  readonly touched: readonly HookExposure[];
}

export interface CaseResult<Fired = unknown> {
  readonly name: string;
  readonly line: number;
  readonly ok: boolean;
  readonly ms: number;
  readonly steps: readonly StepResult<Fired>[];
  /** Why it could not be run to its end. */
  readonly error?: string;
}

/** What became of a test file. */
export interface FileResult<Fired = unknown> {
  readonly path: string;
  readonly problems: readonly Problem[];
  readonly cases: readonly CaseResult<Fired>[];
}

/** The first thing that went wrong in a case, in one line. */
export function caseSummary({ error, steps }: CaseResult): string {
  const wrong = steps.flatMap(({ mismatches }) => mismatches)[0];
  const text = wrong ? `${wrong.field}: expected ${wrong.expected}, came ${wrong.came}` : '';
  return (error ?? text).replace(/\s*\n\s*/g, ' ').trim();
}

/** Everything that went wrong in a case, one line for each. */
export function caseDetails({ error, steps }: CaseResult): readonly string[] {
  const wrong = steps.flatMap(({ step, time, mismatches }) =>
    mismatches.map(({ field, expected, came }) => {
      const where = `${steps.length > 1 ? `step ${step}, time ${time}: ` : ''}${field}`;
      return `${where}: expected ${expected}, came ${came}`;
    }),
  );
  return error === undefined ? wrong : [error, ...wrong];
}

/** How many cases and files came out how. */
export function countResults(files: readonly FileResult[]) {
  const cases = files.flatMap((file) => file.cases);
  const passed = cases.filter(({ ok }) => ok).length;
  const broken = files.filter(({ problems }) => problems.some(({ severity }) => severity === 'error')).length;
  return { cases: cases.length, passed, failed: cases.length - passed, broken };
}
