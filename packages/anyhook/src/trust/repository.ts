import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { entryKind, hasExpectedOwner, isFile, listFolder, readText, realPath } from '@anyhook/core';

const maxLinkBytes = 4096;

/** Whether a folder is the top of a git repository or work tree. An empty `.git`, or another user's, does not count. */
export function isRepository(folder: string): boolean {
  const git = join(folder, '.git');
  const kind = entryKind(git);
  if (kind === undefined || !hasExpectedOwner(git)) return false;
  const gitFolder = kind === 'folder' ? git : gitFolderOf(folder);
  return gitFolder !== undefined && isFile(join(gitFolder, 'HEAD'));
}

/** The main work tree of a linked one, which its repository must know too: a folder cannot claim to be one. */
export function mainWorktree(folder: string): string | undefined {
  const gitFolder = gitFolderOf(folder);
  if (gitFolder === undefined) return undefined;
  const commonLink = readText(join(gitFolder, 'commondir'), maxLinkBytes)?.trim();
  const backLink = readText(join(gitFolder, 'gitdir'), maxLinkBytes)?.trim();
  if (!commonLink || !backLink || realPath(dirname(resolve(gitFolder, backLink))) !== realPath(folder))
    return undefined;
  const common = realPath(resolve(gitFolder, commonLink));
  const isRegistered = dirname(realPath(gitFolder)) === join(common, 'worktrees');
  return isRegistered && basename(common) === '.git' && hasExpectedOwner(common) ? dirname(common) : undefined;
}

/** The folder that a `.git` file names. */
function gitFolderOf(folder: string): string | undefined {
  const git = join(folder, '.git');
  if (entryKind(git) !== 'file') return undefined;
  const [, path] = /^gitdir: (.+)$/m.exec(readText(git, maxLinkBytes) ?? '') ?? [];
  return path === undefined ? undefined : isAbsolute(path) ? path : resolve(folder, path);
}

const maxWorktrees = 100;

/** The existing work trees of the repository at a folder, the main one first. None if it is not a repository. */
export function listWorktrees(folder: string): readonly string[] {
  const main = entryKind(join(folder, '.git')) === 'folder' && isRepository(folder) ? folder : mainWorktree(folder);
  if (main === undefined) return [];
  const links = join(main, '.git', 'worktrees');
  const entries = listFolder(links);
  const names = typeof entries === 'string' ? [] : entries.filter(({ kind }) => kind === 'folder');
  const linked = names.slice(0, maxWorktrees).flatMap(({ name }) => {
    const git = readText(join(links, name, 'gitdir'), maxLinkBytes)?.trim();
    if (!git) return [];
    const path = realPath(dirname(resolve(links, name, git)));
    // Both sides must name each other, as git itself requires.
    return mainWorktree(path) === realPath(main) ? [path] : [];
  });
  return [realPath(main), ...linked];
}
