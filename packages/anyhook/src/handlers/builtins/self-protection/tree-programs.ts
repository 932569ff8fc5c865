import type { Value } from '@anyhook/guard';
import { homePrograms } from './home-programs.js';

/** A program that puts files of any name into a folder and below it, and how its words name the folder. */
export interface TreeProgram {
  /** The folder if no word names one: where it starts, the home folder, the folder above. Missing: none. */
  readonly folder?: 'here' | 'home' | 'above';
  /** Options whose value is the folder. */
  readonly options?: readonly string[];
  /** Options before its subcommand with other values. */
  readonly otherOptions?: readonly string[];
  /** A variable with the folder. */
  readonly variable?: string;
  /** The folder in the value of an option, if it is only a part of it. */
  readonly folderIn?: (value: Value) => Value | undefined;
  /** The name that marks the top of a working tree; the top may be above the folder. */
  readonly marker?: string;
  /** Calls that change files: all words, each after a space. Without this and `quiet`, all calls. */
  readonly changes?: RegExp;
  /** Calls that change no files, from the subcommand on; all others do. `changes` is checked first. */
  readonly quiet?: RegExp;
  /** Calls, from the subcommand on, whose other words are the paths that they change. */
  readonly takesPaths?: RegExp;
  /** Options with the folder of packages: the other words are package names, whose content is written. */
  readonly packages?: readonly string[];
}

const list = (text: string): readonly string[] => text.split(' ');
/** Any of these subcommands, at the start of a text; an underscore means a space. */
const orders = (text: string): RegExp => new RegExp(`^(?:${text.replaceAll(' ', '|').replaceAll('_', ' ')})(?:\\s|$)`);
/** Any of these words, anywhere. */
const words = (text: string): RegExp => new RegExp(`\\s(?:${text.replaceAll(' ', '|')})(?:\\s|$)`);

/** Everything else may change files, including aliases of subcommands. */
const quietGit =
  'status st log diff show add commit ci push fetch branch br tag remote config ls-files ls-remote ls-tree rev-parse ' +
  'rev-list blame annotate grep describe cat-file shortlog reflog notes gc fsck prune maintenance count-objects init ' +
  'worktree bundle archive format-patch request-pull send-email name-rev merge-base for-each-ref symbolic-ref update-ref ' +
  'show-ref show-branch whatchanged range-diff diff-tree diff-index diff-files hash-object update-index write-tree ' +
  'commit-tree var version help credential check-ignore check-attr repack pack-refs verify-commit verify-tag bugreport ' +
  'interpret-trailers stripspace column fast-export fast-import replace cherry gui gitk citool instaweb difftool reset ' +
  'read-tree stash_list stash_show stash_drop submodule_status submodule_summary bisect_log sparse-checkout_list ' +
  'lfs_track lfs_ls-files lfs_status lfs_env lfs_install apply_--check apply_--stat rm_--cached clean_-n';

const git: TreeProgram = {
  folder: 'here',
  marker: '.git',
  options: list('-C --work-tree core.worktree --prefix --directory'),
  otherOptions: list('-c --git-dir --namespace --config-env'),
  variable: 'GIT_WORK_TREE',
  changes: /\sreset\s.*--(?:hard|merge|keep)|\sread-tree\s.*(?:-\w*u|--reset)|\sconfig\s.*core\.worktree\s/s,
  quiet: orders(quietGit),
  takesPaths: /^(?:clone|restore|rm|mv|checkout\s.*--)\s/s,
};

/** Another version control program with a working tree. */
const versions = (marker: string): TreeProgram => ({
  folder: 'here',
  marker,
  options: list('-R --repository --repo --cwd --workdir --repodir --chdir --directory -d'),
  quiet: orders(
    'status st log diff show cat annotate blame praise incoming outgoing heads parents parent tip summary branches tags ' +
      'bookmarks bookmark config help version identify id paths root files file manifest verify add commit ci push evolog ' +
      'operation op obslog describe desc info list ls propget proplist grep init',
  ),
  takesPaths: /^(?:(?:git\s)?clone|checkout|co|export|branch)\s.*(?::|\s\S*\/)/s,
});

/** Keeps user files elsewhere, and installs them into the home folder. */
const ofHome = (changing: string): TreeProgram => ({
  folder: 'home',
  ...(changing !== '' && { changes: words(changing) }),
});

const linker: TreeProgram = {
  folder: 'above',
  options: list('-t --target'),
  packages: list('-d --dir'),
  // `-n` only shows what would happen.
  changes: /^(?!.*\s-[a-zA-Z]*n[a-zA-Z]*(?:\s|$))/s,
};

/** Unpacks into the folder in which it starts, or into that of an option. */
const unpacker = (options: string, changes?: RegExp): TreeProgram => ({
  folder: 'here',
  options: list(options),
  ...(changes && { changes }),
});

/** Writes only to the folder of an option. */
const intoFolder = (options: string, changes?: RegExp): TreeProgram => ({
  options: list(options),
  ...(changes && { changes }),
});
const recipes = intoFolder('-C --directory --working-directory -d');

/** The folder on this machine in `FROM:TO`, `type=bind,src=FROM,dst=TO` and `type=local,dest=TO`. */
function mountedFolder(value: Value): Value | undefined {
  if (/[:,](?:ro|readonly)(?:=true)?(?:,|$)/.test(value)) return undefined;
  const [, named] = /(?:^|[,=])(?:src|source|dest)=([^,]+)/.exec(value) ?? [];
  return named ?? /^(?:[~/.]|[A-Za-z]:[\\/])[^:,=]*/.exec(value)?.[0];
}
const container: TreeProgram = {
  ...intoFolder('-v --volume --mount -o --output --set', words('run create build bake')),
  folderIn: mountedFolder,
};

export const treePrograms: Readonly<Record<string, TreeProgram>> = {
  ...{ git, hub: git },
  ...Object.fromEntries(Object.entries(homePrograms).map(([name, changing]) => [name, ofHome(changing)])),
  yadm: {
    folder: 'home',
    changes: /^\sclone\s|\sreset\s.*--(?:hard|merge|keep)/s,
    quiet: orders(`${quietGit} list introspect gitconfig enter encrypt upgrade perms`),
    takesPaths: /^(?:restore|rm|mv|checkout\s.*--)\s/s,
  },
  ...{ hg: versions('.hg'), chg: versions('.hg'), sl: versions('.sl'), jj: versions('.jj') },
  svn: { ...versions('.svn'), takesPaths: orders('checkout co export update up switch sw revert merge') },
  ...{ bzr: versions('.bzr'), brz: versions('.bzr'), fossil: versions('.fslckout'), darcs: versions('_darcs') },
  ...{ stow: linker, xstow: linker },
  chezmoi: { ...ofHome(homePrograms['chezmoi'] ?? ''), takesPaths: orders('apply') },
  nix: ofHome('home-manager nixpkgs#home-manager'),
  ...{ patch: unpacker('-d --directory'), gpatch: unpacker('-d --directory'), uudecode: unpacker('') },
  ...{ dtrx: unpacker(''), unp: unpacker(''), unar: unpacker('-o -output-directory --output-directory') },
  ...{ aunpack: unpacker('-X --extract-to'), atool: unpacker('-X --extract-to'), ouch: unpacker('-d --dir') },
  ...{ cabextract: unpacker('-d --directory'), innoextract: unpacker('-d --output-dir') },
  ...{
    jar: unpacker('-C --dir', /^\s-{0,2}(?:x|extract)/),
    pax: unpacker('', /\s-[a-z]*r/),
    borg: unpacker('', words('extract')),
  },
  wget: unpacker(
    '-P --directory-prefix',
    /\s(?:-[a-zA-Z]*[irxm]|--(?:input-file|recursive|force-dir|mirror|content-disp))/,
  ),
  curl: unpacker('--output-dir', /\s(?:-[a-zA-Z]*J|--remote-header-name)/),
  ...{ ar: unpacker('--output', /\sx/), croc: intoFolder('--out'), wormhole: intoFolder('-o --output-file') },
  ...{ restic: intoFolder('-t --target', words('restore')), bup: intoFolder('-C --outdir', words('restore')) },
  ...{ make: recipes, gmake: recipes, ninja: recipes, just: recipes, rake: recipes, task: recipes },
  ...{ docker: container, podman: container, nerdctl: container },
  bwrap: intoFolder('--bind --bind-try --dev-bind --dev-bind-try'),
  proot: { ...intoFolder('-b --bind'), folderIn: mountedFolder },
};
