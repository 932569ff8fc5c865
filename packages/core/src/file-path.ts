import { posix, win32 } from 'node:path';
import { withoutTrailing } from './trailing.js';

/** How a system writes and compares paths, by the system's name in Node. */
interface PathRules {
  /** `\` also separates folders, and a full path has a drive or a server. */
  readonly hasDrives: boolean;
  /** `.ENV` opens `.env`, and é is the same letter whether it is one character or two. */
  readonly foldsNames: boolean;
}

const rules: Readonly<Record<string, PathRules>> = {
  win32: { hasDrives: true, foldsNames: true },
  darwin: { hasDrives: false, foldsNames: true },
};
const plainRules: PathRules = { hasDrives: false, foldsNames: false };
const rulesOf = (system: string): PathRules => rules[system] ?? plainRules;

export const thisSystem: string = process.platform;

/** Whether two names that differ only in case open the same file, as on the usual file systems of a system. */
export const foldsNames = (system = thisSystem): boolean => rulesOf(system).foldsNames;

export const hasDrives = (system = thisSystem): boolean => rulesOf(system).hasDrives;

/**
 * A path with `/` between its folders and without the parts that Windows ignores when it opens a file: a leading
 * `\\?\`, trailing dots and spaces of a name, and the name of a stream.
 */
export function slashedPath(path: string, system = thisSystem): string {
  if (!rulesOf(system).hasDrives) return path;
  const slashed = path.replaceAll('\\', '/');
  const plain = slashed.replace(/^\/\/[?.]\/UNC\//i, '//').replace(/^\/\/[?.]\/(?=[a-z]:)/i, '');
  return plain.split('/').map(windowsFileName).join('/');
}

/** The file that Windows opens for one name of a path. */
function windowsFileName(name: string, index: number): string {
  if (name === '.' || name === '..') return name;
  const isDrive = index === 0 && /^[a-z]:/i.test(name);
  const streamAt = name.indexOf(':', isDrive ? 2 : 0);
  const file = streamAt < 0 ? name : name.slice(0, streamAt);
  let end = file.length;
  while (end > 0 && (file[end - 1] === '.' || file[end - 1] === ' ')) end--;
  return file.slice(0, end);
}

/** Does this name mean exactly one file in a folder? Names on Windows have no `\` and no stream. */
export const isPlainName = (name: string, system = thisSystem): boolean =>
  !rulesOf(system).hasDrives || (!name.includes('\\') && windowsFileName(name, 1) === name);

/** Could a relative path lead out of its folder? */
export function leavesFolder(path: string, system = thisSystem): boolean {
  const slashed = slashedPath(path, system);
  if (slashed.startsWith('/') || (rulesOf(system).hasDrives && /^[a-z]:/i.test(slashed))) return true;
  const [first] = posix.normalize(slashed).split('/');
  return first === '..';
}

/** Does the path name the same file in every working folder and on every drive? `\etc` on Windows does not. */
export const isFullPath = (path: string, system = thisSystem): boolean =>
  rulesOf(system).hasDrives ? /^(?:[a-z]:\/|\/\/[^/])/i.test(slashedPath(path, system)) : path.startsWith('/');

/**
 * The home folder that an environment names. Windows has another variable for it, which Unix programs there may not
 * have. An empty or relative value counts as unset, because the user's files would otherwise be in the working folder.
 */
export const homeIn = (env: Readonly<Record<string, string | undefined>>, system = thisSystem): string | undefined =>
  [env['HOME'], rulesOf(system).hasDrives ? env['USERPROFILE'] : undefined].find(
    (path) => path !== undefined && isFullPath(path, system),
  );

/** A path to show to the user: below the home folder it begins with `~/`. */
export function pathFromHome(path: string, home: string, system = thisSystem): string {
  const [shown, folder] = [slashedPath(path, system), slashedPath(home, system)];
  if (shown === folder) return '~';
  return shown.startsWith(`${folder}/`) ? `~${shown.slice(folder.length)}` : path;
}

/** A text to show to the user, in which paths below a folder become relative to it. */
export const textWithoutFolder = (text: string, folder: string, system = thisSystem): string =>
  rulesOf(system).hasDrives
    ? text.replaceAll(`${folder}\\`, '').replaceAll(`${slashedPath(folder, system)}/`, '')
    : text.replaceAll(`${folder}/`, '');

/** The path in a `file:` URL, without host; undefined for other text. Agents write drives with and without a slash. */
export function pathOfAddress(text: string): string | undefined {
  const [, rest] = /^file:(?:\/\/(?![A-Za-z]:)[^/]*)?([^?#]*)/i.exec(text) ?? [];
  return rest?.replace(/^\/{1,3}(?=[A-Za-z]:)/, '');
}

/** Does a word contain a folder, and not only the name of a file or program? */
export const hasFolder = (word: string, system = thisSystem): boolean => slashedPath(word, system).includes('/');

/** The endings of programs that Windows starts; elsewhere the mode of a file decides. */
export const windowsEndings: readonly string[] = ['.exe', '.com', '.cmd', '.bat'];

/** The files to try for the path of a program, in order: Windows adds an ending if the file does not exist. */
export const executableCandidates = (path: string, system = thisSystem): readonly string[] =>
  rulesOf(system).hasDrives ? [path, ...windowsEndings.map((ending) => path + ending)] : [path];

/** A path as a full path with `/`, relative to a folder if it is not full already. */
export function resolvedPath(folder: string, path: string, system = thisSystem): string {
  if (!rulesOf(system).hasDrives) return posix.resolve(folder, path);
  const base = slashedPath(folder, system);
  const given = slashedPath(path, system);
  return win32.normalize(isFullPath(given, system) ? given : fromBase(base, given)).replaceAll('\\', '/');
}

/** `\x` and `C:x` are not full: one lacks the drive, the other the folder. */
function fromBase(base: string, path: string): string {
  const root = withoutTrailing(win32.parse(base).root.replaceAll('\\', '/'), '/');
  if (path.startsWith('/')) return `${root}${path}`;
  const [, drive, rest = path] = /^([a-z]:)(.*)$/i.exec(path) ?? [];
  if (drive === undefined || root.toLowerCase().startsWith(drive.toLowerCase())) return `${base}/${rest}`;
  return `${drive}/${rest}`;
}

/**
 * The paths in a list variable such as PATH. Windows separates them with `;`, but its Unix shells use `:`; a `:` after
 * a drive letter is part of a path.
 */
export const listedPaths = (text: string, system = thisSystem): readonly string[] =>
  text.split(rulesOf(system).hasDrives ? /;|(?<!(?:^|[\s;:="'])[A-Za-z]):/ : ':');

/** A relative path for files that go to other systems: always with `/`. */
export const pathInFile = (folder: string, path: string, system = thisSystem): string =>
  rulesOf(system).hasDrives ? win32.relative(folder, path).replaceAll('\\', '/') : posix.relative(folder, path);

/** Paths that a call's path may mean: Git's shell on Windows calls C: `/c`, and so do agents that work in it. */
export function pathCandidates(folder: string, path: string, system = thisSystem): readonly string[] {
  const resolved = resolvedPath(folder, path, system);
  const [, drive, rest = ''] = rulesOf(system).hasDrives ? (/^\/(?:cygdrive\/)?([a-z])(\/.*)?$/i.exec(path) ?? []) : [];
  return drive === undefined ? [resolved] : [resolved, resolvedPath(folder, `${drive}:${rest || '/'}`, system)];
}

/** The same text for two spellings of one name on any file system: for guards, which should rather match too much. */
export const foldedName = (text: string): string => text.normalize('NFC').toLowerCase();

/** The same text for two spellings of one path on a system. Only for comparing, not for opening. */
export function pathKey(path: string, system = thisSystem): string {
  const slashed = slashedPath(path, system);
  return foldsNames(system) ? foldedName(slashed) : slashed;
}

/** Is a full path this folder, or inside it? */
export function isWithin(path: string, folder: string, system = thisSystem): boolean {
  const key = pathKey(path, system);
  const folderKey = withoutTrailing(pathKey(folder, system), '/');
  return key === folderKey || key.startsWith(`${folderKey}/`);
}
