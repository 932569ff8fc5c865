import { noteLimits } from '../../left-out.js';
import { askPacks, type Call, type Machine, type Program, programTable } from '../../machine.js';
import { patchedFiles } from '../../tool-patch.js';
import { hasUnknown, isFullyKnown, marks, type Value } from '../../value.js';
import { wordSet } from '../../word-lists.js';
import { argumentsOf, joinPath } from '../call-words.js';
import { folderName, noteMove } from '../kit.js';
import { commandSubcommands } from './commands.js';
import { historySubcommands } from './history.js';
import { runCommandVariables, runSetting, settingsOfVariables } from './settings.js';
import type { GitSubcommand, GitUse } from './use.js';
import { workSubcommands } from './work.js';

/** `apply_patch` with the patch as argument or input: agents apply the patch themselves. */
const applyPatch: Program = (call, machine) => {
  const { files, isCut } = patchedFiles(argumentsOf(call)[0] ?? call.stdin ?? '');
  if (isCut) machine.note({ do: 'unread', why: 'steps' });
  for (const { path, change, to, added } of files) {
    if (to !== undefined) noteMove(machine, machine.place(path), machine.place(to));
    else if (change === 'delete') machine.note({ do: 'delete', at: machine.place(path), recursive: false });
    else machine.write(path, change === 'add' ? 'over' : 'edit', added?.map((line) => `${line}\n`).join(''));
  }
  return '';
};

const subcommands: ReadonlyMap<string, GitSubcommand> = new Map(
  Object.entries({ ...workSubcommands, ...historySubcommands, ...commandSubcommands }),
);

const maxAliasDepth = 8;
const valueOptions = wordSet('-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source');

interface GlobalOptions {
  readonly cwd: Value;
  readonly gitDir: Value | undefined;
  readonly workTree: Value | undefined;
  readonly settings: ReadonlyMap<string, Value>;
  /** The subcommand and its words; empty if git only shows help or its version. */
  readonly rest: readonly Value[];
}

const git: Program = (call, machine) => runGit(call, machine, argumentsOf(call), 0);

function runGit(call: Call, machine: Machine, words: readonly Value[], depth: number): Value | undefined {
  const options = readGlobals(words, machine);
  const [subcommand, ...rest] = options.rest;
  if (subcommand === undefined) return undefined;
  const at = machine.place(
    options.workTree ?? (options.gitDir === undefined ? options.cwd : repositoryOf(options.gitDir)),
  );
  const use: GitUse = {
    machine,
    subcommand,
    words: rest,
    stdin: call.stdin,
    cwd: options.cwd,
    at,
    settings: options.settings,
  };
  runCommandVariables(use);
  for (const [name, value] of options.settings) if (!name.startsWith('alias.')) runSetting(use, name, value, false);
  noteLimits(subcommand, machine);
  const known = subcommands.get(subcommand);
  if (known) return known(use);
  if (hasUnknown(subcommand)) return rest.includes('--hard') ? subcommands.get('reset')?.(use) : undefined;
  const alias = options.settings.get(`alias.${subcommand}`.toLowerCase()) ?? aliasOf(machine, subcommand);
  if (alias === undefined) return undefined;
  if (depth < maxAliasDepth) return runAlias(use, alias, call, depth);
  // Git refuses an alias of itself.
  if (splitAlias(alias)[0] !== subcommand) machine.note({ do: 'unread', why: 'depth' });
  return undefined;
}

const aliasOf = (machine: Machine, name: string): Value | undefined =>
  machine.memory.get(`git alias ${name.toLowerCase()}`);

/** An alias is words for git, or shell text after `!`. */
function runAlias(use: GitUse, alias: Value, call: Call, depth: number): Value | undefined {
  if (alias.trimStart().startsWith('!')) {
    const text = alias.trimStart().slice(1);
    return use.machine.runShell(`${text} "$@"`, { via: 'git alias', cwd: use.cwd, args: [text, ...use.words] });
  }
  const settings = [...use.settings].flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const words = ['-C', use.cwd, ...settings, ...splitAlias(alias), ...use.words];
  return runGit(call, use.machine, words, depth + 1);
}

/** The words of an alias, with quotes and backslashes parsed as in git. */
function splitAlias(text: Value): readonly Value[] {
  const words: Value[] = [];
  let word: Value | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (letter === '\\' && quote !== "'") word = (word ?? '') + (text[++at] ?? '');
    else if (quote !== '') {
      if (letter === quote) quote = '';
      else word = (word ?? '') + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  return word === undefined ? words : [...words, word];
}

function readGlobals(words: readonly Value[], machine: Machine): GlobalOptions {
  const settings = new Map(settingsOfVariables((name) => machine.variable(name)));
  let cwd = machine.cwd;
  let gitDir = knownVariable(machine, 'GIT_DIR');
  let workTree = knownVariable(machine, 'GIT_WORK_TREE');
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as Value;
    if (!word.startsWith('-')) break;
    const [name, value, used] = optionAt(words, at);
    at += used;
    if (name === '-C') cwd = value === '' ? cwd : joinPath(cwd, value);
    else if (name === '--git-dir') gitDir = joinPath(cwd, value);
    else if (name === '--work-tree') workTree = joinPath(cwd, value);
    else if (name === '-c' || name === '--config-env') {
      const equals = value.indexOf('=');
      const text = equals < 0 ? 'true' : value.slice(equals + 1);
      const key = (equals < 0 ? value : value.slice(0, equals)).toLowerCase();
      settings.set(key, name === '-c' ? text : machine.variable(text));
    } else if (name === '--help' || name === '-h' || name === '--version' || name === '-v') {
      return { cwd, gitDir, workTree, settings, rest: [] };
    }
  }
  return { cwd, gitDir, workTree, settings, rest: words.slice(at) };
}

/** An option before the subcommand: its name, its value, and how many more words it takes. */
function optionAt(words: readonly Value[], at: number): readonly [name: string, value: Value, used: number] {
  const word = words[at] as Value;
  if (valueOptions.has(word)) return [word, words[at + 1] ?? '', 1];
  const equals = word.indexOf('=');
  if (word.startsWith('--') && equals > 0) return [word.slice(0, equals), word.slice(equals + 1), 0];
  // git itself refuses `-cname=value` in one word, but people and other readers of options accept it.
  if (/^-[cC]./.test(word)) return [word.slice(0, 2), word.slice(2), 0];
  return [word, '', 0];
}

function knownVariable(machine: Machine, name: string): Value | undefined {
  const value = machine.variable(name);
  return value !== '' && isFullyKnown(value) ? value : undefined;
}

/** The folder that `.git` belongs to. */
const repositoryOf = (gitDir: Value): Value => (/(?:^|\/)\.git\/?$/.test(gitDir) ? folderName(gitDir) : gitDir);

/** `git-reset` in git's program folder is `git reset`. */
const dashed =
  (name: string): Program =>
  (call, machine) =>
    runGit(call, machine, [name, ...argumentsOf(call)], 0);

/** `patch -R` with the output of `git diff` reverts the changes, like `git apply -R`. Packs know the files. */
const patch: Program = (call, machine) => {
  const words = argumentsOf(call);
  const isReverse = words.some((word) => /^-[a-zA-Z0-9]*R|^--reverse$/.test(word));
  const isTrial = words.some((word) => /^(?:--dry-run|--check|-C)$/.test(word));
  if (isReverse && !isTrial && call.stdin?.includes(marks.uncommitted))
    machine.note({ do: 'discard', what: 'uncommitted changes', at: machine.place(machine.cwd) });
  return askPacks;
};

export const gitPrograms = programTable({
  'patch gpatch': patch,
  'apply_patch applypatch': applyPatch,
  'git hub yadm': git,
  ...Object.fromEntries([...subcommands.keys()].map((name) => [`git-${name}`, dashed(name)])),
});
