import { closeSync, lstatSync, openSync, unlinkSync } from 'node:fs';

/** Makes a file that says "I am doing this"; false where somebody else has made one that is younger than `maxAgeMs`. */
export function claim(path: string, maxAgeMs: number): boolean {
  if (make(path)) return true;
  try {
    // Far in the future: the clock was set back, and nobody knows how old it is.
    if (Math.abs(Date.now() - lstatSync(path).mtimeMs) < maxAgeMs) return false;
    unlinkSync(path);
  } catch {
    return false;
  }
  return make(path);
}

function make(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch {
    return false;
  }
}
