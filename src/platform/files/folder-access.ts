import { accessSync, constants, statSync } from 'node:fs';

/** What this user may do with a folder. */
export type FolderAccess =
  | { readonly kind: 'absent' }
  | { readonly kind: 'no-folder' }
  | { readonly kind: 'folder'; readonly writable: boolean };

/** Checks a folder without changing it. */
export function folderAccess(path: string): FolderAccess {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return { kind: 'absent' };
    if (!stat.isDirectory()) return { kind: 'no-folder' };
    // The mode counts even for root, who may write anywhere.
    const writable = (stat.mode & 0o200) !== 0 && mayWrite(path);
    return { kind: 'folder', writable };
  } catch {
    return { kind: 'no-folder' };
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
