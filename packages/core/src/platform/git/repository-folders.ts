import { dirname, join, resolve } from 'node:path';
import { entryKind, isFile, isFolder, readText, realPath } from '../files/files.js';
import { hasExpectedOwner } from '../files/ownership.js';

/** The folders of a repository, found without asking git. */
export interface RepositoryFolders {
  /** The top of the work tree. */
  readonly top: string;
  /** The git folder of this work tree: HEAD and index. */
  readonly gitFolder: string;
  /** The git folder that all work trees share: config, objects, refs. */
  readonly commonFolder: string;
}

const maxLinkBytes = 4096;

/**
 * The repository whose work tree contains a folder. Only `.git` counts: a folder of the work tree that looks like a bare
 * repository may be one that somebody committed. A `.git` of another user does not count either.
 */
export function findRepository(folder: string): RepositoryFolders | undefined {
  for (let dir = realPath(folder); ; dir = dirname(dir)) {
    const found = repositoryAt(dir);
    if (found || dirname(dir) === dir) return found;
  }
}

function repositoryAt(top: string): RepositoryFolders | undefined {
  const git = join(top, '.git');
  const kind = entryKind(git);
  if (kind === undefined || !hasExpectedOwner(git)) return undefined;
  const gitFolder = kind === 'folder' ? realPath(git) : folderNamedIn(git, 'gitdir: ');
  if (gitFolder === undefined) return undefined;
  const commonFolder = folderNamedIn(join(gitFolder, 'commondir'), '') ?? gitFolder;
  const isComplete =
    isFile(join(gitFolder, 'HEAD')) && isFolder(join(commonFolder, 'objects')) && isFolder(join(commonFolder, 'refs'));
  const isOurs = hasExpectedOwner(gitFolder) && hasExpectedOwner(commonFolder);
  return isComplete && isOurs ? { top, gitFolder, commonFolder } : undefined;
}

/** The folder that a file names after a prefix, relative to the file; undefined if it names none. */
function folderNamedIn(file: string, prefix: string): string | undefined {
  const text = readText(file, maxLinkBytes) ?? '';
  const path = text.startsWith(prefix) ? text.slice(prefix.length).replace(/(?<![\r\n])[\r\n]+$/, '') : '';
  return path === '' || /[\0\r\n]/.test(path) ? undefined : realPath(resolve(dirname(file), path));
}
