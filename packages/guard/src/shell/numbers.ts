import { hasUnknown, type Value } from '../value.js';
import { type ArithmeticScope, evaluate } from './arithmetic.js';
import type { Interpreter } from './interpreter.js';
import { type ArithmeticExpression, parseShell, type Word } from './parse.js';
import type { ShellFrame } from './state.js';
import { readVariable, setVariable } from './variables.js';
import { expandQuoted, expandText, partsText } from './words.js';

/** The number in a word. */
export const numberOfWord = (word: Word, shell: Interpreter, state: ShellFrame): number | undefined =>
  numberIn(expandText(word, shell, state).trim(), shell, state);

/** The value of a text in arithmetic. */
export function numberIn(text: Value, shell: Interpreter, state: ShellFrame): number | undefined {
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  if (hasUnknown(text) || text.length > 200) {
    expandQuoted(text, shell, state);
    return undefined;
  }
  const command = parseShell(`: $((${text}))`).commands[0]?.command;
  const arg = command?.type === 'Command' ? command.args[0] : undefined;
  const part = arg?.type === 'Word' ? arg.parts?.[0] : undefined;
  return part?.type === 'ArithmeticExpansion' ? numberOfExpression(part.expression, shell, state) : undefined;
}

/** The value of an expression in this shell; undefined if unknown. */
export const numberOfExpression = (
  expression: ArithmeticExpression | undefined,
  shell: Interpreter,
  state: ShellFrame,
): number | undefined => evaluate(expression, arithmeticScope(shell, state));

const arithmeticScope = (shell: Interpreter, state: ShellFrame): ArithmeticScope => ({
  textOf: (parts) => partsText(parts, shell, state),
  variable: (name) => readVariable(name, shell, state),
  assign: (name, value) => setVariable(name, value, shell, state),
  subscript: (text) => expandQuoted(text, shell, state),
  unread: () => void shell.unread('depth'),
  substitute: ({ script }) => shell.substitute(script, state),
});
