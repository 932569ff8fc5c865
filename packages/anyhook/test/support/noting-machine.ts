import type { Effect } from '../../../guard/src/effect.js';
import type { Machine } from '../../../guard/src/machine.js';
import { marks, type Value } from '../../../guard/src/value.js';

export interface NotingMachine extends Machine {
  readonly effects: Effect[];
  /** The commands run and files read or written, in order: `shell: rm x`, `read: .env`. */
  readonly log: string[];
}

/**
 * A machine for tests of packs without the interpreter: it records effects and runs nothing. All paths are in
 * or below /home/dev/project; only `.env` is a secret.
 */
export function makeNotingMachine(): NotingMachine {
  const effects: Effect[] = [];
  const log: string[] = [];
  const at = (remote: string | undefined): string => (remote === undefined ? '' : ` @${remote}`);
  const logged = (line: string): Value => {
    log.push(line);
    return marks.any;
  };
  const machine: NotingMachine = {
    effects,
    log,
    world: { cwd: '/home/dev/project', root: '/home/dev/project', home: '/home/dev', temp: ['/tmp'], env: {} },
    cwd: '/home/dev/project',
    remote: undefined,
    memory: new Map(),
    secrets: new Set(),
    place: (path) => ({ path: path.startsWith('/') ? path : `/home/dev/project/${path}`, scope: 'inside' }),
    note: (effect) => {
      effects.push(effect);
    },
    run: (argv, options) => logged(`run: ${argv.join(' ')}${at(options?.remote)}`),
    runShell: (text, options) => logged(`shell: ${text}${at(options?.remote)}`),
    runCode: (language, text) => logged(`${language}: ${text}`),
    eachOf: (values, run) => values.forEach(run),
    runSql: (sql, target) => logged(`sql: ${sql}${at(target)}`),
    variable: () => marks.any,
    read: (path) => {
      log.push(`read: ${path}`);
      return path === '.env' ? marks.secret : marks.any;
    },
    write: (path, how) => {
      log.push(`write: ${path}`);
      effects.push({ do: 'write', at: machine.place(path), how });
    },
    secret: () => marks.secret,
    link: (path, target) => {
      log.push(`link: ${path} -> ${target}`);
    },
  };
  return machine;
}

/** Words of a simple command with quotes. */
export function splitWords(text: string): readonly string[] {
  const parts = text.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return parts.map((part) => part.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double));
}
