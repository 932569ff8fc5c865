import * as lists from '../../.cache/places/known-places.js';

/**
 * Files and folders that matter wherever the project is. Paths are lower case: a file system may ignore case, and then
 * `~/.SSH` is `~/.ssh`. Only sensitive places are compared this way; temp and project folders are compared as written.
 */

export const systemFolders: ReadonlySet<string> = new Set(lists.systemFolders);
export const windowsFolders: ReadonlySet<string> = new Set(lists.windowsFolders);
export const harmlessDevices: ReadonlySet<string> = new Set(lists.harmlessDevices);
export const { usualInHome, usualInProject, usualInRoot } = lists;
const profileFiles = new Set(lists.profileFiles);
const ciFiles = new Set(lists.ciFiles);

/** Files of git in a home folder: aliases and hooks in them are programs. */
const gitSettings: readonly string[] = ['.gitconfig', '.config/git/config', '.config/git/hooks', '.git-templates'];

/** Hidden folders with files that a shell, a login or git runs. */
const foldersOfCode: ReadonlySet<string> = new Set(
  [...profileFiles, ...lists.profileFolders, ...gitSettings]
    .filter((place) => place.startsWith('.'))
    .flatMap(foldersAbove),
);

function foldersAbove(path: string): readonly string[] {
  const end = path.lastIndexOf('/');
  return end < 0 ? [] : [path.slice(0, end), ...foldersAbove(path.slice(0, end))];
}

/** `inHome` is lower case and relative to a home folder. */
export const holdsCode = (inHome: string): boolean => foldersOfCode.has(inHome);

const within = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

export const isProfile = (inHome: string): boolean =>
  profileFiles.has(inHome) || lists.profileFolders.some((folder) => within(folder, inHome));

export const isGitSetting = (inHome: string): boolean => gitSettings.some((place) => within(place, inHome));

/** `inProject` is lower case and relative to the project. */
export const isCi = (inProject: string): boolean =>
  ciFiles.has(inProject) || lists.ciFolders.some((folder) => within(folder, inProject));
