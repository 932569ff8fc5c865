import { join } from 'node:path';
import { now } from '../../../platform/clock.js';
import { changedAt, claimFolder, releaseFolder } from '../../../platform/files/builtin-files.js';
import { makePrivate, remove } from '../../../platform/files/files.js';

const pauseMs = 20;
// No snapshot takes this long: hooks have a shorter timeout, and a killed one leaves its lock behind.
const abandonedMs = 10 * 60_000;

/** Does the work while nobody else, in this process or another, works in the folder. */
export async function alone<T>(dir: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  makePrivate(dir);
  const lock = join(dir, 'lock');
  const deadline = now() + timeoutMs;
  while (!claimFolder(lock)) {
    if (now() - changedAt(lock) > abandonedMs) breakLock(dir, lock);
    else if (now() >= deadline) throw new Error(`snapshot: another one holds ${lock}; remove it if none is running`);
    else await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  try {
    return await work();
  } finally {
    releaseFolder(lock);
  }
}

function breakLock(dir: string, lock: string): void {
  for (const index of ['index', 'restore-index']) remove(join(dir, `${index}.lock`));
  releaseFolder(lock);
}
