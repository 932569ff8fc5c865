import { removeFolder as remove } from '../../../core/src/platform/files/rename.js';

const removed = new Set<string>();
// A program that ended later than its test may have brought its folder back.
process.on('exit', () => {
  for (const path of removed) remove(path);
});

/** Removes a folder in which a program may still write for a moment, and again at the end of all tests. */
export function removeFolderAtLast(path: string): void {
  removed.add(path);
  remove(path);
}
