import type { Call, Machine } from '../machine.js';
import { isFullyKnown, type Value } from '../value.js';
import { argumentsOf } from './call-words.js';
import { optionValue, readCallWords, readFiles } from './kit.js';

/** What `paste` prints of several files: their lines side by side. Undefined if it reads one, or if one is not known. */
export function pastedFiles(call: Call, machine: Machine): Value | undefined {
  const words = readCallWords(call, { values: ['-d', '--delimiters'] });
  if (words.operands.length < 2 || argumentsOf(call).some((word) => /^(?:-s|--serial)$/.test(word))) return undefined;
  const columns = words.operands.map((file) => readFiles(machine, [file], call.stdin));
  if (!columns.every(isFullyKnown)) return undefined;
  const lines = columns.map((column) => column.replace(/\n$/, '').split('\n'));
  const char = (optionValue(words, '-d', '--delimiters') ?? '\t').slice(0, 1);
  const longest = Math.max(...lines.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => `${lines.map((column) => column[at] ?? '').join(char)}\n`).join('');
}

/** `nl -b n` prints its lines without numbers; numbers before them make no commands. */
export const unnumbered = (input: string, call: Call): string | undefined =>
  /(?:^| )(?:-bn|-b n|--body-numbering=n)(?: |$)/.test(argumentsOf(call).join(' ')) ? input : undefined;

export const rot13 = (input: string): string =>
  input.replace(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
