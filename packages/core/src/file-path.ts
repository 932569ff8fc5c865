import { posix, win32 } from 'node:path';
import { withoutTrailing } from './trailing.js';

/** How a system writes and compares paths, by its name in Node. */
interface PathRules {
  /** `\` separates folders, too, and a full path has a drive or a server. */
  readonly hasDrives: boolean;
  /** `.ENV` opens `.env`, and é is the same letter as one character and as two. */
  readonly foldsNames: boolean;
}

const rules: Readonly<Record<string, PathRules>> = {
  win32: { hasDrives: true, foldsNames: true },
  darwin: { hasDrives: false, foldsNames: true },
};
const plainRules: PathRules = { hasDrives: false, foldsNames: false };
const rulesOf = (system: string): PathRules => rules[system] ?? plainRules;

export const thisSystem: string = process.platform;

/** Whether two names that differ in case open the same file, as on the usual file systems of a system. */
export const foldsNames = (system = thisSystem): boolean => rulesOf(system).foldsNames;

export const hasDrives = (system = thisSystem): boolean => rulesOf(system).hasDrives;

/**
 * A path with `/` between its folders and without what Windows leaves out when it opens a file: `\\?\` in front, dots and
 * spaces at the end of a name, and the name of a stream.
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

/** Does the system open a name of a folder as it is written, as one file in that folder? Names of Windows have no `\` and no stream. */
export const isPlainName = (name: string, system = thisSystem): boolean =>
  !rulesOf(system).hasDrives || (!name.includes('\\') && windowsFileName(name, 1) === name);

/** Could a path lead out of the folder to which it should be relative? */
export function leavesFolder(path: string, system = thisSystem): boolean {
  const slashed = slashedPath(path, system);
  if (slashed.startsWith('/') || (rulesOf(system).hasDrives && /^[a-z]:/i.test(slashed))) return true;
  const [first] = posix.normalize(slashed).split('/');
  return first === '..';
}

/** Does the path name the same file whatever the working folder and the drive are? `\etc` of Windows does not. */
export const isFullPath = (path: string, system = thisSystem): boolean =>
  rulesOf(system).hasDrives ? /^(?:[a-z]:\/|\/\/[^/])/i.test(slashedPath(path, system)) : path.startsWith('/');

/**
 * The home folder that an environment names; Windows has another variable for it, which programs of Unix may lack. An empty or
 * relative one counts as unset: files of the user would be in the working folder.
 */
export const homeIn = (env: Readonly<Record<string, string | undefined>>, system = thisSystem): string | undefined =>
  [env['HOME'], rulesOf(system).hasDrives ? env['USERPROFILE'] : undefined].find(
    (path) => path !== undefined && isFullPath(path, system),
  );

/** A path for people: below the home folder it begins with `~/`. */
export function pathFromHome(path: string, home: string, system = thisSystem): string {
  const [shown, folder] = [slashedPath(path, system), slashedPath(home, system)];
  if (shown === folder) return '~';
  return shown.startsWith(`${folder}/`) ? `~${shown.slice(folder.length)}` : path;
}

/** A text for people in which files of a folder are named from there on. */
export const textWithoutFolder = (text: string, folder: string, system = thisSystem): string =>
  rulesOf(system).hasDrives
    ? text.replaceAll(`${folder}\\`, '').replaceAll(`${slashedPath(folder, system)}/`, '')
    : text.replaceAll(`${folder}/`, '');

/** The path in a `file:` address, without its host; undefined if the text is none. Agents write drives with and without a slash. */
export function pathOfAddress(text: string): string | undefined {
  const [, rest] = /^file:(?:\/\/(?![A-Za-z]:)[^/]*)?([^?#]*)/i.exec(text) ?? [];
  return rest?.replace(/^\/{1,3}(?=[A-Za-z]:)/, '');
}

/** Does a word name a folder, too, and not only a file or program? */
export const hasFolder = (word: string, system = thisSystem): boolean => slashedPath(word, system).includes('/');

/** The endings of programs that Windows starts; elsewhere the mode of a file says whether it is one. */
export const windowsEndings: readonly string[] = ['.exe', '.com', '.cmd', '.bat'];

/** The files that may be started for a path, one tried after the other: Windows adds an ending where there is no such file. */
export const executableCandidates = (path: string, system = thisSystem): readonly string[] =>
  rulesOf(system).hasDrives ? [path, ...windowsEndings.map((ending) => path + ending)] : [path];

/** The full path, with `/`, of a path that may be relative to a full one. */
export function resolvedPath(folder: string, path: string, system = thisSystem): string {
  if (!rulesOf(system).hasDrives) return posix.resolve(folder, path);
  const base = slashedPath(folder, system);
  const given = slashedPath(path, system);
  return win32.normalize(isFullPath(given, system) ? given : fromBase(base, given)).replaceAll('\\', '/');
}

/** `\x` and `C:x` lack a part of what makes a path full. */
function fromBase(base: string, path: string): string {
  const root = withoutTrailing(win32.parse(base).root.replaceAll('\\', '/'), '/');
  if (path.startsWith('/')) return `${root}${path}`;
  const [, drive, rest = path] = /^([a-z]:)(.*)$/i.exec(path) ?? [];
  if (drive === undefined || root.toLowerCase().startsWith(drive.toLowerCase())) return `${base}/${rest}`;
  return `${drive}/${rest}`;
}

/**
 * The paths in a variable that lists some, such as PATH. On Windows they have a `;` between them, and in its shells of Unix a
 * `:`; the one behind the letter of a drive is part of a path.
 */
export const listedPaths = (text: string, system = thisSystem): readonly string[] =>
  text.split(rulesOf(system).hasDrives ? /;|(?<!(?:^|[\s;:="'])[A-Za-z]):/ : ':');

/** A path relative to a folder, as files that go to other systems name it: always with `/`. */
export const pathInFile = (folder: string, path: string, system = thisSystem): string =>
  rulesOf(system).hasDrives ? win32.relative(folder, path).replaceAll('\\', '/') : posix.relative(folder, path);

/** What a path of a call may mean: Git's shell on Windows calls C: `/c`, and so do agents that work in it. */
export function pathCandidates(folder: string, path: string, system = thisSystem): readonly string[] {
  const resolved = resolvedPath(folder, path, system);
  const [, drive, rest = ''] = rulesOf(system).hasDrives ? (/^\/(?:cygdrive\/)?([a-z])(\/.*)?$/i.exec(path) ?? []) : [];
  return drive === undefined ? [resolved] : [resolved, resolvedPath(folder, `${drive}:${rest || '/'}`, system)];
}

/** The same text for two spellings of one name, whatever the file system: for guards, where too much is safer than too little. */
export const foldedName = (text: string): string => text.normalize('NFC').toLowerCase();

/** The same text for two spellings of one path on a system. It is for comparing, not for opening. */
export function pathKey(path: string, system = thisSystem): string {
  const slashed = slashedPath(path, system);
  return foldsNames(system) ? foldedName(slashed) : slashed;
}

/** Is a full path a folder, or something in it? */
export function isWithin(path: string, folder: string, system = thisSystem): boolean {
  const key = pathKey(path, system);
  const folderKey = withoutTrailing(pathKey(folder, system), '/');
  return key === folderKey || key.startsWith(`${folderKey}/`);
}
