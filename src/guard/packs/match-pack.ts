import type { Call, Machine } from '../machine.js';
import { hasMark, marks, type Value } from '../value.js';
import { matchesWord } from './glob.js';
import { type OptionUse, type ReadWords, readWords } from './options.js';
import type { Pack } from './pack.js';
import { applyShape, type ShapeMatch } from './pack-effects.js';
import type { OperandPattern, OptionPattern, Shape, TypedOperand } from './shape.js';

/** How often operands and patterns are compared for one call; a hostile pack must not cost more. */
const maxSteps = 100_000;

/**
 * Notes what a call does, as far as the pack knows; returns what the program prints, or undefined if that is not known.
 *
 * What is not known: a word of a shape (`delete`) matches known text only, otherwise each variable would be everything
 * that its program can do; `*`, `**` and typed operands match unknown text too. A word that is wholly unknown before the
 * first known one (`kubectl $FLAGS delete pod`) may be an option or empty, so the shapes are tried without it if none
 * matches with it. In `kubectl $VERB pod`, the verb stays unknown and nothing matches. The unknown value of an option
 * matches no glob but `*`, and an unknown option is not given.
 */
export function runPack(pack: Pack, call: Call, machine: Machine): Value | undefined {
  const budget = { left: maxSteps };
  const words = call.argv.slice(1);
  const read = withoutEquals(readWords(words, pack.table));
  let matches = matchShapes(pack, read, words, budget);
  const skipped = read.operands.findIndex((operand) => !isWhollyUnknown(operand));
  if (matches.length === 0 && skipped > 0) matches = matchShapes(pack, withoutFirst(read, skipped), words, budget);
  if (budget.left <= 0) machine.note({ do: 'unread', why: 'steps' });
  const outputs = matches.flatMap((match) => applyShape(pack, match, call, machine));
  return outputs.length === 0 ? undefined : outputs.join('');
}

interface StepBudget {
  left: number;
}

function matchShapes(pack: Pack, read: ReadWords, words: readonly Value[], budget: StepBudget): readonly ShapeMatch[] {
  const first = read.operands.find((operand) => !isWhollyUnknown(operand));
  if (first !== undefined && pack.not.some((glob) => matchesWord(first, glob))) return [];
  return pack.shapes.flatMap((shape) => {
    const match = matchShape(shape, read, words, pack, budget);
    return match === undefined ? [] : [match];
  });
}

function matchShape(
  shape: Shape,
  read: ReadWords,
  words: readonly Value[],
  pack: Pack,
  budget: StepBudget,
): ShapeMatch | undefined {
  const places = matchOperands(shape.operands, read, budget);
  if (places === undefined) return undefined;
  const match: ShapeMatch = {
    shape,
    words: [],
    named: new Map(),
    runs: [],
    options: read.options,
  };
  let end = words.length;
  for (const [index, pattern] of shape.operands.entries()) {
    const [from, to] = places[index] as readonly [number, number];
    if (pattern.is === 'word') match.words.push(read.operands[from] as Value);
    if (pattern.is !== 'typed') continue;
    if (pattern.operand.type === 'cmd') {
      end = read.operandsAt[from] as number;
      match.runs.push({ operand: pattern.operand, words: words.slice(end) });
    } else keep(match, pattern.operand, withoutPrefix(pattern.operand, read.operands.slice(from, to)));
  }
  // What follows the start of a command are its own options.
  const options = read.options.filter(({ at }) => at < end);
  if (pack.harmless.some((pattern) => isGivenLast(pattern, options, pack))) return undefined;
  for (const pattern of shape.options) {
    const uses = usesOf(pattern, options, pack);
    if (uses.length > 0 !== pattern.given) return undefined;
    if (pattern.operand === undefined) continue;
    const values = withoutPrefix(
      pattern.operand,
      uses.flatMap(({ value }) => value ?? []),
    );
    if (values.length === 0) return undefined;
    keep(match, pattern.operand, values);
  }
  return { ...match, options };
}

/** What follows the prefix of a typed operand, of those words that begin with it. */
const withoutPrefix = ({ prefix = '' }: TypedOperand, values: readonly Value[]): readonly Value[] =>
  prefix === ''
    ? values
    : values.filter((value) => value.startsWith(prefix)).map((value) => value.slice(prefix.length));

/** Remembers the words that a typed operand stands for. */
function keep(match: ShapeMatch, operand: TypedOperand, values: readonly Value[]): void {
  if (operand.type === 'cmd' || operand.type === 'shell' || operand.type === 'code') {
    for (const text of values) match.runs.push({ operand, words: [text] });
  } else match.named.set(operand.name, [...(match.named.get(operand.name) ?? []), ...values]);
}

type OperandRange = readonly [from: number, to: number];

/** Which operands each pattern stands for; undefined if the shape does not match. Takes the fewest for `**`. */
function matchOperands(
  patterns: readonly OperandPattern[],
  read: ReadWords,
  budget: StepBudget,
): readonly OperandRange[] | undefined {
  const { operands } = read;
  const failed = new Set<number>();
  const places: OperandRange[] = [];
  return tryFrom(0, 0) ? places : undefined;

  function tryFrom(pattern: number, operand: number): boolean {
    if (pattern === patterns.length) return operand === operands.length;
    const key = pattern * (operands.length + 1) + operand;
    if (failed.has(key)) return false;
    for (const to of endsOf(patterns[pattern] as OperandPattern, operand)) {
      if (--budget.left <= 0) return false;
      places[pattern] = [operand, to];
      if (tryFrom(pattern + 1, to)) return true;
    }
    failed.add(key);
    return false;
  }

  /** Where a pattern that begins at an operand can end. */
  function* endsOf(pattern: OperandPattern, from: number): Generator<number> {
    const word = operands[from];
    if (pattern.is === 'many') yield* upTo(from);
    else if (pattern.is === 'dashes') {
      if (read.hasDashes && read.operandsBeforeDashes === from) yield from;
    } else if (word === undefined) return;
    else if (pattern.is === 'one') yield from + 1;
    else if (pattern.is === 'word') {
      if (pattern.globs.some((glob) => matchesWord(word, glob))) yield from + 1;
    } else if (!word.startsWith(pattern.operand.prefix ?? '')) return;
    else if (pattern.operand.type === 'cmd') yield operands.length;
    else if (pattern.operand.type === 'paths') yield* upTo(from + 1);
    else if (pattern.operand.type !== 'all' || hasMark(word, 'all')) yield from + 1;
  }

  function* upTo(from: number): Generator<number> {
    for (let to = from; to <= operands.length; to++) yield to;
  }
}

/** The uses of an option that a pattern asks for. */
const usesOf = (pattern: OptionPattern, options: readonly OptionUse[], pack: Pack): readonly OptionUse[] =>
  options.filter((use) => isSuchUse(pattern, use, pack));

function isSuchUse({ names, globs }: OptionPattern, { name, value }: OptionUse, pack: Pack): boolean {
  if (!names.some((one) => matchesWord(name, one))) return false;
  if (globs !== undefined) return value !== undefined && globs.some((glob) => matchesWord(value, glob));
  // `--force=false` switches off what `--force` switches on; `--context=no` of an option with a value does not.
  return value === undefined || !offWords.includes(value) || takesValue(name, pack);
}

const offWords = ['false', 'no', 'off', '0', 'none', 'never', 'f', 'False', 'FALSE'];

const takesValue = (name: string, { table }: Pack): boolean =>
  (table.values?.includes(name) ?? false) || (table.subcommands?.some(({ values }) => values.includes(name)) ?? false);

/** Whether the last word about an option is that it is given: `--dry-run --no-dry-run` and `--dry-run --dry-run=none` are not. */
function isGivenLast(pattern: OptionPattern, options: readonly OptionUse[], pack: Pack): boolean {
  const about = options.filter(
    ({ name }) => pattern.names.some((one) => matchesWord(name, one)) || pattern.names.some(isSwitchedOffBy(name)),
  );
  const last = about.at(-1);
  return last !== undefined && isSuchUse(pattern, last, pack) && (last.value === undefined || last.value !== marks.any);
}

const isSwitchedOffBy =
  (name: string) =>
  (pattern: string): boolean =>
    name.startsWith('--no-') && pattern === `--${name.slice(5)}`;

/** `-o=json` is `-o json` for programs of the Go world, and no value begins with = elsewhere. */
const withoutEquals = (read: ReadWords): ReadWords => ({
  ...read,
  options: read.options.map((use) =>
    /^-[^-]$/.test(use.name) && use.value?.startsWith('=') ? { ...use, value: use.value.slice(1) } : use,
  ),
});

const isWhollyUnknown = (word: Value): boolean => [...word].every((sign) => sign === marks.any) && word !== '';

const withoutFirst = (read: ReadWords, count: number): ReadWords => ({
  ...read,
  operands: read.operands.slice(count),
  operandsAt: read.operandsAt.slice(count),
  operandsBeforeDashes: Math.max(0, read.operandsBeforeDashes - count),
});
