import { dirname, isAbsolute, join, resolve } from 'node:path';
import { exists } from '@anyhook/core';

/** The nearest folder at or above `from` that contains one of the names, or undefined. */
export function findUp(from: string, names: readonly string[]): string | undefined {
  for (const dir of ancestors(from)) if (names.some((name) => exists(join(dir, name)))) return dir;
  return undefined;
}

/** The folder itself and all its parents, nearest first. */
export function ancestors(from: string): readonly string[] {
  const found: string[] = [];
  let dir = resolve(from);
  while (found.length < 100) {
    found.push(dir);
    const up = dirname(dir);
    if (up === dir) break;
    dir = up;
  }
  return found;
}

/** The repository that contains a folder, or the folder itself outside a repository. */
export const projectRoot = (cwd: string): string => findUp(cwd, ['.git']) ?? resolve(cwd);

/** The absolute path of a tool call's path; `~` is the agent's home. */
export function absolutePath(path: string, cwd: string, home: string | undefined): string {
  if (home && (path === '~' || path.startsWith('~/'))) return join(home, path.slice(1));
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path);
}
