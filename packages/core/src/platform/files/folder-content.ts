import { basename, dirname, join } from 'node:path';
import { foldedName, foldsNames } from '../../file-path.js';
import { sha256, unreadSha } from '../hash.js';
import { createContentHasher } from './content-hasher.js';
import { listFolder } from './files.js';

export interface FolderContent {
  /** Relative to the folder, with slashes. */
  readonly files: readonly string[];
  /** Hash of the names and contents of all files. */
  readonly sha: string;
}

export interface FolderContentLimits {
  readonly files: number;
  readonly bytes: number;
}

/** A deeper tree contains a link that leads back into it. */
const maxDepth = 40;

export function folderContent(
  folder: string,
  isCounted: (path: string) => boolean,
  limits: FolderContentLimits,
): FolderContent | string {
  const hasher = createContentHasher(limits.bytes);
  const lines: string[] = [];
  const files: string[] = [];
  const folders = [''];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    if (at.split('/').length > maxDepth) return 'its folders are nested too deeply, or a link forms a loop';
    const entries = listFolder(`${folder}/${at}`, limits.files);
    if (typeof entries === 'string') return `${at === '' ? 'the folder' : at} cannot be read: ${entries}`;
    for (const { name, kind } of entries) {
      const path = at === '' ? name : `${at}/${name}`;
      if (kind === 'folder') folders.push(path);
      if (kind === 'folder' || !isCounted(path)) continue;
      if (files.length === limits.files) return `it has more than ${limits.files} files`;
      const sha = kind === 'file' ? hasher.hash(`${folder}/${path}`) : 'no file';
      if (sha === unreadSha) return `${path} cannot be read, or is too large`;
      files.push(path);
      lines.push(`${sha} ${path}`);
    }
  }
  return { files: files.sort(), sha: sha256(lines.sort().join('\n')) };
}

/** The names in folders, each folder's as one text. */
export type FolderListings = Readonly<Record<string, string>>;

/** The names in a folder; none if it cannot be listed. */
export function namesIn(folder: string): readonly string[] {
  const entries = listFolder(folder);
  return typeof entries === 'string' ? [] : entries.map(({ name }) => name);
}

/** The path of a file as its folder spells it: if the file system ignores case, other spellings also find the file. */
export function spelledPath(path: string): string {
  if (!foldsNames()) return path;
  const names = namesIn(dirname(path));
  if (names.includes(basename(path))) return path;
  const spelled = names.find((name) => foldedName(name) === foldedName(basename(path)));
  return spelled === undefined ? path : join(dirname(path), spelled);
}

/** Do these folders still contain the same names? */
export const areListed = (listings: FolderListings): boolean =>
  Object.entries(listings).every(([folder, names]) => namesIn(folder).join('\n') === names);
