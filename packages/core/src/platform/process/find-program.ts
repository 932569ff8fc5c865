import { type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, dirname, join, posix, win32 } from 'node:path';
import { attempt } from '../../errors.js';
import { isFullPath, isWithin, thisSystem, windowsEndings } from '../../file-path.js';
import { entryExists, isExecutable, isFile, realPath } from '../files/files.js';
import type { Environment } from './fit-environment.js';

/** The file of a program on a PATH, only to check whether it exists, not to start it; undefined if there is none. */
export const findOnPath = (name: string, path = ''): string | undefined => filesOnPath(name, path).find(isExecutable);

/** Every program of that name on a PATH, because an agent may be started with another PATH. */
export const findAllOnPath = (name: string, path = ''): readonly string[] => [
  ...new Set(filesOnPath(name, path).filter(isExecutable)),
];

const filesOnPath = (name: string, path: string): readonly string[] =>
  path
    .split(delimiter)
    .filter(isFullFolder)
    .flatMap((folder) => fileNames(name).map((file) => join(folder, file)));

const fileNames: (name: string) => readonly string[] =
  process.platform === 'win32'
    ? (name) =>
        windowsEndings.some((ending) => name.toLowerCase().endsWith(ending))
          ? [name]
          : windowsEndings.map((ending) => name + ending)
    : (name) => [name];

/** The file of a program in a folder; on Windows it has an ending. */
export const programFileIn = (folder: string, name: string): string | undefined =>
  fileNames(name)
    .map((file) => join(folder, file))
    .find(isExecutable);

/** The folder of programs in a virtual environment of Python. */
export const venvPrograms: string = process.platform === 'win32' ? 'Scripts' : 'bin';

/** `\\bin` depends on the current drive, so it never counts. */
const isFullFolder = (folder: string): boolean => isFullPath(folder);

/** Windows calls it `Path`, and copies of the environment keep that spelling. */
export const pathVariable = (env: Environment, system: string = thisSystem): string | undefined =>
  env[pathName(env, system)];

const pathName = (env: Environment, system: string): string =>
  system !== 'win32' || env['PATH'] !== undefined
    ? 'PATH'
    : (Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH');

/** Without the project's programs, which npm, npx and others add to PATH. Agents started otherwise lack them. */
export function withoutPackagePath<Env extends Environment>(env: Env, system: string = thisSystem): Env {
  const name = pathName(env, system);
  const path = env[name];
  if (path === undefined) return env;
  const separator = (system === 'win32' ? win32 : posix).delimiter;
  const kept = path.split(separator).filter((one) => !isPackagePath(one));
  return { ...env, [name]: kept.join(separator) };
}

const isPackagePath = (folder: string): boolean =>
  /(?:^|[\\/])(?:node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder);

/** A program that neither a project nor another user can have written. */
export interface SafeProgram {
  readonly kind: 'found';
  readonly file: string;
  /** The PATH folders in which the programs that it starts are safe too. */
  safePath(): string;
}

/** `refused`: a program exists but may be untrusted; `why` names it and the reason. */
export type ProgramSearchResult =
  | SafeProgram
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * Finds a program that anyhook starts by name. PATH comes from the agent, so it may lead into the project or into
 * another user's folder: a folder counts only if it is absolute, outside of the projects around `folders`, and writable
 * only for root and this user. The same holds for the targets of links. Without `folders`, programs in projects count
 * too: for a project that the user trusts.
 */
export function findSafeProgram(name: string, env: Environment, folders: readonly string[]): ProgramSearchResult {
  const onPath = [...new Set((pathVariable(env) ?? '').split(delimiter).filter(isFullFolder))];
  let projects: readonly string[] | undefined;
  const problemOf = (folder: string): string | undefined => {
    if (folders.length > 0 && isPackagePath(folder)) return 'a package manager fills its folder';
    projects ??= [...new Set(folders.flatMap(projectsAround))];
    return folderProblemOf(realPath(folder), projects);
  };
  let why: string | undefined;
  const names = fileNames(name);
  for (const folder of onPath) {
    // Most folders do not have it, and an exception costs more than a stat.
    const fileName = names.find((one) => entryExists(join(folder, one)) && isExecutable(join(folder, one)));
    if (fileName === undefined) continue;
    const file = join(realPath(folder), fileName);
    const problem = problemOf(folder) ?? fileProblemOf(file, projects ?? []);
    const safePath = () =>
      onPath
        .filter((one) => problemOf(one) === undefined)
        .map(realPath)
        .join(delimiter);
    if (problem === undefined) return { kind: 'found', file, safePath };
    why ??= `${join(folder, fileName)} is not started: ${problem}`;
  }
  return why === undefined ? { kind: 'absent' } : { kind: 'refused', why };
}

/** Like `findSafeProgram`, as the file or undefined, for callers that can do without the program. */
export function safeProgramFile(name: string, env: Environment, folders: readonly string[]): string | undefined {
  const result = findSafeProgram(name, env, folders);
  return result.kind === 'found' ? result.file : undefined;
}

/** The projects around a folder: itself, the nearest and the outermost repository, but never the whole home folder. */
function projectsAround(folder: string): readonly string[] {
  const start = realPath(folder);
  const home = homeFolder();
  const isTooWide = (dir: string) => dirname(dir) === dir || (home !== undefined && isWithin(home, dir));
  const above: string[] = [];
  for (let dir = start; !isTooWide(dir); dir = dirname(dir)) if (entryExists(join(dir, '.git'))) above.push(dir);
  const outermost = above.at(-1);
  return [start, ...(outermost === undefined ? [] : [outermost])].filter((dir) => !isTooWide(dir));
}

/** Is a file in the project that a folder belongs to? */
export const isInProjectAround = (file: string, folder: string): boolean =>
  projectsAround(folder).some((project) => isWithin(realPath(file), project));

let knownHome: string | undefined;

/** From the user database: an agent's HOME may be the project. */
function homeFolder(): string | undefined {
  try {
    knownHome ??= realPath(userInfo().homedir);
  } catch {
    // A container may have no entry for its user.
  }
  return knownHome;
}

/** Folders of the system. In a sandbox with its own users their owner may be unmapped. */
const systemFolders: readonly string[] = [
  '/usr/bin',
  '/bin',
  '/usr/sbin',
  '/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
];

function folderProblemOf(folder: string, projects: readonly string[]): string | undefined {
  if (projects.some((project) => isWithin(folder, project))) return 'its folder is inside the project';
  const stat = statOf(folder);
  if (!stat?.isDirectory()) return 'its folder cannot be read';
  const isSystem = systemFolders.includes(folder);
  if (othersMayWrite(stat)) return 'other users may write to its folder';
  if (isSystem) return undefined;
  if (!isOwnOrRoot(stat)) return 'its folder belongs to another user';
  for (let dir = dirname(folder); ; dir = dirname(dir)) {
    const above = statOf(dir);
    // In a folder such as /tmp only the owner can replace an entry.
    const isSticky = ((above?.mode ?? 0) & 0o1000) !== 0;
    if (!above || (othersMayWrite(above) && !isSticky)) return `other users may write to ${dir}`;
    if (dir === dirname(dir)) return undefined;
  }
}

function fileProblemOf(file: string, projects: readonly string[]): string | undefined {
  const real = realPath(file);
  if (projects.some((project) => isWithin(real, project))) return 'it leads into the project';
  const stat = statOf(real);
  if (!stat || othersMayWrite(stat)) return 'other users may write to it';
  const folder = dirname(real);
  return folder === dirname(file) ? undefined : folderProblemOf(folder, projects);
}

function othersMayWrite({ mode, gid, uid }: Stats): boolean {
  if (process.geteuid === undefined) return false;
  if ((mode & 0o002) !== 0) return true;
  // A group of root, a user's own group, or on macOS (Homebrew) the group of those who may become root anyway.
  const isOwnGroup = gid === 0 || gid === uid || (process.platform === 'darwin' && gid === 80);
  return (mode & 0o020) !== 0 && !isOwnGroup;
}

const isOwnOrRoot = ({ uid }: Stats): boolean => {
  const own = process.geteuid?.();
  return own === undefined || uid === own || uid === 0;
};

const statOf = (path: string): Stats | undefined => attempt(() => statSync(path, { throwIfNoEntry: false }));

/** Where Apple's tools are: in the folder chosen with `xcode-select`, in Xcode, or installed separately. */
const toolFolders: readonly string[] = [
  '/var/db/xcode_select_link',
  '/Applications/Xcode.app/Contents/Developer',
  '/Library/Developer/CommandLineTools',
];

/** Without Apple's tools, `/usr/bin/git` on macOS only opens a dialog to install them. Starts nothing. */
export const opensDialog = (file: string, system = thisSystem, folders = toolFolders): boolean =>
  system === 'darwin' && file === '/usr/bin/git' && !folders.some((folder) => isFile(join(folder, 'usr/bin/git')));
