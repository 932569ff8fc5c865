import { hasUnknown, marks, type Value } from '../value.js';

/** How a program parses its words. */
export interface OptionTable {
  /**
   * Options with a value: `-n`, `--namespace`. `-p?` has one only if it is attached (`-psecret`), like `mysql -p`; a
   * long option needs no `?`, since `--color=x` always has its value.
   */
  readonly values?: readonly string[];
  /** Additional ones after certain first operands; `!-f` removes one from `values`. */
  readonly subcommands?: readonly SubcommandValues[];
  /** Long options without a value that may be abbreviated, as in GNU programs. */
  readonly flags?: readonly string[];
  /** False: long options cannot be abbreviated. */
  readonly allowsAbbreviation?: boolean;
  /** Words after the first operand are operands, whatever they look like (`sudo`, `env`, `docker run`). */
  readonly stopsAtOperand?: boolean;
  /**
   * `-chdir=x` and `-target x`: long options with one dash; there are no clusters. Two dashes mean the same and are
   * read as one, unless `values` or `flags` name the option with two.
   */
  readonly oneDash?: boolean;
}

export interface SubcommandValues {
  /** The first operands, one list of words per operand; `*` matches any. */
  readonly operands: readonly (readonly string[])[];
  readonly values: readonly string[];
}

export interface OptionUse {
  /** The option with its full name, with its dashes: `-r`, `--recursive`. */
  readonly name: string;
  /** Undefined if it has none. */
  readonly value: Value | undefined;
  /** The index of its word. */
  readonly at: number;
}

export interface ReadWords {
  readonly options: readonly OptionUse[];
  readonly operands: readonly Value[];
  /** The index of each operand's word. */
  readonly operandsAt: readonly number[];
  /** Whether `--` ended the options; `operandsBeforeDashes` says how many operands came before it. */
  readonly hasDashes: boolean;
  readonly operandsBeforeDashes: number;
  /** Whether a word with an unknown beginning may be an option, or contain one: `$FLAGS`, `-r$X`. */
  readonly mayHideOptions: boolean;
}

/** Splits words (without the program's name) into options and operands, as the program itself would. */
export function readWords(words: readonly Value[], table: OptionTable = {}): ReadWords {
  const options: OptionUse[] = [];
  const operands: Value[] = [];
  const operandsAt: number[] = [];
  let takesValue = valueOptionsOf(table);
  let next = 0;
  let dashesAt = -1;
  let mayHideOptions = false;
  while (next < words.length) {
    const at = next++;
    const word = words[at] as Value;
    if (dashesAt >= 0) addOperand(word, at);
    else if (word === '--') dashesAt = operands.length;
    else if (!word.startsWith('-') || word === '-') {
      // A name after a slash makes it a path, whatever precedes it.
      mayHideOptions ||= hasUnknown(word.slice(0, 1)) && !/\/\w/.test(word);
      addOperand(word, at);
      if (!table.stopsAtOperand) continue;
      while (next < words.length) addOperand(words[next] as Value, next++);
    } else if (word.startsWith('--') || table.oneDash) readLong(word, at);
    else readCluster(word, at);
  }
  return {
    options,
    operands,
    operandsAt,
    hasDashes: dashesAt >= 0,
    operandsBeforeDashes: dashesAt < 0 ? operands.length : dashesAt,
    mayHideOptions,
  };

  function addOperand(word: Value, at: number): void {
    operands.push(word);
    operandsAt.push(at);
    for (const subcommand of table.subcommands ?? []) {
      if (subcommand.operands.length !== operands.length || !isSubcommand(subcommand, operands)) continue;
      takesValue = new Set(takesValue);
      for (const name of subcommand.values) {
        if (name.startsWith('!')) takesValue.delete(name.slice(1));
        else takesValue.add(name);
      }
    }
  }

  function readLong(word: Value, at: number): void {
    const equals = word.indexOf('=');
    const given = equals < 0 ? word : word.slice(0, equals);
    if (hasUnknown(given)) {
      mayHideOptions = true;
      return;
    }
    const name = fullName(given, takesValue, table);
    if (equals >= 0) options.push({ name, value: word.slice(equals + 1), at });
    else if (takesValue.has(name)) options.push({ name, value: words[next++], at });
    else readGluedLong(name, at);
  }

  /** `-ofile` of programs with one dash, if the table says that `-o` has an attached value. */
  function readGluedLong(word: string, at: number): void {
    for (const known of table.oneDash ? takesValue : []) {
      if (!known.endsWith('?') || !word.startsWith(known.slice(0, -1))) continue;
      const name = known.slice(0, -1);
      options.push({ name, value: word.slice(name.length) || undefined, at });
      return;
    }
    options.push({ name: word, value: undefined, at });
  }

  function readCluster(word: Value, at: number): void {
    // Some programs mix in a few long options with one dash: `nodetool -pw x`.
    const whole = word.split('=', 1)[0] as string;
    if (whole.length > 2 && (takesValue.has(whole) || table.flags?.includes(whole))) {
      readLong(word, at);
      return;
    }
    for (let letter = 1; letter < word.length; letter++) {
      // A glob such as `-?` matches no file, so it stays as written.
      const name = word[letter] === marks.one ? '-?' : `-${word[letter]}`;
      const rest = word.slice(letter + 1);
      if (hasUnknown(name)) mayHideOptions = true;
      else if (takesValue.has(name)) {
        options.push({ name, value: rest === '' ? words[next++] : rest, at });
        return;
      } else if (takesValue.has(`${name}?`)) {
        options.push({ name, value: rest === '' ? undefined : rest, at });
        return;
      } else options.push({ name, value: undefined, at });
    }
  }
}

/** The sets of the tables in use, because a table has up to a few hundred options. */
const valueOptions = new WeakMap<OptionTable, Set<string>>();

function valueOptionsOf(table: OptionTable): Set<string> {
  const known = valueOptions.get(table) ?? new Set(table.values ?? []);
  valueOptions.set(table, known);
  return known;
}

const isSubcommand = ({ operands }: SubcommandValues, given: readonly Value[]): boolean =>
  operands.every((words, at) => words.includes('*') || words.includes(given[at] as Value));

/** The long option of an abbreviation; the abbreviation itself if it is ambiguous. */
function fullName(given: string, takesValue: ReadonlySet<string>, table: OptionTable): string {
  const flags = table.flags ?? [];
  if (takesValue.has(given) || flags.includes(given)) return given;
  if (table.oneDash) return given.startsWith('--') ? given.slice(1) : given;
  if (table.allowsAbbreviation === false || given.length < 3) return given;
  const fitting = [...takesValue, ...flags].filter((name) => name.startsWith('--') && name.startsWith(given));
  return new Set(fitting).size === 1 ? (fitting[0] as string) : given;
}
