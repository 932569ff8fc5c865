import { rmSync } from 'node:fs';

/** Removes a folder in which a program may still write for a moment; Node's own retries do not look what is new in it. */
export function removeFolder(path: string): void {
  for (let attempt = 0; ; attempt++) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}
