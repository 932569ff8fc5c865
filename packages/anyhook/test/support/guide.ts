import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { playPerson } from './play-terminal.js';

/** A part of a guide: a file to save, or a command at a terminal with what it shows. */
export type GuidePart =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'command'; readonly command: string; readonly shows: string };

/** The files (blocks with `file=`) and commands (`$ ` in console blocks) of a page, in its order. */
export function guideParts(page: string): readonly GuidePart[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```(\w+)(?: file=(\S+))?\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, language = '', path, text = '']): readonly GuidePart[] => {
    if (path !== undefined) return [{ kind: 'file', path, text }];
    return language === 'console' ? commandsOf(text) : [];
  });
}

const commandsOf = (text: string): readonly GuidePart[] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((entry) => {
      const [command = '', ...lines] = entry.trimEnd().split('\n');
      return { kind: 'command', command, shows: lines.join('\n') };
    });

/** Values that differ between runs: how a guide writes them, and their pattern. A named value must stay the same. */
const varying: readonly { readonly written: RegExp; readonly is: string; readonly isNamed?: true }[] = [
  { written: /t_06d3[0-9a-z]{6}/, is: 't_[0-9a-z]{10}', isNamed: true },
  { written: /1k8z[0-9a-z]{6}/, is: '[0-9a-z]{10}', isNamed: true },
  { written: /k7f2p/, is: '[a-z2-9]{5}', isNamed: true },
  { written: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, is: '\\S+ \\S+' },
  { written: /\d\d:\d\d:\d\d/, is: '\\d\\d:\\d\\d:\\d\\d' },
  { written: /\d+ s ago/, is: '\\d+ (?:s|min) ago' },
  { written: /\d[\d.]* m?s\b/, is: '\\d[\\d.]* m?s' },
  { written: /(?<=by )ada\b/, is: '\\S+' },
  { written: /^…\n/m, is: '(?:.*\\n)*?' },
  { written: /^…$/m, is: '[^]*' },
  { written: /…/, is: '.*' },
  { written: / +/, is: ' +' },
];

const words = new RegExp(varying.map(({ written }) => `(${written.source})`).join('|'), 'gm');

/** A person who follows a guide in their own folder and home, and remembers named values. */
export class GuideReader {
  readonly env: Readonly<Record<string, string>>;
  readonly #top: string;
  readonly #names = new Map<string, string>();
  cwd: string;

  constructor(top: string) {
    const programs = join(top, 'programs');
    const home = join(top, 'home');
    for (const folder of [programs, home, join(top, 'node_modules')]) mkdirSync(folder);
    const program = `#!/bin/sh\nexec '${process.execPath}' '${resolve('packages/anyhook/bin/anyhook.cjs')}' "$@"\n`;
    writeFileSync(join(programs, 'anyhook'), program, { mode: 0o755 });
    symlinkSync(resolve('packages/anyhook'), join(top, 'node_modules', 'anyhook'));
    this.#top = top;
    this.cwd = top;
    this.env = {
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      HOME: home,
      TERM: 'xterm',
      NO_COLOR: '1',
      ANYHOOK_MANAGED_CONFIG: join(top, 'managed.yaml'),
      ANYHOOK_ENGINE: 'off',
    };
  }

  save(path: string, text: string): void {
    const file = join(this.cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** The terminal output of a command. Its final folder is the start folder of the next one. */
  type(command: string): string {
    const place = join(this.#top, 'place');
    const own = command.replace(words, (word) => this.#names.get(word) ?? word);
    const line = `${own}\nstatus=$?; pwd > '${place}'; exit $status`;
    const { shown } = playPerson(['sh', '-c', line], { cwd: this.cwd, env: this.env });
    if (existsSync(place)) this.cwd = readFileSync(place, 'utf8').trim();
    return withUniformPrompt(shown.replace(/ +$/gm, '').trimEnd());
  }

  /** Whether the output matches the guide; remembers the values it names. */
  recognizes(seen: string, shows: string): boolean {
    const fresh: string[] = [];
    const pattern = withUniformPrompt(shows)
      .split(words)
      .filter((piece) => piece !== undefined && piece !== '')
      .map((piece) => this.#patternOf(piece, fresh))
      .join('');
    const found = new RegExp(`^${pattern}$`).exec(seen);
    fresh.forEach((word, i) => {
      if (found) this.#names.set(word, found[i + 1] ?? '');
    });
    return found !== null;
  }

  #patternOf(piece: string, fresh: string[]): string {
    const row = varying.find(({ written }) => new RegExp(`^(?:${bare(written)})$`).test(piece));
    if (!row) return escaped(piece);
    if (!row.isNamed) return row.is;
    const known = this.#names.get(piece);
    if (known !== undefined) return escaped(known);
    const at = fresh.indexOf(piece);
    if (at >= 0) return `\\${at + 1}`;
    fresh.push(piece);
    return `(${row.is})`;
  }
}

/** A guide shows the yes/no question of a person's own terminal; other terminals require a typed word. */
const withUniformPrompt = (text: string): string =>
  text.replace(/^.* \[y\/N\] y$|^anyhook cannot tell whether a person opened .*\nTo .*, type (\w+): \1$/gm, '(yes)');

/** The text without surrounding markup. */
const bare = ({ source }: RegExp): string => source.replace(/\(\?<=[^)]*\)|\^|\$/g, '');

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
