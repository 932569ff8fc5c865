import { hasGlob, hasUnknown, type Value } from '../value.js';

/** Some of the lines of a listing are still names that its globs mean. */
export const listedNames = (input: Value): Value | undefined =>
  hasGlob(input) && !hasUnknown(input) ? input : undefined;

export const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};
export const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
