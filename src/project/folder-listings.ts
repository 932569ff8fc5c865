import { listFolder } from '../platform/files/files.js';

/** The names in folders, as one text each. */
export type FolderListings = Readonly<Record<string, string>>;

/** The names in a folder; none if it cannot be listed. */
export function namesIn(folder: string): readonly string[] {
  const entries = listFolder(folder);
  return typeof entries === 'string' ? [] : entries.map(({ name }) => name);
}

/** Do these folders still have the same names in them? */
export const areListed = (listings: FolderListings): boolean =>
  Object.entries(listings).every(([folder, names]) => namesIn(folder).join('\n') === names);
