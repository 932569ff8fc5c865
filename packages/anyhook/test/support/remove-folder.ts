import { removeFolder as remove } from '../../../core/src/platform/files/rename.js';

const removed = new Set<string>();
// A program that outlives its test may have recreated its folder.
process.on('exit', () => {
  for (const path of removed) remove(path);
});

/** Removes a folder that a program may still write to for a moment, and again after all tests. */
export function removeFolderAtLast(path: string): void {
  removed.add(path);
  remove(path);
}
