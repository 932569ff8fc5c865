import type { EffectPlace } from '../effect.js';
import { firstItems, noteLimits } from '../left-out.js';
import type { LaunchOptions, Machine } from '../machine.js';
import { hasMark, marks, type Value, withoutLimits } from '../value.js';
import { wordSet } from '../word-lists.js';
import {
  type Arguments,
  type CodeFunction,
  type CodeText,
  type CodeValue,
  codeList,
  codeText,
  textsOf,
  unknownCodeValue,
} from './code-values.js';
import type { Token } from './tokens.js';
import type { ScannedLanguage } from './traits.js';

/** The recursion depth that is followed; deeper calls add nothing new. */
const maxRecursion = 8;
/** The call depth of functions and `eval` that is followed. */
const maxCallDepth = 40;
/** How many lines of its input are distinguished. */
const maxLines = 50;
/** How many tokens are read in total, counting functions and loops each time. */
const maxSteps = 20_000;
/** How many tokens are scanned to find the ends of brackets and statements. */
const maxLookahead = 400_000;
/** How deeply brackets and operators may nest. */
const maxNesting = 300;

/** Callbacks of a program's reader: the body of a function, text that is run as code. */
export interface CodeReader {
  readFunction(fn: CodeFunction, args: Arguments, flow: Flow): CodeValue;
  readText(text: Value, flow: Flow): CodeValue;
  /** Calls a function of the program or a name of the language. */
  callAny(callee: CodeValue, args: Arguments, flow: Flow): CodeValue;
}

/** The state of one program while it is read. */
export class Flow {
  readonly variables = new Map<string, CodeValue>();
  readonly functions = new Map<string, CodeFunction>();
  /** Modules whose names are used without a prefix: `from shutil import *`. */
  readonly openModules: string[] = [];
  readonly printed: Value[] = [];
  cwd: Value | undefined;
  /** A connection was opened; a shell that is then started is controlled from the network. */
  hasSocket = false;
  private hasShell = false;
  private notedShell = false;
  hasLoop = false;
  /** The machine that the program connects to. */
  host = '';
  /** A shell that was started without commands: the program's output may be its input. */
  private waitingShell: Value | undefined;
  private readonly forShell: Value[] = [];
  returned: CodeValue | undefined;
  /** Files outside of the project that were opened for overwriting and have no content so far, by path. */
  readonly emptied = new Map<Value, EffectPlace>();
  /** Bodies of functions that are being read; one that appears again calls itself. */
  private readonly active = new Set<readonly Token[]>();
  private depth = 0;
  private steps = 0;
  private looks = 0;
  private nesting = 0;
  /** The program was too long or too deep; the rest is not read. */
  stopped = false;

  constructor(
    readonly machine: Machine,
    readonly language: ScannedLanguage,
    readonly options: LaunchOptions,
    private readonly reader: CodeReader,
  ) {
    this.cwd = options.cwd;
  }

  /** Counts one token; false if the program is too long to follow. */
  step(count = 1): boolean {
    if (this.stopped) return false;
    this.steps += count;
    return this.steps <= maxSteps || this.stop('steps');
  }

  /** Counts tokens that are scanned to find the end of something. */
  lookAhead(count: number): void {
    this.looks += count;
    if (this.looks > maxLookahead && !this.stopped) this.stop('steps');
  }

  /** Enters a bracket; false if it is nested too deeply. */
  enter(): boolean {
    return !this.stopped && (this.nesting++ < maxNesting || this.stop('depth'));
  }

  leave(): void {
    this.nesting--;
  }

  /** Stops reading: the rest is not read. */
  stop(why: 'steps' | 'depth'): false {
    this.machine.note({ do: 'unread', why });
    this.stopped = true;
    return false;
  }

  /** A path as the program would use it: `~` is the home folder, other paths are relative to the current folder. */
  path(value: Value): Value {
    if (value === '~' || value.startsWith('~/')) return this.machine.variable('HOME') + value.slice(1);
    const plain = value.startsWith('file://') ? value.slice(7) : value;
    if (this.cwd === undefined || plain.startsWith('/') || plain.startsWith(marks.any)) return plain;
    return plain === '' || plain === '.'
      ? this.cwd
      : `${this.cwd.endsWith('/') ? this.cwd.slice(0, -1) : this.cwd}/${plain}`;
  }

  place(value: Value): EffectPlace {
    return this.machine.place(this.path(value));
  }

  print(codeValue: CodeValue, end = '\n'): void {
    if (this.language === 'perl') this.emptied.clear();
    this.feedShell(codeValue);
    for (const value of textsOf(this.settle(codeValue)))
      this.printed.push(value.replaceAll(marks.star, marks.any).replaceAll(marks.one, marks.any), end);
  }

  /** Keeps text for a shell that waits for commands. */
  private feedShell(codeValue: CodeValue): void {
    const isOwnOutput = codeValue.kind === 'text' && codeValue.type === 'process';
    if (this.waitingShell === undefined || this.hasSocket || isOwnOutput) return;
    for (const text of textsOf(codeValue)) this.forShell.push(text);
  }

  /** The end of the program: a waiting shell runs the text that it got. */
  end(): void {
    const shell = this.waitingShell;
    if (shell === undefined || this.forShell.length === 0) return;
    // Each text may be a part of a command, or a command.
    const texts = new Set([this.forShell.join(''), this.forShell.join('\n')]);
    for (const stdin of texts) this.machine.runShell(shell, this.runOptions({ stdin }));
  }

  /** The whole environment, used as a text, is full of credentials. */
  settle(codeValue: CodeValue, depth = 0): CodeValue {
    if (codeValue.kind === 'ref')
      return isEnvironment(codeValue.name) ? codeText(this.machine.secret('the environment')) : codeValue;
    if (depth > 2) return codeValue;
    if (codeValue.kind === 'list') return codeList(codeValue.items.map((item) => this.settle(item, depth + 1)));
    if (codeValue.kind !== 'map') return codeValue;
    return {
      kind: 'map',
      entries: new Map([...codeValue.entries].map(([name, item]) => [name, this.settle(item, depth + 1)])),
    };
  }

  variable(name: string): CodeText {
    return codeText(this.options.env?.[name] ?? this.machine.variable(name));
  }

  get stdin(): Value {
    return this.options.stdin ?? marks.any;
  }

  /** One line of the input, or one of several. */
  inputLines(): readonly Value[] {
    return firstItems(
      this.stdin.split('\n').filter((line) => line !== ''),
      maxLines,
    );
  }

  shell(text: Value, options: LaunchOptions = {}): Value {
    this.noteShell(startsShell(text));
    if (waitsForCommands(text) && options.stdin === undefined) this.waitingShell = text;
    return this.machine.runShell(text, this.runOptions(options));
  }

  program(argv: readonly Value[], options: LaunchOptions = {}): Value {
    if (argv.length === 0) return '';
    this.noteShell(startsShell(argv.join(' ')));
    if (waitsForCommands(argv.join(' ')) && options.stdin === undefined) this.waitingShell = argv.join(' ');
    return this.machine.run(argv, this.runOptions(options));
  }

  /** A connection and a shell in one program: the shell is controlled from the network. */
  noteShell(isShell: boolean, isConnected = this.hasSocket): void {
    this.hasShell ||= isShell;
    this.hasSocket ||= isConnected;
    if (!this.hasShell || !this.hasSocket || this.notedShell) return;
    this.notedShell = true;
    this.machine.note({ do: 'shell', over: 'network' });
  }

  private runOptions(options: LaunchOptions): LaunchOptions {
    return { via: this.language, ...(this.cwd === undefined ? {} : { cwd: this.cwd }), ...options };
  }

  evaluate(text: Value): CodeValue {
    if (hasMark(text, 'net')) this.machine.note({ do: 'run', code: 'remote' });
    else if (hasMark(text, 'decoded')) this.machine.note({ do: 'run', code: 'decoded' });
    noteLimits(text, this.machine);
    return this.deeper(() => this.reader.readText(withoutLimits(text), this));
  }

  /** Code inside a text: `${x}`. */
  inline(code: string): CodeValue {
    return this.deeper(() => this.reader.readText(code, this));
  }

  call(fn: CodeFunction, args: Arguments): CodeValue {
    const isAgain = this.active.has(fn.body);
    if (isAgain) this.hasLoop = true;
    if (isAgain && this.depth >= maxRecursion) return unknownCodeValue;
    this.active.add(fn.body);
    const result = this.deeper(() => this.reader.readFunction(fn, args, this));
    if (!isAgain) this.active.delete(fn.body);
    return result;
  }

  callAny(callee: CodeValue, args: Arguments): CodeValue {
    return this.deeper(() => this.reader.callAny(callee, args, this));
  }

  private deeper(read: () => CodeValue): CodeValue {
    if (this.stopped || (this.depth >= maxCallDepth && !this.stop('depth'))) return unknownCodeValue;
    this.depth++;
    const result = read();
    this.depth--;
    return result;
  }
}

const environments = new Set([
  ...['os.environ', 'os.environb', 'process.env', 'Bun.env', 'Deno.env', 'ENV', '$ENV', '%ENV', '$_SERVER', '$_ENV'],
  ...['ENVIRON', 'environ', 'import.meta.env'],
]);
/** Whether a name refers to all variables of the environment. */
export const isEnvironment = (name: string): boolean => environments.has(name);

const shells = wordSet('sh bash zsh dash ksh ash fish csh tcsh cmd cmd.exe powershell pwsh');

/** Whether a command is a shell without its own script. */
export function startsShell(text: Value): boolean {
  const words = text.trim().split(' ');
  const name = (words[0] ?? '').slice((words[0] ?? '').lastIndexOf('/') + 1);
  return shells.has(name) && !words.includes('-c');
}

/** Whether a command is a shell without a script or text: it reads its input. */
const waitsForCommands = (text: Value): boolean => startsShell(text) && /^\S+(?: -\w+)*$/.test(text.trim());
