import type { Effect, Place, Scope } from '../../src/guard/effect.js';
import type { Machine, RunOptions } from '../../src/guard/machine.js';
import { hasUnknown, marks, type Value } from '../../src/guard/value.js';

export interface NotingMachine extends Machine {
  readonly effects: Effect[];
  /** What was run, read and written, in order: `shell: rm x`, `read: .env`. */
  readonly log: string[];
}

/** What a noting machine does when a program runs. */
export type RunProgram = (argv: readonly Value[], machine: NotingMachine, options: RunOptions) => Value | undefined;

/**
 * A machine for tests of programs and packs without the interpreter: it keeps effects and a log, and knows scopes only
 * roughly. The project is /home/dev/project, the home /home/dev.
 */
export function makeNotingMachine(runProgram: RunProgram = () => undefined, remote?: string): NotingMachine {
  const effects: Effect[] = [];
  const log: string[] = [];
  const files = new Map<string, Value>();
  let depth = 0;
  let place = remote;
  const run = (argv: readonly Value[], options: RunOptions = {}): Value => {
    log.push(`run: ${argv.join(' ')}${options.remote === undefined ? '' : ` @${options.remote}`}`);
    if (depth > 5) return marks.any;
    depth++;
    const before = place;
    place = options.remote ?? place;
    const output = runProgram(argv, machine, options) ?? marks.any;
    place = before;
    depth--;
    return output;
  };
  const machine: NotingMachine = {
    effects,
    log,
    world: { cwd: '/home/dev/project', root: '/home/dev/project', home: '/home/dev', temp: ['/tmp'], env: {} },
    cwd: '/home/dev/project',
    get remote() {
      return place;
    },
    memory: new Map(),
    place: (path) => ({ path: absolute(path), scope: place === undefined ? scopeOf(path) : 'remote' }),
    note: (effect) => {
      effects.push(effect);
    },
    run,
    runShell: (text, options) => {
      log.push(`shell: ${text}`);
      return run(splitWords(text) ?? [], options);
    },
    runCode: (language, text) => {
      log.push(`${language}: ${text}`);
      if (/system|rmtree|unlink|delete|exec/i.test(text)) effects.push({ do: 'run', code: 'unknown' });
      return marks.any;
    },
    runSql: (sql, target) => {
      log.push(`sql: ${sql}${target === undefined ? '' : ` @${target}`}`);
      const isLoss = /\b(?:drop|truncate)\b|^\s*(?:delete|update)\b(?!.*\bwhere\b)/i.test(sql);
      if (isLoss) effects.push({ do: 'destroy', kind: 'db', what: 'sql', ...(target !== undefined && { target }) });
    },
    variable: () => marks.any,
    read: (path) => {
      log.push(`read: ${path}`);
      return files.get(path) ?? (scopeOf(path) === 'secret' ? marks.secret : marks.any);
    },
    write: (path, how, text) => {
      log.push(`write: ${path}`);
      files.set(path, text ?? marks.any);
      effects.push({ do: 'write', at: machine.place(path), how });
    },
    secret: () => marks.secret,
    link: (path, target) => {
      log.push(`link: ${path} -> ${target}`);
    },
  };
  return machine;
}

const absolute = (path: Value): Value => {
  const home = path.replace(/^(?:~|\$HOME)(?=\/|$)/, '/home/dev');
  return home.startsWith('/') ? home : `/home/dev/project/${home}`.replace(/\/\.$/, '');
};

/** The order matters: the first pattern that fits says the scope. */
const scopes: readonly (readonly [RegExp, Scope])[] = [
  [/^\/(?:\*|\uE005)?$/, 'root'],
  [/\/\.ssh\b|\/\.aws\/credentials|\/\.env$|\/\.netrc$|^\/etc\/shadow|\/\.kube\/config/, 'secret'],
  [/^\/dev\/(?!null|stdout|stderr|stdin|tty)/, 'device'],
  [/^\/(?:etc|usr|bin|sbin|var|boot|lib|opt|sys|proc)\b/, 'system'],
  [/^\/tmp\/./, 'temp'],
  [/^\/home\/dev\/project$/, 'project'],
  [/\/\.git$/, 'git'],
  [/\/\.\.(?:\/|$)/, 'above'],
  [/^\/home\/dev\/project\//, 'inside'],
  [/^\/home(?:\/dev)?$/, 'home'],
  [/^\/home\/dev\/\.(?:bashrc|zshrc|profile)$/, 'profile'],
  [/^\/home\/dev\//, 'in-home'],
];

const scopeOf = (path: Value): Scope =>
  hasUnknown(path) ? 'unknown' : (scopes.find(([pattern]) => pattern.test(absolute(path)))?.[1] ?? 'outside');

/** Words of a simple command with quotes; undefined if it needs a real shell. */
export function splitWords(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (quote !== '') {
      if (sign === quote) quote = '';
      else if (sign === '\\' && quote === '"' && /["\\$`]/.test(text[at + 1] ?? '')) word += text[++at] as string;
      else word += sign;
    } else if (sign === "'" || sign === '"') {
      quote = sign;
      word ??= '';
    } else if (sign === '\\') word = (word ?? '') + (text[++at] ?? '');
    else if (/[|&;<>()`\n]/.test(sign) || (sign === '$' && text[at + 1] === '(')) return undefined;
    else if (sign === ' ') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + sign;
  }
  return word === undefined ? words : [...words, word];
}

/** Whether the default rules would ask or deny; roughly, for tests without the rules. */
export function isCaughtEffect(effect: Effect): boolean {
  const isHarmless = ({ scope }: Place) => scope === 'inside' || scope === 'temp';
  switch (effect.do) {
    case 'delete':
      return !isHarmless(effect.at);
    case 'move':
      return !isHarmless(effect.from) || !isHarmless(effect.to);
    case 'write':
    case 'permit':
      return ['root', 'system', 'device', 'secret', 'profile', 'git-hooks', 'home'].includes(effect.at.scope);
    case 'send':
      return effect.secret;
    case 'push':
      return effect.force || effect.deletes;
    default:
      return true;
  }
}
