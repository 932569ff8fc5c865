import { Argument, type Command, Option } from 'commander';
import { formatNames } from '../../formats/index.js';
import type { CommandContext, RegisterCommand } from './context.js';

/** The properties of an option or argument in commands.yaml besides its text. */
interface ValueRow {
  readonly text: string;
  /** `formats`: the names of all formats. */
  readonly choices?: readonly string[] | 'formats';
  readonly default?: string;
  readonly required?: true;
  readonly hidden?: true;
  /** Other options, by their names in code. */
  readonly conflicts?: readonly string[];
}

/** A command in commands.yaml. */
export interface CommandRow {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly arguments?: Readonly<Record<string, string | ValueRow>>;
  readonly options: Readonly<Record<string, string | ValueRow>>;
  readonly examples: readonly string[];
  /** What help says before the examples. */
  readonly note?: string;
}

/** The options of a command, as its action gets them. */
export type OptionsOf<Row extends CommandRow> = {
  readonly [F in keyof Row['options'] as IsGiven<F, Row['options'][F]> extends true ? never : NameOf<F>]?: ValueOf<
    F,
    Row['options'][F]
  >;
} & {
  readonly [F in keyof Row['options'] as IsGiven<F, Row['options'][F]> extends true ? NameOf<F> : never]: ValueOf<
    F,
    Row['options'][F]
  >;
};

type IsGiven<Flags, Row> = Row extends { readonly default: string } | { readonly required: true }
  ? true
  : Flags extends `--no-${string}`
    ? true
    : false;
type NameOf<Flags> = Flags extends `--no-${infer Rest}`
  ? CamelCase<FirstWord<Rest>>
  : Flags extends `${string}--${infer Rest}`
    ? CamelCase<FirstWord<Rest>>
    : never;
type FirstWord<Text> = Text extends `${infer Word} ${string}` ? Word : Text;
type CamelCase<Text> = Text extends `${infer Head}-${infer Rest}` ? `${Head}${Capitalize<CamelCase<Rest>>}` : Text;
type ValueOf<Flags, Row> = Row extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Flags extends `${string}...>`
    ? readonly string[]
    : Flags extends `${string}>`
      ? string
      : Flags extends `--no-${string}`
        ? boolean
        : true;

/** Adds a command from commands.yaml; `values` fills in what that leaves to the code. */
export function addCommand(
  parent: Command,
  row: CommandRow,
  values: Readonly<Record<string, string | number>> = {},
): Command {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const command = parent.command(row.name).summary(row.summary).description(row.description).helpCommand(false);
  for (const [name, value] of Object.entries(row.arguments ?? {})) {
    const { text, choices, default: usual } = valueRow(value);
    const argument = new Argument(name, text);
    if (choices) argument.choices(namesOf(choices));
    command.addArgument(usual === undefined ? argument : argument.default(fill(usual)));
  }
  for (const [flags, value] of Object.entries(row.options)) {
    const { text, choices, conflicts = [], default: usual, required = false, hidden } = valueRow(value);
    const option = new Option(flags, fill(text)).conflicts([...conflicts]).makeOptionMandatory(required);
    if (choices) option.choices(namesOf(choices));
    if (usual !== undefined) option.default(fill(usual));
    command.addOption(option.hideHelp(hidden ?? false));
  }
  const note = row.note === undefined ? '' : `\n${fill(row.note)}\n`;
  return command.addHelpText('after', note + examplesText(row.examples));
}

const valueRow = (value: string | ValueRow): ValueRow => (typeof value === 'string' ? { text: value } : value);

const namesOf = (choices: readonly string[] | 'formats'): readonly string[] =>
  choices === 'formats' ? formatNames() : choices;

const examplesText = (lines: readonly string[]): string =>
  `\nExample${lines.length > 1 ? 's' : ''}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;

/** A command that only contains others. */
export const addGroup = (
  program: Command,
  row: CommandRow,
  commands: readonly RegisterCommand[],
  context: CommandContext,
): void => {
  const group = addCommand(program, row);
  for (const add of commands) add(group, context);
};
