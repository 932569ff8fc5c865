import { join } from 'node:path';
import { AnyhookError, quoteValue } from '../core/errors.js';
import { gitEnv } from '../handlers/builtins/kit/git.js';
import { makeFolder, writeWithMode } from '../platform/files/copy.js';
import { exists } from '../platform/files/files.js';
import { withScratch } from '../platform/files/scratch-folder.js';
import { resolveCommit, writeCommit } from '../platform/git/git-tree.js';

export interface RevisionOptions {
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with the number of files that were too large to extract. */
  readonly leftOut: (files: number) => void;
}

/**
 * Extracts a revision of a project into a temporary folder, and always removes the folder. The repository, its
 * index and its working tree stay as they are.
 */
export async function withRevision<T>(
  revision: string,
  { project, env, leftOut }: RevisionOptions,
  work: (root: string) => Promise<T>,
): Promise<T> {
  const place = { cwd: project, env: gitEnv(env) };
  const commit = await commitFor(revision, project, place);
  return withScratch('anyhook-replay-', async (root) => {
    try {
      const large = await writeCommit(commit, root, place);
      if (large > 0) leftOut(large);
    } catch (error) {
      throw new AnyhookError('BAD_ARGUMENT', `--against ${revision}: ${(error as Error).message}`, { cause: error });
    }
    // Hooks find the project's root by this folder.
    makeFolder(join(root, '.git'));
    writeWithMode(join(root, '.git', 'HEAD'), 'ref: refs/heads/replay\n');
    return work(root);
  });
}

async function commitFor(
  revision: string,
  project: string,
  place: Parameters<typeof resolveCommit>[1],
): Promise<string> {
  const bad = (text: string) => new AnyhookError('BAD_ARGUMENT', `--against: ${text}`);
  if (revision === '' || revision.startsWith('-'))
    throw bad(`expected a git revision such as HEAD~1, got ${quoteValue(revision)}`);
  if (!exists(join(project, '.git'))) throw bad(`${project} is not a git repository`);
  const commit = await resolveCommit(revision, place);
  if (commit !== undefined) return commit;
  throw bad(`${project} has no revision ${quoteValue(revision)}; a CI job may have to fetch it (fetch-depth: 0)`);
}
