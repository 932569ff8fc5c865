import { distinctProblems, type Problem, withoutUndefined } from '@anyhook/core';
import { pathFromFolder } from './describe-hook.js';
import type { Colors, Io } from './io.js';
import { countNoun, oneLine, showControls } from './text.js';

/** Problems without duplicates, grouped by file (files stay in the order found) and sorted by line in each. */
export function inFileOrder(problems: readonly Problem[]): readonly Problem[] {
  const byFile = new Map<string, Problem[]>();
  for (const one of distinctProblems(problems)) {
    const known = byFile.get(one.source);
    if (known) known.push(one);
    else byFile.set(one.source, [one]);
  }
  return [...byFile.values()].flatMap((found) => found.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)));
}

export const problemEntry = ({ source, line, field, severity, message }: Problem) => ({
  source,
  ...withoutUndefined({ line, field }),
  severity,
  message,
});

/** `file:line: severity: field: message`. */
export function problemLine({ source, line, field, severity, message }: Problem, io: Io, colors: Colors): string {
  const location = line === undefined ? pathFromFolder(source, io.cwd) : `${pathFromFolder(source, io.cwd)}:${line}`;
  const word = (severity === 'error' ? colors.red : colors.yellow)(severity);
  // Many messages already begin with the quoted field.
  const fieldPrefix = field === undefined || message.startsWith(`"${field}"`) ? '' : `${oneLine(field)}: `;
  return `${colors.bold(location)}: ${word}: ${fieldPrefix}${showControls(message).replaceAll('\n', ' ')}`;
}

export const hasError = (problems: readonly Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error');

/** `2 errors, 1 warning`: the same words in every command. */
export function problemCounts(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return `${countNoun(errors, 'error')}, ${countNoun(problems.length - errors, 'warning')}`;
}

/** Points to problems in hook files. */
export const problemsLine = (problems: readonly Problem[]): string =>
  `${problemCounts(problems)} in hook files: see "anyhook hooks validate"`;
