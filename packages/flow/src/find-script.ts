import { isAbsolute, join } from 'node:path';
import { isFile, isWithin, quoteValue, realPath } from '@anyhook/core';

/** Folders of a project that hold scripts of the contract. */
export const hookFolders = ['scripts/hooks', '.agents/hooks'] as const;

/** The script with this name below one of the project's hook folders, or the problem of the name. */
export function findContractScript(
  root: string,
  script: string,
): { readonly path: string } | { readonly problem: string } {
  const expectation = `expected a file below ${hookFolders.join(' or ')}`;
  const isUnsafe = isAbsolute(script) || script.includes('\0') || script.split(/[/\\]/).includes('..');
  if (script === '' || isUnsafe) return { problem: `${expectation}, got ${quoteValue(script)}, which may be outside` };
  for (const folder of hookFolders) {
    const relativePath = script.startsWith(`${folder}/`) ? script.slice(folder.length + 1) : script;
    const base = realPath(join(root, folder));
    const path = realPath(join(root, folder, relativePath));
    if (!isFile(path)) continue;
    // A link must not point outside the folder, nor the folder outside the project.
    if (isWithin(path, base) && isWithin(base, realPath(root))) return { path };
    return { problem: `${expectation}, got ${quoteValue(script)}, which is a link to ${path}` };
  }
  return {
    problem: `${expectation}, got ${quoteValue(script)}, which is neither an existing file nor a built-in policy`,
  };
}
