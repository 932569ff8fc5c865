import { runCode } from '../../../guard/src/code/index.js';
import type { Effect, EffectPlace } from '../../../guard/src/effect.js';
import type { Language, LaunchOptions, Machine } from '../../../guard/src/machine.js';
import { runSql } from '../../../guard/src/sql/sql.js';
import { marks, shownValue, type Value } from '../../../guard/src/value.js';

const home = '/home/dev';
const cwd = `${home}/project`;

/** A machine for tests of other languages: it records each effect of a program as a line. */
export function codeMachine(): { readonly machine: Machine; readonly log: string[] } {
  const log: string[] = [];
  const place = (path: Value): EffectPlace => ({ path: absolutePath(path), scope: 'outside' });
  const shownPath = (path: Value): string => shownValue(absolutePath(path));
  const started = (options: LaunchOptions | undefined): string => {
    const input = options?.stdin === undefined ? '' : ` < ${shownValue(options.stdin)}`;
    return `${options?.cwd === undefined ? '' : `in ${shownPath(options.cwd)} `}${options?.remote === undefined ? '' : `on ${options.remote} `}${input}`.trimEnd();
  };
  const machine: Machine = {
    world: { cwd, root: cwd, home, temp: ['/tmp'], env: { HOME: home } },
    cwd,
    remote: undefined,
    place,
    note: (effect) => log.push(effectLine(effect)),
    run: (argv, options) => {
      log.push([started(options), 'run', ...argv.map(shownValue)].filter((word) => word !== '').join(' '));
      return marks.any;
    },
    runShell: (text, options) => {
      log.push([started(options), 'shell', shownValue(text)].filter((word) => word !== '').join(' '));
      return marks.any;
    },
    runCode: (language: Language, text: Value, options?: LaunchOptions) => runCode(language, text, machine, options),
    eachOf: (values, run) => values.forEach(run),
    runSql: (sql, target) => runSql(sql, machine, target),
    variable: (name) =>
      name === 'HOME' ? home : name.endsWith('_TOKEN') ? marks.secret : name === 'PWD' ? cwd : marks.any,
    read: (path) =>
      ['/.ssh/', '/.env', '/etc/shadow'].some((part) => absolutePath(path).includes(part)) ? marks.secret : marks.any,
    write: (path, how) => {
      log.push(`write ${shownPath(path)}${how === 'over' ? '' : ` ${how}`}`);
    },
    secret: () => marks.secret,
    link: () => {},
    memory: new Map(),
    secrets: new Set(),
  };
  return { machine, log };
}

function absolutePath(path: Value): Value {
  if (path.startsWith(marks.any)) return path;
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function effectLine(effect: Effect): string {
  const at = 'at' in effect && effect.at !== undefined ? shownValue(effect.at.path) : '';
  if (effect.do === 'delete') return `delete ${at}${effect.recursive ? ' recursive' : ''}`;
  if (effect.do === 'move') return `move ${shownValue(effect.from.path)} to ${shownValue(effect.to.path)}`;
  if (effect.do === 'permit') return `permit ${at}${effect.mode === undefined ? '' : ` ${effect.mode}`}`;
  if (effect.do === 'send') return `send${effect.secret ? ' secret' : ''} to ${effect.host}`;
  if (effect.do === 'run') return `run code ${effect.code}`;
  if (effect.do === 'destroy') return `destroy ${effect.kind}: ${effect.what}`;
  if (effect.do === 'unread') return `unread ${effect.why}`;
  if (effect.do === 'shell') return 'network shell';
  return `${effect.do}: ${'what' in effect ? effect.what : ''}`;
}

/** What a program does, and what it prints at the end if that has a mark of a source. */
export function codeLog(language: Language, text: Value, options?: LaunchOptions): readonly string[] {
  const { machine, log } = codeMachine();
  const printed = runCode(language, text, machine, options);
  if (printed.includes(marks.secret)) log.push('prints a secret');
  if (printed.includes(marks.net)) log.push('prints text of the network');
  return log;
}
