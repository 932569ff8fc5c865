import { join } from 'node:path';
import { makePrivateFolder, removePath } from '../../../platform/files/files.js';
import { tryLock, waitFor } from '../../../platform/lock.js';

const pollMs = 20;
// No snapshot takes this long: hooks have a shorter timeout. A killed process leaves its lock behind.
const staleMs = 10 * 60_000;

/** Does the work with exclusive access to the folder, across processes. */
export async function withFolderLock<T>(dir: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  makePrivateFolder(dir);
  const path = join(dir, 'lock');
  const lock = await waitFor(() => tryLock(path, { staleMs, kind: 'folder' }), { timeoutMs, pollMs });
  if (!lock) throw new Error(`snapshot: another snapshot holds ${path}; remove it if none is running`);
  try {
    // A killed git process also leaves locks behind.
    if (lock.isTakenOver) for (const index of ['index', 'restore-index']) removePath(join(dir, `${index}.lock`));
    return await work();
  } finally {
    lock.release();
  }
}
