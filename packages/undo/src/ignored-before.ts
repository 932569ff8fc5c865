import { dirname, join } from 'node:path';
import { makePrivateFolder, withScratch, writeAtomic } from '@anyhook/core';
import { joinNul, type ShadowGit, splitNul } from './shadow-git.js';

/** More paths are not asked about: all of them may have been ignored. */
const maxPaths = 2_000;

/**
 * Which paths the rules of an earlier snapshot ignored: something may have been there, and the snapshot did not see it. A folder
 * has a slash at its end. Git answers: it gets the rules of that snapshot in a folder of their own, and a file at each path.
 */
export async function ignoredBefore(
  shadow: ShadowGit,
  tree: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0 || paths.length > maxPaths) return new Set(paths);
  return withScratch('anyhook-rules-', async (folder) => {
    const workTree = join(folder, 'files');
    const at = { workTree, index: join(folder, 'index') };
    makePrivateFolder(workTree);
    await shadow.run(['read-tree', tree], at);
    const rules = splitNul(await shadow.run(['ls-files', '--stage', '-z', '--', ':(glob)**/.gitignore'], at));
    // Git reads no rules from a link, and one in this folder would lead out of it.
    const files = rules.filter((line) => line.startsWith('100')).map((line) => line.slice(line.indexOf('\t') + 1));
    await shadow.run(['checkout-index', '-z', '--stdin'], { ...at, stdin: joinNul(files) });
    const isWritten = paths.map((path) => writeEmpty(join(workTree, fileAt(path))));
    const seen = new Set(splitNul(await shadow.run(['ls-files', '--others', '--exclude-standard', '-z'], at)));
    return new Set(paths.filter((path, i) => !isWritten[i] || !seen.has(fileAt(path))));
  });
}

/** Git sees a folder only if it holds a file. */
const fileAt = (path: string): string => (path.endsWith('/') ? `${path}file` : path);

/** False where a file and a folder would need the same name. */
function writeEmpty(path: string): boolean {
  try {
    makePrivateFolder(dirname(path));
    writeAtomic(path, '');
    return true;
  } catch {
    return false;
  }
}
