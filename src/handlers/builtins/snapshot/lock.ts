import { join } from 'node:path';
import { makePrivateFolder, removePath } from '../../../platform/files/files.js';
import { tryLock, waitFor } from '../../../platform/lock.js';

const pollMs = 20;
// No snapshot takes this long: hooks have a shorter timeout, and a killed one leaves its lock behind.
const staleMs = 10 * 60_000;

/** Does the work while nobody else, in this process or another, works in the folder. */
export async function withFolderLock<T>(dir: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  makePrivateFolder(dir);
  const path = join(dir, 'lock');
  const lock = await waitFor(() => tryLock(path, { staleMs, as: 'folder' }), { patienceMs: timeoutMs, pollMs });
  if (!lock) throw new Error(`snapshot: another one holds ${path}; remove it if none is running`);
  try {
    // The git of a killed process left its own locks, too.
    if (lock.isTakenOver) for (const index of ['index', 'restore-index']) removePath(join(dir, `${index}.lock`));
    return await work();
  } finally {
    lock.release();
  }
}
