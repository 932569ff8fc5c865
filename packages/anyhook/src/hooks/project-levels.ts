import { join, resolve } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import { exists, isWithin, realPath, stateProblem } from '@anyhook/core';
import type { SearchFolders } from '../formats/kit/format.js';
import { foldersAbove, hookTrustFile, readOwnRecord, type TrustedHook } from '../trust/trust-records.js';
import { foldersFromRoot, hookLocations } from './project-root.js';

/**
 * The folders whose hooks apply: from the root down to the working directory, and above or beside them every folder of
 * which a person trusts a hook. So no repository that appears inside, no variable that names another project and no home
 * folder switches a trusted guard off.
 */
export function projectLevels(folders: SearchFolders, cwd: string, user: UserPaths): readonly string[] {
  const chain = foldersFromRoot(folders);
  // This runs before every answer, and the folder is nearly always the same.
  const own = cwd === folders.cwd ? [] : foldersOnTheWayTo(cwd);
  const above = new Set([...own, ...foldersAbove(folders.cwd)]);
  for (const level of chain) above.delete(level);
  const recorded = [...above].filter((folder) => exists(hookTrustFile(folder, user)));
  if (recorded.length === 0 || stateProblem(user.state)) return chain;
  const trusted = recorded.flatMap((folder) => readOwnRecord(folder, user).hooks ?? []);
  const known = [...above].filter((folder) => trusted.some((one) => belongsTo(one, folder)));
  return [...known.sort((a, b) => a.length - b.length), ...chain];
}

/** The folders above a path, and above where links on it lead: a link in a project to the outside is still in the project. */
const foldersOnTheWayTo = (path: string): readonly string[] => [
  ...foldersAbove(realPath(path)),
  ...foldersAbove(resolve(path)).map(realPath),
];

const belongsTo = ({ hook: { root, source } }: TrustedHook, folder: string): boolean =>
  root === folder || hookLocations.some((location) => isWithin(source, join(folder, location)));
