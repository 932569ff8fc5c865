import type { CopySource, Effect, EffectPlace, WriteHow } from './effect.js';
import { marks, type Value } from './value.js';
import { byWord } from './word-lists.js';
import type { GuardWorld } from './world.js';

/** Languages whose programs appear as text on a command line. */
export type Language = 'python' | 'javascript' | 'ruby' | 'perl' | 'php' | 'lua' | 'awk' | 'sed' | 'tcl' | 'r';

/** A call of a program, with all words expanded. */
export interface Call {
  /** The program's name without its folder: `rm` for `/bin/rm`. */
  readonly name: string;
  /** Begins with the name as written. */
  readonly argv: readonly Value[];
  /** Input from a pipe, a file or a here-document; undefined without one. */
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
  /** What started it, for messages: `sudo`, `bash -c`, `xargs`. */
  readonly via?: string;
  readonly stdin?: Value;
  /** The other machine or container on which it runs. */
  readonly remote?: string;
  /** The folder in which it runs. */
  readonly cwd?: Value;
  readonly env?: Readonly<Record<string, Value>>;
  /** Folders of this machine that a container sees; its changes elsewhere disappear with the container. */
  readonly mounts?: readonly ContainerMount[];
  /** `$1` and so on, for shell text; `$0` first. */
  readonly args?: readonly Value[];
}

/**
 * The simulated machine on which a command runs: nothing happens, effects are reported. Programs that need code are
 * functions over it; packs and other languages also use it.
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
  /** Runs once per value while the budget lasts; one run then covers all others. */
  eachOf(values: readonly Value[], run: (value: Value) => void): void;
  /** A variable's value at this point; the `any` mark if unknown. */
  variable(name: string): Value;
  /**
   * The result of reading a file: the text, if this command wrote it; the `secret` mark for a secret place (the place
   * is kept for the message); else the `any` mark.
   */
  read(path: Value): Value;
  /** Whether this command has written a file so far. */
  readonly hasWritten?: boolean;
  /** Records a write, and the text for later parts of the command. `from`: the source of a copy. */
  write(path: Value, how: WriteHow, text?: Value, from?: CopySource): void;
  /** Returns the `secret` mark; keeps the secret's name for messages. */
  secret(what: string): Value;
  /** The names of the secrets that the command has read so far. */
  readonly secrets: ReadonlySet<string>;
  /** Creates a symbolic link, which later parts of the command follow. */
  link(path: Value, target: Value): void;
  /** State of programs for later parts of the same command, such as git's aliases. */
  readonly memory: Map<string, Value>;
}

/** Keys of this state in `memory`. */
export const memoryKeys = {
  /** A named pipe was created: writes to it later in the text are read earlier in the text. */
  namedPipe: 'a named pipe',
  /** Folders with files from the network, one per line. */
  fetchedFolders: 'fetched folders',
  /** The same for folders of the project that also have other files. */
  fetchedBesideOwn: 'folders with fetched files',
  /** Credentials are in variables: all variables of a container were printed, or a settings file was read. */
  secretVariables: 'variables with credentials',
  /** The description of a container or the steps of its image were printed, including its variables. */
  containerDescription: 'description of a container',
} as const;

/** Output of a program in a running container; records whether this is the list of all variables. */
export function printedInContainer(machine: Machine, printed: Value): Value {
  if (printed.includes(marks.environment)) machine.memory.set(memoryKeys.secretVariables, printed);
  return printed;
}

/** The variables in a container's description, if the command printed one. */
export const describedVariables = (machine: Machine): Value =>
  machine.memory.has(memoryKeys.containerDescription) ? machine.secret('variables of a container') : '';

/** Returned by a program if only packs know this use of it. */
export const askPacks: unique symbol = Symbol('ask the packs');

/**
 * Applies a program's effects to the simulated machine; returns its output. Undefined: unknown output, with the sources
 * of its input.
 */
export type Program = (call: Call, machine: Machine) => Value | undefined | typeof askPacks;

export type ProgramTable = Readonly<Record<string, Program>>;

/** A getter for the programs of a table whose keys are names with spaces between them. */
export function programTable(table: ProgramTable): () => ProgramTable {
  const programs = byWord(table);
  return () => programs;
}
