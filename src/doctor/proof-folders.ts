import { dirname, join, relative } from 'node:path';
import { isFolder, listFolder, realPath } from '../platform/files/files.js';
import { findProjectRoot, isProjectFolder } from '../project/project-root.js';
import { listWorktrees } from '../project/repository.js';
import type { UserPaths } from '../state/user-paths.js';

/** Where an agent may work: in the project, below it, in another work tree of it, or in no project at all. */
export type ProofFolderKind = 'project' | 'subfolder' | 'worktree' | 'outside';

/** A folder in which the entries of agents are tried. */
export interface ProofFolder {
  readonly kind: ProofFolderKind;
  /** Missing if no such folder can be tried. */
  readonly path?: string;
  /** How a person calls it. */
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

/** The first folder that belongs to the project and is no project of its own. */
function subfolderOf(root: string, user: UserPaths): ProofFolder {
  const entries = listFolder(root);
  const names = typeof entries === 'string' ? [] : entries.filter(({ kind }) => kind === 'folder');
  const usual = names.map(({ name }) => name).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  const found = usual
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
      label: `work tree ${nearName(root, path)}`,
    }),
  );
  const more = others.length - shown.length;
  if (more === 0) return shown;
  return [...shown, { kind: 'worktree', label: `${more} more work trees`, problem: `only ${maxWorktrees} are tried` }];
}

/** A short name for a folder in or beside the project. */
const nearName = (root: string, path: string): string =>
  path.startsWith(`${dirname(root)}/`) ? relative(root, path) : path;

function outsideFolder(user: UserPaths, temporary: string): ProofFolder {
  const found = [temporary, '/'].find(
    (path) => isFolder(path) && !isProjectFolder(path) && findProjectRoot(path, user).root === realPath(path),
  );
  if (found === undefined) return { kind: 'outside', label: 'outside', problem: 'no folder is outside of any project' };
  return { kind: 'outside', path: realPath(found), label: `outside, in ${found}` };
}
