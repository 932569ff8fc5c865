import type { Problem } from './errors.js';

/** Problems without repetitions: two equal messages about one place count as one. */
export function distinctProblems(problems: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ source, line, field, severity, message }: Problem) =>
    JSON.stringify([source, line, field, severity, message]);
  return [...new Map(problems.map((one) => [keyOf(one), one])).values()];
}
