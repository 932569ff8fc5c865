import { dirname, join, resolve } from 'node:path';
import type { IsAbsent, UserPaths } from '@anyhook/core';
import { exists, hasExpectedOwner, isFolder, isOpenToAll, isWithin, realPath, stateProblem } from '@anyhook/core';
import type { SearchFolders } from '../formats/kit/format.js';
import { isRepository } from '../trust/repository.js';
import { foldersAbove, hookTrustFile, readOwnRecord, type TrustedHook } from '../trust/trust-records.js';

/** The project of a folder: its repository, else the outermost folder with hooks, else the folder itself. */
export function findProjectRoot(cwd: string, user: UserPaths, configuredFiles: readonly string[] = []): SearchFolders {
  const agentProject = user.project !== undefined && isFolder(user.project) ? realPath(user.project) : undefined;
  const realCwd = realPath(cwd);
  // An agent that changed its folder is still in its project and keeps its guards.
  const start = agentProject === undefined || isWithin(realCwd, agentProject) ? realCwd : agentProject;
  const home = realPath(user.home);
  const found = repositoryRoot(start, home) ?? hookFolderAbove(start, home) ?? start;
  const root = agentProject !== undefined && isWithin(found, agentProject) ? agentProject : found;
  return { cwd: start, root, home: user.home, configHome: user.configHome, configuredFiles };
}

/** The folders whose hooks apply in the cwd: from the root down to it. A subfolder cannot hide a folder above. */
export function foldersFromRoot({ cwd, root }: Pick<SearchFolders, 'cwd' | 'root'>): readonly string[] {
  const levels = [cwd];
  for (let dir = cwd; dir !== root && dirname(dir) !== dir; dir = dirname(dir)) levels.unshift(dirname(dir));
  return levels;
}

/** The outermost repository below home, so an agent cannot escape the guards by creating a repository. */
function repositoryRoot(start: string, home: string): string | undefined {
  let found: string | undefined;
  for (let dir = start; dirname(dir) !== dir; dir = dirname(dir)) {
    if (dir === home && dir !== start) break;
    if (isRepository(dir)) found = dir;
  }
  return found;
}

/** The outermost folder with hook files below home: an agent could create a nearer, empty one to escape the guards. */
function hookFolderAbove(start: string, home: string): string | undefined {
  let found: string | undefined;
  for (let dir = start; dir !== home && dirname(dir) !== dir; dir = dirname(dir)) {
    // A folder such as `/tmp` is not a project.
    if (dir !== start && isOpenToAll(dir)) break;
    if (holdsHookFiles(dir)) found = dir;
  }
  return found;
}

/** The locations of all formats. Listed here because policies, which also need the root, must not load the formats. */
export const hookLocations = [
  ...['.agents', '.claude', '.claude-plugin', '.cline/hooks', '.clinerules/hooks', '.codex', '.cursor/hooks.json'],
  ...['.factory', '.gemini/settings.json', '.github/hooks', '.kiro', '.qwen', '.system', '.windsurf/hooks.json'],
  ...['hooks/hooks-cursor.json', 'hooks/hooks.json'],
];

/** Files that another user puts into a shared folder such as `/tmp` are ignored. */
const holdsHookFiles = (dir: string): boolean =>
  hookLocations.some((location) => exists(join(dir, location)) && hasExpectedOwner(join(dir, location)));

/** Is this folder a project itself: a repository, or one with hook files? */
export const isProjectFolder = (dir: string): boolean => isRepository(dir) || holdsHookFiles(dir);

/**
 * The folders whose hooks apply: from the root down to the working directory, and any folder above or next to them with
 * a trusted hook. So a trusted guard cannot be switched off by a repository inside, a variable that names another
 * project, or a home folder.
 */
export function projectLevels(
  folders: SearchFolders,
  cwd: string,
  user: UserPaths,
  isAbsent: IsAbsent = () => false,
): readonly string[] {
  const chain = foldersFromRoot(folders);
  // This runs before every answer, and the folder is nearly always the same.
  const own = cwd === folders.cwd ? [] : foldersOnTheWayTo(cwd);
  const above = new Set([...own, ...foldersAbove(folders.cwd)]);
  for (const level of chain) above.delete(level);
  const recorded = [...above].filter((folder) => {
    const file = hookTrustFile(folder, user);
    return !isAbsent(file) && exists(file);
  });
  if (recorded.length === 0 || stateProblem(user.state)) return chain;
  const trusted = recorded.flatMap((folder) => readOwnRecord(folder, user).hooks ?? []);
  const known = [...above].filter((folder) => trusted.some((one) => belongsTo(one, folder)));
  return [...known.sort((a, b) => a.length - b.length), ...chain];
}

/** The folders above a path and above its link targets: a project's link to the outside is still in the project. */
const foldersOnTheWayTo = (path: string): readonly string[] => [
  ...foldersAbove(realPath(path)),
  ...foldersAbove(resolve(path)).map(realPath),
];

const belongsTo = ({ hook: { root, source } }: TrustedHook, folder: string): boolean =>
  root === folder || hookLocations.some((location) => isWithin(source, join(folder, location)));
