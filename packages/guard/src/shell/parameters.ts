import { leftOut } from '../left-out.js';
import { hasUnknown, marks, sourcesOf, type Value } from '../value.js';
import type { Interpreter } from './interpreter.js';
import { numberOfWord } from './numbers.js';
import type { ParameterExpansionPart } from './parse.js';
import { withoutMatch, withReplacement } from './pattern-edits.js';
import { unescaped } from './printf.js';
import type { ShellFrame } from './state.js';
import { isSet, readVariable, setVariable } from './variables.js';
import { expandQuoted, expandText, patternOf, simpleExpansion } from './words.js';

/** The result of an expansion: one text, or the elements of a list. */
export interface Expansion {
  readonly text: Value;
  /** The elements of `"$@"` and `"${list[@]}"`, which stay separate in quotes. */
  readonly list?: readonly Value[];
}

/** Longer texts are not searched for patterns: the search is quadratic. */
const maxSearched = 2_000;

export function parameterExpansion(part: ParameterExpansionPart, shell: Interpreter, state: ShellFrame): Expansion {
  const { operation, prefix } = part;
  if (operation?.type === 'Names' || (prefix === '!' && part.index?.value === '@')) return { text: marks.any };
  const base = baseExpansion(part, shell, state);
  if (prefix === '#') return { text: hasUnknown(base.text) ? marks.any : String((base.list ?? [...base.text]).length) };
  if (!operation) return base;
  if (operation.type === 'Default') return defaultExpansion(part, operation, base, shell, state);
  const change = changeOf(operation, shell, state);
  const list = base.list?.map(change);
  if (operation.type === 'Slice' && base.list) return sliceList(part, operation, base.list, shell, state);
  return list ? { text: list.join(' '), list } : { text: change(base.text) };
}

type Operation = NonNullable<ParameterExpansionPart['operation']>;

function baseExpansion(
  { parameter, prefix, index }: ParameterExpansionPart,
  shell: Interpreter,
  state: ShellFrame,
): Expansion {
  if (prefix === '!') {
    const name = readVariable(parameter, shell, state);
    return hasUnknown(name) ? { text: marks.any } : { text: readVariable(name, shell, state) };
  }
  if (!index) return simpleExpansion(parameter, shell, state);
  const variable = state.variables.get(parameter);
  const list = variable?.list ?? (variable ? [readVariable(parameter, shell, state)] : [marks.any]);
  if (index.value === '@' || index.value === '*') return { text: list.join(' '), list };
  const key = expandText(index, shell, state);
  const named = variable?.keys ? variable.keys.indexOf(key) : -1;
  if (named >= 0) return { text: list[named] ?? '' };
  const at = Number(/^-?\d+$/.test(key) ? key : hasUnknown(key) ? Number.NaN : readVariable(key, shell, state));
  if (!Number.isInteger(at)) return { text: list.length === 1 ? (list[0] as Value) : leftOut('element', ...list) };
  return { text: list[at < 0 ? list.length + at : at] ?? '' };
}

function defaultExpansion(
  { parameter, index }: ParameterExpansionPart,
  operation: Extract<Operation, { type: 'Default' }>,
  base: Expansion,
  shell: Interpreter,
  state: ShellFrame,
): Expansion {
  const hasValue = isSet(parameter, shell, state);
  const fallback = (): Value => expandText(operation.operand, shell, state);
  const char = operation.operator.replace(':', '');
  const isEmpty = operation.operator.startsWith(':') && base.text === '';
  if (char === '+')
    return { text: hasValue === false || isEmpty ? '' : hasValue ? fallback() : marks.any + fallback() };
  if (char === '?') {
    // The message is expanded only if the variable is not set.
    if (!hasValue || isEmpty) fallback();
    return base;
  }
  if (hasValue && !isEmpty) return base;
  const text = fallback();
  if (char === '=' && !index) setVariable(parameter, text, shell, state);
  // It is not set here. The user's environment may set it, but the command was written for its default.
  return { text };
}

/** How an operation changes a text. */
function changeOf(operation: Operation, shell: Interpreter, state: ShellFrame): (text: Value) => Value {
  const unknown = (text: Value): Value => sourcesOf(text) || marks.any;
  const searched = (change: (text: Value) => Value) => (text: Value) =>
    hasUnknown(text) && text.length < 3 ? text : text.length > maxSearched ? leftOut('search', text) : change(text);
  switch (operation.type) {
    case 'Remove': {
      const pattern = patternOf(operation.operand, shell, state);
      return searched((text) => withoutMatch(operation.operator, pattern, text));
    }
    case 'Replace': {
      const pattern = patternOf(operation.pattern, shell, state);
      const replacement = expandText(operation.replacement, shell, state);
      return searched((text) => withReplacement(operation.operator, pattern, replacement, text));
    }
    case 'Slice': {
      const start = numberOfWord(operation.offset, shell, state);
      const length = operation.length ? numberOfWord(operation.length, shell, state) : undefined;
      return (text) => {
        // The first letters of a token identify it but do not grant access.
        if (start === 0 && length !== undefined && length >= 0 && length <= 8 && text === marks.secret)
          return marks.any;
        if (start === undefined || (operation.length && length === undefined) || hasUnknown(text)) return unknown(text);
        const from = start < 0 ? text.length + start : start;
        if (length === undefined) return text.slice(from);
        return length < 0 ? text.slice(from, text.length + length) : text.slice(from, from + length);
      };
    }
    case 'CaseModification': {
      const isUpper = operation.operator.startsWith('^');
      const change = (text: string) => (isUpper ? text.toUpperCase() : text.toLowerCase());
      return operation.operator.length === 2 ? change : (text) => change(text.slice(0, 1)) + text.slice(1);
    }
    case 'Transform':
      // `@P` expands the text as a prompt, in which substitutions run.
      return operation.operand.value === 'P'
        ? (text) => expandQuoted(text, shell, state)
        : transform(operation.operand.value);
    default:
      return unknown;
  }
}

function transform(letter: string): (text: Value) => Value {
  if (letter === 'U') return (text) => text.toUpperCase();
  if (letter === 'L') return (text) => text.toLowerCase();
  if (letter === 'u') return (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
  if (letter === 'E') return unescaped;
  return (text) => text;
}

function sliceList(
  { index }: ParameterExpansionPart,
  { offset, length }: Extract<Operation, { type: 'Slice' }>,
  list: readonly Value[],
  shell: Interpreter,
  state: ShellFrame,
): Expansion {
  const start = numberOfWord(offset, shell, state) ?? 0;
  const count = length ? numberOfWord(length, shell, state) : undefined;
  // `${@:1}` counts `$0`, a list begins with 0; a negative position counts from the end.
  const place = start < 0 ? list.length + start : index ? start : start - 1;
  const from = Math.max(0, place);
  const kept = list.slice(from, count === undefined ? undefined : from + count);
  return { text: kept.join(' '), list: kept };
}
