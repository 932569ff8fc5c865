import { hintFor, isObject, type Problem, quoteValue } from '@anyhook/core';
import { packLimits } from '../limits.js';
import type { OptionTable, SubcommandValues } from './options.js';
import { type OptionPattern, parseOption, parseShape, type Shape } from './shape.js';

/** Knowledge about a few programs that need no code: their options, and the effects of their uses. */
export interface Pack {
  readonly name: string;
  /** Program names, without folders. */
  readonly tools: readonly string[];
  readonly table: OptionTable;
  /** With one of these options, no shape applies. */
  readonly harmless: readonly OptionPattern[];
  /** First operands that the pack does not cover. */
  readonly not: readonly string[];
  /** Options whose value is the target of effects. */
  readonly target: readonly string[];
  readonly shapes: readonly Shape[];
  readonly examples: PackExamples;
}

export interface PackExamples {
  readonly caught: readonly string[];
  readonly passed: readonly string[];
}

export type PackResult =
  | { readonly pack: Pack; readonly problems: readonly [] }
  | { readonly problems: readonly Problem[] };

/** The line of a part of a file; the parsers of hook files know it. */
export type LineFinder = (path: readonly (string | number)[]) => number;

/** The valid keys of a pack. */
export type PackKey = (typeof packKeys)[number];

const packKeys = [
  ...(['pack', 'tools', 'values', 'flags', 'oneDash', 'stopsAtOperand', 'harmless'] as const),
  ...(['not', 'target', 'shapes', 'examples'] as const),
] as const;

const maxProblems = 20;

/** Checks the content of a pack file. A file with errors gives no pack: half of its knowledge would look complete. */
export function readPack(content: unknown, source: string, lineOf?: LineFinder): PackResult {
  const reader = new PackReader(source, lineOf);
  const pack = reader.pack(content);
  const problems = reader.problems.slice(0, maxProblems);
  return pack === undefined || problems.length > 0 ? { problems } : { pack, problems: [] };
}

class PackReader {
  readonly problems: Problem[] = [];

  constructor(
    private readonly source: string,
    private readonly lineOf: LineFinder | undefined,
  ) {}

  pack(content: unknown): Pack | undefined {
    if (!isObject(content)) {
      this.problem([], `expected a pack with "pack", "tools" and "shapes", got ${quoteValue(content)}`);
      return undefined;
    }
    this.keys(content, packKeys, []);
    const oneDash = this.flag(content, 'oneDash');
    const dashed = (names: readonly string[]) => (oneDash ? names.map(withOneDash) : names);
    const { values, subcommands } = this.values(content['values']);
    const flags = content['flags'] === undefined ? undefined : dashed(this.options(content['flags'], 'flags'));
    const harmless = this.harmless(content['harmless']);
    const shapes = this.shapes(content['shapes']);
    const name = this.name(content['pack']);
    const pack: Pack = {
      name,
      tools: this.tools(content['tools']),
      table: {
        values: dashed(values),
        subcommands: subcommands.map((one) => ({ ...one, values: dashed(one.values) })),
        flags: [...(flags ?? []), ...longNames(shapes, harmless)],
        // Only programs with a list of flags allow abbreviated options.
        allowsAbbreviation: flags !== undefined,
        stopsAtOperand: this.flag(content, 'stopsAtOperand'),
        oneDash,
      },
      harmless: oneDash ? harmless.map(patternWithOneDash) : harmless,
      not: this.list(content['not'], 'not'),
      target: dashed(this.options(content['target'], 'target')),
      shapes: oneDash ? shapes.map((one) => ({ ...one, options: one.options.map(patternWithOneDash) })) : shapes,
      examples: this.examples(content['examples']),
    };
    this.checkOptions(pack);
    return pack;
  }

  private name(value: unknown): string {
    if (typeof value === 'string' && /^[\w.-]{1,60}$/.test(value)) return value;
    this.problem(['pack'], `expected a name of letters, digits and dashes, got ${quoteValue(value)}`);
    return '';
  }

  private tools(value: unknown): readonly string[] {
    const tools = this.list(value, 'tools');
    if (value === undefined || (Array.isArray(value) && value.length === 0))
      this.problem(['tools'], `expected at least one program name, got ${quoteValue(value)}`);
    for (const tool of tools.filter((one) => /[/\s]/.test(one)))
      this.problem(['tools'], `expected program names without folders and spaces, got ${quoteValue(tool)}`);
    return tools;
  }

  /** A list for all uses, or a map from first operands to lists; `*` applies to all. */
  private values(value: unknown): { values: readonly string[]; subcommands: readonly SubcommandValues[] } {
    if (!isObject(value)) return { values: this.options(value, 'values'), subcommands: [] };
    const entries = Object.entries(value).slice(0, packLimits.names);
    const subcommands = entries
      .filter(([key]) => key !== '*')
      .map(([key, list]) => ({
        operands: key
          .trim()
          .split(/ +/)
          .map((word) => word.split('|')),
        values: this.options(list, 'values', key),
      }));
    return { values: this.options(value['*'], 'values', '*'), subcommands };
  }

  private harmless(value: unknown): readonly OptionPattern[] {
    return this.list(value, 'harmless').flatMap((text, index) => {
      const pattern = text.startsWith('-') ? parseOption(text) : `expected an option, got ${quoteValue(text)}`;
      if (typeof pattern !== 'string') return [pattern];
      this.problem(['harmless', index], pattern);
      return [];
    });
  }

  private shapes(value: unknown): readonly Shape[] {
    if (!Array.isArray(value) || value.length === 0 || value.length > packLimits.shapes) {
      const got = Array.isArray(value) ? `${value.length} shapes` : quoteValue(value);
      this.problem(['shapes'], `expected a list of 1 to ${packLimits.shapes} shapes, got ${got}`);
      return [];
    }
    return value.flatMap((one: unknown, index) => {
      const entries = isObject(one) ? Object.entries(one) : [];
      const [text, effects] = entries[0] ?? [];
      if (entries.length !== 1 || text === undefined || typeof effects !== 'string') {
        this.problem(['shapes', index], `expected one "words : effects", got ${quoteValue(one)}`);
        return [];
      }
      const shape = parseShape(text, effects);
      if (typeof shape !== 'string') return [shape];
      this.problem(['shapes', index], `${quoteValue(text)}: ${shape}`);
      return [];
    });
  }

  private examples(value: unknown): PackExamples {
    if (value === undefined) return { caught: [], passed: [] };
    if (!isObject(value)) {
      this.problem(['examples'], `expected "caught" and "passed" with lists of commands, got ${quoteValue(value)}`);
      return { caught: [], passed: [] };
    }
    this.keys(value, ['caught', 'passed'], ['examples']);
    const list = (key: string) =>
      this.list(value[key], 'examples', key, packLimits.examples, packLimits.exampleCharacters);
    return { caught: list('caught'), passed: list('passed') };
  }

  /** A short option has one letter, and a shape may give an option a value only if the option is known to take one. */
  private checkOptions({ table, shapes, harmless, target }: Pack): void {
    if (table.oneDash) return;
    const known = [table.values ?? [], ...(table.subcommands ?? []).map(({ values }) => values)].flat();
    const patterns = [...shapes.flatMap(({ options }) => options), ...harmless];
    const listed = [...known, ...(table.flags ?? [])];
    for (const name of new Set([...patterns.flatMap(({ names }) => names), ...target])) {
      if (!/^-[^-][^?*]/.test(name) || listed.includes(name)) continue;
      const how = 'write -a -b, or name it in values or flags if it is one option';
      this.problem(['shapes'], `expected one letter after one dash, got ${name}: ${how}`);
    }
    for (const { names: spellings, globs, operand } of patterns)
      for (const name of spellings) {
        const needsValue = operand !== undefined || (globs !== undefined && !name.startsWith('--'));
        if (!needsValue || name.includes('*') || known.includes(name) || known.includes(`${name}?`)) continue;
        this.problem(['values'], `expected ${name} in the list, because a shape names its value`);
      }
  }

  private options(value: unknown, ...path: string[]): readonly string[] {
    const names = this.list(value, path[0] as string, path[1]);
    for (const name of names) {
      if (/^!?--?[A-Za-z0-9@#?][\w.:-]*\??$/.test(name)) continue;
      this.problem(path, `expected an option such as -n or --name, got ${quoteValue(name)}`);
    }
    return names;
  }

  private list(
    value: unknown,
    key: string,
    sub?: string,
    max: number = packLimits.names,
    characters: number = packLimits.nameCharacters,
  ): readonly string[] {
    const path = sub === undefined ? [key] : [key, sub];
    if (value === undefined) return [];
    if (!Array.isArray(value) || value.length > max) {
      const got = Array.isArray(value) ? `${value.length} items` : quoteValue(value);
      this.problem(path, `expected a list of at most ${max} texts, got ${got}`);
      return [];
    }
    return value.filter((one: unknown, index): one is string => {
      if (typeof one === 'string' && one !== '' && one.length <= characters) return true;
      const hint = typeof one === 'number' || typeof one === 'boolean' ? ': put it in quotes' : '';
      const expected = `expected a text of at most ${characters} characters`;
      this.problem([...path, index], `${expected}, got ${quoteValue(one)}${hint}`);
      return false;
    });
  }

  private flag(content: Readonly<Record<string, unknown>>, key: string): boolean {
    const value = content[key];
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    this.problem([key], `expected true or false, got ${quoteValue(value)}`);
    return false;
  }

  private keys(object: object, known: readonly string[], path: readonly string[]): void {
    for (const key of Object.keys(object).slice(0, packLimits.names)) {
      if (!known.includes(key)) this.problem([...path, key], `unknown key ${quoteValue(key)}; ${hintFor(key, known)}`);
    }
  }

  private problem(path: readonly (string | number)[], message: string): void {
    if (this.problems.length > maxProblems) return;
    const field = fieldName(path);
    this.problems.push({
      source: this.source,
      ...(this.lineOf && { line: this.lineOf(path) }),
      ...(field !== '' && { field }),
      severity: 'error',
      message,
    });
  }
}

/** `examples.caught[2]`, for messages. */
export const fieldName = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );

/** The long options in shapes, which may be abbreviated like those in `flags`. */
const longNames = (shapes: readonly Shape[], harmless: readonly OptionPattern[]): readonly string[] =>
  [
    ...shapes.flatMap(({ options }) => options.flatMap(({ names }) => names)).filter((name) => name.startsWith('--')),
    // A harmless -help is one word, even for a program whose other options are letters.
    ...harmless.flatMap(({ names }) => names).filter((name) => name.length > 2),
  ].filter((name) => !name.includes('*'));

const withOneDash = (name: string): string => name.replace(/^(!?)--/, '$1-');

const patternWithOneDash = (pattern: OptionPattern): OptionPattern => ({
  ...pattern,
  names: pattern.names.map(withOneDash),
});

/** Judges a command as the guard would. */
type CommandJudge = (command: string) => 'deny' | 'ask' | 'pass';

/** Returns the examples of a pack that are not judged as it claims. */
export function checkPackExamples(
  pack: Pack,
  judge: CommandJudge,
  source = `${pack.name}.yaml`,
  lineOf?: LineFinder,
): readonly Problem[] {
  const problemsIn = (list: 'caught' | 'passed', expected: string): readonly Problem[] =>
    pack.examples[list].flatMap((command, index) => {
      const decision = judge(command);
      if ((decision === 'pass') === (list === 'passed')) return [];
      const path = ['examples', list, index];
      const message = `the example ${quoteValue(command, 200)}: expected ${expected}, got ${decision}`;
      return [{ source, ...(lineOf && { line: lineOf(path) }), field: fieldName(path), severity: 'error', message }];
    });
  return [...problemsIn('caught', 'deny or ask'), ...problemsIn('passed', 'pass')];
}
