import { accessSync, constants, fstatSync, lstatSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, type Problem } from '../../errors.js';
import { isFullPath, isWithin, thisSystem } from '../../file-path.js';
import { readText } from './files.js';

/**
 * Whether this folder belongs to our user and no one else has access. On Windows, Node cannot see owners or access
 * lists, so a folder counts if it is below our user's profile, which Windows closes to other users.
 */
export const isPrivateFolder = (folder: string): boolean =>
  attempt(() => {
    const stat = statSync(folder);
    if (process.platform === 'win32') return stat.isDirectory() && isInProfile(folder);
    return stat.isDirectory() && stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0;
  }, false);

/** Is a folder below our user's profile? Windows itself finds the profile by this variable, as Node does. */
export const isInProfile = (
  folder: string,
  profile: string | undefined = process.env['USERPROFILE'],
  system: string = thisSystem,
): boolean => profile !== undefined && isFullPath(profile, system) && isWithin(folder, profile, system);

/** Whether this process has the same mount, network and process namespaces as ours. Always true except on Linux. */
export function sharesNamespaces(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  return ['mnt', 'net', 'pid'].every((kind) => {
    const own = fileIdentity(`/proc/self/ns/${kind}`);
    return own !== undefined && own === fileIdentity(`/proc/${pid}/ns/${kind}`);
  });
}

const fileIdentity = (path: string): string | undefined =>
  attempt(() => {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  });

/** Whether other users may put files into this folder. Always false on systems without such permissions. */
export const isWritableByOthers = (dir: string): boolean =>
  attempt(() => process.geteuid !== undefined && (statSync(dir).mode & 0o022) !== 0, false);

/** Whether other users can read an open file, such as redirected output. */
export function othersMayRead(fd: number): boolean {
  const stat = fstatSync(fd);
  return process.geteuid !== undefined && stat.isFile() && (stat.mode & 0o044) !== 0;
}

/** Whether an entry (a link itself, not its target) belongs to our user, to root, or to the owner of its folder. */
export function hasExpectedOwner(path: string): boolean {
  const own = process.geteuid?.();
  if (own === undefined) return true;
  const isExpected = (uid: number | undefined) => uid === own || uid === 0 || uid === statOf(dirname(path))?.uid;
  const entry = attempt(() => lstatSync(path, { throwIfNoEntry: false }));
  return isExpected(entry?.uid) && (!entry?.isSymbolicLink() || isExpected(statOf(path)?.uid));
}

/** May every user write into this folder, as into `/tmp`? Windows reports the same mode for all folders. */
export const isOpenToAll = (folder: string): boolean =>
  process.geteuid !== undefined && ((statOf(folder)?.mode ?? 0) & 0o002) !== 0;

/** A folder or file that other users may have written, and why. */
export interface ExposedPath {
  readonly path: string;
  readonly why: string;
}

/**
 * The state folder, or an entry in it named in `inside`, if other users could have written to it. If no other user can
 * enter the folder, its content is not checked. Nothing can be checked, and so nothing is found, on Windows.
 */
export function findExposedPath(state: string, inside: readonly string[]): ExposedPath | undefined {
  const stat = statOf(state);
  if (!stat || process.geteuid === undefined) return undefined;
  if (stat.uid === process.geteuid() && (stat.mode & 0o077) === 0) return undefined;
  for (const path of [state, ...inside.map((name) => join(state, name))]) {
    const found = path === state ? stat : statOf(path);
    const what = found && exposureReason(found);
    if (what !== undefined) return { path, why: what };
  }
  return undefined;
}

/** Why other users could have written this file or folder: its owner or its mode; undefined if they could not. */
export function exposureReason({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): string | undefined {
  const own = process.geteuid?.();
  if (own === undefined) return undefined;
  if (uid !== own) return `it belongs to user ${uid}, and you are user ${own}`;
  return (mode & 0o022) === 0 ? undefined : `other users may write to it (mode ${(mode & 0o777).toString(8)})`;
}

const statOf = (path: string): Stats | undefined => attempt(() => statSync(path, { throwIfNoEntry: false }));

/** Why users other than the owner could have changed a settings file or its folder; undefined if they could not. */
export function changeableByOthers(paths: readonly string[], owner: 'system' | 'user'): string | undefined {
  const own = process.geteuid?.();
  if (own === undefined) return undefined;
  const expected = owner === 'system' ? 0 : own;
  for (const path of paths) {
    const stat = statOf(path);
    if (!stat) return `${path} cannot be read`;
    if (stat.uid !== expected)
      return `not used: ${path}: expected user ${expected} as its owner, got ${stat.uid}; run "chown ${expected} ${path}"`;
    if ((stat.mode & 0o022) !== 0)
      return `not used: ${path}: expected that only its owner may write to it, got mode ${(stat.mode & 0o777).toString(8)}; run "chmod go-w ${path}"`;
  }
  return undefined;
}

/** The text of the file, or why it cannot be trusted; neither if the file does not exist. */
interface PrivateFile {
  readonly text?: string;
  readonly problem?: Problem;
}

/** The first part of the state folder that other users could have written, if any. */
export const findExposedState = (state: string): ExposedPath | undefined => findExposedPath(state, ['trust', 'cache']);

/** Why nothing in the state folder can be trusted: other users could have written it. */
export function stateProblem(state: string): Problem | undefined {
  const exposed = findExposedState(state);
  return exposed && exposureProblem(exposed, `check its contents, then run "chmod 700 ${exposed.path}"`);
}

/**
 * Reads a trust record, or a file made from trusted files, if only this user can have written it. The folder itself is
 * checked by `stateProblem`.
 */
export function readPrivateFile(path: string, maxBytes: number): PrivateFile {
  let exposure: string | undefined;
  const text = readText(path, maxBytes, (stat) => {
    exposure = exposureReason(stat);
    return exposure === undefined;
  });
  if (exposure !== undefined)
    return { problem: exposureProblem({ path, why: exposure }, 'run "anyhook trust" again, which replaces it') };
  return text === undefined ? {} : { text };
}

const exposureProblem = ({ path, why }: ExposedPath, advice: string): Problem => ({
  source: path,
  severity: 'error',
  message: `ignored because ${why}: ${advice}`,
});

/** What this user may do with a folder. */
export type FolderAccess =
  | { readonly kind: 'absent' }
  | { readonly kind: 'no-folder' }
  /** A folder above it cannot be entered. */
  | { readonly kind: 'closed' }
  /** `readOnly`: the file system is read-only, whatever the mode says. */
  | { readonly kind: 'folder'; readonly writable: boolean; readonly readOnly: boolean };

export function folderAccess(path: string, system: string = thisSystem): FolderAccess {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return { kind: 'absent' };
    if (!stat.isDirectory()) return { kind: 'no-folder' };
    const problem = writeProblem(path);
    // The mode also counts for root, who can write anywhere. On Windows it says nothing about folders.
    const modeAllows = system === 'win32' || (stat.mode & 0o200) !== 0;
    return { kind: 'folder', writable: modeAllows && problem === undefined, readOnly: problem === 'EROFS' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A file is in place of a folder above it.
    if (code === 'ENOTDIR') return { kind: 'absent' };
    return { kind: code === 'EACCES' ? 'closed' : 'no-folder' };
  }
}

function writeProblem(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
