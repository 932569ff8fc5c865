import { dirname, join } from 'node:path';
import type { Where } from '../dialects/dialect.js';
import { exists, realPath } from '../io/files.js';
import type { UserPlaces } from '../state/places.js';

/** The project that a working directory belongs to: the repository around it, or the folder itself. */
export function whereIs(cwd: string, user: UserPlaces, named: readonly string[] = []): Where {
  const start = realPath(cwd);
  const root = repositoryRoot(start, realPath(user.home)) ?? start;
  return { cwd: start, root, home: user.home, configHome: user.configHome, named };
}

/** The folders whose hooks guard work in the cwd: from the root down to it. A folder below cannot hide one above. */
export function levelsOf({ cwd, root }: Pick<Where, 'cwd' | 'root'>): readonly string[] {
  const levels = [cwd];
  for (let dir = cwd; dir !== root && dirname(dir) !== dir; dir = dirname(dir)) levels.unshift(dirname(dir));
  return levels;
}

/**
 * The outermost repository around a folder, below the home folder: an agent that makes a repository of its own inside
 * the project does not leave the project's guards behind.
 */
function repositoryRoot(start: string, home: string): string | undefined {
  let found: string | undefined;
  for (let dir = start; dirname(dir) !== dir; dir = dirname(dir)) {
    if (dir === home && dir !== start) break;
    if (exists(join(dir, '.git'))) found = dir;
  }
  return found;
}
