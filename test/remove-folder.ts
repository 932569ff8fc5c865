import { rmSync } from 'node:fs';

const removed = new Set<string>();
// A program that ended later than its test may have brought its folder back.
process.on('exit', () => {
  for (const path of removed) remove(path);
});

/** Removes a folder in which a program may still write for a moment, and again at the end of all tests. */
export function removeFolder(path: string): void {
  removed.add(path);
  remove(path);
}

/** Node's own retries do not look what is new in a folder. */
function remove(path: string): void {
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
