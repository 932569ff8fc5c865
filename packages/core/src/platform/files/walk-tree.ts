import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** One folder of a tree, with the requested names in it. Plain JSON data. */
export interface TreeFolder {
  /** Relative to the top; empty for the top itself. */
  readonly path: string;
  /** The mtime, which changes when names are added or removed. */
  readonly changedAt: number;
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

export interface TreeRules {
  readonly isWanted: (file: string) => boolean;
  readonly enters: (folder: string) => boolean;
  /** How many levels below the top are entered. */
  readonly depth: number;
  readonly maxFolders: number;
}

/** An earlier walk of the tree; folders that changed before `reliableBefore` have reliable times. */
export interface KnownTree {
  readonly folders: readonly TreeFolder[];
  readonly reliableBefore: number;
}

/**
 * The folders of a tree, parents first, sorted by name. Links to folders are not followed. A folder that has not
 * changed since the earlier walk is not listed again.
 */
export function walkTree(top: string, rules: TreeRules, known?: KnownTree): readonly TreeFolder[] {
  const before = new Map(known?.folders.map((folder) => [folder.path, folder]));
  const seen: TreeFolder[] = [];
  let level: readonly string[] = [''];
  for (let depth = 0; depth <= rules.depth && level.length > 0; depth++) {
    const below: string[] = [];
    for (const path of level) {
      if (seen.length === rules.maxFolders) return seen;
      const folder = listTreeFolder(top, path, rules, before.get(path), known?.reliableBefore ?? 0);
      if (!folder) continue;
      seen.push(folder);
      for (const name of folder.folders) below.push(path === '' ? name : `${path}/${name}`);
    }
    level = below;
  }
  return seen;
}

function listTreeFolder(
  top: string,
  path: string,
  { isWanted, enters }: TreeRules,
  before: TreeFolder | undefined,
  reliableBefore: number,
): TreeFolder | undefined {
  const dir = path === '' ? top : join(top, path);
  try {
    const stat = statSync(dir, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return undefined;
    const changedAt = Math.max(stat.mtimeMs, stat.ctimeMs);
    if (before?.changedAt === changedAt && changedAt < reliableBefore) return before;
    const folders: string[] = [];
    const files: string[] = [];
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      if (entry.isDirectory()) {
        if (enters(entry.name)) folders.push(entry.name);
      } else if (isWanted(entry.name)) files.push(entry.name);
    }
    return { path, changedAt, folders: folders.sort(), files: files.sort() };
  } catch {
    // Deleted, or not readable.
    return undefined;
  }
}
