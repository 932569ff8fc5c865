import { join } from 'node:path';
import {
  AnyhookError,
  exists,
  makeFolder,
  quoteValue,
  resolveCommit,
  withScratch,
  writeCommit,
  writeWithMode,
} from '@anyhook/core';

interface RevisionOptions {
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with the number of files that were left out because of their size or name. */
  readonly onSkippedFiles: (files: number) => void;
}

/** Extracts a revision into a temporary folder, which is always removed. The repository is not changed. */
export async function withRevision<T>(
  revision: string,
  { project, env, onSkippedFiles }: RevisionOptions,
  action: (root: string) => Promise<T>,
): Promise<T> {
  const gitOptions = { cwd: project, env };
  const commit = await commitFor(revision, project, gitOptions);
  return withScratch('anyhook-replay-', async (root) => {
    try {
      const skippedFiles = await writeCommit(commit, root, gitOptions);
      if (skippedFiles > 0) onSkippedFiles(skippedFiles);
    } catch (error) {
      throw new AnyhookError('BAD_ARGUMENT', `--against ${revision}: ${(error as Error).message}`, { cause: error });
    }
    // Hooks find the project's root by this folder.
    makeFolder(join(root, '.git'));
    writeWithMode(join(root, '.git', 'HEAD'), 'ref: refs/heads/replay\n');
    return action(root);
  });
}

async function commitFor(revision: string, project: string, gitOptions: Parameters<typeof resolveCommit>[1]) {
  const badRevision = (message: string) => new AnyhookError('BAD_ARGUMENT', `--against: ${message}`);
  if (revision === '' || revision.startsWith('-'))
    throw badRevision(`expected a git revision such as HEAD~1, got ${quoteValue(revision)}`);
  if (!exists(join(project, '.git'))) throw badRevision(`${project} is not a git repository`);
  const commit = await resolveCommit(revision, gitOptions).catch((error: Error) => {
    throw badRevision(error.message);
  });
  if (commit !== undefined) return commit;
  throw badRevision(
    `${project} has no revision ${quoteValue(revision)}; a CI job may have to fetch it (fetch-depth: 0)`,
  );
}
