import type { EffectPlace } from '../../effect.js';
import type { Machine } from '../../machine.js';
import { type OptionTable, type ReadWords, readWords } from '../../packs/options.js';
import type { Value } from '../../value.js';
import { isGiven, joinPath } from '../kit.js';

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

/** A command that git starts with a shell. */
export function runFromGit(use: GitUse, text: Value, via = `git ${use.subcommand}`): Value {
  return use.machine.runShell(text, { via, cwd: use.cwd });
}
