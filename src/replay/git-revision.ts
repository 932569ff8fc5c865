import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../cli/lib/io.js';
import { count } from '../cli/lib/text.js';
import { AnyhookError, show } from '../core/errors.js';
import { gitEnv } from '../handlers/builtins/kit/git.js';
import { exists } from '../platform/files/files.js';
import { removeFolder } from '../platform/files/remove-folder.js';
import { makeScratch } from '../platform/files/scratch.js';
import { commitOf, writeCommit } from '../platform/git/git-tree.js';

/**
 * Lays out a revision of a project in a folder of its own, and takes it away however the work ends. The repository, its
 * index and its working tree stay as they are.
 */
export async function withRevision<T>(
  revision: string,
  project: string,
  io: Io,
  work: (root: string) => Promise<T>,
): Promise<T> {
  const place = { cwd: project, env: gitEnv(io.env) };
  const commit = await commitFor(revision, project, place);
  return withScratch(async (root) => {
    try {
      const leftOut = await writeCommit(commit, root, place);
      if (leftOut > 0) io.stderr.write(`anyhook: ${count(leftOut, 'large file')} of ${revision} left out\n`);
    } catch (error) {
      throw new AnyhookError('BAD_ARGUMENT', `--against ${revision}: ${(error as Error).message}`, { cause: error });
    }
    // By this the project's root is known to hooks that look for it.
    mkdirSync(join(root, '.git'));
    return work(root);
  });
}

async function commitFor(revision: string, project: string, place: Parameters<typeof commitOf>[1]): Promise<string> {
  const bad = (text: string) => new AnyhookError('BAD_ARGUMENT', `--against: ${text}`);
  if (revision === '' || revision.startsWith('-'))
    throw bad(`expected a git revision such as HEAD~1, got ${show(revision)}`);
  if (!exists(join(project, '.git'))) throw bad(`${project} is no git repository`);
  const commit = await commitOf(revision, place);
  if (commit !== undefined) return commit;
  throw bad(`${project} has no revision ${show(revision)}; a CI job may have to fetch it (fetch-depth: 0)`);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeScratch('anyhook-replay-');
  const clean = () => removeFolder(folder);
  const end = (signal: NodeJS.Signals) => {
    clean();
    for (const name of signals) process.off(name, end);
    process.kill(process.pid, signal);
  };
  for (const name of signals) process.on(name, end);
  process.once('exit', clean);
  try {
    return await work(folder);
  } finally {
    for (const name of signals) process.off(name, end);
    process.off('exit', clean);
    clean();
  }
}
