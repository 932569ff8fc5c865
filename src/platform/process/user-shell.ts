import { basename, isAbsolute, relative } from 'node:path';
import { isExecutable, realPath } from '../files/files.js';

const knownShells: readonly string[] = ['bash', 'zsh', 'ksh', 'dash', 'sh'];
const usualBash: readonly string[] = ['/bin/bash', '/usr/bin/bash'];

/** The user's shell, where it is one that takes `-c` and no project brought it along; else bash, else sh. */
export function userShell(named: string | undefined, projects: readonly string[]): string {
  if (named !== undefined && isUsable(named, projects)) return named;
  return usualBash.find(isExecutable) ?? '/bin/sh';
}

function isUsable(path: string, projects: readonly string[]): boolean {
  if (!isAbsolute(path) || !knownShells.includes(basename(path)) || !isExecutable(path)) return false;
  return !projects.some((folder) => isBelow(path, folder) || isBelow(realPath(path), realPath(folder)));
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}
