import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isFolder, realPath, removePath, writeAtomic } from './files.js';
import { removeFolder } from './rename.js';

export const makeFolder = (path: string): void => void mkdirSync(path, { recursive: true });

/** Copies one file and creates its parent folders; links are followed, the mode is kept, and the owner may write. */
export function copyFile(from: string, to: string): void {
  makeFolder(dirname(to));
  copyFileSync(from, to);
  chmodSync(to, statSync(from).mode | 0o200);
}

export const linkTo = (target: string, path: string): void => symlinkSync(target, path);

/** Creates a folder of links to everything in another one, except some names. */
export function linkEntries(from: string, to: string, except: readonly string[]): void {
  makeFolder(to);
  for (const name of readdirSync(from)) if (!except.includes(name)) symlinkSync(join(from, name), join(to, name));
}

/** Copies a folder; folders of this name in it become links. */
export function copyFolder(from: string, to: string, linked?: string): void {
  cpSync(from, to, {
    recursive: true,
    filter(path) {
      if (linked === undefined || basename(path) !== linked) return true;
      symlinkSync(path, join(to, relative(from, path)));
      return false;
    },
  });
}

/** Writes a file with this mode, regardless of the umask; by default with the system's mode. */
export function writeWithMode(path: string, text: string, mode?: number): void {
  writeFileSync(path, text);
  if (mode !== undefined) chmodSync(path, mode);
}

/** Replaces a script atomically, regardless of the umask: a script that is not executable fails silently. */
export function writeExecutable(path: string, text: string): void {
  writeAtomic(path, text, 0o755);
  chmodSync(path, 0o755);
}

/** Creates the folders from `base` down to this one; a link among them becomes a folder of links. */
export function makeRealFolder(path: string, base: string): void {
  if (path !== base) makeRealFolder(dirname(path), base);
  const kind = lstatSync(path, { throwIfNoEntry: false });
  if (kind?.isDirectory()) return;
  const entries = kind?.isSymbolicLink() && isFolder(path) ? readdirSync(path) : [];
  const target = realPath(path);
  removePath(path);
  mkdirSync(path);
  for (const name of entries) symlinkSync(join(target, name), join(path, name));
}

/** Removes a folder, even if its permissions forbid it; whatever still cannot be removed stays. */
export function removeLocked(path: string): void {
  try {
    removeFolder(path);
  } catch {
    try {
      makeWritable(path);
      removeFolder(path);
    } catch {
      // A file of another user cannot be removed.
    }
  }
}

function makeWritable(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) makeWritable(join(path, name));
}
