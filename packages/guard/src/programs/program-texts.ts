import type { Call, Language, Machine } from '../machine.js';
import { hasMark, marks, type Value } from '../value.js';

/** Runs program text. Text from the network or from a decoder is judged by its source, whatever it contains. */
export function runProgramText(
  machine: Machine,
  language: Language,
  text: Value,
  call: Call,
  args: readonly Value[],
): Value {
  if (hasMark(text, 'net')) machine.note({ do: 'run', code: 'remote' });
  else if (hasMark(text, 'decoded')) machine.note({ do: 'run', code: 'decoded' });
  if (text === '' || text === marks.any) return marks.any;
  const stdin = call.stdin === undefined || call.stdin === text ? {} : { stdin: call.stdin };
  return machine.runCode(language, text, { via: call.name, args, ...stdin });
}

export const callOptions = (call: Call) => ({
  via: call.name,
  ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
});

export const valueAfter = (words: readonly Value[], names: RegExp): Value | undefined => {
  const at = words.findIndex((word) => names.test(word));
  return at < 0 ? undefined : words[at + 1];
};
