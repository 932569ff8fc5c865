import { dirname, join } from 'node:path';
import type { Where } from '../dialects/dialect.js';
import { exists, realPath } from '../io/files.js';
import type { UserPlaces } from '../state/places.js';

/** The project that a working directory belongs to: the repository around it, or the folder itself. */
export function whereIs(cwd: string, user: UserPlaces, named: readonly string[] = []): Where {
  const start = realPath(cwd);
  return { cwd: start, root: repositoryRoot(start) ?? start, home: user.home, configHome: user.configHome, named };
}

/** The folders whose hooks guard work in the cwd: from the root down to it. A folder below cannot hide one above. */
export function levelsOf({ cwd, root }: Pick<Where, 'cwd' | 'root'>): readonly string[] {
  const levels = [cwd];
  for (let dir = cwd; dir !== root && dirname(dir) !== dir; dir = dirname(dir)) levels.unshift(dirname(dir));
  return levels;
}

function repositoryRoot(start: string): string | undefined {
  for (let dir = start; ; dir = dirname(dir)) {
    if (exists(join(dir, '.git'))) return dir;
    if (dirname(dir) === dir) return undefined;
  }
}
