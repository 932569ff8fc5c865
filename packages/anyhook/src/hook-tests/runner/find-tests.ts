import { basename, dirname, join, resolve } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import { AnyhookError, isFile, isFolder, isHookTest, listFolder, realPath } from '@anyhook/core';
import { findProjectRoot, foldersFromRoot } from '../../hooks/project-root.js';

/** Folders in which agents have their `hooks`. */
const agentFolders = [
  ...['.clinerules', '.codex', '.cursor', '.factory', '.gemini', '.github', '.kiro', '.qwen', '.windsurf'],
];
/** Folders of a project that contain hooks and their tests, besides a plugin's `hooks`. */
const hookFolders = ['.agents', '.system/hooks', '.claude', ...agentFolders.map((folder) => `${folder}/hooks`)];
const namedFolder = new RegExp(
  String.raw`^(.*)\/(?:${['.agents', '.system', '.claude', ...agentFolders].join('|').replaceAll('.', String.raw`\.`)})(?:\/|$)`,
  's',
);
const skippedFolders = ['node_modules', '.git', 'worktrees'];
const maxDepth = 12;
const maxFolders = 20_000;

/** The test files in the given files and folders; default: those next to the project's hooks. */
export function findTests(paths: readonly string[], cwd: string, user: UserPaths): readonly string[] {
  const budget = { folders: maxFolders };
  const places =
    paths.length > 0
      ? paths.map((path) => resolve(cwd, path))
      : foldersFromRoot(findProjectRoot(cwd, user)).flatMap(hookFoldersIn);
  const found = places.flatMap((path) => {
    if (isFolder(path)) return testsBelow(path, budget);
    if (paths.length === 0) return [];
    if (isFile(path) && isHookTest(path)) return [path];
    const found = isFile(path) ? 'another file' : 'nothing';
    throw new AnyhookError('BAD_ARGUMENT', `expected a folder or a *.hooktest.yaml at ${path}, got ${found}`);
  });
  return [...new Set(found.map(realPath))].sort();
}

/** The folders of a level that contain hooks; a folder named just `hooks` may contain anything. */
const hookFoldersIn = (level: string): readonly string[] => [
  ...hookFolders.map((folder) => join(level, folder)),
  ...(isFile(join(level, 'hooks', 'hooks.json')) ? [join(level, 'hooks')] : []),
];

function testsBelow(folder: string, budget: { folders: number }, depth = 0): readonly string[] {
  if (depth > maxDepth) return [];
  if (budget.folders-- <= 0)
    throw new AnyhookError('BAD_ARGUMENT', `more than ${maxFolders} folders to search: name the ones with tests`);
  const entries = listFolder(folder);
  if (typeof entries === 'string') return [];
  return entries.flatMap(({ name, kind }) => {
    if (kind === 'file') return isHookTest(name) ? [join(folder, name)] : [];
    return kind === 'folder' && !skippedFolders.includes(name) ? testsBelow(join(folder, name), budget, depth + 1) : [];
  });
}

export interface TestedFolder {
  /** The outermost folder whose hooks apply, and the agent's working folder. */
  readonly root: string;
  readonly folder: string;
  /** The folder of a HOOK.md outside a project; the test runs it as if it were in one. */
  readonly standaloneHook?: string;
}

/** The folder above the hook folder of the test; a test next to a standalone HOOK.md has only that hook. */
export function testedFolderOf(test: string, user: UserPaths): TestedFolder {
  const dir = dirname(test);
  const parent = namedFolder.exec(dir)?.[1] ?? parentOfHooksFolder(dir);
  if (parent === undefined && isFile(join(dir, 'HOOK.md'))) return { root: dir, folder: dir, standaloneHook: dir };
  const folder = parent || (parent === '' ? '/' : dir);
  return { root: findProjectRoot(folder, user).root, folder };
}

function parentOfHooksFolder(dir: string): string | undefined {
  for (let folder = dir; dirname(folder) !== folder; folder = dirname(folder))
    if (basename(folder) === 'hooks' && isFile(join(folder, 'hooks.json'))) return dirname(folder);
  return undefined;
}
