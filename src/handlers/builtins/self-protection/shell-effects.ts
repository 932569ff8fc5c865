/** What a command does to the files in its words. `fill`: it adds files to a folder. */
export type ShellEffect = 'read' | 'write' | 'fill' | 'remove';

const wrappers = new Set(
  (
    'sudo doas env nohup time command exec nice ionice chrt xargs builtin then do else if elif while until ! setsid stdbuf ' +
    'busybox toybox unshare npx pnpx bunx timeout coproc watch caffeinate catchsegv strace ltrace'
  ).split(' '),
);

/** The command itself, without assignments and wrapper programs. */
export function withoutWrappers(words: readonly string[]): readonly string[] {
  let index = 0;
  for (; index < words.length - 1; index++) {
    const word = words[index] as string;
    const isWrapperArgument = index > 0 && (word.startsWith('-') || /^\d+[smh]?$/.test(word));
    if (!/^\w+=/.test(word) && !wrappers.has(programName(word)) && !isWrapperArgument) break;
  }
  return words.slice(index);
}

export const programName = (program: string): string => program.slice(program.lastIndexOf('/') + 1);

const readers = new Set(
  (
    'cat less more head tail grep egrep fgrep rg ag ls ll dir stat file wc diff cmp md5sum sha1sum sha256sum cksum tree du ' +
    'cd pushd popd echo printf test [ [[ true false : jq yq realpath readlink dirname basename which type sort uniq cut ' +
    'xxd od hexdump bat pwd sleep date export set source . anyhook for case in done fi esac nl column tr fold jless ' +
    'declare local readonly typeset return exit'
  ).split(' '),
);

/** Options with which a program that usually reads writes a file. */
const writingOptions: Readonly<Record<string, RegExp>> = {
  sort: /^(?:-[a-zA-Z]*o|--o)/,
  yq: /^(?:-[a-zA-Z]*i|--in-?place)/,
  tree: /^(?:-[a-zA-Z]*o|--output)/,
  less: /^(?:-[a-zA-Z]*[oO]|--(?:log|LOG)-file)/,
  xxd: /^-[a-z]*r/,
  rg: /^--pre/,
  bat: /^--(?:pager|output)/,
  file: /^(?:-[a-zA-Z]*C|--compile)/,
  anyhook: /^(?:--out|-o)/,
};

/** Programs whose second file is the one that they write. */
const writesSecondFile = new Set(['uniq', 'xxd']);

/** Commands of anyhook that write the file in their arguments. */
const writingCommands = new Set(['record', 'new', 'convert', 'export', 'telemetry']);

export const removers = new Set('rm rmdir unlink shred mv truncate rimraf trash srm wipe'.split(' '));
const permissionChangers = new Set('chmod chown chgrp setfacl chattr'.split(' '));
const removingGit = new Set('clean rm checkout restore reset stash mv switch apply am sparse-checkout'.split(' '));
const readingGit = new Set(
  (
    'log show diff status blame grep ls-files ls-tree rev-parse rev-list describe cat-file shortlog reflog branch tag remote ' +
    'add commit push fetch pull merge rebase help version check-ignore show-ref whatchanged difftool range-diff cherry'
  ).split(' '),
);
const fillers = new Set('tar bsdtar unzip cpio 7z rsync wget aria2c patch mount'.split(' '));

/** What a program does with these arguments, as far as this is known. An unknown program writes. */
export function effectOf(program: string, rest: readonly string[]): ShellEffect {
  const has = (option: RegExp) => rest.some((word) => option.test(word));
  if (removers.has(program)) return 'remove';
  // State that others can write to is ignored, so changing its mode is like removing it.
  if (permissionChangers.has(program)) return has(/^(?:-[a-zA-Z]*R|--recursive$)/) ? 'remove' : 'write';
  if (program === 'git') return gitEffect(rest);
  // Its arguments are titles and texts, unless it brings files or runs what it is told.
  if (program === 'gh' || program === 'glab')
    return has(/^(?:clone|download|checkout|alias|extension|codespace|config|-D|-O|--dir|--output)\b/)
      ? 'fill'
      : 'read';
  if (program === 'find') return has(/^-(?:delete|exec|execdir|ok|okdir|fprint|fls)/) ? 'remove' : 'read';
  if (program === 'sed')
    return has(/^-[a-zA-Z]*i|^--in-place|>/) || has(/(?:^|[;{}\d/$]) ?[we]\s?\S/) ? 'write' : 'read';
  if (/^[gmn]?awk$/.test(program)) return has(/^-[a-zA-Z]*i|>|system|\||getline|close/) ? 'write' : 'read';
  if (fillers.has(program)) return has(/^--delete|^--remove/) ? 'remove' : isListing(program, rest) ? 'read' : 'fill';
  if (readers.has(program)) return isWritingReader(program, rest) ? 'write' : 'read';
  return rest.some((word) => removers.has(programName(word))) ? 'remove' : 'write';
}

function isWritingReader(program: string, rest: readonly string[]): boolean {
  const operands = rest.filter((word) => !word.startsWith('-'));
  if (rest.some((word) => writingOptions[program]?.test(word))) return true;
  if (writesSecondFile.has(program)) return operands.length > 1;
  return program === 'anyhook' && operands.slice(0, 2).some((word) => writingCommands.has(word));
}

const isListing = (program: string, rest: readonly string[]): boolean =>
  (/tar$/.test(program) && /^-?-?[a-su-wyz]*t[a-su-wyz]*$|^--list$/.test(rest[0] ?? '')) ||
  (program === 'unzip' && rest.some((word) => /^-[ltZ]/.test(word)));

function gitEffect(rest: readonly string[]): ShellEffect {
  const isValue = (i: number) => /^(?:-C|-c|--git-dir|--work-tree|--namespace)$/.test(rest[i - 1] ?? '');
  const at = rest.findIndex((word, i) => !word.startsWith('-') && !isValue(i));
  const verb = rest[at] ?? '';
  const args = rest.slice(at + 1);
  const has = (option: RegExp) => args.some((word) => option.test(word));
  if (removingGit.has(verb)) return 'remove';
  if (verb === 'config') return has(/^(?:-l|--list|--get.*)$/) ? 'read' : 'write';
  if (verb === 'clone' || verb === 'worktree' || verb === 'submodule')
    return has(/^(?:list|status)$/) ? 'read' : 'fill';
  if (has(/^--output/)) return 'write';
  return readingGit.has(verb) || verb === '' ? 'read' : 'write';
}

/** Programs that run code in other languages. */
export const languages = /^(?:python[\d.]*|pypy[\d.]*|node|deno|bun|ruby|perl|php|lua|osascript|expect|tclsh)$/;

/** Programs that run the text of their input or their arguments. */
export const interpreters =
  /^(?:(?:ba|z|k|mk|da|a|fi|c|tc)?sh|python[\d.]*|node|deno|bun|ruby|perl|php|lua|osascript|ssh|at|batch|crontab|tmux|screen|eval|source|\.|parallel|expect|tclsh)$/;
