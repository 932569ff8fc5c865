import { join } from 'node:path';
import { makePrivateFolder, removePath, withLock } from '@anyhook/core';

const pollMs = 10;

/** Does the work with exclusive access to the folder, across processes. */
export async function withFolderLock<T>(dir: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  makePrivateFolder(dir);
  return withLock(
    join(dir, 'use'),
    () => {
      // Left by a git process that was killed.
      for (const index of ['index', 'restore-index']) removePath(join(dir, `${index}.lock`));
      return work();
    },
    { timeoutMs, pollMs },
  );
}
