import type { ProgramCall } from './shell.js';
import { isKnown, type WordValue } from './words.js';

/** The first possible text of a value; undefined if the value is unknown. */
export const textOf = (value: WordValue | undefined): string | undefined =>
  isKnown(value) ? value.texts[0] : undefined;

const isOption = (value: WordValue): boolean => /^[-+]./.test(textOf(value) ?? '');

interface ProgramWords {
  /** The first word that is not an option, and all after it. */
  readonly operands: readonly WordValue[];
  /** The options with their values, in order. */
  readonly options: readonly { readonly name: string; readonly value?: WordValue }[];
}

/** Splits words into options and operands. `valued` matches options whose value is the next word. */
export function splitOptions(args: readonly WordValue[], valued: RegExp): ProgramWords {
  const options: { name: string; value?: WordValue }[] = [];
  let index = 0;
  for (; index < args.length; index++) {
    const arg = args[index] as WordValue;
    const text = textOf(arg) ?? '';
    if (text === '--') {
      index++;
      break;
    }
    if (!isOption(arg)) break;
    const equals = text.indexOf('=');
    if (text.startsWith('--') && equals > 0)
      options.push({ name: text.slice(0, equals), value: { texts: [text.slice(equals + 1)] } });
    else if (valued.test(text)) options.push({ name: text, ...(args[++index] && { value: args[index] as WordValue }) });
    else options.push({ name: text });
  }
  return { operands: args.slice(index), options };
}

/** Options and operands of a program that also accepts options after operands. */
export function gatherWords(args: readonly WordValue[], valued: RegExp): ProgramWords {
  const operands: WordValue[] = [];
  const options: { name: string; value?: WordValue }[] = [];
  for (let rest = args; rest.length > 0; ) {
    const split = splitOptions(rest, valued);
    options.push(...split.options);
    operands.push(...split.operands.slice(0, 1));
    rest = split.operands.slice(1);
  }
  return { operands, options };
}

/** Covers what one kind of program runs. */
export type ProgramReader = (call: ProgramCall) => void;

/** The same reader for several programs. */
export const named = (names: string, reader: ProgramReader): Readonly<Record<string, ProgramReader>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, reader]));
