import { accessSync, constants, statSync } from 'node:fs';
import { thisSystem } from '../../file-path.js';

/** What this user may do with a folder. */
export type FolderAccess =
  | { readonly kind: 'absent' }
  | { readonly kind: 'no-folder' }
  /** A folder above it may not be entered. */
  | { readonly kind: 'closed' }
  /** `readOnly`: the file system cannot be written, whatever the mode. */
  | { readonly kind: 'folder'; readonly writable: boolean; readonly readOnly: boolean };

/** Checks a folder without changing it. */
export function folderAccess(path: string, system: string = thisSystem): FolderAccess {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return { kind: 'absent' };
    if (!stat.isDirectory()) return { kind: 'no-folder' };
    const problem = writeProblem(path);
    // The mode counts even for root, who may write anywhere. On Windows it is the read-only attribute, which means nothing for folders.
    const modeAllows = system === 'win32' || (stat.mode & 0o200) !== 0;
    return {
      kind: 'folder',
      writable: modeAllows && problem === undefined,
      readOnly: problem === 'EROFS',
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Something above it is a file.
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
