import type { EffectPlace } from '../../effect.js';
import type { Machine } from '../../machine.js';
import { type OptionTable, type ReadWords, readWords } from '../../packs/options.js';
import { hasUnknown, type Value } from '../../value.js';
import { joinPath } from '../call-words.js';
import { hostInAddress, isGiven, isThisMachine, remotePath } from '../kit.js';

/** One use of a git subcommand, including the options before it. */
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
  /** Settings of `-c`, by lower-case name. */
  readonly settings: ReadonlyMap<string, Value>;
}

/** Applies the subcommand's effects; returns its output, undefined if unknown. */
export type GitSubcommand = (use: GitUse) => Value | undefined;

/** Options and operands; undefined if git would only print the usage. */
export function readUse(use: GitUse, table: OptionTable): ReadWords | undefined {
  // `--help` has no abbreviation: `git reset --h` is `--hard`.
  const words = readWords(use.words, table);
  const takesLetter = [...(table.values ?? []), ...(table.flags ?? [])].includes('-h');
  return isGiven(words, '--help') || (!takesLetter && isGiven(words, '-h')) ? undefined : words;
}

/** A path in git's words, relative to the folder in which git works. */
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

/** A URL, or `host:path`; not a folder of this machine. */
export const isOtherMachine = (from: Value): boolean =>
  /^[\w.+-]+:\/\//.test(from)
    ? !from.startsWith('file:') && !isThisMachine(hostInAddress(from))
    : remotePath(from) !== undefined;

/** Stores the address of a remote that the command adds. A new `origin` is usual: every project needs one. */
export function noteNewRemote(use: GitUse, name: Value, address: Value, isNew: boolean): void {
  if (isNew && name === 'origin') return;
  use.machine.memory.set(`git remote ${name}`, address);
}

/** Well-known hosts of repositories, and hosts whose name says that they are one. */
const repositoryHost =
  /(?:^|\.)(?:git|gitlab|github|gitea|bitbucket|codeberg|forgejo|heroku|huggingface|azure|visualstudio|sr)\b|^git/;

export const mainBranches: ReadonlySet<string> = new Set(['main', 'master', 'trunk']);

/** The host to which a push goes for the first time; undefined for well-known hosts. */
export function unknownReceiver(use: GitUse, to: Value | undefined): string | undefined {
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
