import { type Hook, isFolder, userPaths } from '@anyhook/core';
import { type SeenHookFile, seenHookFile, seenHookFiles } from '../../doctor/seen-hook-files.js';
import { loadLoaders } from '../../formats/index.js';
import { findProjectRoot, projectLevels } from '../../hooks/project-root.js';
import { pathFromFolder } from './describe-hook.js';
import type { Io } from './io.js';
import { countNoun, oneLine } from './text.js';

/** Agents' hook files that anyhook does not read: those of a project (a folder) and its user, or one file alone. */
export async function seenFilesOf(
  path: string,
  io: Io,
  hooks: readonly Pick<Hook, 'source' | 'package'>[],
): Promise<readonly SeenHookFile[]> {
  const readFiles = new Set(hooks.map(({ source }) => source));
  const one = seenHookFile(path);
  if (one) return readFiles.has(path) ? [] : [one];
  if (!isFolder(path)) return [];
  const user = userPaths(io.env, io.home);
  const levels = projectLevels(findProjectRoot(path, user), path, user);
  const seen = seenHookFiles({ levels, home: user.home, env: io.env, readFiles, loaders: await loadLoaders() });
  const added = new Set(hooks.map((hook) => hook.package?.name));
  return seen.filter(({ plugin }) => plugin === undefined || !added.has(plugin));
}

/** The text about such a file, without its path. */
export function seenFileText({ agent, plugin, hookCount, isScoped, isCode, variable }: SeenHookFile): string {
  if (isCode) return `${agent}: code that it loads, seen; its hooks cannot run on other agents`;
  const what = hookCount === undefined ? 'cannot be parsed' : countNoun(hookCount, 'hook');
  if (isScoped)
    return `${agent}: ${what}, seen; anyhook does not run them: they apply only while this skill, agent or command is active`;
  if (variable !== undefined)
    return `${agent}: ${what}, seen; ${variable} names this folder: "anyhook init" runs ${hookCount === 1 ? 'it' : 'them'} on other agents`;
  if (plugin === undefined)
    return `${agent}: ${what}, seen; anyhook does not run hooks of this file on other agents yet`;
  const name = oneLine(plugin);
  return `${agent}, plugin ${name}: ${what}, seen; runs only on ${agent} until you add it: anyhook hooks add ${name}`;
}

const maxLines = 50;

export function seenFileLines(seen: readonly SeenHookFile[], io: Io): readonly string[] {
  const lines = seen.map((one) => `${oneLine(pathFromFolder(one.path, io.cwd))}: ${seenFileText(one)}`);
  const rest = lines.length - maxLines;
  return rest <= 0 ? lines : [...lines.slice(0, maxLines), `and ${rest} more files like these`];
}
