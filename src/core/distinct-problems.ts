import type { Problem } from './errors.js';

/** Problems without repetitions: what is said twice about one place counts once, for every command. */
export function distinctProblems(problems: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ source, line, field, severity, message }: Problem) =>
    JSON.stringify([source, line, field, severity, message]);
  return [...new Map(problems.map((one) => [keyOf(one), one])).values()];
}
