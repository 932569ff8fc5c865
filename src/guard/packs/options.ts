import type { Value } from '../value.js';

/** How a program reads its words. */
export interface OptionTable {
  /** Options that take a value: `-n`, `--namespace`. */
  readonly values?: readonly string[];
  /** Long options without a value that may be shortened to a unique beginning, as GNU programs allow. */
  readonly flags?: readonly string[];
  /** Words after the first operand are operands, whatever they look like (`sudo`, `env`, `docker run`). */
  readonly stopsAtOperand?: boolean;
  /** `-chdir=x` and `-target x`: long options with one dash; nothing is a cluster. */
  readonly oneDash?: boolean;
}

export interface OptionUse {
  /** The option with its full name, with its dashes: `-r`, `--recursive`. */
  readonly name: string;
  /** Undefined if it has none. */
  readonly value: Value | undefined;
}

export interface ReadWords {
  readonly options: readonly OptionUse[];
  readonly operands: readonly Value[];
  /** Whether `--` ended the options; `operandsBeforeDashes` says how many operands came before it. */
  readonly hasDashes: boolean;
  readonly operandsBeforeDashes: number;
}

/** Splits words (without the program's name) into options and operands, as the program itself would. */
export function readWords(words: readonly Value[], table: OptionTable = {}): ReadWords {
  const options: OptionUse[] = [];
  const operands: Value[] = [];
  const takesValue = new Set(table.values ?? []);
  let at = 0;
  let dashesAt = -1;
  while (at < words.length) {
    const word = words[at++] as Value;
    if (dashesAt >= 0) operands.push(word);
    else if (word === '--') dashesAt = operands.length;
    else if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      if (!table.stopsAtOperand) continue;
      operands.push(...words.slice(at));
      break;
    } else if (word.startsWith('--') || table.oneDash) at = readLong(word, at);
    else at = readCluster(word, at);
  }
  return {
    options,
    operands,
    hasDashes: dashesAt >= 0,
    operandsBeforeDashes: dashesAt < 0 ? operands.length : dashesAt,
  };

  function readLong(word: Value, next: number): number {
    const equals = word.indexOf('=');
    const name = fullName(equals < 0 ? word : word.slice(0, equals), table);
    if (equals >= 0) options.push({ name, value: word.slice(equals + 1) });
    else if (takesValue.has(name)) {
      options.push({ name, value: words[next] });
      return next + 1;
    } else options.push({ name, value: undefined });
    return next;
  }

  function readCluster(word: Value, next: number): number {
    for (let letter = 1; letter < word.length; letter++) {
      const name = `-${word[letter]}`;
      if (!takesValue.has(name)) {
        options.push({ name, value: undefined });
        continue;
      }
      const rest = word.slice(letter + 1);
      options.push({ name, value: rest === '' ? words[next] : rest });
      return rest === '' ? next + 1 : next;
    }
    return next;
  }
}

/** The long option that a beginning means; the beginning itself if that is not clear. */
function fullName(given: string, { values = [], flags = [] }: OptionTable): string {
  const known = [...values, ...flags];
  if (known.includes(given)) return given;
  const fitting = known.filter((name) => name.startsWith('--') && name.startsWith(given));
  return fitting.length === 1 ? (fitting[0] as string) : given;
}
