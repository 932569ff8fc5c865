import { commonAliases } from '../../.cache/powershell/parameters.js';
import { hasUnknown, type Value } from '../value.js';
import type { PsContext, PsWord } from './context.js';
import { isPsList, isPsTable, isPsTrue, type PsItem, psItems, psText } from './items.js';

/** The parameters of a cmdlet, each list separated by spaces, in lower case. */
export interface CmdletParameters {
  /** Parameters with a value; a name that others begin with stands first, as the one that a short form means. */
  readonly values?: string;
  readonly switches?: string;
  /** The parameters that values without a name go to, in order; what is left goes to `rest`. */
  readonly positions?: string;
  readonly aliases?: Readonly<Record<string, string>>;
}

export interface CmdletCall {
  /** The cmdlet's name in lower case. */
  readonly name: string;
  readonly words: readonly PsWord[];
  /** What the pipeline sends; undefined if it is the first of it. */
  readonly input: readonly PsItem[] | undefined;
  readonly rest: readonly PsItem[];
  has(name: string): boolean;
  get(name: string): PsItem | undefined;
  /** All items of a parameter; none if it is not given. */
  all(name: string): readonly PsItem[];
  text(name: string): Value;
}

/** Does what a cmdlet would do; returns what it sends on, if anything. */
export type CmdletRun = (call: CmdletCall, context: PsContext) => readonly PsItem[] | undefined;
export interface Cmdlet {
  readonly parameters: CmdletParameters;
  readonly run: CmdletRun;
}
export type CmdletTable = Readonly<Record<string, Cmdlet>>;

/** Cmdlets that do the same with the same parameters. */
interface CmdletRow<Run extends string> extends CmdletParameters {
  readonly names: string;
  readonly run: Run;
}

/** The cmdlets of some rows, which name what they do. */
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

/** The full name of a parameter that may be shortened; undefined if the cmdlet has none like it. */
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

/** Gives each argument to its parameter, as PowerShell binds them. */
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

/** Whether it only says what it would do. A value that nobody knows is no promise. */
export const isDryRun = (call: CmdletCall): boolean => {
  const value = call.get('whatif');
  return value !== undefined && isPsTrue(value) && !hasUnknown(psText(value));
};
