import { gitOptions } from '../../../.cache/programs/git/options.js';
import { hasUnknown, marks, type Value } from '../../value.js';
import { isGiven, optionValue, optionValues } from '../kit.js';
import {
  discard,
  forget,
  type GitSubcommand,
  type GitUse,
  mainBranches,
  readUse,
  rewrite,
  runFromGit,
  unknownReceiver,
} from './use.js';

const branch: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.branch);
  if (!words || isGiven(words, '-l', '--list', '--show-current')) return undefined;
  const isForced = isGiven(words, '-f', '--force');
  const isDelete = isGiven(words, '-d', '--delete');
  const isRename = isGiven(words, '-m', '--move', '-c', '--copy');
  if (isGiven(words, '-D') || (isDelete && isForced)) discard(use, 'a branch that may be unmerged');
  else if (isGiven(words, '-M', '-C') || (isRename && isForced)) {
    const [, name] = words.operands;
    if (name !== undefined && !mainBranches.has(name)) discard(use, 'a branch of the same name');
  } else if (isForced && words.operands.length > 0) discard(use, 'the old position of a branch');
};

const tag: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.tag);
  if (words && isGiven(words, '-d', '--delete', '-f', '--force')) rewrite(use, 'tags');
};

const push: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.push);
  if (!words) return undefined;
  const [remote, ...refs] = words.operands;
  const to = remote ?? optionValue(words, '--repo');
  runTransport(use, to);
  const receiver = optionValue(words, '--receive-pack', '--exec');
  if (receiver !== undefined) use.machine.runShell(receiver, { via: 'git push', remote: to ?? 'a git server' });
  if (isGiven(words, '-n', '--dry-run')) return undefined;
  const unknownHost = unknownReceiver(use, to);
  if (unknownHost !== undefined)
    use.machine.note({ do: 'publish', what: 'the repository to a new remote', target: unknownHost });
  const isMirror = isGiven(words, '--mirror');
  const isForced = isMirror || words.options.some(({ name }) => name === '-f' || isForceWord(name));
  const deletesAll = isMirror || isGiven(words, '-d', '--delete', '--prune');
  for (const ref of refs.length === 0 ? [undefined] : refs) {
    const name = ref?.startsWith('+') ? ref.slice(1) : ref;
    const target = name?.slice(name.indexOf(':') + 1) || undefined;
    use.machine.note({
      do: 'push',
      force: isForced || ref?.startsWith('+') === true,
      deletes: deletesAll || (name?.startsWith(':') === true && name.length > 1),
      ...(to === undefined ? {} : { to }),
      ...(target === undefined ? {} : { branch: target.replace(/^refs\/heads\//, '') }),
    });
  }
};

/** `--force` and its abbreviations; `--force-with-lease` is another option. */
const isForceWord = (name: string): boolean => name.length >= 5 && '--force'.startsWith(name);

/** `ext::command` as a remote runs the command; `% ` is a space within a word. */
export function runTransport(use: GitUse, remote: Value | undefined): void {
  if (!remote?.startsWith('ext::')) return;
  const words = remote.slice('ext::'.length).replaceAll('% ', '\0').split(/ +/);
  const argv = words.map((word) => word.replaceAll('\0', ' ').replaceAll('%%', '%'));
  use.machine.run(argv, { via: 'git ext::', cwd: use.cwd });
}

const filterCommands = [
  ...['--setup', '--subdirectory-filter', '--env-filter', '--tree-filter', '--index-filter', '--parent-filter'],
  ...['--msg-filter', '--commit-filter', '--tag-name-filter'],
];

const filterBranch: GitSubcommand = (use) => {
  const words = readUse(use, { values: [...filterCommands, '--original', '-d', '--state-branch'] });
  if (!words) return undefined;
  const filters = optionValues(words, ...filterCommands.filter((name) => name !== '--subdirectory-filter'));
  const printed = filters.map((filter) => runFromGit(use, filter, 'git filter-branch'));
  rewrite(use, 'history of branches');
  return marks.any + printed.join('');
};

const filterRepo: GitSubcommand = (use) => {
  if (use.words.some((word) => ['--analyze', '--dry-run', '--help', '-h', '--version'].includes(word)))
    return undefined;
  for (const word of use.words) {
    const code = /^--[a-z-]+-callback=/.exec(word);
    if (code) use.machine.runCode('python', word.slice(code[0].length), { via: 'git filter-repo' });
  }
  rewrite(use, 'history of the repository');
};

const replace: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['--format'], flags: ['--force', '--delete', '--edit', '--graft', '--list'] });
  if (words && words.operands.length > 0 && !isGiven(words, '-l', '--list')) rewrite(use, 'what commits show');
};

const rebase: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.rebase);
  const commands = words ? optionValues(words, '-x', '--exec') : [];
  return marks.any + commands.map((command) => runFromGit(use, command, 'git rebase --exec')).join('');
};

const reflog: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.reflog);
  if (!words || isGiven(words, '-n', '--dry-run')) return undefined;
  const [order] = words.operands;
  const expires = order === 'expire' && isGiven(words, '--expire', '--expire-unreachable');
  if (order === 'delete' || order === 'drop' || expires) forget(use, 'the reflog');
};

/** Whether a time for pruning also removes everything that was lost today. */
const isNow = (time: Value | undefined): boolean =>
  time !== undefined && (hasUnknown(time) || /^(?:now|all|0|today|\d+\.?(?:second|minute|hour)s?)/i.test(time));

const gc: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.gc);
  if (!words) return undefined;
  const times = [
    optionValue(words, '--prune'),
    use.settings.get('gc.pruneexpire'),
    use.settings.get('gc.reflogexpire'),
  ];
  times.push(use.settings.get('gc.reflogexpireunreachable'), use.machine.memory.get('git gc.pruneexpire'));
  if (times.some(isNow)) forget(use, 'commits on no branch');
};

const prune: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['--expire'], flags: ['--dry-run', '--verbose', '--progress'] });
  if (!words || isGiven(words, '-n', '--dry-run')) return undefined;
  const time = optionValue(words, '--expire');
  if (time === undefined || isNow(time)) forget(use, 'commits on no branch');
};

const updateRef: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['-m'], flags: ['--no-deref', '--stdin', '--create-reflog'] });
  if (!words) return undefined;
  const orders = isGiven(words, '--stdin') ? (use.stdin ?? '') : '';
  const [ref = '', to] = words.operands;
  const moves = /^(?:refs\/(?:heads|tags)\/|HEAD$)/.test(ref) && to !== undefined;
  if (isGiven(words, '-d') || moves || /(?:^|\n|\0)delete /.test(orders)) rewrite(use, 'refs');
};

const symbolicRef: GitSubcommand = (use) => {
  const words = readUse(use, { values: ['-m'], flags: ['--delete', '--short', '--quiet'] });
  if (words && isGiven(words, '-d', '--delete')) rewrite(use, 'refs');
};

const sendEmail: GitSubcommand = (use) => {
  const words = readUse(use, gitOptions.sendEmail);
  if (!words || isGiven(words, '--dry-run')) return undefined;
  const command = optionValue(words, '--sendmail-cmd');
  if (command !== undefined) runFromGit(use, command);
  use.machine.note({ do: 'publish', what: 'patches by email', target: optionValue(words, '--to') ?? '' });
};

/** Subcommands that change history, here or on a server. */
export const historySubcommands: Readonly<Record<string, GitSubcommand>> = {
  branch,
  tag,
  push,
  'send-pack': push,
  'filter-branch': filterBranch,
  'filter-repo': filterRepo,
  replace,
  rebase,
  reflog,
  gc,
  prune,
  'update-ref': updateRef,
  'symbolic-ref': symbolicRef,
  'send-email': sendEmail,
};
