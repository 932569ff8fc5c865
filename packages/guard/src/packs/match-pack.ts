import type { Call, Machine } from '../machine.js';
import { matchesStars } from '../star-match.js';
import { hasMark, marks, type Value } from '../value.js';
import { isUnknownHost } from './known-hosts.js';
import { type OptionUse, type ReadWords, readWords } from './options.js';
import type { Pack } from './pack.js';
import { applyShape, type ShapeMatch } from './pack-effects.js';
import type { OperandPattern, OptionPattern, Shape, TypedOperand } from './shape.js';

/** How often operands and patterns are compared for one call, which limits the cost of a hostile pack. */
const maxSteps = 100_000;

/**
 * Reports a call's effects that the pack knows; returns the program's output, or undefined if unknown.
 *
 * Unknown text: a word of a shape (`delete`) matches only known text, otherwise each variable would be everything that
 * its program can do; `*`, `**` and typed operands also match unknown text. A wholly unknown word (`kubectl $FLAGS
 * delete pod`) may be options or empty, so if no shape matches, the shapes are tried without such words. In `kubectl
 * $VERB pod`, the verb stays unknown and nothing matches. An option's unknown value matches only the glob `*`, and an
 * unknown option counts as absent. Unknown programs with known words are not judged by packs.
 */
export function runPack(pack: Pack, call: Call, machine: Machine): Value | undefined {
  const budget = { left: maxSteps };
  const words = call.argv.slice(1);
  const read = withoutEquals(readWords(words, pack.table));
  let matches = matchShapes(pack, read, words, budget);
  if (matches.length === 0 && read.operands.some(isWhollyUnknown))
    matches = matchShapes(pack, withoutUnknown(read), words, budget);
  if (budget.left <= 0) machine.note({ do: 'unread', why: 'steps' });
  const outputs = matches.flatMap((match) => applyShape(pack, match, call, machine));
  return outputs.length === 0 ? undefined : outputs.join('');
}

interface StepBudget {
  left: number;
}

function matchShapes(pack: Pack, read: ReadWords, words: readonly Value[], budget: StepBudget): readonly ShapeMatch[] {
  const first = read.operands.find((operand) => !isWhollyUnknown(operand));
  if (first !== undefined && isSuchWord(pack.not, first)) return [];
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
  const places = matchOperands(shape, read, budget);
  if (places === undefined) return undefined;
  const match: ShapeMatch = { shape, words: [], named: new Map(), runs: [], options: read.options };
  let end = words.length;
  for (const [index, pattern] of shape.operands.entries()) {
    const [from, to] = places[index] as OperandRange;
    if (pattern.is === 'word') match.words.push(read.operands[from] as Value);
    if (pattern.is !== 'typed') continue;
    if (pattern.operand.type === 'cmd') {
      end = read.operandsAt[from] as number;
      match.runs.push({ operand: pattern.operand, words: words.slice(end) });
    } else {
      // An editor runs all its `+command` words, in any position.
      const isEveryWord = pattern.operand.type === 'ex' && pattern.operand.prefix !== undefined;
      const given = isEveryWord ? read.operands : read.operands.slice(from, to);
      keep(match, pattern.operand, withoutPrefix(pattern.operand, given));
    }
  }
  // Options after the start of a command belong to the command.
  const options = end === words.length ? read.options : read.options.filter(({ at }) => at < end);
  if (!matchOptions(shape, options, pack, match)) return undefined;
  return pack.harmless.some((pattern) => isGivenLast(pattern, options, pack)) ? undefined : { ...match, options };
}

/** Whether the options match the shape; keeps their typed values. */
const matchOptions = (shape: Shape, options: readonly OptionUse[], pack: Pack, match: ShapeMatch): boolean =>
  shape.options.every((pattern) => {
    const uses = options.filter((use) => isSuchUse(pattern, use, pack));
    if (uses.length > 0 !== pattern.given) return false;
    if (pattern.operand === undefined) return true;
    const given = uses.flatMap(({ value }) => value ?? []);
    const { operand } = pattern;
    const values = withoutPrefix(operand, given).filter((value) => operand.type !== 'stranger' || isUnknownHost(value));
    keep(match, operand, values);
    return values.length > 0;
  });

/** The text after the prefix of a typed operand and spaces, in words that begin with it. */
const withoutPrefix = ({ prefix = '' }: TypedOperand, values: readonly Value[]): readonly Value[] =>
  prefix === ''
    ? values
    : values.filter((value) => value.startsWith(prefix)).map((value) => value.slice(prefix.length).trimStart());

/** Keeps the words of a typed operand. */
function keep(match: ShapeMatch, operand: TypedOperand, values: readonly Value[]): void {
  if (operand.type === 'cmd' || operand.type === 'shell' || operand.type === 'code') {
    for (const text of values) match.runs.push({ operand, words: [text] });
  } else match.named.set(operand.name, [...(match.named.get(operand.name) ?? []), ...values]);
}

type OperandRange = readonly [from: number, to: number];

/** The operands of each pattern; undefined if the shape does not match. Takes the fewest for `**`. */
function matchOperands(shape: Shape, read: ReadWords, budget: StepBudget): readonly OperandRange[] | undefined {
  const { operands } = read;
  const patterns = shape.operands;
  const [first] = patterns;
  if (operands.length < shape.fewest || operands.length > shape.most) return undefined;
  if (first?.is === 'word' && !isSuchWord(first.globs, operands[0] as Value)) return undefined;
  const failed = new Set<number>();
  const places: OperandRange[] = [];
  return tryFrom(0, 0) ? places : undefined;

  function tryFrom(pattern: number, from: number): boolean {
    if (pattern === patterns.length) return from === operands.length;
    const key = pattern * (operands.length + 1) + from;
    if (failed.has(key)) return false;
    const [least, most] = endsOf(patterns[pattern] as OperandPattern, from, read);
    for (let to = least; to <= most; to++) {
      if (--budget.left <= 0) return false;
      places[pattern] = [from, to];
      if (tryFrom(pattern + 1, to)) return true;
    }
    failed.add(key);
    return false;
  }
}

const nowhere: OperandRange = [0, -1];

/** The possible ends of a pattern that begins at an operand. */
function endsOf(pattern: OperandPattern, from: number, read: ReadWords): OperandRange {
  const { operands } = read;
  const word = operands[from];
  if (pattern.is === 'many') return [from, operands.length];
  if (pattern.is === 'dashes') return read.hasDashes && read.operandsBeforeDashes === from ? [from, from] : nowhere;
  if (word === undefined) return nowhere;
  const next: OperandRange = [from + 1, from + 1];
  if (pattern.is === 'one') return next;
  if (pattern.is === 'word') return isSuchWord(pattern.globs, word) ? next : nowhere;
  const { type, prefix = '' } = pattern.operand;
  if (!word.startsWith(prefix) || (type === 'all' && !hasMark(word, 'all'))) return nowhere;
  if (type === 'stranger' && !isUnknownHost(word.slice(prefix.length))) return nowhere;
  if (type === 'cmd') return [operands.length, operands.length];
  return type === 'paths' ? [from + 1, operands.length] : next;
}

const isSuchWord = (globs: readonly string[], word: Value): boolean => globs.some((glob) => matchesWord(word, glob));

function isSuchUse({ names, globs }: OptionPattern, { name, value }: OptionUse, pack: Pack): boolean {
  if (!isSuchWord(names, name)) return false;
  if (globs !== undefined) return value !== undefined && isSuchWord(globs, value);
  // `--force=false` disables `--force`; `--context=no` does not disable an option with a value.
  return value === undefined || !offWords.includes(value) || takesValue(name, pack);
}

const offWords = ['false', 'no', 'off', '0', 'none', 'never', 'f', 'False', 'FALSE'];

const takesValue = (name: string, { table }: Pack): boolean =>
  (table.values?.includes(name) ?? false) || (table.subcommands?.some(({ values }) => values.includes(name)) ?? false);

/** Whether an option is finally enabled: `--dry-run --no-dry-run` and `--dry-run --dry-run=none` are not. */
function isGivenLast(pattern: OptionPattern, options: readonly OptionUse[], pack: Pack): boolean {
  const about = options.filter(
    ({ name }) => isSuchWord(pattern.names, name) || pattern.names.some(isSwitchedOffBy(name)),
  );
  const last = about.at(-1);
  return last !== undefined && isSuchUse(pattern, last, pack) && (last.value === undefined || last.value !== marks.any);
}

const isSwitchedOffBy =
  (name: string) =>
  (pattern: string): boolean =>
    name.startsWith('--no-') && pattern === `--${name.slice(5)}`;

/** `-o=json` is `-o json` for programs written in Go; elsewhere no value begins with `=`. */
const withoutEquals = (read: ReadWords): ReadWords => ({
  ...read,
  options: read.options.map((use) =>
    use.name.length === 2 && use.value?.startsWith('=') ? { ...use, value: use.value.slice(1) } : use,
  ),
});

const isWhollyUnknown = (word: Value): boolean => [...word].every((char) => char === marks.any) && word !== '';

function withoutUnknown(read: ReadWords): ReadWords {
  const isKept = (_: unknown, at: number): boolean => !isWhollyUnknown(read.operands[at] as Value);
  return {
    ...read,
    operands: read.operands.filter(isKept),
    operandsAt: read.operandsAt.filter(isKept),
    operandsBeforeDashes: read.operands.slice(0, read.operandsBeforeDashes).filter(isKept).length,
  };
}

/**
 * Whether a word matches a glob in which `*` is any text, and `\*` a star; unknown parts of the word match only `*`.
 * The shell may have read `name[x]` as a pattern of file names, so its mark matches a bracket.
 */
export const matchesWord = (word: Value, glob: string): boolean =>
  glob.includes('*')
    ? matchesStars(
        {
          length: glob.length,
          isStar: (at) => glob[at] === '*' && glob[at - 1] !== '\\',
          fits: (at, character) => {
            if (glob[at] === '\\' && glob[at + 1] === '*') return character === '*' ? 2 : 0;
            return glob[at] === character || (glob[at] === '[' && character === marks.one) ? 1 : 0;
          },
        },
        word,
      )
    : word === glob;
