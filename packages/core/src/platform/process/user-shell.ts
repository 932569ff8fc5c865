import { basename, isAbsolute } from 'node:path';
import { isWithin } from '../../file-path.js';
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
  return !projects.some((folder) => isWithin(path, folder) || isWithin(realPath(path), realPath(folder)));
}
