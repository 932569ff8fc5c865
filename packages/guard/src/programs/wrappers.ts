import { wrappers } from '../../.cache/programs/wrappers.js';
import { askPacks, type Call, type LaunchOptions, type Machine, type Program, printedInContainer } from '../machine.js';
import { readWords } from '../packs/options.js';
import { forKnownReceiver, marks, type Value } from '../value.js';
import { runConnectCommands } from './connect.js';
import { isThisMachine, noteSend } from './kit.js';

/** How a program starts another one. Lists are words with spaces between them. */
export interface Wrapper {
  /** Words that come first: `exec` in `npm exec`. */
  readonly words?: string;
  /** Options that take a value. */
  readonly values?: string;
  /** Operands before the command: the time of `timeout`, the host of `ssh`; `allOperands` if none is a command. */
  readonly skips?: number;
  /** `NAME=value` words may come before the command. */
  readonly takesVariables?: boolean;
  /** Options whose value is shell text: `su -c`. */
  readonly textOptions?: string;
  /** All words after the program that it starts belong to that program: `npx codex -c x`. */
  readonly optionsFirst?: boolean;
  /** The rest, joined, is shell text: `watch`, `ssh`. */
  readonly joins?: boolean;
  /** A single operand is shell text, several are a command with its words: `tmux new`, `script`. */
  readonly joinsOne?: boolean;
  /** Options whose value is a file that it writes. */
  readonly outputOptions?: string;
  /** The first operand is a file that it writes: `script FILE`. */
  readonly writesFirst?: boolean;
  /** The option that names the folder in which it starts. */
  readonly folderOptions?: string;
  /** It starts the command on another machine or in a container, named by the operand with this number. */
  readonly remoteAt?: number;
  /** Without a command, it starts a shell that reads its input. */
  readonly readsInput?: boolean;
  /** The option whose value may be a program for the connection: `ssh -o ProxyCommand=…`. */
  readonly settingOption?: string;
  /** Only the words after `--` are a command. */
  readonly needsDashes?: boolean;
  /** Options after which the rest is the command: `nix shell x -c command`. */
  readonly restOptions?: string;
  /** The option that exposes a port of this machine: `ssh -R`. */
  readonly exposeOption?: string;
  /** With one of these it starts the command at other times. */
  readonly laterOptions?: string;
  /** It runs text at another time: a file that this option names, or its input. */
  readonly fileOption?: string;
}

/** The uses of a program; the first one whose words match is used. */
export type WrapperRow = Wrapper | readonly Wrapper[];

const list = (words: string | undefined): readonly string[] => (words === undefined ? [] : words.split(' '));

const allOperands = 99;
const isVariable = (word: Value): boolean => /^[A-Za-z_]\w*\+?=/.test(word);

/** Runs the command of a wrapper, on this machine or another one. */
export function runWrapper(wrapper: Wrapper, call: Call, machine: Machine): Value | undefined {
  const [values, textOptions, words] = [list(wrapper.values), list(wrapper.textOptions), list(wrapper.words)];
  const given = call.argv.slice(1);
  const { options, operands, hasDashes, operandsBeforeDashes } = readWords(given, {
    values: [...values, ...textOptions],
    stopsAtOperand: !wrapper.needsDashes && !wrapper.fileOption && words.length === 0 && wrapper.skips !== allOperands,
  });
  if (wrapper.fileOption !== undefined) {
    const file = options.find((one) => one.name === wrapper.fileOption)?.value;
    return runLater(file === undefined ? call.stdin : machine.read(file), call, machine);
  }
  const [, ...rest] =
    words.length === 0 ? ['', ...operands] : ['', ...afterWords(given, words, [...values, ...textOptions], wrapper)];
  const name = words.length > 0 ? `${call.name} ${operands.slice(0, words.length).join(' ')}` : call.name;
  for (const { name: one, value } of options)
    if (value !== undefined && list(wrapper.outputOptions).includes(one)) machine.write(value, 'over');
  if (wrapper.writesFirst && rest[0] !== undefined) machine.write(rest[0], 'over');
  const folder = options.find((one) => list(wrapper.folderOptions).includes(one.name))?.value;
  const remote = remoteOf(wrapper, rest, machine);
  const start: LaunchOptions = {
    via: name,
    ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
    ...(remote === undefined ? {} : { remote, cwd: marks.any }),
    // A login to this machine starts in the home folder.
    ...(call.name === 'ssh' && remote === machine.remote ? { cwd: machine.place('~').path } : {}),
    ...(folder === undefined ? {} : { cwd: machine.place(folder).path }),
  };
  if (remote !== undefined && remote !== machine.remote && call.stdin !== undefined)
    noteSend(machine, [forKnownReceiver(call.stdin)], remote);
  const settings = options.filter(({ name: one }) => one === wrapper.settingOption).map(({ value = '' }) => value);
  runConnectCommands(machine, settings);
  if (options.some(({ name: one }) => one === wrapper.exposeOption))
    machine.note({ do: 'expose', what: 'a local port to another machine' });
  if (options.some(({ name: one }) => list(wrapper.laterOptions).includes(one)))
    machine.note({ do: 'persist', what: 'a command that runs later' });
  const after = restAfter(given, list(wrapper.restOptions));
  if (after) return runCommand(wrapper, after, start, call, machine);
  const printed = options
    .filter((one) => textOptions.includes(one.name))
    .map(({ value = '' }) => machine.runShell(value, start));
  if (wrapper.needsDashes && words.length === 0 && !hasDashes) return printed.join('') || undefined;
  const command =
    wrapper.needsDashes && words.length === 0 ? operands.slice(operandsBeforeDashes) : rest.slice(wrapper.skips ?? 0);
  const ready = afterOptions(wrapper, withoutVariables(wrapper, command));
  const output = printed.join('') + runCommand(wrapper, ready, start, call, machine);
  if (wrapper.remoteAt === undefined || remote === undefined) return output;
  // Another machine has its own variables.
  if (call.name === 'ssh') return output.replaceAll(marks.environment, marks.any) + marks.net;
  return wrapper.words === undefined ? output : printedInContainer(machine, output);
}

/** Text that runs later, unattended. */
function runLater(text: Value | undefined, call: Call, machine: Machine): Value {
  if (text === undefined || call.argv.some((word) => /^-[lrdcV]/.test(word))) return marks.any;
  machine.note({ do: 'persist', what: 'a job for later' });
  return machine.runShell(text, { via: call.name, stdin: '' });
}

/** The words after an option that ends the wrapper's own words. */
function restAfter(given: readonly Value[], names: readonly string[]): readonly Value[] | undefined {
  const at = given.findIndex((word) => names.includes(word));
  return at < 0 ? undefined : given.slice(at + 1);
}

/** Options may also be between the operands and the command: `ssh host -p 22 ls`, `setarch x86_64 -R ls`. */
function afterOptions(wrapper: Wrapper, command: readonly Value[]): readonly Value[] {
  const isOption = wrapper.skips === 1 && /^-[^-]/.test(command[0] ?? '');
  if (!isOption || list(wrapper.textOptions).includes(command[0] as string)) return command;
  return readWords(command, { values: list(wrapper.values), stopsAtOperand: true }).operands;
}

/** The words after the subcommand; a command there is read unchanged, including its options. */
function afterWords(
  given: readonly Value[],
  words: readonly string[],
  values: readonly string[],
  { needsDashes }: Wrapper,
): readonly Value[] {
  let rest = given;
  for (let left = words.length; left > 0; left--)
    rest = readWords(rest, { values, stopsAtOperand: true }).operands.slice(1);
  const dashes = rest.indexOf('--');
  if (needsDashes) return dashes < 0 ? [] : rest.slice(dashes + 1);
  return readWords(rest, { values, stopsAtOperand: true }).operands;
}

function remoteOf({ remoteAt }: Wrapper, rest: readonly Value[], machine: Machine): string | undefined {
  if (remoteAt === undefined) return machine.remote;
  const host = remoteAt < 0 ? 'another machine' : (rest[remoteAt] ?? 'another machine');
  return isThisMachine(host.slice(host.lastIndexOf('@') + 1)) ? machine.remote : host;
}

function withoutVariables({ takesVariables }: Wrapper, command: readonly Value[]): readonly Value[] {
  if (!takesVariables) return command[0] === '--' ? command.slice(1) : command;
  const first = command.findIndex((word) => !isVariable(word));
  return first < 0 ? [] : command.slice(first);
}

function runCommand(
  wrapper: Wrapper,
  command: readonly Value[],
  start: LaunchOptions,
  call: Call,
  machine: Machine,
): Value {
  if (command.length === 0) {
    const reads = wrapper.readsInput && call.stdin !== undefined;
    return reads ? machine.runShell(call.stdin ?? '', { ...start, stdin: '' }) : '';
  }
  // `flock file -c text`: the text may come after the operands.
  const textAt = command
    .slice(0, wrapper.optionsFirst ? 0 : wrapper.skips === undefined ? 2 : 1)
    .findIndex((word) => list(wrapper.textOptions).includes(word));
  if (textAt >= 0) return machine.runShell(command[textAt + 1] ?? '', start);
  // It joins the words to one text, although people often expect separate words.
  if (wrapper.joins) {
    const joined = machine.runShell(command.join(' '), start);
    const losesWords = command.length > 1 && command.some((word) => /\s/.test(word));
    return losesWords ? joined + machine.run(command, start) : joined;
  }
  if (wrapper.joinsOne) {
    const texts =
      call.name === 'hyperfine' || call.name === 'concurrently' ? command : command.length === 1 ? command : undefined;
    if (texts) return texts.map((text) => machine.runShell(text, start)).join('');
  }
  return machine.run(command, start);
}

const programOf =
  (rows: readonly Wrapper[]): Program =>
  (call, machine) => {
    for (const row of rows) {
      const words = list(row.words);
      const { operands } = readWords(call.argv.slice(1), { values: list(row.values), stopsAtOperand: false });
      if (!words.every((word, index) => word.split('|').includes(operands[index] ?? ''))) continue;
      return runWrapper(row, call, machine);
    }
    return askPacks;
  };

const rowsOf = (name: string): readonly Wrapper[] =>
  Object.hasOwn(wrappers, name) ? [wrappers[name] ?? []].flat() : [];

/** The program for a wrapper's name, if it is one. */
export const wrapperProgram = (name: string): Program | undefined =>
  rowsOf(name).length > 0 ? programOf(rowsOf(name)) : undefined;

export const wrapperProgramNames = (): readonly string[] => Object.keys(wrappers);
