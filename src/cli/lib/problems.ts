import type { Problem } from '../../core/errors.js';
import { pathFromFolder } from './describe-hook.js';
import type { Colors, Io } from './io.js';
import { oneLine, showControls } from './text.js';

/** Problems without duplicates, sorted by file and line. */
export function inFileOrder(problems: readonly Problem[]): readonly Problem[] {
  const once = [...new Map(problems.map((one) => [JSON.stringify(problemEntry(one)), one])).values()];
  const byFile = new Map<string, Problem[]>();
  for (const one of once) {
    const known = byFile.get(one.source);
    if (known) known.push(one);
    else byFile.set(one.source, [one]);
  }
  return [...byFile.values()].flatMap((found) => found.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)));
}

/** One problem for programs. */
export const problemEntry = ({ source, line, field, severity, message }: Problem) => ({
  source,
  ...(line !== undefined && { line }),
  ...(field !== undefined && { field }),
  severity,
  message,
});

/** `file:line: severity: field: message`. */
export function problemLine({ source, line, field, severity, message }: Problem, io: Io, colors: Colors): string {
  const place = line === undefined ? pathFromFolder(source, io.cwd) : `${pathFromFolder(source, io.cwd)}:${line}`;
  const word = (severity === 'error' ? colors.red : colors.yellow)(severity);
  // Many messages already begin with the quoted field.
  const named = field === undefined || message.startsWith(`"${field}"`) ? '' : `${oneLine(field)}: `;
  return `${colors.bold(place)}: ${word}: ${named}${showControls(message).replaceAll('\n', ' ')}`;
}

export const hasError = (problems: readonly Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error');
