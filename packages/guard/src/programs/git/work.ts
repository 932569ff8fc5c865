import { gitOptions } from '../../../.cache/programs/git/options.js';
import type { ReadWords } from '../../packs/options.js';
import { hasGlob, hasMark, hasUnknown, type Value } from '../../value.js';
import { wordSet } from '../../word-lists.js';
import { fileName, isStandardInput } from '../call-words.js';
import { isGiven, optionValue } from '../kit.js';
import { show } from './commands.js';
import { discard, type GitSubcommand, type GitUse, gitPath, mainBranches, readUse, runFromGit } from './use.js';

const reset: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.reset);
  if (words && isGiven(words, '--hard', '--merge')) discard(use, 'uncommitted changes');
};

/** Words that people write after these options as if they took a value; they are not files. */
const looseValues: Readonly<Record<string, readonly string[]>> = {
  '--track': ['direct', 'inherit'],
  '-t': ['direct', 'inherit'],
  '--recurse-submodules': ['checkout', 'on-demand'],
};

const checkout: GitSubcommand = (use) => {
  const kept = use.words.filter((word, at) => !looseValues[use.words[at - 1] ?? '']?.includes(word));
  const words = readUse({ ...use, words: kept }, gitOptions.checkout);
  if (!words) return undefined;
  const isInteractive = isGiven(words, '-p', '--patch') && use.stdin === undefined;
  if (isInteractive) return undefined;
  if (isGiven(words, '-f', '--force')) discard(use, 'uncommitted changes');
  else if (namesPaths(words)) discard(use, 'changes in files');
  else noteMovedBranch(use, optionValue(words, '-B'), words.operands[0]);
};

/**
 * `checkout -B` and `switch -C` move an existing branch. Scripts create new branches that way, so only a main branch,
 * or one that is set to its own name at a remote, counts as existing.
 */
function noteMovedBranch(use: GitUse, branch: Value | undefined, start: Value | undefined): void {
  if (branch === undefined) return;
  if (mainBranches.has(branch) || start?.endsWith(`/${branch}`)) discard(use, 'the old position of a branch');
}

/** Whether `git checkout` is for files, not for a branch. */
function namesPaths(words: ReadWords): boolean {
  const { operands } = words;
  if (isGiven(words, '--pathspec-from-file')) return true;
  if (words.hasDashes) return operands.length > words.operandsBeforeDashes;
  if (isGiven(words, '-b', '-B', '--orphan')) return false;
  if (operands.length > 1 || isGiven(words, '--ours', '--theirs', '-2', '-3')) return operands.length > 0;
  return operands[0] !== undefined && looksLikePath(operands[0]);
}

const fileEndings =
  wordSet(`ts tsx mts cts js jsx mjs cjs json jsonc json5 md mdx txt rst py pyi rb go rs java kt kts scala swift c h cc
  cpp hpp m mm cs fs php sh bash zsh fish ps1 bat yml yaml toml lock xml html htm css scss sass less vue svelte
  astro sql ini cfg conf env csv tsv svg png jpg jpeg gif ico pdf ipynb lua pl r ex exs erl hs clj dart tf
  tfvars proto graphql gradle properties log snap tmpl tpl j2 mod sum cmake mk gitignore dockerignore
  editorconfig`);
const fileNames = wordSet('Makefile Dockerfile README LICENSE Gemfile Rakefile Procfile Jenkinsfile');

/** A single word after `git checkout` is a branch, unless it cannot be the name of one. */
function looksLikePath(word: Value): boolean {
  if (/^(?:\.{1,2}(?:\/|$)|\/|~|:[/(!^:])/.test(word) || word.endsWith('/') || hasGlob(word)) return true;
  if (/[*?]/.test(word)) return true;
  const name = fileName(word);
  const dot = name.lastIndexOf('.');
  return fileNames.has(name) || (dot >= 0 && fileEndings.has(name.slice(dot + 1).toLowerCase()));
}

const restore: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.restore);
  if (!words || (isGiven(words, '-p', '--patch') && use.stdin === undefined)) return undefined;
  const folder = words.options.findLast(({ name }) => ['-W', '--worktree', '--no-worktree'].includes(name))?.name;
  if (folder === '--no-worktree') return undefined;
  if (words.operands.length === 0 && !isGiven(words, '--pathspec-from-file')) return undefined;
  if (isGiven(words, '-S', '--staged') && !isGiven(words, '-W', '--worktree')) return undefined;
  discard(use, 'changes in files');
};

const gitSwitch: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.gitSwitch);
  if (!words) return undefined;
  if (isGiven(words, '-f', '--force', '--discard-changes')) discard(use, 'uncommitted changes');
  else noteMovedBranch(use, optionValue(words, '-C', '--force-create'), words.operands[0]);
};

const clean: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.clean);
  if (!words || isGiven(words, '-n', '--dry-run')) return undefined;
  if (isGiven(words, '-i', '--interactive') && use.stdin === undefined) return undefined;
  const needsForce = !/^(?:false|no|off|0)$/i.test(use.settings.get('clean.requireforce') ?? '');
  if (isGiven(words, '-f', '--force') || !needsForce) discard(use, 'untracked files');
};

const stash: GitSubcommand = (use) => {
  const order = use.words.find((word) => !word.startsWith('-'));
  if (use.words.some((word) => word === '--help' || word === '-h')) return undefined;
  if (order === 'drop' || order === 'clear') discard(use, 'stashed work');
  if (order === 'show') return show(use);
};

const rm: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.rm);
  if (!words || isGiven(words, '--cached', '-n', '--dry-run')) return undefined;
  const recursive = isGiven(words, '-r');
  for (const path of words.operands) {
    // Git removes only tracked files, and without force only those without uncommitted changes.
    if (hasUnknown(path) && !recursive && !isGiven(words, '-f', '--force')) continue;
    use.machine.note({ do: 'delete', at: use.machine.place(gitPath(use, path)), recursive });
  }
};

const mv: GitSubcommand = (use) => {
  const words = readUse(use, { flags: ['--force', '--dry-run', '--verbose', '--sparse'] });
  const target = words?.operands.at(-1);
  if (!words || target === undefined || isGiven(words, '-n', '--dry-run')) return undefined;
  const to = use.machine.place(gitPath(use, target));
  for (const path of words.operands.slice(0, -1)) {
    use.machine.note({ do: 'move', from: use.machine.place(gitPath(use, path)), to });
  }
};

const worktree: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['-b', '-B', '--reason', '--expire'], flags: ['--force', '--dry-run'] });
  if (words?.operands[0] !== 'remove' || !isGiven(words, '-f', '--force')) return undefined;
  const path = words.operands[1];
  use.machine.note({
    do: 'discard',
    what: 'changes in a work tree',
    at: path === undefined ? use.at : use.machine.place(gitPath(use, path)),
  });
};

const submodule: GitSubcommand = (use) => {
  const at = use.words.findIndex((word) => !word.startsWith('-'));
  const order = use.words[at];
  const rest = use.words.slice(at + 1);
  if (order === 'foreach') return foreach(use, rest);
  const words = readUse({ ...use, words: rest }, { flags: ['--force', '--all', '--init', '--recursive', '--remote'] });
  if (words && (order === 'deinit' || order === 'update') && isGiven(words, '-f', '--force')) {
    discard(use, 'changes in submodules');
  }
};

/** A single word is shell text, several are a command. */
function foreach(use: GitUse, words: readonly Value[]): Value | undefined {
  let at = 0;
  while (words[at] === '--recursive' || words[at] === '--quiet' || words[at] === '-q' || words[at] === '--') at++;
  const [text, ...rest] = words.slice(at);
  if (text === undefined) return undefined;
  if (rest.length === 0) return runFromGit(use, text, 'git submodule foreach');
  return use.machine.run([text, ...rest], { via: 'git submodule foreach', cwd: use.cwd });
}

const checkoutIndex: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['--prefix', '--stage'], flags: ['--force', '--all', '--index', '--quiet'] });
  if (words && isGiven(words, '-f', '--force') && !optionValue(words, '--prefix')) discard(use, 'changes in files');
};

const readTree: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['--prefix', '--index-output', '--exclude-per-directory'], flags: ['--reset'] });
  if (words && isGiven(words, '--reset') && isGiven(words, '-u') && !isGiven(words, '-n', '--dry-run')) {
    discard(use, 'uncommitted changes');
  }
};

/** With these options `git apply` changes no file. */
const onlyLooks = ['--check', '--stat', '--numstat', '--summary', '--cached', '--help'];

/** `git diff | git apply -R`: the changes exist nowhere else, unless the text comes from a file that stays. */
const apply: GitSubcommand = (use) => {
  const words = readUse(use, {
    values: ['-p', '-C', '--exclude', '--include', '--directory', '--whitespace'],
    flags: ['--reverse', '--3way', '--index', '--reject', '--verbose', '--apply', ...onlyLooks],
  });
  if (!words || !isGiven(words, '-R', '--reverse')) return undefined;
  if (isGiven(words, ...onlyLooks) && !isGiven(words, '--apply')) return undefined;
  const paths = words.operands.length === 0 ? ['-'] : words.operands;
  const text = paths.map((path) => passingText(use, path)).join('');
  if (hasMark(text, 'uncommitted')) discard(use, 'uncommitted changes');
};

/** Text from a pipe. */
const passingText = (use: GitUse, path: Value): Value =>
  isStandardInput(path) ? (use.stdin ?? '') : path.startsWith('/dev/fd/') ? use.machine.read(path) : '';

/** Subcommands that change files of the work tree. */
export const workSubcommands: Readonly<Record<string, GitSubcommand>> = {
  reset,
  checkout,
  restore,
  switch: gitSwitch,
  clean,
  stash,
  rm,
  mv,
  worktree,
  submodule,
  'checkout-index': checkoutIndex,
  'read-tree': readTree,
  apply,
};
