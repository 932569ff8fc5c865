import type { Effect, EffectPlace, PlaceScope } from '../../../guard/src/effect.js';
import { askPacks, type LaunchOptions, type Machine } from '../../../guard/src/machine.js';
import { runCmd } from '../../../guard/src/powershell/cmd/run-cmd.js';
import { runPowerShell } from '../../../guard/src/powershell/run-powershell.js';
import { windowsPrograms } from '../../../guard/src/powershell/windows-programs.js';
import { hasMark, marks, type Value } from '../../../guard/src/value.js';

/** A machine for tests: it records effects, knows a few Windows paths and runs only Windows programs. */
export interface FakeMachine {
  readonly machine: Machine;
  readonly effects: Effect[];
  /** The unknown programs that were started. */
  readonly programs: (readonly Value[])[];
}

const home = 'C:/Users/dev';
const root = 'C:/Users/dev/project';

/** The scope of a path in the tests, by its text alone. */
function scopeOf(path: Value): PlaceScope {
  const text = normal(path);
  const folder = text.replace(/\/\uE005$/, '').replace(/(?<=.)\/$/, '');
  const whole = folder.toLowerCase();
  if (/^[\uE000-\uE004]+\/\uE005?$/.test(path)) return 'unset';
  if (/[\uE000-\uE004]/.test(whole.slice(0, 12))) return 'unknown';
  if (/^\/dev\/sd/.test(whole)) return 'device';
  if (/^(?:[a-z]:|)$/.test(whole) || whole === '/') return 'root';
  if (/(?:^|\/)(?:\.env|id_rsa|id_ed25519|\.ssh|\.aws|credentials)(?:\/|$)/.test(whole)) return 'secret';
  if (whole === root.toLowerCase()) return 'project';
  if (whole.startsWith(`${root.toLowerCase()}/.git/hooks`)) return 'git-hooks';
  if (/\/project\/\.git(?:\/|$)/.test(whole)) return 'git';
  if (whole.startsWith(`${root.toLowerCase()}/`)) return 'inside';
  if (whole.startsWith(`${home.toLowerCase()}/appdata/local/temp/`)) return 'temp';
  if (whole === `${home.toLowerCase()}/appdata/local/temp`) return 'temp-all';
  if (whole === home.toLowerCase() || whole === 'c:/users') return 'home';
  if (whole.startsWith(`${home.toLowerCase()}/`)) return 'in-home';
  return /^c:\/(?:windows|program files|programdata)/.test(whole) ? 'system' : 'outside';
}

/** Resolves `.` and `..`. */
function normal(path: Value): Value {
  const parts: Value[] = [];
  for (const part of path.replaceAll('\\', '/').split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  return parts.join('/');
}

export function fakeWindowsMachine(): FakeMachine {
  const effects: Effect[] = [];
  const programs: (readonly Value[])[] = [];
  const files = new Map<string, Value>();
  const env = { GITHUB_TOKEN: 'x', USERNAME: 'dev' };
  const place = (path: Value): EffectPlace => ({ path: normal(path), scope: scopeOf(path) });
  const machineIn = (cwd: Value, remote: string | undefined, depth: number): Machine => {
    const machine: Machine = {
      world: { cwd: root, root, home, temp: [`${home}/AppData/Local/Temp`], env },
      cwd,
      remote,
      memory: new Map(),
      secrets: new Set(),
      place,
      note: (effect) => effects.push(effect),
      run(argv, options = {}) {
        if (depth > 14) {
          effects.push({ do: 'unread', why: 'depth' });
          return marks.any;
        }
        const inner = machineIn(options.cwd ?? cwd, options.remote ?? remote, depth + 1);
        const name = (argv[0] ?? '').toLowerCase().replace(/\.exe$/, '');
        const program = Object.hasOwn(windowsPrograms(), name) ? windowsPrograms()[name] : undefined;
        const output = program?.({ name, argv, stdin: options.stdin }, inner);
        if (!program || output === askPacks) programs.push(argv);
        if (name === 'curl' || name === 'wget') return marks.net;
        return typeof output === 'string' ? output : marks.any;
      },
      runShell: (text, options: LaunchOptions = {}) => machine.run(['bash', '-c', text], options),
      runCode: () => marks.any,
      eachOf: (values, run) => values.forEach(run),
      runSql: (sql) => {
        if (/drop|truncate/i.test(sql)) effects.push({ do: 'destroy', kind: 'db', what: 'sql' });
        return marks.any;
      },
      variable: (name) => (/TOKEN/.test(name) ? marks.secret : ((env as Record<string, string>)[name] ?? marks.any)),
      read: (path) => {
        const written = files.get(normal(path).toLowerCase());
        return written ?? (scopeOf(path) === 'secret' ? marks.secret : marks.any);
      },
      write(path, how, text) {
        effects.push({ do: 'write', at: place(path), how });
        files.set(normal(path).toLowerCase(), text ?? marks.any);
      },
      secret: () => marks.secret,
      link: () => undefined,
    };
    return machine;
  };
  return { machine: machineIn(root, undefined, 0), effects, programs };
}

const harmlessScopes: readonly PlaceScope[] = ['inside', 'temp', 'remote'];

/** Whether the default rules would stop or ask, in short. */
function isStopped(effect: Effect): boolean {
  switch (effect.do) {
    case 'delete':
      return !harmlessScopes.includes(effect.at.scope);
    case 'write':
      return ['device', 'system', 'secret', 'git-hooks', 'root'].includes(effect.at.scope);
    case 'move':
      return !harmlessScopes.includes(effect.from.scope) || ['system', 'root'].includes(effect.to.scope);
    case 'permit':
      return !harmlessScopes.includes(effect.at.scope);
    case 'send':
      return effect.secret;
    case 'push':
      return effect.force;
    default:
      return true;
  }
}

/** The effects that would be stopped. */
export function stoppedEffects(text: string, shell: 'powershell' | 'cmd' = 'powershell'): readonly Effect[] {
  const { machine, effects } = fakeWindowsMachine();
  const output = shell === 'cmd' ? runCmd(text, machine) : runPowerShell(text, machine);
  if (hasMark(output, 'secret')) effects.push({ do: 'reveal', what: 'secret' });
  return effects.filter(isStopped);
}
