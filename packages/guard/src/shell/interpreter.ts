import type { Effect, EffectPlace, SeenEffect } from '../effect.js';
import { isPlain, leftOut, limitsIn, limitText, type ValueLimit } from '../left-out.js';
import { guardLimits } from '../limits.js';
import { type Language, type LaunchOptions, type Machine, memoryKeys } from '../machine.js';
import { packsOf } from '../packs/index.js';
import type { Pack } from '../packs/pack.js';
import { placeInContainer } from '../places/container-place.js';
import { placeOf } from '../places/scope.js';
import { marks, oddlyLeftOut, shownValue, type Value, withoutLimits } from '../value.js';
import type { GuardWorld } from '../world.js';
import { ReadingBudget, type UnreadReason } from './budget.js';
import { fileOfDescriptor } from './files.js';
import { expansionsIn, fileReadBy, nestingOf, type ParsedScript, parseShell } from './parse.js';
import { runStatements } from './run.js';
import { SeenCalls } from './seen-calls.js';
import { createShellMachine } from './shell-machine.js';
import type { ShellFrame } from './state.js';
import type { GuardStep } from './steps.js';
import { OutputStream, TextStream } from './streams.js';
import { ValueChoices } from './variables.js';
import { expandText } from './words.js';

/** Readers of other languages, passed in so that the shell does not depend on them. */
export interface OtherReaders {
  readonly runCode: (language: Language, text: Value, machine: Machine, options?: LaunchOptions) => Value;
  readonly runSql: (sql: Value, machine: Machine, target?: string) => Value;
}

/** The cost of resolving a place, in relation to the length of its path. */
const placeCost = 8;

/** The part of the budget for repeated rounds that is reserved for words other than plain names. */
const reserve = 0.2;

/** How many parts of a text are read after a syntax error. */
const linesAfterError = 200;

/** What limits omitted from a path, or from its working folder. */
function leftOutOf(path: Value, folder: Value): Pick<EffectPlace, 'leftOut'> | undefined {
  const limits = oddlyLeftOut(path.startsWith('/') ? path : folder + path);
  return limits === '' ? undefined : { leftOut: limits };
}

/** The call that causes an effect. */
type CallNote = Pick<SeenEffect, 'span' | 'via' | 'call' | 'source'>;

/**
 * Runs shell text on a simulated machine. It holds the state of the whole command: effects, files it writes, links it
 * creates, and how much may still be read. The state of one shell is in its `ShellFrame`.
 */
export class Interpreter {
  readonly effects: SeenEffect[] = [];
  readonly steps: GuardStep[] = [];
  readonly files = new Map<string, Value>();
  readonly links = new Map<string, Value>();
  readonly memory = new Map<string, Value>();
  readonly secrets = new Set<string>();
  /** The same, by the calls that read them. */
  readonly readSecrets = new Map<string, { readonly by: CallNote; readonly names: Set<string> }>();
  readonly seen = new SeenCalls();
  /** How often a function called itself next to another copy of itself. */
  readonly recursions = new Map<string, number>();
  /** Whether an unset variable was read since the current command began. */
  hasReadUnset = false;
  /** Whether the running text was made with such a variable: unknown parts of it are that variable. */
  isTextWithUnset = false;
  hasSyntaxError = false;
  /** Files emptied by redirections of the current command. */
  emptied: EffectPlace[] = [];
  /** Traps, which run after the text that sets them. A trap can set another; the budget ends one that sets itself. */
  readonly atExit: (() => void)[] = [];
  /** How many programs were named by globs. */
  globNames = 0;
  countedRounds = 0;
  /** Messages about reached limits, if they say more than the limit itself. */
  readonly limitDetails = new Map<ValueLimit, string>();
  private readonly budget = new ReadingBudget((why) => this.unread(why));
  private depth = 0;
  /** How many branches, loops and subshells surround the current command. */
  private maybes = 0;
  private starts = 0;
  span: readonly [number, number] = [0, 0];
  private via: readonly string[] = [];
  private call = '';
  source = 'shell';
  readonly choices = new ValueChoices();
  private pipes = 0;
  private readonly places = new Map<string, EffectPlace>();
  private readonly machines = new WeakMap<ShellFrame, Machine>();
  /** Texts of `>(…)` that wait for their input, by their paths. */
  readonly waiting = new Map<string, { script: ParsedScript; state: ShellFrame; text: Value }>();

  constructor(
    readonly world: GuardWorld,
    readonly readers: OtherReaders,
    private readonly morePacks: readonly Pack[] = [],
  ) {}

  /** The packs for a program: the shipped ones, and those of users and projects. */
  packsFor(name: string): readonly Pack[] {
    const own = this.ownPacksFor(name);
    return own.length === 0 ? packsOf(name) : [...packsOf(name), ...own];
  }

  ownPacksFor(name: string): readonly Pack[] {
    return this.morePacks.length === 0 ? [] : this.morePacks.filter(({ tools }) => tools.includes(name));
  }

  /** Runs text in a shell; false if a limit prevented reading it. */
  runText(text: Value, state: ShellFrame): boolean {
    if (text.length > guardLimits.commandLength) return this.unread('length');
    if (this.depth >= guardLimits.depth || nestingOf(text) > guardLimits.nesting) return this.unread('depth');
    if (expansionsIn(text) > guardLimits.expansions) return this.unread('steps');
    if (!this.takeText(text.length)) return false;
    this.depth++;
    const script = parseShell(text);
    const atStart = this.depth === 1 ? state.copy() : undefined;
    this.runParsed(text, script, state);
    // An earlier command may read what a later one writes to a named pipe: it is there in the second run.
    if (atStart && this.memory.has(memoryKeys.namedPipe)) this.runParsed(text, script, atStart);
    this.depth--;
    return true;
  }

  private runParsed(text: Value, script: ParsedScript, state: ShellFrame): void {
    this.runToEnd(() => {
      runStatements(script.commands, this, state);
      const error = script.errors?.[0];
      if (!error) return;
      this.hasSyntaxError = true;
      this.runAfterError(text, error.pos, state);
    });
  }

  /** Runs the commands of a text, and then those that wait for its end. */
  private runToEnd(run: () => void): void {
    const outer = new Set(this.waiting.keys());
    const outerTraps = this.atExit.length;
    run();
    this.runWaiting(outer);
    while (this.atExit.length > outerTraps && this.step()) this.atExit.pop()?.();
  }

  /** Bash runs the lines before a syntax error. Another shell may continue, so the lines after it count too. */
  private runAfterError(text: Value, from: number, state: ShellFrame): void {
    const lines = text.slice(from).split(/[\n;&|]/);
    if (lines.length > linesAfterError) this.unread('syntax');
    for (const line of lines.slice(0, linesAfterError)) {
      // The rest of a compound command begins with its keywords and brackets.
      const script = parseShell(line.replace(/^(?:[\s(){}!]{1,50}|(?:do|then|else|elif|if|while|until)\s){1,20}/, ''));
      if (!script.errors?.length) runStatements(script.commands, this, state.copy());
    }
  }

  runScript(script: ParsedScript, state: ShellFrame): void {
    if (script.errors?.length) this.hasSyntaxError = true;
    this.deeper(() => this.runToEnd(() => runStatements(script.commands, this, state)));
  }

  /** Runs code nested in another command, unless it is nested too deeply. */
  deeper(run: () => void): void {
    if (this.depth >= guardLimits.depth) {
      this.unread('depth');
      return;
    }
    this.depth++;
    run();
    this.depth--;
  }

  unread(why: UnreadReason): false {
    this.note({ do: 'unread', why }, undefined);
    return false;
  }

  takeText(length: number): boolean {
    return this.budget.takeText(length);
  }

  spend(characters: number): void {
    this.budget.spend(characters);
  }

  step(words: readonly Value[] = []): boolean {
    return this.budget.step(words);
  }

  private get currentCall(): CallNote {
    return { span: this.span, via: this.via, call: this.call, source: this.source };
  }

  note(noted: Effect, remote: string | undefined, state?: ShellFrame, by = this.currentCall): void {
    const effect = this.withoutLeftOut(noted, remote);
    if (this.effects.length > guardLimits.effects) return;
    // The last kept effect represents all that exceed the limit.
    const isLast = this.effects.length === guardLimits.effects;
    this.effects.push({
      ...(isLast ? ({ do: 'unread', why: 'steps' } as const) : effect),
      ...by,
      ...(remote === undefined ? {} : { remote }),
      ...(state && this.folderNote(state.folders)),
      ...(state && state.variables.size > 0 && { setsVariables: true }),
    });
  }

  /** The effect alone; parts of its places or data that a limit omitted are reported first. */
  private withoutLeftOut(effect: Effect, remote: string | undefined): Effect {
    if ('leftOut' in effect && effect.leftOut !== undefined) {
      const { leftOut: limits, ...own } = effect;
      this.noteLeftOut(limits, remote);
      return own;
    }
    if ('at' in effect && effect.at?.leftOut !== undefined)
      return { ...effect, at: this.withoutLimit(effect.at, remote) };
    if (effect.do === 'move' && (effect.from.leftOut ?? effect.to.leftOut) !== undefined)
      return { ...effect, from: this.withoutLimit(effect.from, remote), to: this.withoutLimit(effect.to, remote) };
    return effect;
  }

  private withoutLimit({ leftOut: limits, ...place }: EffectPlace, remote: string | undefined): EffectPlace {
    if (limits !== undefined) this.noteLeftOut(limits, remote);
    return place;
  }

  /** Asks about a value that is used although limits omitted parts of it. */
  noteLeftOut(value: Value, remote: string | undefined): void {
    for (const limit of limitsIn(value))
      this.note({ do: 'unread', why: 'limit', what: this.limitDetails.get(limit) ?? limitText(limit) }, remote);
  }

  /**
   * Runs once per value: at least the first ones, then more on the spare budget, starting with those that are not plain
   * names. One round represents the rest.
   */
  eachOf(values: readonly Value[], run: (value: Value) => void): void {
    let count = 0;
    for (const value of values) {
      if (count < guardLimits.rounds) run(value);
      else if (!this.repeat(() => run(value), reserve)) break;
      count++;
    }
    if (count === values.length) return;
    const rest = values.slice(count);
    const read = new Set<Value>();
    for (const value of rest.filter((one) => !isPlain(one))) {
      if (!this.repeat(() => run(value))) break;
      read.add(value);
    }
    const others = rest.filter((value) => !read.has(value));
    if (others.length === 0) return;
    this.limitDetails.set('rounds', `a loop over ${values.length} words: only the first ${count} were read`);
    run(leftOut('rounds', ...others));
  }

  /** One more round of a loop on the spare budget; false if there is none. */
  repeat(run: () => void, keeps?: number): boolean {
    return this.effects.length < guardLimits.effects / 2 && this.budget.repeat(run, keeps);
  }

  /** The folder of an effect, if it differs from the start folder of the command. */
  private folderNote([folder = this.world.cwd, ...others]: readonly Value[]): { readonly cwd?: Value } {
    if (others.length > 0) return { cwd: marks.any };
    return folder === this.world.cwd ? {} : { cwd: folder };
  }

  /** Whether the command itself runs, not a text or program in it. */
  get isOutermost(): boolean {
    return this.depth <= 1 && this.via.length === 0;
  }

  /** Runs code that may be skipped or end early. */
  maybe<T>(run: () => T): T {
    this.maybes++;
    try {
      return run();
    } finally {
      this.maybes--;
    }
  }

  /** Whether the current command certainly runs. */
  isSure(): boolean {
    return this.isOutermost && this.maybes === 0;
  }

  /** Runs with another position in the outermost text, if this is the outermost text. */
  at<T>(from: number, to: number, run: () => T): T {
    if (!this.isOutermost) return run();
    const before = this.span;
    this.span = [from, to];
    try {
      return run();
    } finally {
      this.span = before;
    }
  }

  /** Programs that start programs: `sudo sudo sudo …` ends here. The words may be a text that is read again. */
  startedBy(argv: readonly Value[], run: () => Value): Value {
    const hasText = this.budget.takeTextSilently(argv.reduce((sum, word) => sum + word.length, 0));
    if (this.starts >= guardLimits.starts || !hasText) {
      this.unread(hasText ? 'depth' : 'steps');
      return marks.any;
    }
    this.starts++;
    try {
      return run();
    } finally {
      this.starts--;
    }
  }

  /** Runs with one more starter in the list. */
  through<T>(via: string | undefined, run: () => T): T {
    const before = this.via;
    if (via !== undefined && before.length < 20) this.via = [...before, via];
    try {
      return run();
    } finally {
      this.via = before;
    }
  }

  calling<T>(argv: readonly Value[], source: string, run: () => T): T {
    const before = [this.call, this.source] as const;
    this.call = argv.map(shownValue).join(' ').slice(0, 200);
    this.source = source;
    try {
      return run();
    } finally {
      [this.call, this.source] = before;
    }
  }

  folderOf(state: ShellFrame): Value {
    return this.choices.choose(' folder', state.folders);
  }

  secret(what: string): Value {
    this.secrets.add(what);
    const read = this.readSecrets.get(this.call) ?? { by: this.currentCall, names: new Set() };
    read.names.add(what);
    this.readSecrets.set(this.call, read);
    return marks.secret;
  }

  /** The result of `$(…)`: the output of a subshell without trailing line ends. */
  substitute(script: ParsedScript | undefined, state: ShellFrame): Value {
    if (!script || !this.step()) return marks.any;
    const output = this.capture(state.copy(), (inner) => {
      const file = fileReadBy(script);
      if (file) inner.streams.get(1)?.write(this.machineFor(inner).read(expandText(file, this, inner)));
      else this.runScript(script, inner);
    });
    return output.replace(/\n{1,100}$/, '');
  }

  /** The output of a run. */
  capture(state: ShellFrame, run: (state: ShellFrame) => void): Value {
    const output = new OutputStream();
    state.streams.set(1, output);
    this.maybe(() => run(state));
    return output.written;
  }

  /** `<(…)` is a file with a command's output; `>(…)` is one whose content a command reads. */
  processSubstitution(operator: '<' | '>', script: ParsedScript | undefined, state: ShellFrame): Value {
    const path = `/dev/fd/${1_000 + this.pipes++}`;
    if (operator === '<')
      this.files.set(path, script ? this.capture(state.copy(), (inner) => this.runScript(script, inner)) : '');
    else if (script) this.waiting.set(path, { script, state: state.copy(), text: '' });
    return path;
  }

  /** Runs the commands of `>(…)` with their input, but not those of an outer text, which may still write. */
  private runWaiting(outer: ReadonlySet<string>): void {
    if (this.waiting.size === outer.size) return;
    for (const [path, { script, state, text }] of [...this.waiting]) {
      if (outer.has(path)) continue;
      this.waiting.delete(path);
      state.streams.set(0, new TextStream(text));
      this.runScript(script, state);
    }
  }

  placeIn(state: ShellFrame, given: Value): EffectPlace {
    // For bash a tilde from a variable is only a name, but the author meant the home folder.
    const plain = given === '~' || given.startsWith('~/') ? this.world.home + given.slice(1) : given;
    const path = plain.includes('/fd/') ? fileOfDescriptor(plain, state) : plain;
    const folder = this.folderOf(state);
    if (state.mounts) {
      const place = placeOf(withoutLimits(path), withoutLimits(folder), this.world, state.remote);
      return { ...placeInContainer(place, state.mounts, this.world), ...leftOutOf(path, folder) };
    }
    // The same word is the same place, unless the command creates a link.
    const key = `${this.links.size} ${state.remote ?? ''}\0${folder}\0${path}`;
    const known = this.places.get(key);
    if (known) return known;
    this.spend(placeCost * (folder.length + path.length + this.links.size));
    const linked = this.followLinks(withoutLimits(path), state);
    const place = placeOf(linked, withoutLimits(folder), this.world, state.remote);
    const limits = leftOutOf(path, folder);
    const whole = limits ? { ...place, ...limits } : place;
    this.places.set(key, whole);
    return whole;
  }

  /** A path with the links that this command created replaced by their targets. */
  private followLinks(path: Value, state: ShellFrame): Value {
    if (this.links.size === 0) return path;
    const { path: full } = placeOf(path, this.folderOf(state), this.world, state.remote);
    const isFollowed = path.endsWith('/');
    for (const [link, target] of this.links)
      if ((isFollowed && full === link) || full.startsWith(`${link}/`)) return target + full.slice(link.length);
    return path;
  }

  /** The simulated machine as a program sees it from this shell. */
  machineFor(state: ShellFrame): Machine {
    const known = this.machines.get(state);
    if (known) return known;
    const machine = createShellMachine(this, state);
    this.machines.set(state, machine);
    return machine;
  }

  /** Shell text that was passed to a program: its unknown parts are judged by their source. */
  runForeignText(text: Value, state: ShellFrame): void {
    const known = text.replace(/[\uE000-\uE01F\s]/g, '');
    // Plain names that are only words of commands are judged where they are used.
    const isNoted = known === '' || oddlyLeftOut(text) !== '';
    if (isNoted) this.noteLeftOut(text, state.remote);
    if (text.includes(marks.net)) this.note({ do: 'run', code: 'remote' }, state.remote);
    else if (text.includes(marks.decoded)) this.note({ do: 'run', code: 'decoded' }, state.remote);
    else if (known === '' && text.includes(marks.any) && this.hasReadUnset)
      this.note({ do: 'run', code: 'unknown' }, state.remote);
    // Unset variables inside a name are empty: a here-document with `st${x}ash` runs `stash`.
    if (known === '') return;
    const before = this.isTextWithUnset;
    this.isTextWithUnset = this.hasReadUnset && text.includes(marks.any);
    const readable = isNoted ? withoutLimits(text) : text;
    this.runText(readable.replace(/[\uE009-\uE00B]|(?<=[\w-])\uE000(?=[\w$`'"\\-])/g, ''), state);
    this.isTextWithUnset = before;
  }
}
