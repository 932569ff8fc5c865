import { lstatSync, type Stats, statSync } from 'node:fs';

/** How the system identifies a file or folder, independent of its names. */
export interface FileIdentity {
  /** Equal for all names of one file. */
  readonly key: string;
  /** How many names it has. */
  readonly names: number;
  readonly kind: 'file' | 'folder' | 'other';
  readonly mode: number;
}

/** The identity of a path's target; undefined if it does not exist or cannot be read. */
export const identityOf = (path: string): FileIdentity | undefined => identityBy(statSync, path);

/** The identity of the entry itself, links not followed. */
export const ownIdentityOf = (path: string): FileIdentity | undefined => identityBy(lstatSync, path);

/** Whether this is a file that has another name elsewhere. */
export function hasOtherName(path: string): boolean {
  const found = identityOf(path);
  return found?.kind === 'file' && found.names > 1;
}

type Look = (path: string, options: { readonly throwIfNoEntry: false }) => Stats | undefined;

function identityBy(look: Look, path: string): FileIdentity | undefined {
  try {
    // An exception costs more than a stat.
    const stat = look(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
    return { key: `${stat.dev}:${stat.ino}`, names: stat.nlink, kind, mode: stat.mode };
  } catch {
    return undefined;
  }
}
