import { join } from 'node:path';
import {
  effectOf,
  interpreters,
  languages,
  programName,
  removers,
  type ShellEffect,
  withoutWrappers,
} from './shell-effects.js';
import { type ShellVariables, type SimpleCommand, splitCommands, substitution, withoutMarks } from './shell-words.js';

/** What a command line names, as far as this is known without running it. */
export interface Mention {
  /** A word that may be a path; `~` and known variables are filled in. */
  readonly word: string;
  /** The folder that it is relative to, if the line changed the folder before. */
  readonly base?: string;
  /** What happens to it: removed or moved, filled with files, written, or unknown. */
  readonly effect: Exclude<ShellEffect, 'read'>;
  /** Only what has such a name is affected: `find -name`. */
  readonly names?: string;
}

export interface ShellLine {
  readonly mentions: readonly Mention[];
  /** Every simple command, as its words. */
  readonly commands: readonly (readonly string[])[];
  /** Arguments come from the input of the line: what a command does is not in its words. */
  readonly pipesArguments: boolean;
  /** A program reads code in another language from its input, so any part of the line may be code. */
  readonly readsCode: boolean;
}

const maxLineLength = 64 * 1024;
const maxDepth = 3;

/** A line with more than this is not checked word by word. */
const maxCommands = 1_000;
const maxMentions = 300;

/** Parses a command line of a POSIX shell. Undefined: it is too long. */
export function parseShellLine(line: string, env: ShellVariables): ShellLine | undefined {
  if (line.length > maxLineLength) return undefined;
  const found: ShellFindings = {
    mentions: new Map(),
    commands: [],
    base: undefined,
    pipesArguments: false,
    readsCode: false,
  };
  collectFindings(line, env, found, { depth: 0, isCarried: false });
  return isTooMuch(found) ? undefined : { ...found, mentions: [...found.mentions.values()] };
}

const isTooMuch = ({ commands, mentions }: ShellFindings): boolean =>
  commands.length > maxCommands || mentions.size > maxMentions;

interface ShellFindings {
  /** By their words, folders and effects. */
  readonly mentions: Map<string, Mention>;
  readonly commands: (readonly string[])[];
  base: string | undefined;
  pipesArguments: boolean;
  readsCode: boolean;
}

interface Position {
  readonly depth: number;
  /** What the line prints becomes words of another command. */
  readonly isCarried: boolean;
}

function collectFindings(
  line: string,
  env: ShellVariables,
  found: ShellFindings,
  { depth, isCarried }: Position,
): void {
  const { commands: all, hasSubstitution } = splitCommands(withoutHereDocuments(line), env);
  const commands = all.map((simple) => parsedCommand(simple));
  const pipesArguments = all.some(({ words }) => words.some((word) => /^(?:xargs|parallel|read|mapfile)$/.test(word)));
  found.pipesArguments ||= pipesArguments;
  found.readsCode ||= commands.some(({ program, rest }) => languages.test(program) && /^(?:-?$|<)/.test(rest[0] ?? ''));
  const feedsInterpreter = commands.some(({ program }) => interpreters.test(program));
  // The words of a reading command may become the arguments of one that writes.
  const hasWriter = commands.some(({ effect, targets }) => effect !== 'read' || targets.some(isFile));
  const carries = isCarried || pipesArguments || (hasWriter && (hasSubstitution || /(?:^|[\s;])for\s/.test(line)));
  const hasSubshell = line.includes('(');
  for (const { allWords, words, program, rest, targets, effect } of commands) {
    if (isTooMuch(found)) return;
    found.commands.push(words);
    addMentions(found, targets, 'write', hasSubshell);
    // Whatever the command does, the shell runs what stands in double quotes: `echo "$(rm …)"`, `x="$(rm …)"`.
    if (depth < maxDepth)
      for (const word of allWords)
        if (substitution.test(word))
          collectFindings(effect === 'read' && !feedsInterpreter ? word : withoutMarks(word), env, found, {
            depth: depth + 1,
            isCarried: isCarriedBy(word),
          });
    if (/^(?:cd|pushd)$/.test(program)) {
      found.base = nextFolder(found.base, rest, env);
      continue;
    }
    const reads = effect === 'read';
    if (!reads || carries) addOperands(found, { program, rest, effect: reads ? 'remove' : effect, hasSubshell });
    if (depth >= maxDepth) continue;
    const next = { depth: depth + 1, isCarried: !reads || carries };
    // A script inside a word: `sh -c "…"`, `eval '…'`, `find -exec sh -c …`; or words that a shell reads.
    if (!reads || feedsInterpreter)
      for (const word of rest)
        if (/\s/.test(word) && !substitution.test(word))
          collectFindings(withoutMarks(word), env, found, { ...next, isCarried: false });
    if (feedsInterpreter && /^(?:echo|printf)$/.test(program))
      collectFindings(withoutMarks(rest.join(' ')).replaceAll('\\n', '\n'), env, found, { ...next, isCarried: false });
  }
}

interface ParsedCommand extends Pick<SimpleCommand, 'targets'> {
  readonly allWords: readonly string[];
  /** Without assignments and wrappers such as `sudo`. */
  readonly words: readonly string[];
  readonly program: string;
  readonly rest: readonly string[];
  readonly effect: ShellEffect;
}

function parsedCommand({ words: allWords, targets }: SimpleCommand): ParsedCommand {
  const words = withoutWrappers(allWords);
  const [first = '', ...rest] = words;
  const program = programName(first);
  const isAssignment = words.length === 0 || words.every((word) => /^(?:\w+=|<+$)/.test(word));
  return { allWords, words, program, rest, targets, effect: isAssignment ? 'read' : effectOf(program, rest) };
}

/** Does the output of the substitution become a word of the command? */
const isCarriedBy = (word: string): boolean => /^\$\(|`/.test(word);

const isFile = (target: string): boolean => !/^(?:\d|\/dev\/(?:null|stdout|stderr|tty))$/.test(target);

/** Where the next commands run, after `cd`. */
function nextFolder(base: string | undefined, rest: readonly string[], env: ShellVariables): string | undefined {
  const to = rest.find((word) => !word.startsWith('-'));
  if (to === undefined) return rest.includes('-') ? undefined : env['HOME'];
  return base === undefined || /^[/~]/.test(to) ? to : join(base, to);
}

/** The expression below is slow on long lines, and a real here-document starts with a short one. */
const maxOpeningLength = 1_000;

/**
 * Removes here-documents that are only written to a file: they are text and may mention anything. The shell still runs
 * the commands in them, unless the end marker is quoted.
 */
function withoutHereDocuments(script: string): string {
  if (!script.includes('<<')) return script;
  const keptLines: string[] = [];
  let end: { readonly marker: string; readonly isQuoted: boolean } | undefined;
  for (const line of script.split('\n')) {
    if (end !== undefined) {
      if (line.trim() === end.marker) end = undefined;
      else if (!end.isQuoted && /\$\(|`/.test(line)) keptLines.push(line.slice(line.search(/\$\(|`/)));
      continue;
    }
    keptLines.push(line);
    if (line.length > maxOpeningLength) continue;
    const [, , quote, marker] = /(?:^|[;&({]\s*)(cat|tee)\b[^|;&]*<<-?\s*(['"\\]?)(\w+)['"]?[^|;&]*$/.exec(line) ?? [];
    if (marker !== undefined) end = { marker, isQuoted: quote !== '' };
  }
  return keptLines.join('\n');
}

function addMentions(
  found: ShellFindings,
  words: readonly string[],
  effect: Mention['effect'],
  hasSubshell: boolean,
  names?: string,
): void {
  // A subshell that ended takes its folder with it.
  const bases = found.base !== undefined && hasSubshell ? [found.base, undefined] : [found.base];
  for (const word of words)
    for (const base of bases) {
      if (isTooMuch(found)) return;
      const more = { ...(base !== undefined && { base }), ...(names !== undefined && { names }) };
      found.mentions.set([effect, base, names, word].join('\n'), { word, effect, ...more });
    }
}

/** Programs that copy write only to their target. */
const copiers = new Set('cp install ln scp rsync mv'.split(' '));
const maxCopies = 20;

interface Operands {
  readonly program: string;
  readonly rest: readonly string[];
  readonly effect: Mention['effect'];
  readonly hasSubshell: boolean;
}

function addOperands(found: ShellFindings, { program, rest, effect, hasSubshell }: Operands): void {
  const add = (words: readonly string[], how: Mention['effect']) => addMentions(found, words, how, hasSubshell);
  const names = program === 'find' ? namesToFind(rest) : undefined;
  if (names !== undefined) {
    const end = rest.findIndex((word) => /^[-(!]/.test(word));
    addMentions(found, end > 0 ? rest.slice(0, end) : ['.'], effect, hasSubshell, names);
    return;
  }
  // Without a path, these commands of git change the folder that they run in.
  if (program === 'git' && effect === 'remove' && found.base !== undefined) add(['.'], 'fill');
  const words = rest.flatMap(operandWords);
  const paths = words.filter((word) => word !== '' && !word.startsWith('-'));
  if (!copiers.has(program) || paths.length < 2) {
    add(paths, effect);
    return;
  }
  const optionIndex = rest.findIndex((word) => word === '-t' || word === '--target-directory');
  const target = (optionIndex >= 0 ? rest[optionIndex + 1] : paths.at(-1)) ?? '';
  const sources = paths.filter((path) => path !== target);
  if (removers.has(program)) add(sources, 'remove');
  // Writing to the link writes to this file.
  if (program === 'ln') add(sources, 'write');
  if (program === 'ln' && rest.some((word) => /^-[a-zA-Z]*[nT]/.test(word))) add([target], 'remove');
  if (program === 'rsync') add([target], effect);
  // All files of the folder go into the target.
  if (sources.some((path) => /(?:^|\/)\.?$/.test(path))) add([target], 'fill');
  // The target may be a folder.
  add([target, ...sources.slice(0, maxCopies).map((path) => `${target}/${programName(path)}`)], 'write');
}

/** The one pattern that names must match, if `find` removes what it finds and does nothing else. */
function namesToFind(rest: readonly string[]): string | undefined {
  const isPlain = rest.every((word) => !/^(?:-o|-or|!|-not|,|-(?:exec|ok)(?:dir)?|-fprint\w*|-fls)$/.test(word));
  const index = rest.findIndex((word) => /^-i?name$/.test(word));
  return isPlain && index >= 0 ? rest[index + 1] : undefined;
}

/** A word, or the value that is part of an option: `of=x`, `--file=x`, `-o/x`. */
function operandWords(word: string): readonly string[] {
  if (/^-{0,2}[\w-]+=/.test(word)) return [word.slice(word.indexOf('=') + 1)];
  const [, attached] = /^-[a-zA-Z]+?([/~.].*)$/.exec(word) ?? [];
  return attached === undefined ? [word] : [attached];
}
