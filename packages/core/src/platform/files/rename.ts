import { renameSync, rmSync } from 'node:fs';

/** Errors of Windows while another process, an indexer or a virus scanner reads a file or folder. */
const busyErrors: readonly (string | undefined)[] = ['EPERM', 'EACCES', 'EBUSY'];
const patienceMs = 1_000;
const pauseMs = 10;

/** Renames a file or folder. Windows refuses that while a process reads it, so there it is retried for a second. */
export const renameEntry: (from: string, to: string) => void =
  process.platform === 'win32' ? (from, to) => retryWhileBusy(() => renameSync(from, to)) : renameSync;

/** Retries a step that another process blocks; throws the last error when the time is up. */
export function retryWhileBusy<T>(step: () => T, timeoutMs = patienceMs): T {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!busyErrors.includes((error as NodeJS.ErrnoException).code) || Date.now() >= end) throw error;
      pause(pauseMs);
    }
  }
}

/** Callers that replace files are synchronous and cannot wait otherwise. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

const attempts = 100;
const retryMs = 50;

/** Removes a folder in which a program may still write for a moment; Node's own retries miss new files. */
export function removeFolder(path: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
      pause(retryMs);
    }
  }
}
