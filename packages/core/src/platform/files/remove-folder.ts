import { rmSync } from 'node:fs';

const attempts = 100;
const retryMs = 50;

/** Removes a folder in which a program may still write for a moment; Node's own retries do not list new files. */
export function removeFolder(path: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}
