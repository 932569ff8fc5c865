import { basename, dirname, join } from 'node:path';
import { foldedName, foldsNames } from '../../file-path.js';
import { listFolder } from './files.js';

/** The names in folders, as one text each. */
export type FolderListings = Readonly<Record<string, string>>;

/** The names in a folder; none if it cannot be listed. */
export function namesIn(folder: string): readonly string[] {
  const entries = listFolder(folder);
  return typeof entries === 'string' ? [] : entries.map(({ name }) => name);
}

/** The path of a file by the name that its folder has for it: where the case of letters does not count, others find it, too. */
export function spelledPath(path: string): string {
  if (!foldsNames()) return path;
  const names = namesIn(dirname(path));
  if (names.includes(basename(path))) return path;
  const spelled = names.find((name) => foldedName(name) === foldedName(basename(path)));
  return spelled === undefined ? path : join(dirname(path), spelled);
}

/** Do these folders still have the same names in them? */
export const areListed = (listings: FolderListings): boolean =>
  Object.entries(listings).every(([folder, names]) => namesIn(folder).join('\n') === names);
