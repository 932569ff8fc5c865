import { isObject, type Problem, type Scope } from '@anyhook/core';
import { readPackFile } from '../packs/load-packs.js';
import { fieldName, type LineFinder } from '../packs/pack.js';
import { idleParts, readGuardConfig } from './config.js';

/** A guard file contains a pack, a list of packs, or settings. */
export const isPackFile = (value: unknown): boolean =>
  Array.isArray(value) || (isObject(value) && Object.hasOwn(value, 'pack'));

interface GuardFile {
  readonly value: unknown;
  readonly source: string;
  readonly lineOf: LineFinder;
  readonly scope: Scope;
  readonly today: string;
}

/** The problems of a guard file, and its parts that have no effect: empty, too lenient for a project, or expired. */
export function guardFileProblems({ value, source, lineOf, scope, today }: GuardFile): readonly Problem[] {
  if (value === undefined || value === null)
    return [{ source, severity: 'warning', message: 'the file is empty; expected "rules:" or a pack' }];
  if (isPackFile(value)) return readPackFile(value, source, lineOf).flatMap(({ problems }) => problems);
  const { config, mistakes } = readGuardConfig(value, scope);
  return [
    ...mistakes.map(
      ({ path, message }): Problem => ({
        source,
        line: lineOf(path),
        ...(path.length > 0 && { field: fieldName(path) }),
        severity: 'error',
        message,
      }),
    ),
    ...idleParts(config, scope, today).map((message): Problem => ({ source, severity: 'warning', message })),
  ];
}
