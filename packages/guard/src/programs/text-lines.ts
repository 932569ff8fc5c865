import type { Call, Machine } from '../machine.js';
import { hasGlob, hasUnknown, type Value } from '../value.js';
import { holdsSecret } from './kit.js';
import { namesOfSettings } from './setting-names.js';

/** Output of a program for settings with secrets, if it contains only their names. */
export const shownNames = (call: Call, input: Value, machine: Machine): Value | undefined =>
  holdsSecret(input) ? namesOfSettings(call, input, machine) : undefined;

/** Some lines of a listing are still names that match its globs. */
export const listedNames = (input: Value): Value | undefined =>
  hasGlob(input) && !hasUnknown(input) ? input : undefined;

export const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};
export const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
