import { leftOut } from '../left-out.js';
import { hasUnknown, marks, type Value } from '../value.js';
import { expandBraces } from './braces.js';
import { type GlobPattern, setPlace } from './glob.js';
import type { Interpreter } from './interpreter.js';
import { numberOfExpression } from './numbers.js';
import { type Expansion, parameterExpansion } from './parameters.js';
import { type Command, parseShell, type Word, type WordPart } from './parse.js';
import type { ShellFrame } from './state.js';
import { homeOf, isSet, readVariable } from './variables.js';

/** A piece of a word. Only unquoted results of expansions are split into fields. */
interface Piece {
  readonly text: Value;
  readonly isSplit: boolean;
  readonly list?: readonly Value[];
  /** The value of an unset variable. */
  readonly isUnset?: boolean;
}

/** The fields of words, after braces, expansions, splitting and globs. */
export const expandWords = (words: readonly Word[], shell: Interpreter, state: ShellFrame): Value[] =>
  words.flatMap((word) => withoutBraces(word, shell).flatMap((one) => fieldsOf(one, shell, state)));

/** A word as one text, as in assignments: no splitting, no braces. */
export const expandText = (word: Word, shell: Interpreter, state: ShellFrame): Value =>
  piecesOf(word, shell, state)
    .map(({ text }) => text)
    .join('');

/** `{1..1000}`: the words differ only in numbers. */
const onlyCounts = (text: string): boolean =>
  !/\{[^{}]*[,.]/.test(text.replace(/\{-?\d{1,9}\.\.-?\d{1,9}(?:\.\.-?\d{1,4})?\}/g, ''));

/** The words of a word's brace expansion. */
function withoutBraces(word: Word, shell: Interpreter): readonly Word[] {
  if (!word.parts?.some(({ type }) => type === 'BraceExpansion') && !/\{[^{}]*[,.]/.test(word.text)) return [word];
  const texts = expandBraces(word.text);
  if (texts?.length === 1) return [word];
  // Each is read as a separate text.
  const asOne = (value: Value): readonly Word[] => [{ ...word, parts: undefined, value, text: '' }];
  if (!texts) return asOne(onlyCounts(word.text) ? marks.any : leftOut('braces', word.text));
  if (!shell.takeText(texts.length * word.text.length)) return asOne(marks.any);
  return texts.flatMap((text) => {
    const command = parseShell(`: ${text}`).commands[0]?.command;
    const args = command?.type === 'Command' ? (command as Command).args : [];
    return args.filter((arg): arg is Word => arg.type === 'Word');
  });
}

function fieldsOf(word: Word, shell: Interpreter, state: ShellFrame): readonly Value[] {
  const pieces = piecesOf(word, shell, state);
  const isQuoted =
    word.parts?.some(({ type }) => type.endsWith('Quoted') || type === 'LocaleString') ?? /["']/.test(word.text);
  const fields: Value[] = [];
  let field: Value | undefined;
  const separators = ifsOf(shell, state);
  for (const { text, isSplit, list } of pieces) {
    if (list && !(isSplit && list.length === 0)) {
      const [first, ...rest] = list;
      if (first === undefined) continue;
      field = (field ?? '') + first;
      for (const one of rest) {
        fields.push(field);
        field = one;
      }
    } else if (!isSplit) field = (field ?? '') + text;
    else {
      const [first = '', ...rest] = splitFields(text, separators);
      if (first !== '') field = (field ?? '') + first;
      for (const one of rest) {
        if (field !== undefined) fields.push(field);
        field = one === '' ? undefined : one;
      }
    }
  }
  if (field !== undefined) fields.push(field);
  return fields.length === 0 && isQuoted && !pieces.some(({ list }) => list) ? [''] : fields;
}

function ifsOf(shell: Interpreter, state: ShellFrame): string {
  if (!state.variables.has('IFS')) return ' \t\n';
  const ifs = readVariable('IFS', shell, state);
  return hasUnknown(ifs) ? ' \t\n' : ifs;
}

/** Splits an unquoted result; glob characters in it become globs. An empty field means a separator at the edge. */
function splitFields(text: Value, separators: string): readonly Value[] {
  const globbed = text.replaceAll('*', marks.star).replaceAll('?', marks.one);
  const fields: Value[] = [''];
  let isSeparated = false;
  for (const character of globbed) {
    if (separators.includes(character)) {
      isSeparated = true;
      continue;
    }
    if (isSeparated) fields.push('');
    isSeparated = false;
    fields[fields.length - 1] += character;
  }
  if (isSeparated) fields.push('');
  return fields;
}

function piecesOf(word: Word, shell: Interpreter, state: ShellFrame): readonly Piece[] {
  if (!word.parts) return [{ text: tilde(word.text, word.value, state, shell), isSplit: false }];
  const pieces = word.parts.flatMap((part, index) => {
    if (index === 0 && part.type === 'Literal' && part.text.startsWith('~'))
      return [{ text: tilde(part.text, part.value, state, shell), isSplit: false }];
    return partPieces(part, shell, state, false);
  });
  return withoutUnset(pieces);
}

/**
 * An unset variable is empty. Inside a name or an option (`g${x}it`, `-r${x}f`) its only purpose is to hide the word,
 * so it counts as empty; in paths, where people forget to set variables, it stays unknown.
 */
function withoutUnset(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(({ isUnset }) => isUnset)) return pieces;
  const rest = pieces.filter(({ isUnset }) => !isUnset);
  const text = rest.map((one) => one.text).join('');
  return /^-{0,2}[A-Za-z][\w-]*$/.test(text) ? rest : pieces;
}

/** `~`, `~/x`, `~name/x`, `~+`. */
function tilde(text: string, value: Value, state: ShellFrame, shell: Interpreter): Value {
  if (!text.startsWith('~')) return value;
  const slash = value.indexOf('/');
  const name = slash < 0 ? value.slice(1) : value.slice(1, slash);
  const rest = slash < 0 ? '' : value.slice(slash);
  if (name === '') return readVariable('HOME', shell, state) + rest;
  if (name === '+') return shell.folderOf(state) + rest;
  if (name === '-') return state.previousFolder + rest;
  if (name === 'root') return `/root${rest}`;
  return /^[\w.-]+$/.test(name) ? `${homeOf(name, shell)}${rest}` : value;
}

function partPieces(part: WordPart, shell: Interpreter, state: ShellFrame, isQuoted: boolean): readonly Piece[] {
  const fixed = (text: Value): readonly Piece[] => [{ text, isSplit: false }];
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return fixed(part.value);
    case 'Glob':
    case 'ExtendedGlob':
      // Substitutions inside a glob run before it is matched.
      for (const one of part.parts ?? []) partPieces(one, shell, state, true);
      if (part.type === 'ExtendedGlob') return fixed(marks.star);
      return fixed(part.kind === 'star' ? marks.star : marks.one);
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.length === 0 ? fixed('') : part.parts.flatMap((one) => partPieces(one, shell, state, true));
    case 'SimpleExpansion': {
      const name = part.text.slice(1);
      const { text, list } = simpleExpansion(name, shell, state);
      if (text === marks.any && isUnset(name, shell, state)) return [{ ...piece(text, isQuoted), isUnset: true }];
      if (part.text === '$@' || !isQuoted || !list) return [piece(text, isQuoted, list)];
      return [piece(list.join(ifsOf(shell, state).slice(0, 1)), isQuoted)];
    }
    case 'ParameterExpansion': {
      const isName = !part.operation && !part.prefix && !part.index;
      const { text, list } = isName
        ? simpleExpansion(part.parameter, shell, state)
        : parameterExpansion(part, shell, state);
      if (text.startsWith(marks.any) && isUnset(part.parameter, shell, state))
        return [{ ...piece(text, isQuoted), isUnset: true }];
      const keepsApart = part.parameter === '@' || part.index?.value === '@' || !isQuoted;
      if (keepsApart || !list) return [piece(text, isQuoted, list)];
      return [piece(list.join(ifsOf(shell, state).slice(0, 1)), isQuoted)];
    }
    case 'CommandExpansion':
      return [piece(shell.substitute(part.script, state), isQuoted)];
    case 'ArithmeticExpansion':
      return fixed(numberText(numberOfExpression(part.expression, shell, state)));
    case 'ProcessSubstitution':
      return fixed(shell.processSubstitution(part.operator, part.script, state));
    case 'BraceExpansion':
      // Braces that do not form a list are text, in which substitutions still run.
      return fixed(expandQuoted(part.text, shell, state));
  }
}

const isUnset = (name: string, shell: Interpreter, state: ShellFrame): boolean =>
  /^[A-Za-z_]\w*$/.test(name) && isSet(name, shell, state) === undefined;

const piece = (text: Value, isQuoted: boolean, list?: readonly Value[]): Piece => ({
  text,
  isSplit: !isQuoted && !list,
  ...(list ? { list } : {}),
});

export const numberText = (number: number | undefined): Value => (number === undefined ? marks.any : String(number));

/** Text that the shell expands again, as in double quotes: substitutions in it run. */
export function expandQuoted(text: Value, shell: Interpreter, state: ShellFrame): Value {
  if (!/[`$]/.test(text) || !shell.step()) return text;
  const command = parseShell(`: "${text.replaceAll('"', '')}"`).commands[0]?.command;
  const arg = command?.type === 'Command' ? command.args[0] : undefined;
  return arg?.type === 'Word' ? expandText(arg, shell, state) : marks.any;
}

/** The text of parts, such as those of a here-document. */
export const partsText = (parts: readonly WordPart[], shell: Interpreter, state: ShellFrame): Value =>
  parts
    .flatMap((part) => partPieces(part, shell, state, true))
    .map(({ text }) => text)
    .join('');

/** A word as a pattern: unquoted characters are special, bracket expressions keep their characters. */
export function patternOf(word: Word, shell: Interpreter, state: ShellFrame): GlobPattern {
  const sets: string[] = [];
  const parts = word.parts ?? [];
  if (parts.length === 0) return { text: word.value, sets };
  const text = parts
    .map((part) => {
      if (part.type === 'Glob' && part.kind === 'bracket' && sets.length < 200) {
        partPieces(part, shell, state, true);
        return setPlace(sets.push(part.text) - 1);
      }
      const isOpen = part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion';
      const own = partPieces(part, shell, state, true)
        .map((one) => one.text)
        .join('');
      return isOpen ? own.replaceAll('*', marks.star).replaceAll('?', marks.one) : own;
    })
    .join('');
  return { text, sets };
}

/** `$x`, `$1`, `$@`, `$?` … */
export function simpleExpansion(name: string, shell: Interpreter, state: ShellFrame): Expansion {
  if (name === '@' || name === '*') {
    const list = state.args.slice(1);
    return { text: list.join(' '), list };
  }
  return { text: readVariable(name, shell, state) };
}
