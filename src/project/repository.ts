import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { entryKind, isFile, readText, realPath } from '../platform/files/files.js';
import { hasExpectedOwner } from '../platform/files/ownership.js';

const maxLinkBytes = 4096;

/** Whether a folder is the top of a git repository or work tree. An empty `.git`, or another user's, does not count. */
export function isRepository(folder: string): boolean {
  const git = join(folder, '.git');
  const kind = entryKind(git);
  if (kind === undefined || !hasExpectedOwner(git)) return false;
  return kind === 'folder' ? isFile(join(git, 'HEAD')) : gitFolderOf(folder) !== undefined;
}

/**
 * The main work tree of the repository that a linked work tree belongs to; undefined for anything else. The repository
 * must know the work tree too: a folder cannot claim to be one.
 */
export function mainWorktree(folder: string): string | undefined {
  const own = gitFolderOf(folder);
  if (own === undefined) return undefined;
  const link = readText(join(own, 'commondir'), maxLinkBytes)?.trim();
  const back = readText(join(own, 'gitdir'), maxLinkBytes)?.trim();
  if (!link || !back || realPath(dirname(resolve(own, back))) !== realPath(folder)) return undefined;
  const common = realPath(resolve(own, link));
  return basename(common) === '.git' && hasExpectedOwner(common) ? dirname(common) : undefined;
}

/** The folder that a `.git` file names. */
function gitFolderOf(folder: string): string | undefined {
  const git = join(folder, '.git');
  if (entryKind(git) !== 'file') return undefined;
  const [, path] = /^gitdir: (.+)$/m.exec(readText(git, maxLinkBytes) ?? '') ?? [];
  return path === undefined ? undefined : isAbsolute(path) ? path : resolve(folder, path);
}
