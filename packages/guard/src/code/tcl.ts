import type { EffectPlace } from '../effect.js';
import { firstItems } from '../left-out.js';
import type { LaunchOptions, Machine } from '../machine.js';
import { isUserFile } from '../places/scope.js';
import { hasMark, marks, type Value } from '../value.js';
import { globPath } from './computed.js';
import { closingOf, isNameChar, readQuoted } from './quotes.js';

const deepest = 8;
const maxCommands = 3000;
const maxItems = 300;

/** Runs a Tcl or Expect program: every command is a list of words. */
export function runTcl(script: Value, machine: Machine, options: LaunchOptions): Value {
  const tcl = new TclReader(machine, options);
  tcl.script(script, 0);
  tcl.end();
  return tcl.printed;
}

class TclReader {
  printed = '';
  private readonly variables = new Map<string, Value>();
  private readonly procedures = new Map<string, { readonly params: readonly string[]; readonly body: Value }>();
  private hasSocket = false;
  private commands = 0;
  private wasCut = false;
  private cwd: Value | undefined;
  /** The command of a pipe that was opened for writing. */
  private pipe: Value | undefined;
  /** Files outside the project that were opened for overwriting and have no content so far. */
  private emptied: EffectPlace[] = [];

  constructor(
    private readonly machine: Machine,
    private readonly options: LaunchOptions,
  ) {
    this.cwd = options.cwd;
  }

  /** Runs all commands of a text; returns the value of the last. */
  script(text: Value, depth: number): Value {
    let at = 0;
    let result: Value = '';
    if (depth >= deepest) this.isCut('depth');
    while (at < text.length && depth < deepest) {
      if (this.commands++ >= maxCommands) {
        this.isCut('steps');
        break;
      }
      const { words, next } = this.words(text, at, depth);
      if (words.length > 0) result = this.command(words, depth);
      at = next;
    }
    return result;
  }

  private isCut(why: 'depth' | 'steps'): void {
    if (!this.wasCut) this.machine.note({ do: 'unread', why });
    this.wasCut = true;
  }

  /** The words of one command, with all substitutions. */
  private words(text: Value, start: number, depth: number): { words: Value[]; next: number } {
    const words: Value[] = [];
    let at = start;
    while (at < text.length) {
      const char = text[at] as string;
      if (char === '\n' || char === ';') return { words, next: at + 1 };
      if (char === '#' && words.length === 0) {
        const end = text.indexOf('\n', at);
        return { words, next: end < 0 ? text.length : end + 1 };
      }
      if (char === ' ' || char === '\t' || char === '\r') at++;
      else if (char === '\\' && text[at + 1] === '\n') at += 2;
      else if (text.startsWith('{*}', at)) at += 3;
      else if (char === '{') {
        const { parts, next } = readQuoted(text, at + 1, '}', { escapes: 'raw' }, '{');
        words.push(parts.join(''));
        at = next;
      } else {
        const word = this.word(text, char === '"' ? at + 1 : at, char === '"', depth);
        words.push(word.value);
        at = word.next;
      }
    }
    return { words, next: text.length };
  }

  private word(text: Value, start: number, isQuoted: boolean, depth: number): { value: Value; next: number } {
    let value = '';
    let at = start;
    while (at < text.length) {
      const char = text[at] as string;
      if (isQuoted ? char === '"' : ' \t\n;'.includes(char)) return { value, next: isQuoted ? at + 1 : at };
      if (char === '\\') {
        const { parts, next } = readQuoted(text.slice(at, at + 6), 0, '\u0000', { escapes: 'all' });
        const [first = ''] = [...String(parts[0] ?? '')];
        value += first;
        at += Math.max(2, 6 - (String(parts[0] ?? '').length - 1) - (6 - Math.min(next, 6)));
      } else if (char === '[') {
        const { parts, next } = readQuoted(text, at + 1, closingOf('['), { escapes: 'raw' }, '[');
        value += this.script(parts.join(''), depth + 1);
        at = next;
      } else if (char === '$') {
        const found = this.variable(text, at + 1);
        value += found.value;
        at = found.next;
      } else {
        value += char;
        at++;
      }
    }
    return { value, next: at };
  }

  private variable(text: Value, start: number): { value: Value; next: number } {
    let at = start;
    if (text[at] === '{') {
      const end = text.indexOf('}', at);
      return { value: this.variables.get(text.slice(at + 1, end)) ?? marks.any, next: end < 0 ? text.length : end + 1 };
    }
    while (isNameChar(text[at] ?? ' ') || text[at] === ':') at++;
    const name = text.slice(start, at);
    if (text[at] === '(') {
      const end = text.indexOf(')', at);
      const key = text.slice(at + 1, end < 0 ? undefined : end);
      const isEnvironment = name === 'env' || name === '::env';
      return { value: isEnvironment ? this.machine.variable(key) : marks.any, next: end < 0 ? text.length : end + 1 };
    }
    return { value: this.variables.get(name) ?? (name === '' ? '$' : marks.any), next: at };
  }

  private path(path: Value): Value {
    if (path === '~' || path.startsWith('~/')) return this.machine.variable('HOME') + path.slice(1);
    return this.cwd === undefined || path.startsWith('/') ? path : `${this.cwd}/${path}`;
  }

  private command(words: readonly Value[], depth: number): Value {
    const [name = '', first = '', second = '', third = ''] = words;
    const rest = words.slice(1);
    switch (name.startsWith('::') ? name.slice(2) : name) {
      case 'exec':
      case 'spawn':
        return this.run(rest.filter((word) => !['-ignorestderr', '-keepnewline', '-noecho', '--', '&'].includes(word)));
      case 'system':
        return this.machine.runShell(rest.join(' '), { via: 'tcl' });
      case 'file':
        return this.file(rest);
      case 'open':
        return this.open(first, second);
      case 'set':
        if (words.length > 2) this.variables.set(first, second);
        return this.variables.get(first) ?? marks.any;
      case 'append':
        this.variables.set(first, (this.variables.get(first) ?? '') + words.slice(2).join(''));
        return this.variables.get(first) ?? '';
      case 'puts':
        return this.puts(rest.filter((word) => word !== '-nonewline'));
      case 'cd':
        this.cwd = this.path(first === '' ? '~' : first);
        return '';
      case 'socket':
        this.hasSocket = true;
        return marks.net;
      case 'source':
        if (hasMark(first, 'net')) this.machine.note({ do: 'run', code: 'remote' });
        return '';
      default:
        return this.other(name, rest, third, depth);
    }
  }

  private other(name: string, rest: readonly Value[], third: Value, depth: number): Value {
    if (name === 'eval' || name === 'uplevel' || name === 'catch' || name === 'after')
      return this.nested(name === 'catch' ? rest.slice(0, 1) : rest, depth);
    const procedure = this.procedures.get(name);
    if (procedure !== undefined) {
      for (const [at, param] of procedure.params.entries()) this.variables.set(param, rest[at] ?? '');
      return this.script(procedure.body, depth + 1);
    }
    if (name === 'proc') {
      this.procedures.set(rest[0] ?? '', { params: (rest[1] ?? '').split(' '), body: third });
      return '';
    }
    if (name === 'glob') return globPath(rest.filter((word) => !word.startsWith('-')).join(' '));
    if (name === 'join' || name === 'concat' || name === 'list' || name === 'subst')
      return name === 'join' ? (rest[0] ?? '').split(' ').join(rest[1] ?? ' ') : rest.join(' ');
    if (name === 'string' && rest[0] === 'reverse') return [...(rest[1] ?? '')].reverse().join('');
    if (name === 'pwd') return this.cwd ?? this.machine.cwd;
    if (name === 'foreach') {
      const items = (rest[1] ?? '').split(/\s+/).filter((word) => word !== '');
      for (const item of firstItems(items, maxItems)) {
        this.variables.set(rest[0] ?? '', item);
        this.script(third, depth + 1);
      }
      return '';
    }
    if (name === 'read' || name === 'gets')
      return rest[0] === 'stdin' ? (this.options.stdin ?? marks.any) : (rest[0] ?? marks.any);
    if (['if', 'while', 'for', 'try', 'namespace', 'switch', 'expect', 'time'].includes(name)) {
      for (const body of rest) if (body.includes(' ')) this.script(body, depth + 1);
    }
    return marks.any;
  }

  private nested(words: readonly Value[], depth: number): Value {
    const text = words.join(' ');
    if (hasMark(text, 'net')) this.machine.note({ do: 'run', code: 'remote' });
    return this.script(text, depth + 1);
  }

  private run(words: readonly Value[]): Value {
    if (words.length === 0) return '';
    const name = words[0] ?? '';
    if (this.hasSocket && /(?:^|\/)(?:ba|z|da|k)?sh$/.test(name)) this.machine.note({ do: 'shell', over: 'network' });
    const options = { via: 'tcl', ...(this.cwd === undefined ? {} : { cwd: this.cwd }) };
    const isPlain = !words.some((word) => ['|', '<', '>', '>>', '2>', '<<', '|&'].includes(word));
    const expanded = words.flatMap((word) => (word.includes(marks.star) ? word.split(' ') : [word]));
    return isPlain
      ? this.machine.run(expanded, options)
      : this.machine.runShell(expanded.map(quotedWord).join(' '), options);
  }

  private file(words: readonly Value[]): Value {
    const [action = '', ...rest] = words;
    const paths = rest.filter((word) => word !== '--' && word !== '-force');
    const [first = ''] = paths;
    const place = (path: Value) => this.machine.place(this.path(path));
    if (action === 'delete') {
      const recursive = rest.includes('-force');
      for (const path of paths.flatMap((word) => word.split(' ')))
        this.machine.note({ do: 'delete', at: place(path), recursive });
    } else if (action === 'rename' && paths.length > 1) {
      this.machine.note({ do: 'move', from: place(first), to: place(paths[1] ?? '') });
    } else if (action === 'copy' && paths.length > 1)
      this.machine.write(this.path(paths.at(-1) ?? ''), 'unpack', this.machine.read(this.path(first)), {
        path: this.path(first),
        as: 'itself',
      });
    else if (action === 'join') return paths.join('/');
    else if (action === 'normalize') return this.path(first);
    else if (action === 'attributes' && rest.includes('-permissions')) {
      this.machine.note({ do: 'permit', at: place(first), recursive: false, mode: rest.at(-1) ?? '' });
    }
    return marks.any;
  }

  /** With two words, the first is a file or a pipe. */
  private puts(words: readonly Value[]): Value {
    const text = words.at(-1) ?? '';
    this.printed += `${text}\n`;
    if (words.length < 2) return '';
    this.emptied = [];
    if (this.pipe !== undefined) this.machine.runShell(this.pipe, { via: 'tcl', stdin: text });
    return '';
  }

  /** A file outside the project that was emptied and got no content counts as deleted. */
  end(): void {
    for (const at of this.emptied) this.machine.note({ do: 'delete', at, recursive: false });
  }

  private open(path: Value, mode: Value): Value {
    if (path.startsWith('|') && /[wa+]/.test(mode)) this.pipe = path.slice(1).trim();
    if (path.startsWith('|')) return this.machine.runShell(path.slice(1).trim(), { via: 'tcl' });
    if (!/[wa+]/.test(mode)) return this.machine.read(this.path(path));
    const at = this.machine.place(this.path(path));
    if (mode.startsWith('w') && isUserFile(at)) this.emptied.push(at);
    this.machine.write(this.path(path), mode.startsWith('a') ? 'append' : 'over');
    return '';
  }
}

const quotedWord = (word: Value): Value => (/[\s'"$`\\]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word);
