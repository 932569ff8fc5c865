import { dirname, resolve } from 'node:path';
import { attempt } from '../../errors.js';
import { findRepository } from '../git/repository-folders.js';
import { writeTarget } from './bounded-reads.js';
import { readText, realPath } from './files.js';

// Longer paths are refused by the system, or take long to follow.
const maxLength = 4096;
const maxParts = 256;
const maxLinkBytes = 4096;

/** Resolves links and work trees for the guard. It never opens anything that could block, and never throws. */
export const pathResolver = {
  realPath(path: string): string | undefined {
    if (path.length > maxLength || path.includes('\0') || path.split('/').length > maxParts) return undefined;
    return attempt(() => writeTarget(path));
  },
  workTree(
    path: string,
  ): { readonly top: string; readonly repository: string; readonly isLinked: boolean } | undefined {
    if (path.length > maxLength || path.includes('\0') || path.split('/').length > maxParts) return undefined;
    return attempt(() => {
      const found = findRepository(path);
      if (!found) return undefined;
      const isLinked = found.gitFolder !== found.commonFolder && isKnownTo(found.gitFolder, found.top);
      return { top: found.top, repository: found.commonFolder, isLinked };
    });
  },
};

/** Whether the repository also names the work tree: a folder cannot just claim to be one. */
function isKnownTo(gitFolder: string, top: string): boolean {
  const backLink = readText(`${gitFolder}/gitdir`, maxLinkBytes)?.trim();
  return backLink !== undefined && backLink !== '' && realPath(dirname(resolve(gitFolder, backLink))) === top;
}
