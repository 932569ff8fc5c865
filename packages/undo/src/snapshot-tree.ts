import { join } from 'node:path';
import { findInIndex, patchIndex, patchTree, readBytes, type StoredTrees, treesAbove } from '@anyhook/core';
import type { ChangedPaths } from './file-permissions.js';
import { joinNul, type ShadowGit } from './shadow-git.js';

/** For more files git is as quick: it reads the whole index once. */
const maxPatched = 200;
const maxIndexBytes = 512 * 1024 * 1024;

/**
 * Adds changed files to the index. `earlier`: its tree before, which may be stored. The returned function stores the
 * tree of all files and returns its name.
 */
export async function updateIndex(
  shadow: ShadowGit,
  paths: ChangedPaths,
  earlier: string | undefined,
): Promise<() => Promise<string>> {
  if (earlier !== undefined && paths.kept.length + paths.removed.length === 0) return async () => earlier;
  if (earlier !== undefined && canPatch(paths)) {
    const [trees, files] = await Promise.all([readTrees(shadow, earlier, paths), addFew(shadow, paths)]);
    return async () => patchEarlier(shadow, trees, paths, files) ?? writeTree(shadow);
  }
  await addToIndex(shadow, paths);
  return () => writeTree(shadow);
}

/** The tree of the index as git stores it. */
export const writeTree = async (shadow: ShadowGit): Promise<string> => (await shadow.run(['write-tree'])).trim();

async function addToIndex(shadow: ShadowGit, { kept, removed }: ChangedPaths): Promise<void> {
  if (removed.length > 0)
    await shadow.run(['update-index', '--force-remove', '-z', '--stdin'], { stdin: joinNul(removed) });
  if (kept.length > 0)
    await shadow.run(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], { stdin: joinNul(kept) });
}

/** Adds a few files, without git if only their content changed. Returns the index entries of the kept paths. */
async function addFew(shadow: ShadowGit, paths: ChangedPaths): Promise<ReturnType<typeof findInIndex>> {
  const place = { root: shadow.root, index: join(shadow.dir, 'index'), objects: shadow.objects };
  const patched = paths.removed.length === 0 ? patchIndex(place, paths.kept) : undefined;
  if (patched) return patched;
  await addToIndex(shadow, paths);
  // The index decides: a file may have changed again since git read it.
  return filesInIndex(shadow, { kept: paths.kept, removed: [] });
}

/** The index entries of the kept paths; undefined if some are gone, or not in it. */
function filesInIndex(shadow: ShadowGit, { kept, removed }: ChangedPaths): ReturnType<typeof findInIndex> {
  const bytes = removed.length > 0 ? undefined : readBytes(join(shadow.dir, 'index'), maxIndexBytes);
  return bytes && findInIndex(bytes, kept);
}

/** A query for a tree entry is one line, and names that are not valid text cannot be queried. */
const canPatch = ({ kept, removed }: ChangedPaths): boolean =>
  kept.length + removed.length <= maxPatched && [...kept, ...removed].every((path) => !/[\n\ufffd]/.test(path));

/** The trees of all folders above the paths; undefined if git's answer is unexpected. */
async function readTrees(
  shadow: ShadowGit,
  tree: string,
  { kept, removed }: ChangedPaths,
): Promise<StoredTrees | undefined> {
  const folders = treesAbove([...kept, ...removed]);
  const stdin = folders.map((folder) => `${tree}:${folder}\n`).join('');
  const bytes = await shadow.runForBytes(['cat-file', '--batch'], { stdin });
  const trees = new Map<string, Buffer | undefined>();
  let at = 0;
  for (const folder of folders) {
    const end = bytes.indexOf(0x0a, at);
    if (end === -1) return undefined;
    const line = bytes.toString('utf8', at, end);
    const [, kind, size] = /^[0-9a-f]{40} (\w+) (\d+)$/.exec(line) ?? [];
    if (kind === undefined && line !== `${tree}:${folder} missing`) return undefined;
    const next = kind === undefined ? end + 1 : end + 1 + Number(size) + 1;
    // There may have been a file where a folder is now.
    trees.set(folder, kind === 'tree' ? bytes.subarray(end + 1, next - 1) : undefined);
    at = next;
  }
  return trees.get('') && at === bytes.length ? trees : undefined;
}

/** The earlier tree with the changes since; undefined if git must compute it. */
function patchEarlier(
  shadow: ShadowGit,
  trees: StoredTrees | undefined,
  { removed }: ChangedPaths,
  files: ReturnType<typeof findInIndex>,
): string | undefined {
  if (!trees || !files) return undefined;
  const gone = removed.filter((path) => !files.has(path)).map((path) => [path, undefined] as const);
  return patchTree(shadow.objects, trees, [...gone, ...files]);
}
