import { type Problem, quoteValue } from '@anyhook/core';
import { fieldName, type LineFinder, type Pack } from './pack.js';

/** Decides about a command as the guard would. */
export type CommandJudge = (command: string) => 'deny' | 'ask' | 'pass';

/** Says which examples of a pack are judged otherwise than the pack claims. */
export function checkPackExamples(
  pack: Pack,
  judge: CommandJudge,
  source = `${pack.name}.yaml`,
  lineOf?: LineFinder,
): readonly Problem[] {
  const problem = (path: readonly (string | number)[], command: string, got: string): Problem => ({
    source,
    ...(lineOf && { line: lineOf(path) }),
    field: fieldName(path),
    severity: 'error',
    message: `the example ${quoteValue(command, 200)}: ${got}`,
  });
  return [
    ...pack.examples.caught.flatMap((command, index) =>
      judge(command) === 'pass'
        ? [problem(['examples', 'caught', index], command, 'expected deny or ask, got pass')]
        : [],
    ),
    ...pack.examples.passed.flatMap((command, index) => {
      const decision = judge(command);
      return decision === 'pass'
        ? []
        : [problem(['examples', 'passed', index], command, `expected pass, got ${decision}`)];
    }),
  ];
}
