import { gitOptions } from '../../../.cache/programs/git/options.js';
import { hasUnknown, marks, shownValue, type Value } from '../../value.js';
import { byWord, listOfWords } from '../../word-lists.js';
import { fileName, joinPath } from '../call-words.js';
import {
  addressHoldsSecret,
  hostInAddress,
  isGiven,
  noteFetched,
  noteSend,
  optionValue,
  optionValues,
} from '../kit.js';
import { runTransport } from './history.js';
import { gitConfigSetting, runSetting } from './settings.js';
import {
  type GitSubcommand,
  type GitUse,
  gitPath,
  isOtherMachine,
  noteNewRemote,
  readUse,
  rewrite,
  runFromGit,
} from './use.js';

const config: GitSubcommand = (use) => {
  const set = gitConfigSetting(use);
  if (!set) return undefined;
  const { name, value, isForAll } = set;
  const [section = '', ...rest] = name.split('.');
  if (section.toLowerCase() === 'alias') {
    use.machine.memory.set(`git alias ${rest.join('.').toLowerCase()}`, value);
    // The alias will be used later without being read.
    if (value.startsWith('!')) runFromGit(use, value.slice(1), 'git alias');
  } else runSetting(use, name, value, isForAll);
  const remoteName = /^remote\.(.+)\.(?:push)?url$/i.exec(name)?.[1];
  if (remoteName !== undefined) noteNewRemote(use, remoteName, value, false);
  if (name.toLowerCase() === 'gc.pruneexpire') use.machine.memory.set('git gc.pruneexpire', value);
  return '';
};

const bisect: GitSubcommand = (use) => {
  const [order, ...command] = use.words;
  if (order !== 'run' || command.length === 0) return undefined;
  return use.machine.run(command, { via: 'git bisect run', cwd: use.cwd });
};

const difftool: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.difftool);
  const command = words && optionValue(words, '-x', '--extcmd');
  return command === undefined ? undefined : runFromGit(use, command);
};

const transportValues =
  listOfWords(`-b --branch -o --origin --depth --reference --reference-if-able --separate-git-dir --template -j --jobs -c
  --config --upload-pack --exec --shallow-since --shallow-exclude --filter --server-option --bundle-uri --refmap
  --negotiation-tip -s --strategy -X`);

const transfer: GitSubcommand = (use) => {
  const values = use.subcommand === 'clone' ? [...transportValues, '-u'] : transportValues;
  const words = readUse(use, {
    values,
    flags: ['--recursive', '--recurse-submodules', '--bare', '--mirror', '--quiet'],
  });
  if (!words) return undefined;
  const program = optionValue(words, '--upload-pack', '--exec', ...(use.subcommand === 'clone' ? ['-u'] : []));
  if (program !== undefined) runFromGit(use, program);
  for (const operand of words.operands) runTransport(use, operand);
  if (use.subcommand !== 'clone') return undefined;
  for (const setting of optionValues(words, '-c', '--config')) {
    const equals = setting.indexOf('=');
    if (equals > 0) runSetting(use, setting.slice(0, equals), setting.slice(equals + 1), false);
  }
  // A clone only goes into a new or empty folder, so it overwrites nothing.
  const [from = '', to = nameOfClone(from)] = words.operands;
  if (isOtherMachine(from)) noteFetched(use.machine, use.machine.place(gitPath(use, to)));
};

/** `https://host/a/shop.git` is cloned to `shop`. */
const nameOfClone = (from: Value): Value => fileName(from.replace(/^[^/]*:(?!\/)/, '')).replace(/\.git$/, '');

const remote: GitSubcommand = (use) => {
  const [order, name, address] = use.words.filter((word) => !word.startsWith('-'));
  if ((order === 'add' || order === 'set-url') && name !== undefined && address !== undefined)
    noteNewRemote(use, name, address, order === 'add');
  for (const word of use.words) {
    runTransport(use, word);
    if (/^(?:add|set-url)$/.test(use.words[0] ?? '') && addressHoldsSecret(word))
      noteSend(use.machine, [word], hostInAddress(word));
  }
};

const grep: GitSubcommand = (use) => {
  const end = use.words.indexOf('--');
  const printed = (end < 0 ? use.words : use.words.slice(0, end)).map((word) => {
    const option = /^(?:-O|--open-files-in-pager=)(?=.)/.exec(word);
    return option ? runFromGit(use, word.slice(option[0].length)) : '';
  });
  return printed.join('') || undefined;
};

/** Subcommands that print earlier contents of files, if one of these options is given. */
const historyOptions: Readonly<Record<string, readonly string[]>> = {
  log: ['-p', '-u', '--patch'],
  whatchanged: ['-p', '-u', '--patch'],
  'format-patch': ['--stdout'],
  'cat-file': ['--batch-all-objects'],
  'pack-objects': ['--stdout'],
  'fast-export': ['--all', '--branches', 'HEAD'],
};

/** A path or a number of commits limits the output; patches of several commits count as the history. */
const printsHistory = ({ subcommand, words }: GitUse): boolean => {
  if (!words.some((word) => historyOptions[subcommand]?.includes(word))) return false;
  if (subcommand === 'format-patch') return !words.includes('-1');
  const isLog = subcommand === 'log' || subcommand === 'whatchanged';
  return !isLog || words.every((word) => /^--?[a-z]/.test(word) && !/^(?:-n|--max-count)/.test(word));
};

/** Whether it prints lines of the files that it names, not only their names. */
const printsLines = ({ subcommand, words }: GitUse): boolean =>
  /^(?:diff|show|blame|annotate)$/.test(subcommand)
    ? !words.some((word) => /^--(?:stat|name-only|name-status|numstat|shortstat|summary|quiet)$|^-s$/.test(word))
    : words.some((word) => /^(?:-p|-u|--patch)$/.test(word));

/** The secrets among the files in the words. Names of branches have no dot. */
const readSecrets = (use: GitUse): Value =>
  use.words
    .filter((word) => !word.startsWith('-') && word.includes('.') && !word.includes(':'))
    .map((word) => use.machine.read(gitPath(use, word)))
    .join('');

/** log, diff, show and format-patch can write files; `show HEAD:path` prints one. */
export const show: GitSubcommand = (use) => {
  let printed: Value = '';
  for (const [at, word] of use.words.entries()) {
    if (word === '--') break;
    if (word.startsWith('--output=')) use.machine.write(gitPath(use, word.slice('--output='.length)), 'over');
    else if (word === '--output') use.machine.write(gitPath(use, use.words[at + 1] ?? ''), 'over');
    else if (use.subcommand === 'diff' && !word.startsWith('-') && use.words.includes('--no-index'))
      printed += use.machine.read(gitPath(use, word));
    else if (!word.startsWith('-') && word.includes(':') && use.subcommand !== 'diff') {
      const path = word.slice(word.indexOf(':') + 1);
      if (path !== '') printed += use.machine.read(gitPath(use, path));
    }
  }
  if (printsLines(use)) printed += readSecrets(use);
  const secret = printed.includes(marks.secret) ? marks.secret : '';
  const uncommitted = use.subcommand === 'diff' && showsUncommitted(use.words) ? marks.uncommitted : '';
  const history = printsHistory(use) ? marks.project : '';
  const sources = secret + uncommitted + history;
  return sources === '' ? undefined : marks.any + sources;
};

/** `git diff` and `git diff HEAD` show changes of files; with two commits or `--cached` it shows stored contents. */
function showsUncommitted(words: readonly Value[]): boolean {
  const end = words.indexOf('--');
  const given = end < 0 ? words : words.slice(0, end);
  if (given.some((word) => /^--(?:cached|staged|no-index|stat|name-only|name-status|numstat)$/.test(word)))
    return false;
  const commits = given.filter((word) => !word.startsWith('-') && !/[./]/.test(word.replace('..', '')));
  return !given.some((word) => word.includes('..') && !word.startsWith('.')) && commits.length < 2;
}

const formatPatch: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['-o', '--output-directory', '-v', '--subject-prefix', '--start-number'] });
  const folder = words && optionValue(words, '-o', '--output-directory');
  if (folder !== undefined) use.machine.write(gitPath(use, folder), 'unpack');
  return show(use);
};

const archive: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.archive);
  if (!words) return undefined;
  const file = optionValue(words, '-o', '--output');
  if (file !== undefined) use.machine.write(gitPath(use, file), 'over', marks.project);
  const from = optionValue(words, '--remote');
  runTransport(use, from);
  const server = optionValue(words, '--exec');
  if (from !== undefined && server !== undefined) runFromGit(use, server);
  return file === undefined ? marks.any + marks.project : undefined;
};

/** `--format` is text with placeholders for names that are unknown here. */
const listRefs: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['--format', '--sort', '--count', '--points-at', '--contains'] });
  const format = words && optionValue(words, '--format');
  return format === undefined ? undefined : `${format.replace(/%\([^()]{0,80}\)/g, marks.any)}\n`;
};

const fastImport: GitSubcommand = (use) => {
  const words = readUse(use, { values: [], flags: ['--force', '--quiet', '--stats'] });
  if (words && isGiven(words, '--force')) rewrite(use, 'branches');
};

const bundle: GitSubcommand = (use) => {
  const [order, ...rest] = use.words;
  const file = rest.find((word) => word === '-' || !word.startsWith('-'));
  if (order !== 'create' || file === undefined) return undefined;
  if (file === '-') return marks.any + marks.project;
  use.machine.write(gitPath(use, file), 'over', marks.project);
};

const lfs: GitSubcommand = (use) => {
  if (use.words[0] === 'migrate' && use.words[1] !== 'info') rewrite(use, 'history of the repository');
};

const daemon: GitSubcommand = (use) => {
  use.machine.note({ do: 'expose', what: 'repositories over the network' });
};

const credential: GitSubcommand = (use) => {
  const reads = use.words.some((word) => word === 'fill' || word === 'get');
  return reads ? use.machine.secret('a stored git credential') : undefined;
};

const forEachRepo: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['--config'], stopsAtOperand: true });
  return words && use.machine.run(['git', ...words.operands], { via: 'git for-each-repo', cwd: use.cwd });
};

const revParse: GitSubcommand = (use) => {
  const root = rootOf(use);
  const [word] = use.words;
  if (use.words.length !== 1 || root === undefined) return undefined;
  if (word === '--show-toplevel') return `${root}\n`;
  if (word === '--absolute-git-dir') return `${joinPath(root, '.git')}\n`;
  if (word === '--git-dir' || word === '--git-common-dir') {
    return use.cwd === root ? '.git\n' : `${joinPath(root, '.git')}\n`;
  }
  if (word === '--show-cdup') return `${'../'.repeat(use.cwd.slice(root.length).split('/').length - 1)}\n`;
};

/** The folder of the repository, if it is the project's. */
function rootOf({ cwd, machine }: GitUse): Value | undefined {
  const { root } = machine.world;
  if (machine.remote !== undefined || hasUnknown(cwd)) return undefined;
  return cwd === root || cwd.startsWith(`${root}/`) ? root : undefined;
}

/** Files that are ignored for a reason are in every clone after the next push. */
const add: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['--chmod', '--pathspec-from-file'], flags: ['--force', '--all', '--update'] });
  if (words && isGiven(words, '-f', '--force'))
    for (const path of words.operands)
      if (use.machine.read(gitPath(use, path)).includes(marks.secret))
        use.machine.note({ do: 'reveal', what: `${shownValue(path)} in a commit` });
};

const nothing: GitSubcommand = () => undefined;

/** Subcommands that run commands, print secrets or write files. */
export const commandSubcommands: Readonly<Record<string, GitSubcommand>> = byWord({
  config,
  bisect,
  'difftool mergetool': difftool,
  'clone fetch pull ls-remote fetch-pack': transfer,
  remote,
  grep,
  'show log whatchanged fast-export pack-objects diff blame annotate cat-file': show,
  'format-patch': formatPatch,
  archive,
  'for-each-ref': listRefs,
  'fast-import': fastImport,
  bundle,
  lfs,
  daemon,
  'credential credential-store credential-cache credential-osxkeychain credential-manager': credential,
  'for-each-repo': forEachRepo,
  'rev-parse': revParse,
  'help status commit merge': nothing,
  add,
});
