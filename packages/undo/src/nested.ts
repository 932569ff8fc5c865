import { join } from 'node:path';
import { type Environment, exists, readText, removePath, writeAtomic } from '@anyhook/core';
import { maxNestedRepositories } from './limits.js';
import { storeFolder } from './shadow-git.js';

const fileName = 'nested';

/** Stores the list of repositories in a project, which have their own stores. Paths are relative to the project. */
export function writeNestedRoots(dir: string, paths: readonly string[]): void {
  const file = join(dir, fileName);
  const text = paths
    .slice(0, maxNestedRepositories)
    .map((path) => `${path}\0`)
    .join('');
  if ((readText(file) ?? '') === text) return;
  if (text === '') removePath(file);
  else writeAtomic(file, text);
}

/** The repositories in a project that the last snapshot saw, and those in them; relative to the project. */
export function nestedRoots(root: string, env: Environment): readonly string[] {
  const found = nestedIn(root, env);
  // Most projects have none.
  if (found.length === 0) return found;
  const all = found.flatMap((path) => [path, ...nestedIn(join(root, path), env).map((below) => `${path}/${below}`)]);
  return all.slice(0, maxNestedRepositories);
}

function nestedIn(root: string, env: Environment): readonly string[] {
  const file = join(storeFolder(root, env), fileName);
  // Every call reads this; a failed open costs more than a stat.
  if (!exists(file)) return [];
  return (readText(file) ?? '').split('\0').filter((path) => path !== '');
}
