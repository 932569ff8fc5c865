import type { CommandReading } from '@anyhook/guard';

/** Programs that change no file, unless the guard sees an effect of their arguments. */
const readers: ReadonlySet<string> = new Set(
  (
    'ls cat head tail grep egrep fgrep rg wc pwd cd echo printf date which type test [ true false : diff cmp du df file stat ' +
    'basename dirname realpath readlink sort uniq cut tr jq tree ps sleep env printenv whoami id uname hostname md5sum ' +
    'sha1sum sha256sum nl column fold strings xxd od find xargs less more tac seq expr sed'
  ).split(' '),
);

/** What git only reads with. */
const gitReaders: ReadonlySet<string> = new Set(
  'status diff log show blame grep ls-files rev-parse describe shortlog cat-file ls-tree rev-list name-rev'.split(' '),
);

/** Effects that leave the files of this machine alone. */
const harmless: ReadonlySet<string> = new Set(['reveal', 'send']);

/** Does this command, as the guard reads it, change no file? A program that nobody knows may do anything. */
export function onlyReads({ effects, seen, hasSyntaxError }: CommandReading): boolean {
  if (hasSyntaxError || seen.calls.length === 0) return false;
  if (effects.some((effect) => !harmless.has(effect.do))) return false;
  return seen.calls.every(({ name, argv }) => {
    if (name === 'git') return gitReaders.has(argv[1] ?? '') && !argv.some((word) => word.startsWith('--output'));
    // The language of sed can write files.
    if (name === 'sed') return argv.slice(1).every((word) => !/w/.test(word));
    return readers.has(name);
  });
}
