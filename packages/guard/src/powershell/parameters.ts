import { commonAliases } from '../../.cache/powershell/parameters.js';
import { hasUnknown, type Value } from '../value.js';
import type { PsContext, PsWord } from './context.js';
import { isPsList, isPsTable, isPsTrue, type PsItem, psItems, psText } from './items.js';

/** The parameters of a cmdlet, each list separated by spaces, in lower case. */
export interface CmdletParameters {
  /** Parameters with a value; one that is also the beginning of others comes first, so the short form means it. */
  readonly values?: string;
  readonly switches?: string;
  /** The parameters for values without a name, in order; the rest go to `rest`. */
  readonly positions?: string;
  readonly aliases?: Readonly<Record<string, string>>;
}

export interface CmdletCall {
  /** The cmdlet's name in lower case. */
  readonly name: string;
  readonly words: readonly PsWord[];
  /** The input from the pipeline; undefined for its first command. */
  readonly input: readonly PsItem[] | undefined;
  readonly rest: readonly PsItem[];
  has(name: string): boolean;
  get(name: string): PsItem | undefined;
  /** All items of a parameter; none if it is not given. */
  all(name: string): readonly PsItem[];
  text(name: string): Value;
}

/** Runs a cmdlet; returns the items that it passes on, if any. */
export type CmdletRun = (call: CmdletCall, context: PsContext) => readonly PsItem[] | undefined;
export interface Cmdlet {
  readonly parameters: CmdletParameters;
  readonly run: CmdletRun;
}
export type CmdletTable = Readonly<Record<string, Cmdlet>>;

/** Cmdlets with the same action and parameters. */
interface CmdletRow<Run extends string> extends CmdletParameters {
  readonly names: string;
  readonly run: Run;
}

/** The cmdlets of some rows, which name their actions. */
export const cmdletTable = <Run extends string>(
  rows: readonly CmdletRow<Run>[],
  runs: Readonly<Record<Run, CmdletRun>>,
): CmdletTable =>
  Object.fromEntries(
    rows.flatMap(({ names, run, ...parameters }) =>
      names.split(' ').map((name): [string, Cmdlet] => [name, { parameters, run: runs[run] }]),
    ),
  );

const commonSwitches = ['whatif', 'confirm', 'verbose', 'debug'];
const commonValues = [
  ...['erroraction', 'warningaction', 'informationaction', 'errorvariable', 'warningvariable', 'outvariable'],
  ...['outbuffer', 'pipelinevariable'],
];

const split = (text = ''): readonly string[] => (text === '' ? [] : text.split(' '));

const ownAlias = (aliases: Readonly<Record<string, string>> | undefined, name: string): string | undefined =>
  aliases && Object.hasOwn(aliases, name) ? aliases[name] : undefined;

/** The full name of an abbreviated parameter; undefined if the cmdlet does not have it. */
export function fullParameter(written: string, parameters: CmdletParameters): string | undefined {
  const name = written.replace(/^[-\u2013\u2014\u2015]+/, '').toLowerCase();
  const own = [...split(parameters.switches), ...split(parameters.values)];
  const known = [...own, ...commonSwitches, ...commonValues];
  return (
    known.find((full) => full === name) ??
    ownAlias(parameters.aliases, name) ??
    ownAlias(commonAliases, name) ??
    (name === '' ? undefined : known.find((full) => full.startsWith(name)))
  );
}

/** Binds arguments to parameters as PowerShell does. */
export function bindParameters(
  name: string,
  words: readonly PsWord[],
  parameters: CmdletParameters,
  input: readonly PsItem[] | undefined,
): CmdletCall {
  const given = new Map<string, PsItem>();
  const plain: PsItem[] = [];
  const switches = [...split(parameters.switches), ...commonSwitches];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as PsWord;
    if (word.kind === 'value') {
      if (word.from?.kind === 'variable' && word.from.isSplat) splat(word.item);
      else plain.push(word.item);
      continue;
    }
    const full = fullParameter(word.written, parameters);
    if (full === undefined || switches.includes(full)) {
      given.set(full ?? word.written.slice(1).toLowerCase(), word.value ?? true);
      continue;
    }
    const next = words[at + 1];
    if (word.value !== undefined) given.set(full, word.value);
    else if (next?.kind === 'value') {
      given.set(full, next.item);
      at++;
    }
  }
  for (const position of split(parameters.positions))
    if (!given.has(position) && plain.length > 0) given.set(position, plain.shift() as PsItem);
  return {
    name,
    words,
    input,
    rest: plain,
    has: (key) => given.has(key) && isPsTrue(given.get(key) ?? null),
    get: (key) => given.get(key),
    all: (key) => psItems(given.get(key)),
    text: (key) => psText(given.get(key)),
  };

  function splat(item: PsItem): void {
    if (isPsTable(item))
      for (const [key, value] of item.entries) given.set(fullParameter(key, parameters) ?? key, value);
    else if (isPsList(item)) plain.push(...item.items);
    else plain.push(item);
  }
}

/** Whether it only reports what it would do. An unknown value does not count. */
export const isDryRun = (call: CmdletCall): boolean => {
  const value = call.get('whatif');
  return value !== undefined && isPsTrue(value) && !hasUnknown(psText(value));
};
