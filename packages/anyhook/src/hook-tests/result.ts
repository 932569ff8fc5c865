import type { Problem } from '@anyhook/core';
import type { HookEvidence } from './coverage.js';

export interface ExpectationMismatch {
  /** `decision`, `reason`, `rewrite.input.command`, … */
  readonly field: string;
  readonly expected: string;
  readonly came: string;
  /** Both are full texts, to be shown as a diff. */
  readonly exact?: true;
}

/** One fired event; `fired` is the output of `anyhook fire --json`, `event` the event. */
export interface StepResult<Fired = unknown> {
  /** The step and the repetition, counted from one. */
  readonly step: number;
  readonly time: number;
  readonly mismatches: readonly ExpectationMismatch[];
  readonly fired: Fired;
  readonly touched: readonly HookEvidence[];
}

export interface CaseResult<Fired = unknown> {
  readonly name: string;
  readonly line: number;
  readonly ok: boolean;
  readonly ms: number;
  readonly steps: readonly StepResult<Fired>[];
  readonly error?: string;
}

export interface FileResult<Fired = unknown> {
  readonly path: string;
  readonly problems: readonly Problem[];
  readonly cases: readonly CaseResult<Fired>[];
}

/** The first failure of a case, in one line. */
export function caseSummary({ error, steps }: CaseResult): string {
  const wrong = steps.flatMap(({ mismatches }) => mismatches)[0];
  const text = wrong ? `${wrong.field}: expected ${wrong.expected}, got ${wrong.came}` : '';
  return (error ?? text).replace(/(?<!\s)\s*\n\s*/g, ' ').trim();
}

/** All failures of a case, one line each. */
export function caseDetails({ error, steps }: CaseResult): readonly string[] {
  const wrong = steps.flatMap(({ step, time, mismatches }) =>
    mismatches.map(({ field, expected, came }) => {
      const where = `${steps.length > 1 ? `step ${step}, time ${time}: ` : ''}${field}`;
      return `${where}: expected ${expected}, got ${came}`;
    }),
  );
  return error === undefined ? wrong : [error, ...wrong];
}

export function countResults(files: readonly FileResult[]) {
  const cases = files.flatMap((file) => file.cases);
  const passed = cases.filter(({ ok }) => ok).length;
  const broken = files.filter(({ problems }) => problems.some(({ severity }) => severity === 'error')).length;
  return { cases: cases.length, passed, failed: cases.length - passed, broken };
}
