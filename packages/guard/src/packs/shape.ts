import { hintFor, quoteValue } from '@anyhook/core';
import type { Language } from '../machine.js';
import { type PackEffect, parseEffects } from './shape-effects.js';

/** The type of an operand, and the name that effects use for it. */
export interface TypedOperand {
  readonly type: OperandType;
  readonly name: string;
  /** A command that another machine or a container runs. */
  readonly remote: boolean;
  readonly language?: Language;
  /** The text before it in the same word: `of=` in `of=<path out>`, `!` in `-c=!<shell>`. */
  readonly prefix?: string;
}

const operandTypes = ['path', 'paths', 'host', 'sql', 'text', 'cmd', 'shell', 'code', 'ex', 'all', 'stranger'] as const;
export type OperandType = (typeof operandTypes)[number];

const languages: readonly Language[] = ['python', 'javascript', 'ruby', 'perl', 'php', 'lua', 'awk', 'sed', 'tcl', 'r'];

/** What a shape expects at one position of the operands. */
export type OperandPattern =
  | { readonly is: 'word'; readonly globs: readonly string[] }
  | { readonly is: 'one' }
  | { readonly is: 'many' }
  | { readonly is: 'dashes' }
  | { readonly is: 'typed'; readonly operand: TypedOperand };

/** What a shape expects of the options. */
export interface OptionPattern {
  /** Spellings of one option; `--delete*` is any option with this beginning. */
  readonly names: readonly string[];
  /** False: it must not be given. */
  readonly given: boolean;
  /** The value must match one of these. */
  readonly globs?: readonly string[];
  readonly operand?: TypedOperand;
}

/** One line of a pack: a command as written, and its effects. */
export interface Shape {
  readonly text: string;
  readonly operands: readonly OperandPattern[];
  readonly options: readonly OptionPattern[];
  readonly effects: readonly PackEffect[];
  /** How many operands it needs: most calls are rejected by that, or by the first word. */
  readonly fewest: number;
  readonly most: number;
}

/** Limits of one shape, far above what people write. */
export const shapeLimits = { characters: 600, words: 40 } as const;

/** Reads a shape and its right side; a text is the problem with it. */
export function parseShape(text: string, effects: string): Shape | string {
  if (text.length > shapeLimits.characters || effects.length > shapeLimits.characters)
    return `expected at most ${shapeLimits.characters} characters on each side`;
  const words = splitShape(text);
  if (typeof words === 'string') return words;
  if (words.length > shapeLimits.words) return `expected at most ${shapeLimits.words} words, got ${words.length}`;
  const operands: OperandPattern[] = [];
  const options: OptionPattern[] = [];
  for (const word of words) {
    const isOption = word.length > 1 && word !== '--' && (word.startsWith('-') || /^!(?!<)/.test(word));
    const pattern = isOption ? parseOption(word) : parseOperand(word);
    if (typeof pattern === 'string') return pattern;
    if ('is' in pattern) operands.push(pattern);
    else options.push(pattern);
  }
  const problem = orderProblem(operands);
  if (problem !== undefined) return problem;
  const parsed = parseEffects(effects, namesOf(operands, options));
  if (typeof parsed === 'string') return parsed;
  const fewest = operands.filter((one) => one.is !== 'many' && one.is !== 'dashes').length;
  return { text, operands, options, effects: parsed, fewest, most: operands.some(takesMany) ? Infinity : fewest };
}

const takesMany = (one: OperandPattern): boolean =>
  one.is === 'many' || (one.is === 'typed' && (one.operand.type === 'paths' || one.operand.type === 'cmd'));

/** At spaces, but not inside `<…>`. */
function splitShape(text: string): readonly string[] | string {
  const words: string[] = [];
  let word = '';
  let inside = false;
  for (const char of text) {
    if (char === '<' && !inside) inside = true;
    else if (char === '>' && inside) inside = false;
    if (char !== ' ' || inside) word += char;
    else if (word !== '') words.push(word);
    if (char === ' ' && !inside) word = '';
  }
  if (inside) return `expected ">" after ${quoteValue(word)}`;
  if (word !== '') words.push(word);
  return words;
}

/** `-f|--force`, `!-n`, `--opt=glob|glob`, `--opt=<path name>`. */
export function parseOption(word: string): OptionPattern | string {
  const given = !word.startsWith('!');
  const body = given ? word : word.slice(1);
  const equals = body.indexOf('=');
  const names = (equals < 0 ? body : body.slice(0, equals)).split('|');
  const bad = names.find((name) => !/^--?[A-Za-z0-9?@#*][\w.:?*-]*$/.test(name));
  if (bad !== undefined) return `expected an option such as -f|--force, got ${quoteValue(bad)} in ${quoteValue(word)}`;
  if (equals < 0) return { names, given };
  const value = body.slice(equals + 1);
  if (!value.endsWith('>')) return { names, given, globs: value.split('|') };
  if (!given) return `expected no typed value after "!", got ${quoteValue(word)}`;
  const operand = parseTyped(value);
  return typeof operand === 'string' ? operand : { names, given, operand };
}

function parseOperand(word: string): OperandPattern | string {
  if (word === '*') return { is: 'one' };
  if (word === '**') return { is: 'many' };
  if (word === '--') return { is: 'dashes' };
  if (word.includes('<')) {
    const operand = parseTyped(word);
    return typeof operand === 'string' ? operand : { is: 'typed', operand };
  }
  const globs = word.split('|');
  if (globs.some((glob) => glob === '')) return `expected words around each "|", got ${quoteValue(word)}`;
  return { is: 'word', globs };
}

/** `<path name>`, `of=<path name>`. */
function parseTyped(word: string): TypedOperand | string {
  const at = word.indexOf('<');
  const operand = parseTypedPart(word.slice(at));
  return typeof operand === 'string' || at === 0 ? operand : { ...operand, prefix: word.slice(0, at) };
}

/** `<path name>`, `<cmd remote>`, `<code python>`. */
function parseTypedPart(word: string): TypedOperand | string {
  if (!word.endsWith('>')) return `expected nothing after ">", got ${quoteValue(word)}`;
  const [type = '', second, ...more] = word.slice(1, -1).trim().split(/ +/);
  if (!isOperandType(type)) return `unknown operand <${type.slice(0, 40)}>; ${hintFor(type, operandTypes)}`;
  if (more.length > 0) return `expected at most two words in <…>, got ${quoteValue(word)}`;
  if (type === 'code') {
    const language = languages.find((one) => one === second);
    if (language === undefined) return `expected a language in <code …>: ${hintFor(second ?? '', languages)}`;
    return { type, name: type, remote: false, language };
  }
  if (type === 'cmd' || type === 'shell') {
    if (second !== undefined && second !== 'remote') return `expected <${type}> or <${type} remote>, got ${word}`;
    return { type, name: type, remote: second === 'remote' };
  }
  // The effects `sql` and `ex` find their text by the type.
  if ((type === 'sql' || type === 'ex') && second !== undefined)
    return `expected <${type}> without a name, got ${word}`;
  if (second !== undefined && !/^[a-z][\w-]{0,40}$/i.test(second)) return `expected a name in ${quoteValue(word)}`;
  return { type, name: second ?? type, remote: false };
}

const isOperandType = (text: string): text is OperandType => (operandTypes as readonly string[]).includes(text);

/** The problem with the order of operands: nothing can follow a command, and dashes appear once. */
function orderProblem(operands: readonly OperandPattern[]): string | undefined {
  const command = operands.findIndex((one) => one.is === 'typed' && one.operand.type === 'cmd');
  if (command >= 0 && command < operands.length - 1) return 'expected no operand after <cmd>, which takes all the rest';
  if (operands.filter((one) => one.is === 'dashes').length > 1) return 'expected "--" at most once';
  return undefined;
}

function namesOf(
  operands: readonly OperandPattern[],
  options: readonly OptionPattern[],
): ReadonlyMap<string, OperandType> {
  const typed = [
    ...operands.flatMap((one) => (one.is === 'typed' ? [one.operand] : [])),
    ...options.flatMap(({ operand }) => (operand === undefined ? [] : [operand])),
  ];
  return new Map(typed.map(({ name, type }) => [name, type]));
}
