import { guardLimits } from './limits.js';
import type { Machine } from './machine.js';
import { marks, oddMark, sourcesOf, type Value } from './value.js';

/** The limits on the size of a value, and the message about each. */
const limitTexts = {
  rounds: 'a loop over many words or lines: only the first were read',
  changes: 'a variable that each round of a loop changes: only the first rounds were read',
  calls: 'a function that calls itself repeatedly: only the first calls were read',
  alternatives: `a variable with more than ${guardLimits.alternatives} possible values`,
  combinations: `variables with more than ${guardLimits.combinations} combinations of values`,
  valueLength: `a text of more than ${guardLimits.valueLength / 1024} KB`,
  items: 'a list with too many items',
  element: 'a list element with an unknown index',
  braces: `braces that make more than ${guardLimits.braceWords} words`,
  search: 'a text that is too long to search',
  codeText: `a text in code of more than ${guardLimits.codeText / 1024} KB`,
  codeDepth: 'lists or calls in code that are nested too deeply',
} as const;

export type ValueLimit = keyof typeof limitTexts;

const limits = Object.keys(limitTexts) as readonly ValueLimit[];
const firstMark = 0xe010;
const limitMark = (limit: ValueLimit): string => String.fromCharCode(firstMark + limits.indexOf(limit));

const anyLimit = /[\uE010-\uE01E]/;
const anyMark = /[\uE000-\uE01F]/g;

/** Names of files below the folder, and numbers. */
const plainWords = /^[ \t]*(?:[\w@+%=](?:[\w.@+%=,:-]|\/(?=[\w@+%=]))*(?:[ \t]+|$))*\n?$/;

/** No system accepts a longer path, and lists are checked item by item. */
const maxPlainLength = 4_096;

/** Whether a text contains only such names: as paths they lead nowhere else. */
export const isPlain = (text: Value): boolean =>
  text.length <= maxPlainLength && plainWords.test(text.replace(anyMark, 'x')) && !text.includes('..');

/**
 * Replaces texts that a limit omitted: unknown, with their sources. If it would be run as a command, change a file or
 * be sent, the guard asks and names the limit; as data it is harmless.
 */
export const leftOut = (limit: ValueLimit, ...texts: readonly Value[]): Value =>
  sourcesOf(marks.any, ...texts) + limitMark(limit) + (texts.length > 0 && texts.every(isPlain) ? '' : oddMark);

/** The limits that omitted part of a value. */
export const limitsIn = (value: Value): readonly ValueLimit[] =>
  anyLimit.test(value) ? limits.filter((limit) => value.includes(limitMark(limit))) : [];

export const limitText = (limit: ValueLimit): string => limitTexts[limit];

/** Asks about a value that is used although limits omitted parts of it. */
export function noteLimits(value: Value, machine: Pick<Machine, 'note'>): void {
  for (const limit of limitsIn(value)) machine.note({ do: 'unread', why: 'limit', what: limitTexts[limit] });
}

/** Whether a limit omitted part of a value. */
export const isLeftOut = (value: Value): boolean => anyLimit.test(value);

/** The first items of a list; one more item replaces all others. */
export const firstItems = (items: readonly Value[], most: number, limit: ValueLimit = 'items'): readonly Value[] =>
  items.length > most ? [...items.slice(0, most), leftOut(limit, ...items.slice(most))] : items;

/** The possible value after more rounds than were read. A value that only grows, or is a number, stays as it is. */
export function changedValue(limit: ValueLimit, before: Value, after: Value): Value {
  if (before === after || after.includes(before) || after.replace(anyMark, '') === '') return after;
  return /^-?\d+$/.test(after) ? marks.any : leftOut(limit, after);
}
