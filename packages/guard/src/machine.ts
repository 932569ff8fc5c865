import type { CopySource, Effect, EffectPlace, WriteHow } from './effect.js';
import { marks, type Value } from './value.js';
import { byWord } from './word-lists.js';
import type { GuardWorld } from './world.js';

/** Languages whose programs are given as text on a command line. */
export type Language = 'python' | 'javascript' | 'ruby' | 'perl' | 'php' | 'lua' | 'awk' | 'sed' | 'tcl' | 'r';

/** A program that is called, all words expanded. */
export interface Call {
  /** The program's name without its folder: `rm` of `/bin/rm`. */
  readonly name: string;
  /** With the name as written first. */
  readonly argv: readonly Value[];
  /** What comes in from a pipe, a file or a here-document; undefined if nothing does. */
  readonly stdin: Value | undefined;
}

/** A folder of this machine inside a container. */
export interface ContainerMount {
  /** The path in the container. */
  readonly at: Value;
  /** The absolute path on this machine. */
  readonly from: Value;
}

export interface LaunchOptions {
  /** What started it, for people: `sudo`, `bash -c`, `xargs`. */
  readonly via?: string;
  readonly stdin?: Value;
  /** The other machine or container on which it runs. */
  readonly remote?: string;
  /** The folder in which it runs. */
  readonly cwd?: Value;
  readonly env?: Readonly<Record<string, Value>>;
  /** Folders of this machine that a container sees; what it changes elsewhere goes away with the container. */
  readonly mounts?: readonly ContainerMount[];
  /** `$1` and so on, for shell text; `$0` first. */
  readonly args?: readonly Value[];
}

/**
 * The simulated machine on which a command runs: nothing happens, effects are noted. Programs that need code are
 * functions over it; packs and other languages use it too.
 */
export interface Machine {
  readonly world: GuardWorld;
  /** The folder at this point of the command; absolute, may contain marks. */
  readonly cwd: Value;
  /** The other machine or container on which the command runs at this point. */
  readonly remote: string | undefined;
  /** Where a path of the command leads. */
  place(path: Value): EffectPlace;
  note(effect: Effect): void;
  /** Runs a program; returns what it prints. */
  run(argv: readonly Value[], options?: LaunchOptions): Value;
  /** Runs shell text, such as that of `bash -c`; returns what it prints. */
  runShell(text: Value, options?: LaunchOptions): Value;
  /** Runs the text of a program in another language; returns what it prints. */
  runCode(language: Language, text: Value, options?: LaunchOptions): Value;
  /** Judges SQL text; returns what it prints. `target` is the database or host. */
  runSql(sql: Value, target?: string): Value;
  /** Runs once for each value, as far as the budget goes; one run stands for all others. */
  eachOf(values: readonly Value[], run: (value: Value) => void): void;
  /** A variable's value at this point; the `any` mark if nobody knows. */
  variable(name: string): Value;
  /**
   * What reading a file gives: the text, if this command wrote it; the `secret` mark for a secret place (the place is
   * remembered for the message); else the `any` mark.
   */
  read(path: Value): Value;
  /** Whether this command wrote a file so far. */
  readonly hasWritten?: boolean;
  /** Records a write, and the text for later parts of the command. `from`: what is copied there. */
  write(path: Value, how: WriteHow, text?: Value, from?: CopySource): void;
  /** The `secret` mark; remembers what the secret is, for messages. */
  secret(what: string): Value;
  /** What the secrets are that the command has read so far. */
  readonly secrets: ReadonlySet<string>;
  /** A symbolic link that the command makes; later parts of the command follow it. */
  link(path: Value, target: Value): void;
  /** What programs remember for later parts of the same command, such as git's aliases. */
  readonly memory: Map<string, Value>;
}

/** What programs remember of a command, by its key in `memory`. */
export const memoryKeys = {
  /** A named pipe was made: what is written to it later, others read earlier in the text. */
  namedPipe: 'a named pipe',
  /** Folders whose files came from the network, one a line. */
  fetchedFolders: 'fetched folders',
  /** The same for folders of the project in which there are other files, too. */
  fetchedBesideOwn: 'folders with fetched files',
  /** Variables with credentials are there: all of a container were printed, or a file with settings was read. */
  secretVariables: 'variables with credentials',
  /** The description of a container or the steps of its image were printed; its variables are a part of them. */
  containerDescription: 'description of a container',
} as const;

/** What a program in a running container printed; remembers if these are all variables. */
export function printedInContainer(machine: Machine, printed: Value): Value {
  if (printed.includes(marks.environment)) machine.memory.set(memoryKeys.secretVariables, printed);
  return printed;
}

/** The variables in the description of a container, if the command printed one. */
export const describedVariables = (machine: Machine): Value =>
  machine.memory.has(memoryKeys.containerDescription) ? machine.secret('variables of a container') : '';

/** A program's answer that only packs know this use of it. */
export const askPacks: unique symbol = Symbol('ask the packs');

/**
 * Does on the simulated machine what the program would do; returns what it prints. Undefined: output that nobody knows,
 * with the sources of its input.
 */
export type Program = (call: Call, machine: Machine) => Value | undefined | typeof askPacks;

export type ProgramTable = Readonly<Record<string, Program>>;

/** A function that gives the programs of a table whose keys are names with spaces between them. */
export function programTable(table: ProgramTable): () => ProgramTable {
  const programs = byWord(table);
  return () => programs;
}
