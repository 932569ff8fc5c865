/** What a command line names, as far as this is known without running it. */
export interface Mention {
  /** A word that may be a path; `~` and known variables are filled in. */
  readonly word: string;
  /** The folder that it is relative to, if the line changed the folder before. */
  readonly base?: string;
  /** What happens to it: removed or moved, written, or unknown. */
  readonly effect: 'remove' | 'write';
}

export interface ShellLine {
  readonly mentions: readonly Mention[];
  /** Every simple command, as its words. */
  readonly commands: readonly (readonly string[])[];
}

type Env = Readonly<Record<string, string | undefined>>;

const maxLineLength = 64 * 1024;
const maxDepth = 3;

/** Parses a command line of a POSIX shell. Undefined: it is too long. */
export function parseShellLine(line: string, env: Env): ShellLine | undefined {
  if (line.length > maxLineLength) return undefined;
  const found: ShellFindings = { mentions: [], commands: [], base: undefined };
  collectFindings(line, env, found, 0);
  return found;
}

interface ShellFindings {
  readonly mentions: Mention[];
  readonly commands: (readonly string[])[];
  base: string | undefined;
}

interface SimpleCommand {
  readonly words: string[];
  readonly targets: string[];
}

function collectFindings(line: string, env: Env, found: ShellFindings, depth: number): void {
  const all = splitCommands(withoutHereDocuments(line), env);
  // Piped input also provides its arguments.
  const pipesArguments = all.some(({ words }) => words.some((word) => /^(?:xargs|parallel|read)$/.test(word)));
  for (const simple of all) {
    const words = withoutWrappers(simple.words);
    found.commands.push(words);
    addMentions(found, simple.targets, 'write');
    const [program = '', ...rest] = words;
    if (/^(?:cd|pushd)$/.test(program)) found.base = rest.find((word) => !word.startsWith('-')) ?? found.base;
    const effect = effectOf(baseName(program), rest, pipesArguments);
    if (effect !== 'read') addOperands(found, baseName(program), rest, effect);
    if (depth >= maxDepth) continue;
    // A script inside a word: `sh -c "…"`, `eval '…'`, `find -exec sh -c …`. Whatever the command does, the shell runs
    // what stands in double quotes: `echo "$(rm …)"`, `x="$(rm …)"`.
    for (const word of simple.words)
      if (/\$\(|`/.test(word) || (effect !== 'read' && /\s/.test(word))) collectFindings(word, env, found, depth + 1);
  }
}

/** The expression below is slow on long lines, and a real here-document starts with a short one. */
const maxOpeningLength = 1_000;

/** Removes here-documents that are only written to a file: they are text and may mention anything. */
function withoutHereDocuments(script: string): string {
  if (!script.includes('<<')) return script;
  const keptLines: string[] = [];
  let endMarker: string | undefined;
  for (const line of script.split('\n')) {
    if (endMarker !== undefined) {
      if (line.trim() === endMarker) endMarker = undefined;
      continue;
    }
    keptLines.push(line);
    if (line.length > maxOpeningLength) continue;
    const [, program, , end] = /(?:^|[;&({]\s*)(cat|tee)\b[^|;&]*<<-?\s*(['"]?)(\w+)\2[^|;&]*$/.exec(line) ?? [];
    if (program !== undefined) endMarker = end;
  }
  return keptLines.join('\n');
}

function addMentions(found: ShellFindings, words: readonly string[], effect: Mention['effect']): void {
  for (const word of words)
    found.mentions.push({ word, effect, ...(found.base !== undefined && { base: found.base }) });
}

const wrappers = new Set([
  'sudo',
  'doas',
  'env',
  'nohup',
  'time',
  'command',
  'exec',
  'nice',
  'xargs',
  'builtin',
  'then',
  'do',
  'else',
  '!',
]);

/** The command itself, without assignments and wrapper programs. */
function withoutWrappers(words: readonly string[]): readonly string[] {
  let index = 0;
  for (; index < words.length - 1; index++) {
    const word = words[index] as string;
    const isWrapped = index > 0 && (word.startsWith('-') || /^\d+[smh]?$/.test(word));
    if (!/^\w+=/.test(word) && !wrappers.has(word) && word !== 'timeout' && !isWrapped) break;
  }
  return words.slice(index);
}

const readers = new Set(
  (
    'cat less more head tail grep egrep fgrep rg ag ls ll dir stat file wc diff cmp md5sum sha1sum sha256sum cksum tree du ' +
    'cd pushd popd echo printf test [ [[ true false : jq yq realpath readlink dirname basename which type sort uniq cut ' +
    'xxd od hexdump bat pwd sleep date export set source . anyhook npx for if while case'
  ).split(' '),
);
const removers = new Set('rm rmdir unlink shred mv truncate'.split(' '));
const permissionChangers = new Set('chmod chown chgrp setfacl'.split(' '));
const changingGit = new Set('clean rm checkout restore reset stash mv switch apply am'.split(' '));

function effectOf(program: string, rest: readonly string[], pipesArguments: boolean): 'read' | Mention['effect'] {
  if (removers.has(program)) return 'remove';
  // State that others can write to is ignored, so changing its mode is like removing it.
  if (permissionChangers.has(program))
    return rest.some((word) => /^(?:-[a-zA-Z]*R|--recursive$)/.test(word)) ? 'remove' : 'write';
  if (program === 'git') {
    const verb = rest.find((word, i) => !word.startsWith('-') && rest[i - 1] !== '-C' && rest[i - 1] !== '-c') ?? '';
    return changingGit.has(verb) ? 'remove' : 'read';
  }
  if (program === 'find')
    return rest.some((word) => /^-(?:delete|exec|execdir|ok|okdir|fprint)/.test(word)) ? 'remove' : 'read';
  if (program === 'sed' || program === 'perl' || program === 'awk') {
    const inPlace =
      rest.some((word) => /^-[a-zA-Z]*i|^--in-place/.test(word)) || rest.some((word) => word.includes('>'));
    if (!inPlace && program !== 'perl') return pipesArguments ? 'write' : 'read';
    return 'write';
  }
  if (readers.has(program)) return pipesArguments ? 'remove' : 'read';
  return 'write';
}

/** Programs that copy write only to their target. */
const copiers = new Set('cp install ln scp rsync mv'.split(' '));
const maxCopies = 20;

function addOperands(found: ShellFindings, program: string, rest: readonly string[], effect: Mention['effect']): void {
  const words = rest.map((word) => (/^-{0,2}[\w-]+=/.test(word) ? word.slice(word.indexOf('=') + 1) : word));
  const paths = words.filter((word) => word !== '' && !word.startsWith('-'));
  if (!copiers.has(program) || paths.length < 2) {
    addMentions(found, paths, effect);
    return;
  }
  const optionIndex = rest.findIndex((word) => word === '-t' || word === '--target-directory');
  const target = (optionIndex >= 0 ? rest[optionIndex + 1] : paths.at(-1)) ?? '';
  const sources = paths.filter((path) => path !== target);
  if (program === 'mv') addMentions(found, sources, 'remove');
  // Writing to the link writes to this file.
  if (program === 'ln') addMentions(found, sources, 'write');
  // The target may be a folder.
  addMentions(found, [target, ...sources.slice(0, maxCopies).map((path) => `${target}/${baseName(path)}`)], 'write');
}

const baseName = (program: string): string => program.slice(program.lastIndexOf('/') + 1);

/** Splits a line into simple commands with their words and output files. */
function splitCommands(line: string, env: Env): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let current: SimpleCommand = { words: [], targets: [] };
  let word: string | undefined;
  let isOutputFile = false;
  const endWord = () => {
    if (word === undefined) return;
    (isOutputFile ? current.targets : current.words).push(word);
    isOutputFile = false;
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (current.words.length > 0 || current.targets.length > 0) commands.push(current);
    current = { words: [], targets: [] };
  };
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    if (char === '\\') {
      i++;
      if (line[i] !== '\n') word = (word ?? '') + (line[i] ?? '');
    } else if (char === "'" || char === '"') {
      const end = closingQuoteIndex(line, i);
      const inside = line.slice(i + 1, end);
      word = (word ?? '') + (char === '"' ? expandVariables(inside.replace(/\\(["\\$`])/g, '$1'), env) : inside);
      i = end;
    } else if (char === '$' && /[A-Za-z_{]/.test(line[i + 1] ?? '')) {
      const [name = ''] = /^\$(?:\{\w+\}|\w+)/.exec(line.slice(i, i + 200)) ?? ['$'];
      word = (word ?? '') + expandVariables(name, env);
      i += name.length - 1;
    } else if (char === '~' && word === undefined && /^(?:\/|\s|$)/.test(line.slice(i + 1, i + 2)))
      word = env['HOME'] ?? '~';
    else if (char === '>') {
      if (/^\d$/.test(word ?? '')) word = undefined;
      endWord();
      while (/[>|]/.test(line[i + 1] ?? '')) i++;
      if (line[i + 1] === '&') i++;
      isOutputFile = true;
    } else if (char === '#' && word === undefined) {
      while (i + 1 < line.length && line[i + 1] !== '\n') i++;
    } else if (/[;&|\n(){}`]/.test(char)) endCommand();
    else if (/\s/.test(char)) endWord();
    else word = (word ?? '') + char;
  }
  endCommand();
  return commands;
}

/** Where a quote ends; the end of the line if it is not closed. */
function closingQuoteIndex(line: string, start: number): number {
  const quote = line[start];
  for (let i = start + 1; i < line.length; i++) {
    if (line[i] === quote) return i;
    if (quote === '"' && line[i] === '\\') i++;
  }
  return line.length;
}

/** Fills in known variables; unknown ones stay as they are. */
const expandVariables = (text: string, env: Env): string =>
  text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    return /^(?:HOME|PWD|XDG_\w+)$/.test(name) ? (env[name] ?? whole) : whole;
  });
