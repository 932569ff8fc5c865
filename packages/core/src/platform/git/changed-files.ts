import { askGit, type GitAbsence, type GitPlace } from './run-git.js';

/** The files that git reports; `refused` says why it was not asked. Outside a repository there are none. */
export interface ChangedFiles {
  readonly files: readonly string[];
  readonly refused?: string;
}

/** How git is asked for changed and new files. */
export const statusArgs: readonly string[] = [
  'status',
  '--porcelain=v1',
  '-z',
  '--untracked-files=all',
  '--no-renames',
];

/** Files that git reports as changed or new below a folder. */
export async function gitChangedFiles(place: GitPlace): Promise<ChangedFiles> {
  const answer = await askGit(place, statusArgs, { timeoutMs: 5_000, maxBytes: 4 * 1024 * 1024 });
  if (answer.kind === 'refused') return { files: [], refused: refusalText(answer) };
  return { files: answer.kind === 'text' && !answer.isCut ? statusPaths(answer.text) : [] };
}

/** The paths in the output of `git status --porcelain=v1 -z`. */
export const statusPaths = (text: string): readonly string[] =>
  text
    .split('\0')
    .filter((line) => line.length > 3)
    .map((line) => line.slice(3));

/** What user and model are told when git was not asked. */
export const refusalText = ({ why }: Extract<GitAbsence, { kind: 'refused' }>): string => `git cannot be asked: ${why}`;
