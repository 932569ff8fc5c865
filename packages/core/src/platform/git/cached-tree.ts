import type { GitIndex } from './git-index.js';

/**
 * The names of the trees that git noted in an index when it last stored them, that of all files first. Undefined if one
 * of them does not hold any more, or the index has no such note.
 */
export function cachedTrees({ extensions }: GitIndex): readonly [string, ...string[]] | undefined {
  const bytes = extensions.get('TREE');
  if (!bytes) return undefined;
  const ids: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    // A name and a zero, how many files and folders are below it, the name of the tree as bytes. Without it: -1 files.
    const nameEnd = bytes.indexOf(0, at);
    const lineEnd = bytes.indexOf(0x0a, nameEnd);
    if (nameEnd === -1 || lineEnd === -1 || lineEnd + 21 > bytes.length) return undefined;
    if (!/^\d+ \d+$/.test(bytes.toString('latin1', nameEnd + 1, lineEnd))) return undefined;
    ids.push(bytes.toString('hex', lineEnd + 1, lineEnd + 21));
    at = lineEnd + 21;
  }
  const [first, ...below] = ids;
  return first === undefined ? undefined : [first, ...below];
}
