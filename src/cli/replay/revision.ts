import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnv } from '../../builtins/git.js';
import { AnyhookError, show } from '../../core/errors.js';
import { exists } from '../../io/files.js';
import { commitOf, writeCommit } from '../../io/git-tree.js';
import { makeScratch, removeScratch } from '../../io/scratch.js';
import type { Io } from '../io.js';

/** The files of a revision in a folder of their own, outside the project. */
export interface Checkout {
  readonly root: string;
  readonly commit: string;
  /** Files that are not there: too large, or of names that the disk cannot hold. */
  readonly leftOut: number;
  remove(): void;
}

/** Lays out a revision of a project. The repository, its index and its working tree stay as they are. */
export async function checkOut(revision: string, project: string, io: Io): Promise<Checkout> {
  if (revision === '' || revision.startsWith('-'))
    throw new AnyhookError('BAD_ARGUMENT', `--against: expected a git revision such as HEAD~1, got ${show(revision)}`);
  if (!exists(join(project, '.git')))
    throw new AnyhookError('BAD_ARGUMENT', `--against: ${project} is no git repository`);
  const place = { cwd: project, env: gitEnv(io.env) };
  const commit = await commitOf(revision, place);
  if (commit === undefined)
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `--against: ${project} has no revision ${show(revision)}; a CI job may have to fetch it (fetch-depth: 0)`,
    );
  const root = makeScratch('anyhook-replay-');
  const atExit = () => removeScratch(root);
  const remove = () => {
    process.off('exit', atExit);
    removeScratch(root);
  };
  process.once('exit', atExit);
  try {
    const leftOut = await writeCommit(commit, root, place);
    // By this the project's root is known to hooks that look for it.
    mkdirSync(join(root, '.git'));
    return { root, commit, leftOut, remove };
  } catch (error) {
    remove();
    throw new AnyhookError('BAD_ARGUMENT', `--against ${revision}: ${(error as Error).message}`, { cause: error });
  }
}
