import type { Effect, EffectPlace, PlaceScope } from '../../../guard/src/effect.js';
import { askPacks, type LaunchOptions, type Machine, type Program } from '../../../guard/src/machine.js';
import { hasUnknown, marks, shownValue, type Value } from '../../../guard/src/value.js';

/** A machine for tests of single programs: it keeps effects and what programs start, as short texts. */
export interface ProgramTrial {
  /** Effects and starts, in order: `delete /etc recursive`, `shell rm -rf /`. */
  readonly seen: readonly string[];
  /** What the program prints; marks as signs. */
  readonly printed: string | undefined;
  readonly asksPacks: boolean;
}

export interface TrialWorld {
  readonly stdin?: Value;
  readonly cwd?: string;
  readonly files?: Readonly<Record<string, Value>>;
  readonly env?: Readonly<Record<string, Value>>;
  readonly memory?: Map<string, Value>;
}

/** Runs a program as if the words were typed; only single quotes and spaces separate words. */
export function tryProgram(
  programs: Readonly<Record<string, Program>>,
  line: string,
  trial: TrialWorld = {},
): ProgramTrial {
  const argv = wordsOf(line);
  const name = argv[0]?.slice(argv[0].lastIndexOf('/') + 1) ?? '';
  const program = programs[name];
  if (program === undefined) throw new Error(`no program ${name}`);
  const seen: string[] = [];
  const answer = program({ name, argv, stdin: trial.stdin }, machineFor(seen, trial));
  return {
    seen,
    printed: typeof answer === 'string' ? shownValue(answer) : undefined,
    asksPacks: answer === askPacks,
  };
}

/** Splits at spaces outside single quotes; `$ANY`, `$SECRET` and `*` become marks. */
export function wordsOf(line: string): readonly Value[] {
  const parts = line.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
  return parts.map((part) =>
    part
      .replace(/'/g, '')
      .replaceAll('$ANY', marks.any)
      .replaceAll('$SECRET', marks.secret)
      .replaceAll('$NET', marks.net)
      .replace(/\*/g, part.includes("'") ? '*' : marks.star),
  );
}

const home = '/home/dev';
const root = '/home/dev/project';

function machineFor(seen: string[], trial: TrialWorld): Machine {
  const written = new Map(Object.entries(trial.files ?? {}));
  const cwd = trial.cwd ?? root;
  const started = (kind: string, text: string, options: LaunchOptions = {}): Value => {
    const where = [
      options.remote === undefined ? '' : ` @${shownValue(options.remote)}`,
      options.cwd === undefined || options.cwd === cwd ? '' : ` in ${shownValue(options.cwd)}`,
      options.args === undefined ? '' : ` with ${options.args.map(shownValue).join(' ')}`,
      options.mounts === undefined ? '' : ` [${options.mounts.map(({ at, from }) => `${at}=${from}`).join(' ')}]`,
    ];
    seen.push(`${kind} ${shownValue(text)}${where.join('')}`);
    return marks.any;
  };
  const place = (path: Value): EffectPlace => placeOf(path, cwd);
  return {
    world: { cwd: root, root, home, temp: ['/tmp'], env: trial.env ?? {} },
    cwd,
    remote: undefined,
    memory: trial.memory ?? new Map(),
    place,
    note: (effect) => void seen.push(shownEffect(effect)),
    run: (argv, options) => started('run', argv.join(' '), options),
    runShell: (text, options) => started('shell', text, options),
    runCode: (language, text, options) => started(`code ${language}`, text, options),
    eachOf: (values, run) => values.forEach(run),
    runSql: (sql) => {
      seen.push(`sql ${shownValue(sql)}`);
      return marks.any;
    },
    variable: (name) => trial.env?.[name] ?? marks.any,
    read: (path) => {
      const at = place(path);
      return written.get(at.path) ?? (at.scope === 'secret' ? marks.secret : marks.any);
    },
    write: (path, how, text) => {
      const at = place(path);
      seen.push(`write ${shownValue(at.path)} ${how}${text ? ` (${shownValue(text)})` : ''}`);
      if (text !== undefined) written.set(at.path, text);
    },
    secret: () => marks.secret,
    secrets: new Set(['a key']),
    link: (path, target) => void seen.push(`link ${place(path).path} to ${target}`),
  };
}

function placeOf(path: Value, cwd: string): EffectPlace {
  const parts: string[] = [];
  const full = path.startsWith('~') ? home + path.slice(1) : path.startsWith('/') ? path : `${cwd}/${path}`;
  for (const part of full.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const resolved = `/${parts.join('/')}`;
  return { path: resolved, scope: scopeOf(resolved) };
}

function scopeOf(path: string): PlaceScope {
  if (hasUnknown(path)) return 'unknown';
  if (path === '/' || path === `/${marks.star}`) return 'root';
  if (/\/\.ssh(?:\/|$)|\/\.aws(?:\/|$)|\/\.env$/.test(path)) return 'secret';
  if (/^\/dev\/(?:sd|nvme|disk)/.test(path)) return 'device';
  if (path === home || path === '/home') return 'home';
  if (path === root) return 'project';
  if (path.startsWith(`${root}/.git/`)) return 'git';
  if (path.startsWith(`${root}/`)) return 'inside';
  if (path.startsWith(`${home}/`)) return 'in-home';
  if (path === '/tmp') return 'temp-all';
  if (path.startsWith('/tmp/')) return 'temp';
  return /^\/(?:etc|usr|bin|var|lib|boot|opt|sys|proc|root|run)(?:\/|$)/.test(path) ? 'system' : 'outside';
}

/** An effect in a few words, for comparing. */
export function shownEffect(effect: Effect): string {
  switch (effect.do) {
    case 'delete':
      return `delete ${shownValue(effect.at.path)}${effect.recursive ? ' recursive' : ''}`;
    case 'write':
      return `write ${shownValue(effect.at.path)} ${effect.how}`;
    case 'move':
      return `move ${shownValue(effect.from.path)} to ${shownValue(effect.to.path)}`;
    case 'permit':
      return `permit ${shownValue(effect.at.path)}${effect.recursive ? ' recursive' : ''} ${shownValue(effect.mode ?? '')}`.trim();
    case 'reveal':
      return `reveal ${shownValue(effect.what)}`;
    case 'send':
      return `send${effect.secret ? ' secret' : ''} to ${shownValue(effect.host)}`;
    case 'run':
      return `run ${effect.code} code`;
    case 'shell':
      return 'network shell';
    case 'push': {
      const words = ['push', effect.force && 'force', effect.deletes && 'deletes', effect.to, effect.branch];
      return words.filter(Boolean).join(' ');
    }
    case 'destroy':
      return `destroy ${effect.kind}`;
    case 'unread':
      return `unread ${effect.why}`;
    default:
      return `${effect.do}${'at' in effect && effect.at ? ` in ${shownValue(effect.at.path)}` : ` ${effect.what}`}`;
  }
}
