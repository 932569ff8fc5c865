import { basename, isAbsolute, relative } from 'node:path';
import { isExecutable, realPath } from '../files/files.js';

const knownShells: readonly string[] = ['bash', 'zsh', 'ksh', 'dash', 'sh'];
const usualBash: readonly string[] = ['/bin/bash', '/usr/bin/bash'];

/** The user's shell if it accepts `-c` and is not inside a project; else bash, else sh. */
export function userShell(named: string | undefined, projects: readonly string[]): string {
  if (named !== undefined && isUsable(named, projects)) return named;
  return usualBash.find(isExecutable) ?? '/bin/sh';
}

function isUsable(path: string, projects: readonly string[]): boolean {
  if (!isAbsolute(path) || !knownShells.includes(basename(path)) || !isExecutable(path)) return false;
  return !projects.some((folder) => isBelow(path, folder) || isBelow(realPath(path), realPath(folder)));
}

function isBelow(path: string, folder: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath !== '..' && !relativePath.startsWith('../') && !isAbsolute(relativePath);
}
