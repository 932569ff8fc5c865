import type { InterpreterFacts, PassEnvironment, ProcessJob, SpareLaunch } from '@anyhook/core';
import {
  askInterpreter,
  fileIdentity,
  fitEnvironment,
  inSingleQuotes,
  perEnvironment,
  probeShell,
  programFile,
  shebangOf,
} from '@anyhook/core';
import { interpreterNamed, type SpareInterpreter } from './interpreters.js';
import type { WordTemplate } from './simple-command.js';

type Variables = Readonly<Record<string, string>>;

/** A job that a spare can do, which spare it needs, and the start data. */
export interface SparePlan {
  readonly interpreter: SpareInterpreter;
  /** Such as 20.1.0. */
  readonly version: string;
  /** The interpreter's file, and what identifies its content. */
  readonly binary: string;
  readonly identity: string;
  /** Equal for jobs that the same spares can do. */
  readonly key: string;
  /** The program to start as a spare; the file of the script is known if it waits for that script only. */
  readonly launch: Omit<SpareLaunch, 'env'>;
  readonly start: Variables;
  /** The script and its arguments. */
  readonly argv: readonly string[];
  readonly script: string;
  /** The environment of the script. */
  readonly env: Variables;
}

/** `missing`: facts must be looked up first, which takes too long for an event. */
type SpareAttempt =
  | { readonly kind: 'plan'; readonly plan: SparePlan }
  | { readonly kind: 'plain'; readonly why: string }
  | { readonly kind: 'missing'; readonly find: () => Promise<void> };

/** How the program of a job is started: by a shell, with a text, or directly. */
interface CommandForm {
  readonly shell?: string;
  readonly words: readonly WordTemplate[];
}

const maxKnown = 500;

/** A cache of limited size. */
class Findings<T> {
  readonly #known = new Map<string, T>();
  get(key: string): T | undefined {
    return this.#known.get(key);
  }
  set(key: string, value: T): void {
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(key, value);
  }
}

const plain = (why: string): SpareAttempt => ({ kind: 'plain', why });
const missing = (find: () => Promise<void>): SpareAttempt => ({ kind: 'missing', find });
const notSimple = 'it is not one simple command of node or python';

/** Decides which spare can do a job. Looks up missing facts once. */
export class SparePlanner {
  readonly #forms = new Findings<{ readonly form: CommandForm | undefined }>();
  readonly #shells = new Findings<{ readonly pass: PassEnvironment | undefined }>();
  readonly #shebangs = new Findings<readonly string[]>();
  /** The facts of an interpreter, or why it cannot be used, and the state of the files that they depend on. */
  readonly #facts = new Findings<{ readonly facts: InterpreterFacts | string; readonly sources: string }>();
  readonly #starts = new Map<SpareInterpreter, (env: Variables) => Variables>();

  /** Whether a spare can do a job, from the facts known so far. */
  attempt(job: ProcessJob): SpareAttempt {
    const text = [job.file, ...job.args].join('\0');
    const known = this.#forms.get(text);
    if (!known) return missing(async () => this.#forms.set(text, { form: await formOf(job) }));
    if (!known.form) return plain(notSimple);
    const env = fitEnvironment(job.env, job.args);
    const { shell, words } = known.form;
    return shell === undefined ? this.#plan(job, { words: words.map(textOf), env }) : this.#ask(job, shell, words, env);
  }

  /** The same, but looks up all missing facts: a plan, or why there is none. */
  async prepare(job: ProcessJob): Promise<SparePlan | string> {
    await loadCommandParser();
    for (let step = 0; step < maxSteps; step++) {
      const result = this.attempt(job);
      if (result.kind === 'plan') return result.plan;
      if (result.kind === 'plain') return result.why;
      await result.find();
    }
    return 'its interpreter changes all the time';
  }

  /** The plan for a text that a shell splits into words. */
  #ask(job: ProcessJob, named: string, templates: readonly WordTemplate[], given: Variables): SpareAttempt {
    const { cwd } = job;
    const shell = programFile(named, given['PATH'], cwd);
    const identity = shell === undefined ? undefined : fileIdentity(shell);
    if (shell === undefined || identity === undefined) return plain('its shell is not found');
    const key = `${shell}\0${identity}`;
    const known = this.#shells.get(key);
    if (!known) return missing(async () => this.#shells.set(key, { pass: await probeShell(shell) }));
    if (!known.pass) return plain(`it is not known what ${shell} passes on`);
    // The shell sets PWD and the like before it expands words.
    const passed = known.pass({ env: given, cwd });
    const words = passed && commandParser?.filledWords(templates, passed(''));
    if (!words) return plain('its words or its environment depend on the shell');
    const program = programFile(words[0] ?? '', given['PATH'], cwd);
    if (program === undefined) return plain('its program is not found');
    return this.#plan(job, { words, env: passed(program), shell: named });
  }

  #plan(job: ProcessJob, command: FilledCommand): SpareAttempt {
    const { env } = command;
    const found = this.#interpretation(command, job.cwd);
    if (!found) return plain(notSimple);
    const { interpreter, word, argv } = found;
    const binary = programFile(word, env['PATH'], job.cwd);
    const identity = binary === undefined ? undefined : fileIdentity(binary);
    if (binary === undefined || identity === undefined) return plain(`${word} is not found`);
    const start = this.#startOf(interpreter)(env);
    if (interpreter.refuses(start)) return plain('a variable changes how its interpreter starts');
    const key = JSON.stringify([binary, identity, start]);
    const known = this.#facts.get(key);
    if (!known || known.sources !== stateOf(known.facts))
      return missing(async () => {
        const facts = await askInterpreter(binary, interpreter.question, start);
        this.#facts.set(key, { facts, sources: stateOf(facts) });
      });
    const { facts, sources } = known;
    if (typeof facts === 'string') return plain(facts);
    const { version, variables } = facts;
    if (!interpreter.versions.test(version)) return plain(`spares of ${interpreter.name} ${version} are not tested`);
    const all = variables.length === 0 ? start : { ...start, ...pick(env, (name) => variables.includes(name)) };
    const base = { interpreter, version, binary, identity, start: all, argv, env };
    return { kind: 'plan', plan: completePlan(base, job, { ...command, word, sources }) };
  }

  /** Picks the variables that an interpreter reads when it starts. */
  #startOf(interpreter: SpareInterpreter): (env: Variables) => Variables {
    const known = this.#starts.get(interpreter);
    if (known) return known;
    const made = perEnvironment((env: Variables) => pick(env, (name) => interpreter.startVariables.test(name)));
    this.#starts.set(interpreter, made);
    return made;
  }

  /** Which interpreter runs which script. */
  #interpretation({ words, env }: FilledCommand, cwd: string): Interpretation | undefined {
    const [word = '', ...rest] = words;
    const named = interpreterNamed(word);
    if (named) {
      const isScript = named.script.test(rest[0] ?? '') && !rest[0]?.startsWith('-');
      return isScript ? { interpreter: named, word, argv: rest } : undefined;
    }
    const file = programFile(word, env['PATH'], cwd);
    if (file === undefined) return undefined;
    const [program = '', argument] = this.#shebang(file);
    const isEnv = /^\/(?:usr\/)?bin\/env$/.test(program);
    const interpreterWord = isEnv ? (argument ?? '') : argument === undefined ? program : '';
    const interpreter = interpreterNamed(interpreterWord);
    if (!interpreter || (isEnv && interpreterWord.includes('/'))) return undefined;
    return { interpreter, word: interpreterWord, argv: [word.includes('/') ? word : file, ...rest] };
  }

  #shebang(file: string): readonly string[] {
    const key = `${file}\0${fileIdentity(file)}`;
    const line = this.#shebangs.get(key) ?? shebangOf(file) ?? [];
    this.#shebangs.set(key, line);
    return line;
  }
}

const textOf = (word: WordTemplate): string => word.map((part) => ('text' in part ? part.text : '')).join('');

/** Looks up the text, the shell and the interpreter, and any of them again if it changed meanwhile. */
const maxSteps = 6;

type CommandParser = typeof import('./simple-command.js');
let commandParser: CommandParser | undefined;

/** The shell parser, which only hooks in a resident engine need. */
async function loadCommandParser(): Promise<CommandParser> {
  commandParser ??= await import('./simple-command.js');
  return commandParser;
}

const shellName = /(?:^|\/)(?:sh|bash|dash)$/;

async function formOf({ file, args }: ProcessJob): Promise<CommandForm | undefined> {
  if (!shellName.test(file)) {
    const words = [file, ...args].map((text) => [{ text }]);
    return mayBeScript(words) ? { words } : undefined;
  }
  const [option, text] = args;
  if (option !== '-c' || text === undefined) return undefined;
  const words = (await loadCommandParser()).simpleCommand(text);
  return words && mayBeScript(words) ? { shell: file, words } : undefined;
}

/** Whether a command may use one of our interpreters; most others then cost nothing at their events. */
function mayBeScript([first = [], second]: readonly WordTemplate[]): boolean {
  const name = lastText(first);
  if (name === undefined) return true;
  const named = interpreterNamed(name);
  if (named) {
    const script = second && lastText(second);
    return second !== undefined && (script === undefined || named.script.test(script));
  }
  // A path to a script, with a known extension or none.
  return textOf(first).includes('/') && /\.(?:py|[cm]?[jt]s)$|(?:^|\/)[^./]+$/.test(name);
}

/** The text that a word ends in; undefined if it ends in a variable. */
const lastText = (word: WordTemplate): string | undefined => {
  const last = word.at(-1);
  return last && 'text' in last ? last.text : undefined;
};

/** A command whose words are known. */
interface FilledCommand {
  readonly words: readonly string[];
  /** The environment that its program gets. */
  readonly env: Variables;
  readonly shell?: string;
}

interface Interpretation {
  readonly interpreter: SpareInterpreter;
  /** The word by which the interpreter is started. */
  readonly word: string;
  /** The script and its arguments. */
  readonly argv: readonly string[];
}

/** The launch of the spare, and all that it depends on. */
function completePlan(
  base: Omit<SparePlan, 'key' | 'launch' | 'script'>,
  job: ProcessJob,
  { words, word, shell, sources }: FilledCommand & { readonly word: string; readonly sources: string },
): SparePlan {
  const { interpreter, binary, identity, start, argv } = base;
  // Node never opens this word: the spare gets the script's name when it is used.
  const own = interpreter.waitsForScript ? words : [word, 'hook'];
  const isRelative = (path = '') => path.includes('/') && !path.startsWith('/');
  const opensScript = interpreter.waitsForScript && !argv[0]?.startsWith('/');
  const [file = '', ...args] = own;
  const launch = {
    ...(shell === undefined ? { file, args } : { file: shell, args: ['-c', own.map(inSingleQuotes).join(' ')] }),
    // A relative name is resolved when the interpreter starts.
    cwd: isRelative(own[0]) || opensScript ? job.cwd : '/',
    umask: job.umask,
  };
  const script = argv[0]?.startsWith('/') ? argv[0] : `${job.cwd}/${argv[0]}`;
  const scriptState = interpreter.waitsForScript ? fileIdentity(script) : undefined;
  const key = JSON.stringify([launch, binary, identity, start, sources, scriptState]);
  return { ...base, key, launch, script };
}

function pick(env: Variables, isWanted: (name: string) => boolean): Variables {
  const picked: Record<string, string> = {};
  for (const name of Object.keys(env)) if (isWanted(name)) picked[name] = env[name] as string;
  return picked;
}

const stateOf = (facts: InterpreterFacts | string): string =>
  typeof facts === 'string' ? '' : facts.sources.map((path) => fileIdentity(path) ?? '-').join(' ');
