import { dirname, join, relative } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import { isFolder, isWithin, listFolder, realPath } from '@anyhook/core';
import { findProjectRoot, isProjectFolder } from '../hooks/project-root.js';
import { listWorktrees } from '../trust/repository.js';

/** Where an agent may work: in the project, below it, in another work tree of it, or outside any project. */
export type ProofFolderKind = 'project' | 'subfolder' | 'worktree' | 'outside';

/** A folder in which the entries of agents are tried. */
export interface ProofFolder {
  readonly kind: ProofFolderKind;
  /** Missing if no such folder can be tried. */
  readonly path?: string;
  /** The displayed name. */
  readonly label: string;
  /** Why no such folder can be tried. */
  readonly problem?: string;
}

/** Repositories may have any number of work trees. */
const maxWorktrees = 4;

/** The folders of a proof: existing ones only, nothing is created. */
export function proofFolders(root: string, user: UserPaths, temporary: string): readonly ProofFolder[] {
  return [
    { kind: 'project', path: root, label: 'project' },
    subfolderOf(root, user),
    ...worktreeFolders(root),
    outsideFolder(user, temporary),
  ];
}

/** The first folder in the project that is not itself a project. */
function subfolderOf(root: string, user: UserPaths): ProofFolder {
  const entries = listFolder(root);
  const names = typeof entries === 'string' ? [] : entries.filter(({ kind }) => kind === 'folder');
  const visibleNames = names.map(({ name }) => name).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  const found = visibleNames
    .map((name) => join(root, name))
    .find((path) => realPath(path) === path && findProjectRoot(path, user).root === root && !isProjectFolder(path));
  if (found === undefined) return { kind: 'subfolder', label: 'subfolder', problem: 'the project has none' };
  return { kind: 'subfolder', path: found, label: `subfolder ${relative(root, found)}` };
}

function worktreeFolders(root: string): readonly ProofFolder[] {
  const others = listWorktrees(root).filter((path) => path !== root);
  const shown = others.slice(0, maxWorktrees).map(
    (path): ProofFolder => ({
      kind: 'worktree',
      path,
      label: `work tree ${shortName(root, path)}`,
    }),
  );
  const more = others.length - shown.length;
  if (more === 0) return shown;
  return [...shown, { kind: 'worktree', label: `${more} more work trees`, problem: `only ${maxWorktrees} are tried` }];
}

/** The path relative to the project, if the folder is in or next to it. */
const shortName = (root: string, path: string): string => (isWithin(path, dirname(root)) ? relative(root, path) : path);

function outsideFolder(user: UserPaths, temporary: string): ProofFolder {
  const found = [temporary, '/'].find(
    (path) => isFolder(path) && !isProjectFolder(path) && findProjectRoot(path, user).root === realPath(path),
  );
  if (found === undefined) return { kind: 'outside', label: 'outside', problem: 'no folder is outside of any project' };
  return { kind: 'outside', path: realPath(found), label: `outside, in ${found}` };
}
