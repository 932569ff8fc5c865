import { noteLimits } from '../left-out.js';
import { guardLimits } from '../limits.js';
import type { LaunchOptions, Machine } from '../machine.js';
import { hasUnknown, marks, type Value } from '../value.js';
import { type PsItem, psObject, psText } from './items.js';
import type { PsScript } from './syntax.js';
import { absoluteWindowsPath, windowsSlashes, windowsVariable } from './windows-paths.js';

/** Stops reading a text; the reason is reported before. */
export class ReadingEnd extends Error {}

/** The state of a Windows shell at a point of its text; PowerShell and cmd share it. */
export class WindowsSession {
  cwd: Value;
  readonly env = new Map<string, Value>();
  /** Folders left with `pushd`. */
  readonly folders: Value[] = [];
  /** Drives that the text created: the letter or name in lower case, and its root. */
  readonly drives = new Map<string, Value>();
  private steps = 0;
  private depth = 0;

  constructor(
    readonly machine: Machine,
    readonly options: LaunchOptions,
  ) {
    this.cwd = windowsSlashes(options.cwd ?? machine.cwd);
    for (const [name, value] of Object.entries(options.env ?? {})) this.env.set(name.toLowerCase(), value);
  }

  get home(): Value {
    return this.machine.world.home;
  }

  step(cost = 1): void {
    this.steps += cost;
    if (this.steps <= guardLimits.steps) return;
    this.machine.note({ do: 'unread', why: 'steps' });
    throw new ReadingEnd();
  }

  /** Runs a nested text; a limit stops texts that run themselves. */
  deeper<T>(run: () => T): T {
    if (++this.depth > guardLimits.depth) {
      this.machine.note({ do: 'unread', why: 'depth' });
      throw new ReadingEnd();
    }
    const result = run();
    this.depth--;
    return result;
  }

  /** A text, unless it is too long to be kept. */
  bounded(text: Value): Value {
    if (text.length <= guardLimits.valueLength) return text;
    this.machine.note({ do: 'unread', why: 'length' });
    throw new ReadingEnd();
  }

  /** Whether a text is too long to be read; reports it. */
  isTooLong(text: Value): boolean {
    if (text.length <= guardLimits.commandLength) return false;
    this.machine.note({ do: 'unread', why: 'length' });
    return true;
  }

  absolute(path: Value): Value {
    const drive = /^([A-Za-z][\w.]*):/.exec(path);
    const root = drive ? this.drives.get((drive[1] as string).toLowerCase()) : undefined;
    if (drive && root !== undefined) {
      const rest = path.slice(drive[0].length).replaceAll('\\', '/');
      return root.replace(/\/$/, '') + (rest.startsWith('/') ? rest : `/${rest}`);
    }
    return absoluteWindowsPath(path, this.cwd, this.home);
  }

  /** An environment variable; names are case-insensitive on Windows. */
  environment(name: string): Value {
    const lower = name.toLowerCase();
    const own = this.env.get(lower);
    if (own !== undefined) return own;
    if (lower === 'cd' || lower === 'pwd') return this.cwd;
    const known = Object.keys(this.machine.world.env).find((key) => key.toLowerCase() === lower);
    const found = this.machine.variable(known ?? name.toUpperCase());
    if (found !== '' && found !== marks.any) return found;
    return windowsVariable(lower, this.home, this.machine.world.temp[0]) ?? marks.any;
  }

  /** Runs a program in the session's folder and environment. */
  startProgram(argv: readonly Value[], stdin: Value | undefined, extra: LaunchOptions = {}): Value {
    // A shell is copied for each program.
    this.step(3);
    const env = Object.fromEntries([...this.env].map(([name, value]) => [name.toUpperCase(), value]));
    return this.machine.run(argv, {
      cwd: this.cwd,
      ...(this.env.size > 0 ? { env } : {}),
      ...(stdin === undefined ? {} : { stdin }),
      ...extra,
    });
  }

  /** Asks about a text that is run although a limit omitted part of it. */
  noteLeftOut(text: Value): void {
    noteLimits(text, this.machine);
  }

  /** Runs text from another source: reports it if the text is unknown. */
  noteSource(text: Value): boolean {
    this.noteLeftOut(text);
    if (text.includes(marks.net)) this.machine.note({ do: 'run', code: 'remote' });
    else if (text.includes(marks.decoded)) this.machine.note({ do: 'run', code: 'decoded' });
    else return false;
    return true;
  }
}

const automaticVariables: ReadonlyMap<string, PsItem> = new Map<string, PsItem>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['pshome', 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0'],
  ['verbosepreference', 'SilentlyContinue'],
  ['ofs', ' '],
  ['executioncontext', psObject('executioncontext')],
]);

/** Additional state of PowerShell. */
export class PsSession extends WindowsSession {
  variables = new Map<string, PsItem>();
  readonly functions = new Map<string, PsScript>();
  readonly aliases = new Map<string, string>();
  /** Output outside of the pipeline, as by Write-Host. */
  printedAside: Value[] = [];

  variable(name: string): PsItem {
    if (name.startsWith('env:')) return this.environment(name.slice(4));
    const own = this.variables.get(name);
    return own !== undefined ? own : (this.automatic(name) ?? marks.any);
  }

  /** Whether the variable's text is unknown because it comes from outside of this text. */
  isForeign(name: string): boolean {
    if (name.startsWith('env:')) return hasUnknown(this.environment(name.slice(4)));
    return !this.variables.has(name) && this.automatic(name) === undefined;
  }

  private automatic(name: string): PsItem | undefined {
    if (name === 'home') return windowsSlashes(this.home);
    return name === 'pwd' ? this.cwd : automaticVariables.get(name);
  }

  assign(name: string, value: PsItem): void {
    if (name.startsWith('env:')) this.env.set(name.slice(4), this.bounded(psText(value)));
    else this.variables.set(name, value);
  }
}
