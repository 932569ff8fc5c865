import type { EffectPlace } from '../../effect.js';
import type { Machine } from '../../machine.js';
import { type OptionTable, type ReadWords, readWords } from '../../packs/options.js';
import { hasUnknown, type Value } from '../../value.js';
import { joinPath } from '../call-words.js';
import { hostInAddress, isGiven, isThisMachine, remotePath } from '../kit.js';

/** One use of a subcommand of git, with what the options before it say. */
export interface GitUse {
  readonly machine: Machine;
  readonly subcommand: string;
  /** The words after the subcommand. */
  readonly words: readonly Value[];
  readonly stdin: Value | undefined;
  /** The folder in which git works; absolute. */
  readonly cwd: Value;
  /** The repository whose work or history it changes. */
  readonly at: EffectPlace;
  /** Settings of `-c`, by name in small letters. */
  readonly settings: ReadonlyMap<string, Value>;
}

/** Does what the subcommand would do; returns what it prints, undefined if nobody knows. */
export type GitSubcommand = (use: GitUse) => Value | undefined;

/** Options and operands; undefined if git would only print how the subcommand is used. */
export function readUse(use: GitUse, table: OptionTable): ReadWords | undefined {
  // `--help` has no shorter spelling: `git reset --h` is `--hard`.
  const words = readWords(use.words, table);
  const takesLetter = [...(table.values ?? []), ...(table.flags ?? [])].includes('-h');
  return isGiven(words, '--help') || (!takesLetter && isGiven(words, '-h')) ? undefined : words;
}

/** A path of git's words, from the folder in which git works. */
export const gitPath = (use: GitUse, path: Value): Value => joinPath(use.cwd, path);

export function discard(use: GitUse, what: string): void {
  use.machine.note({ do: 'discard', what, at: use.at });
}

export function rewrite(use: GitUse, what: string): void {
  use.machine.note({ do: 'rewrite', what, at: use.at });
}

export function forget(use: GitUse, what: string): void {
  use.machine.note({ do: 'forget', what, at: use.at });
}

/** An address, or `host:path`; not a folder of this machine. */
export const isOtherMachine = (from: Value): boolean =>
  /^[\w.+-]+:\/\//.test(from)
    ? !from.startsWith('file:') && !isThisMachine(hostInAddress(from))
    : remotePath(from) !== undefined;

/** Remembers where a remote leads that the command names. A new `origin` is usual: a project has to go somewhere. */
export function noteNewRemote(use: GitUse, name: Value, address: Value, isNew: boolean): void {
  if (isNew && name === 'origin') return;
  use.machine.memory.set(`git remote ${name}`, address);
}

/** Hosts for repositories that everybody uses, and those whose name says that they are one. */
const repositoryHost =
  /(?:^|\.)(?:git|gitlab|github|gitea|bitbucket|codeberg|forgejo|heroku|huggingface|azure|visualstudio|sr)\b|^git/;

export const mainBranches: ReadonlySet<string> = new Set(['main', 'master', 'trunk']);

/** The host to which a push goes for the first time; undefined if it is one of the usual. */
export function strangeReceiver(use: GitUse, to: Value | undefined): string | undefined {
  const name = to ?? 'origin';
  const setting = use.settings.get(`remote.${name.toLowerCase()}.pushurl`) ?? use.settings.get(`remote.${name}.url`);
  const address = setting ?? use.machine.memory.get(`git remote ${name}`) ?? name;
  if (hasUnknown(address) || !isOtherMachine(address)) return undefined;
  const host = address.includes('://') ? hostInAddress(address) : (remotePath(address)?.host ?? '');
  return repositoryHost.test(host.toLowerCase()) ? undefined : host;
}

/** A command that git starts with a shell. */
export function runFromGit(use: GitUse, text: Value, via = `git ${use.subcommand}`, stdin?: Value): Value {
  return use.machine.runShell(text, { via, cwd: use.cwd, ...(stdin === undefined ? {} : { stdin }) });
}
