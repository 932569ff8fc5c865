import type { SeenCall, Value } from '@anyhook/guard';
import { absoluteFrom, type GuardedPaths, type PathChange } from './guarded-paths.js';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Programs that print or search their words. */
export const textPrinters = wordSet('echo print printf grep egrep fgrep rg ag ack git gh glab test [ anyhook');

/** Programs that only read, and that the guard has no code for. */
const readers = wordSet(
  'll dir tree jless sleep [[ bat exa eza lsd ncdu pgrep ps lsof man tldr df dust duf namei ranger nnn lf yazi broot ' +
    'z zoxide autojump locate plocate mlocate updatedb tokei cloc scc lsblk findmnt getfacl lsattr shellcheck',
);

/** Programs that run a file of code: it is unknown what it does with later words. */
export const isLanguage = (name: string): boolean =>
  /^(?:python[\d.]*|pypy\d?|ipython\d?|py|node|nodejs|tsx|ts-node|esno|babel-node|deno|bun|perl5?|j?ruby|php[\d.]*|lua[\d.]*|luajit|tclsh[\d.]*|wish|expect|Rscript|R|osascript)$/.test(
    name,
  );

/** Programs that the guard has code for, but that may reach a socket or a file by any of their words. */
const openEnded = wordSet(
  'curl curlie nc ncat netcat socat touch mkfifo mknod docker podman nerdctl screen gdb lftp sftp ftp ncftp smbclient bwrap',
);

/** Programs whose words contain several words: `ansible -a 'src=x dest=~'`. */
const lineTakers = wordSet('ansible salt salt-call lftp smbclient');

const hasOption = (option: RegExp) => (words: readonly Value[]) => words.some((word) => option.test(word));
const namesTwoFiles = (words: readonly Value[]) => words.filter((word) => !word.startsWith('-')).length > 1;

/** Uses in which a program changes the files in its words, where its effects do not say so. */
const writingUses: Readonly<Record<string, (words: readonly Value[]) => boolean>> = {
  yq: hasOption(/^(?:-[a-zA-Z]*i|--in-?place)/),
  tree: hasOption(/^(?:-[a-zA-Z]*o|--output)/),
  less: hasOption(/^(?:-[a-zA-Z]*[oO]|--(?:log|LOG)-file)/),
  bat: hasOption(/^--(?:pager|output)/),
  file: hasOption(/^(?:-[a-zA-Z]*C|--compile)/),
  ...{ awk: printsToNames, gawk: printsToNames, mawk: printsToNames, nawk: printsToNames },
  ...{ iconv: hasOption(/^(?:-o|--output)/), pv: hasOption(/^(?:-o|--output)/) },
  wget: hasOption(/^--(?:save-cookies|warc-file|hsts-file|rejected-log)/),
  xmllint: hasOption(/^--output/),
  rsync: hasOption(/^--(?:log-file|write-batch|only-write-batch)/),
  ssh: hasOption(/^-[a-zA-Z0-9]*E/),
  parallel: hasOption(/^--(?:joblog|results|tmpdir|profile)/),
  'systemd-run': hasOption(/Standard(?:Output|Error)=/),
  dasel: hasOption(/^(?:put|delete|-[a-z]*w|--write|--root|-o|--out)/),
  uniq: namesTwoFiles,
  xxd: namesTwoFiles,
  tar: extracts,
  bsdtar: extracts,
  gtar: extracts,
  unzip: (words) => !words.some((word) => /^-[a-zA-Z]*[ltZpcv]/.test(word)),
  cpio: hasOption(/^(?:-[a-zA-Z]*i|--extract)/),
  git: gitWrites,
  gh: hasOption(/^(?:clone|download|checkout|alias|extension|codespace|config|-D|-O|--dir|--output)\b/),
  glab: hasOption(/^(?:clone|download|checkout|alias|config|--dir|--output)\b/),
  anyhook: (words) =>
    hasOption(/^(?:--out|-o)\b/)(words) ||
    words.slice(0, 3).some((word) => /^(?:record|new|convert|export|telemetry)$/.test(word)),
};

/** `{print > FILENAME}`, or a name that comes from elsewhere. */
function printsToNames(words: readonly Value[]): boolean {
  return words.some((word) => /(?:>|\|)\s*\(?\s*(?:FILENAME|ARGV|\$)/.test(word));
}

/** Its words may be the files that it extracts from the archive. */
function extracts(words: readonly Value[]): boolean {
  return /^[a-zA-Z]*x/.test(words[0] ?? '') || hasOption(/^(?:-[a-zA-Z]*x|--extract|--get)/)(words);
}

const writingGit = wordSet(
  'checkout restore stash switch apply am sparse-checkout worktree submodule config clone init clean reset',
);

function gitWrites(words: readonly Value[]): boolean {
  const isValue = (at: number) => /^(?:-C|-c|--git-dir|--work-tree|--namespace)$/.test(words[at - 1] ?? '');
  const at = words.findIndex((word, index) => !word.startsWith('-') && !isValue(index));
  const reads = words.slice(at + 1).some((word) => /^(?:list|status|show|-l|--list|--get.*)$/.test(word));
  return writingGit.has(words[at] ?? '') && !reads;
}

/** They write files with any name. */
const fillers = wordSet('patch git gh glab');

/** Whether any word of the call may be a file that it changes, or a text that it runs. */
export function mayDoAnything({ name, argv, isFullyKnown }: SeenCall): boolean {
  const use = Object.hasOwn(writingUses, name) ? writingUses[name] : undefined;
  if (use) return use(argv.slice(1));
  if (isLanguage(name) || openEnded.has(name)) return true;
  return !isFullyKnown && !readers.has(name);
}

/** Programs that write to files named only in their script: `select writefile('x', …)`. */
const textWriters = wordSet(
  'sqlite3 sqlite duckdb psql mysql mariadb usql litecli pgcli mycli clickhouse sqlcmd ' +
    // Languages that the guard reads only by their words.
    'julia elixir iex erl groovy scala scala-cli amm kotlin kotlinc jshell swift nim crystal octave octave-cli matlab guile ' +
    'racket sbcl clisp ecl chez csi gosh janet fennel hy clojure clj bb ghc ghci runghc runhaskell ocaml utop raku perl6 ' +
    'coffee gnuplot m4 rust-script evcxr gore maxima',
);

/** Whether its arguments and input are a script that may name files to write. */
export const writesByText = ({ name }: SeenCall): boolean => textWriters.has(name) || renamers.has(name);

/** Programs that show a folder to a person. */
const shows = wordSet(
  'code cursor windsurf codium zed subl idea open xdg-open gnome-open nautilus dolphin thunar explorer',
);

/** Whether its words may set where it works. The guard knows that of some programs, and a script may work anywhere. */
export const mayTakeFolder = ({ name, isFullyKnown, argv: [program = '', ...words] }: SeenCall): boolean =>
  (!isFullyKnown || isLanguage(name) || lineTakers.has(name)) &&
  !shows.has(name) &&
  !/^(?!\/|~).*\//.test(program) &&
  !(isLanguage(name) && words.some(isScript));

/** Programs that rename files within a folder. */
const renamers = wordSet('rename prename file-rename perl-rename rename.ul rnr mmv zmv brename qmv nomino f2 renamer');

/** Programs that remove or replace a file or folder. */
const removers = wordSet(
  'mount umount fusermount fusermount3 sshfs bindfs encfs gocryptfs cryfs fuse-overlayfs unionfs mergerfs s3fs squashfuse ' +
    'archivemount exch renameat2 trash trash-put rmtrash',
);

/** Paths that a call may change, besides those of its effects. */
export function wordPaths(call: SeenCall): readonly PathChange[] {
  const linked = linkedPaths(call);
  if (linked.length > 0) return linked;
  if (/^g?ln$/.test(call.name)) return linkPaths(call);
  if (renamers.has(call.name)) return renamedPaths(call);
  const effect = removers.has(call.name) ? 'remove' : fillers.has(call.name) ? 'fill' : 'write';
  return changedOperands(call).map((path) => ({ path, effect }));
}

/** The words of a call that may be changed files. */
export function changedOperands(call: SeenCall): readonly Value[] {
  if (!mayDoAnything(call) && !removers.has(call.name)) return [];
  const script = isLanguage(call.name)
    ? call.argv.findIndex((word, at) => at > 0 && isRead(word, call.argv[at - 1]))
    : 0;
  return call.argv
    .filter((_, at) => at > 0 && at !== script)
    .flatMap((word) => (lineTakers.has(call.name) ? word.split(/[\s;]+/) : [word]))
    .flatMap(operandWords)
    .filter((word) => word !== '' && !word.startsWith('-') && !word.includes('\n'));
}

/** A language only reads the script that it runs. */
export const isScript = (word: Value): boolean => /^[^-].*\.(?:[cm]?[jt]sx?|py|rb|pl|php|lua|tcl|R)$/.test(word);

/** `python -m json.tool x` reads the first file. */
const isRead = (word: Value, before: Value | undefined): boolean => isScript(word) || before === 'json.tool';

/** `rename s/x/settings/ ~/.claude/x.json`: afterwards any file of the folder may exist. */
function renamedPaths({ argv }: SeenCall): readonly PathChange[] {
  return argv
    .slice(1)
    .filter((word) => word !== '' && !word.startsWith('-'))
    .flatMap((path): readonly PathChange[] => [
      { path, effect: 'remove' },
      { path: `${path}/..`, effect: 'fill' },
    ]);
}

/** Uses that give files a second name; a write to that name changes the file. */
const linkingUses: Readonly<Record<string, (words: readonly Value[]) => boolean>> = {
  cp: hasOption(/^(?:-[a-zA-Z]*l|--l)/),
  cpio: hasOption(/^(?:-[a-zA-Z]*l|--link)/),
  pax: hasOption(/^-[a-zA-Z]*l/),
  rsync: hasOption(/^--link-dest/),
};

const maxLinked = 1_000;

/** Files, and folders with all content, that get a second name. */
function linkedPaths({ name, argv, stdin = '' }: SeenCall): readonly PathChange[] {
  const use = name.replace(/^g(?=cp$)/, '');
  const words = argv.slice(1);
  if (!Object.hasOwn(linkingUses, use) || !linkingUses[use]?.(words)) return [];
  return linkSources(use, words, stdin)
    .filter((path) => path !== '')
    .slice(0, maxLinked)
    .map((path) => ({ path, effect: 'remove' }));
}

function linkSources(use: string, words: readonly Value[], stdin: Value): readonly Value[] {
  if (use === 'rsync')
    return words.flatMap((word, at) => {
      const joined = /^--link-dest=(.+)$/s.exec(word)?.[1];
      return joined !== undefined ? [joined] : words[at - 1] === '--link-dest' ? [word] : [];
    });
  const operands = words.filter((word) => !word.startsWith('-'));
  const hasTarget = words.some((word) => /^(?:-[a-zA-Z]*t|--target-directory)/.test(word)) && use === 'cp';
  const listed = use === 'cp' ? [] : stdin.split('\n');
  return [...(hasTarget ? operands : operands.slice(0, -1)), ...listed];
}

const maxCopies = 1_000;

/** `ln FILE… FOLDER`: a write to the link changes the file. */
function linkPaths({ argv }: SeenCall): readonly PathChange[] {
  const rest = argv.slice(1);
  const paths = rest.filter((word) => word !== '' && !word.startsWith('-'));
  if (paths.length < 2) return [];
  const option = rest.findIndex((word) => word === '-t' || word === '--target-directory');
  const target = (option >= 0 ? rest[option + 1] : paths.at(-1)) ?? '';
  const sources = paths.filter((path) => path !== target).slice(0, maxCopies);
  const takesAll = sources.some((path) => /(?:^|\/)\.?$|[*\uE005]$/.test(path));
  return [
    ...sources.map(
      (path): PathChange => ({ path: `${target}/${path.slice(path.lastIndexOf('/') + 1)}`, effect: 'write' }),
    ),
    // All files of the folder get a link in the target.
    ...(takesAll ? [{ path: target, effect: 'fill' } as const] : []),
    ...sources.map((path): PathChange => ({ path, effect: 'write' })),
    ...(rest.some((word) => /^-[a-zA-Z]*[nT]/.test(word)) ? [{ path: target, effect: 'remove' } as const] : []),
  ];
}

/** A word, the value that is part of an option (`of=x`, `--file=x`, `-o/x`), or both sides of a mount (`/x:/y`). */
function operandWords(word: Value): readonly Value[] {
  if (/^(?!file:)[a-z][\w+.-]*:\/\//i.test(word)) return [];
  if (/^-{0,2}[\w-]+=/.test(word)) return operandWords(word.slice(word.indexOf('=') + 1));
  const [, attached] = /^-[a-zA-Z]+?([/~.].*)$/.exec(word) ?? [];
  if (attached !== undefined) return [attached];
  const mounted =
    /^((?:[A-Za-z]:)?[/~.][^:\s]*):/.exec(word)?.[1] ?? /^[\w-]{2,}:((?:[A-Za-z]:)?[/~.][^:,\s]*)/.exec(word)?.[1];
  return mounted === undefined ? [word] : [word, mounted];
}

/** A word as an absolute path, from the folder in which the call starts. */
export const absoluteWord = (word: Value, { cwd }: SeenCall, guarded: GuardedPaths): Value =>
  absoluteFrom(word, absoluteFrom(cwd, '/', guarded), guarded);
