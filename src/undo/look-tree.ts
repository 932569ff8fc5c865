import { join } from 'node:path';
import { readBytes } from '../platform/files/files.js';
import { findInIndex } from '../platform/git/git-index.js';
import { patchIndex } from '../platform/git/patch-index.js';
import { patchTree, type StoredTrees, treesAbove } from '../platform/git/patch-tree.js';
import type { ChangedPaths } from './file-permissions.js';
import { joinNul, type ShadowGit } from './shadow-git.js';

/** Trees that are stored already. */
interface EarlierTrees {
  /** That of the last look, which is that of the index. */
  readonly known: string | undefined;
  /** That of an index which was copied from the project. */
  readonly seeded: string | undefined;
}

/** For more files git is as quick: it reads the whole index once. */
const maxPatched = 200;
const maxIndexBytes = 512 * 1024 * 1024;

/** Takes changed files into the index. The function that it returns stores the tree of all files, and gives its name. */
export async function updateIndex(
  shadow: ShadowGit,
  paths: ChangedPaths,
  { known, seeded }: EarlierTrees,
): Promise<() => Promise<string>> {
  if (known !== undefined && canPatch(paths)) {
    const [trees, files] = await Promise.all([readTrees(shadow, known, paths), takeInFew(shadow, paths)]);
    return async () => patchKnown(shadow, trees, paths, files) ?? writeTree(shadow);
  }
  const before = seeded === undefined ? undefined : filesInIndex(shadow, paths);
  await takeIn(shadow, paths);
  const isSame = before !== undefined && isSameFiles(before, filesInIndex(shadow, paths));
  return async () => (isSame && seeded !== undefined ? seeded : writeTree(shadow));
}

/** The tree of the index as git stores it. */
export const writeTree = async (shadow: ShadowGit): Promise<string> => (await shadow.run(['write-tree'])).trim();

async function takeIn(shadow: ShadowGit, { kept, removed }: ChangedPaths): Promise<void> {
  if (removed.length > 0)
    await shadow.run(['update-index', '--force-remove', '-z', '--stdin'], { stdin: joinNul(removed) });
  if (kept.length > 0)
    await shadow.run(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], { stdin: joinNul(kept) });
}

/** Takes a few files in, without git if they only have new content. Says what the index has at the paths that are kept. */
async function takeInFew(shadow: ShadowGit, paths: ChangedPaths): Promise<ReturnType<typeof findInIndex>> {
  const place = { root: shadow.root, index: join(shadow.dir, 'index'), objects: shadow.objects };
  const patched = paths.removed.length === 0 ? patchIndex(place, paths.kept) : undefined;
  if (patched) return patched;
  await takeIn(shadow, paths);
  // The index decides what a file was: it may have changed once more since git read it.
  return filesInIndex(shadow, { kept: paths.kept, removed: [] });
}

/** The files that the index has at the paths that are kept; undefined if some are gone, or not in it. */
function filesInIndex(shadow: ShadowGit, { kept, removed }: ChangedPaths): ReturnType<typeof findInIndex> {
  const bytes = removed.length > 0 ? undefined : readBytes(join(shadow.dir, 'index'), maxIndexBytes);
  return bytes && findInIndex(bytes, kept);
}

function isSameFiles(a: ReturnType<typeof findInIndex>, b: ReturnType<typeof findInIndex>): boolean {
  if (!a || !b) return false;
  return [...a].every(([path, { mode, id }]) => b.get(path)?.mode === mode && b.get(path)?.id === id);
}

/** A question about a tree is one line, and a name that is no text cannot be asked for. */
const canPatch = ({ kept, removed }: ChangedPaths): boolean =>
  kept.length + removed.length <= maxPatched && [...kept, ...removed].every((path) => !/[\n\ufffd]/.test(path));

/** The trees of all folders above the paths; undefined if git gives another answer than expected. */
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
    // A file may have been where a folder is now.
    trees.set(folder, kind === 'tree' ? bytes.subarray(end + 1, next - 1) : undefined);
    at = next;
  }
  return trees.get('') && at === bytes.length ? trees : undefined;
}

/** The tree of the last look with what changed since; undefined if git must find it. */
function patchKnown(
  shadow: ShadowGit,
  trees: StoredTrees | undefined,
  { removed }: ChangedPaths,
  files: ReturnType<typeof findInIndex>,
): string | undefined {
  if (!trees || !files) return undefined;
  const gone = removed.filter((path) => !files.has(path)).map((path) => [path, undefined] as const);
  return patchTree(shadow.objects, trees, [...gone, ...files]);
}
