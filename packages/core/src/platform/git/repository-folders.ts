import { dirname, join, resolve } from 'node:path';
import { entryKind, exists, isFile, isFolder, readText, realPath } from '../files/files.js';
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
 * The repository whose work tree contains a folder. Only `.git` counts: a folder in the work tree that looks like a
 * bare repository may have been committed there. A `.git` that belongs to another user does not count either.
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

interface HeadState {
  /** The commit; undefined before the first one. */
  readonly commit?: string;
  /** The branch; undefined if HEAD is detached. */
  readonly branch?: string;
}

const maxPackedRefs = 16 * 1024 * 1024;
const commitShape = /^[0-9a-f]{40,64}$/;

/** Read from files, without git; undefined outside a repository. */
export function headState(folder: string): HeadState | undefined {
  const folders = findRepository(folder);
  const head = folders && readText(join(folders.gitFolder, 'HEAD'))?.trim();
  if (!folders || !head) return undefined;
  const [, ref] = /^ref: (refs\/[^\0\n]+)$/.exec(head) ?? [];
  if (ref === undefined || ref.split('/').includes('..')) return commitShape.test(head) ? { commit: head } : {};
  const loose = readText(join(folders.commonFolder, ref))?.trim();
  const packed = loose ?? packedCommit(readText(join(folders.commonFolder, 'packed-refs'), maxPackedRefs) ?? '', ref);
  const branch = ref.replace(/^refs\/heads\//, '');
  return packed !== undefined && commitShape.test(packed) ? { commit: packed, branch } : { branch };
}

const packedCommit = (text: string, ref: string): string | undefined =>
  text
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(' ')[0];

const unfinishedWork: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'merge',
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
};

/** The git operation in progress, in one word. */
export function unfinishedGitWork(folder: string): string | undefined {
  const folders = findRepository(folder);
  const file = folders && Object.keys(unfinishedWork).find((name) => exists(join(folders.gitFolder, name)));
  return file && unfinishedWork[file];
}
