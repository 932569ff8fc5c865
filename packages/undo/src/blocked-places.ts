import { join } from 'node:path';
import { entryNames, entryStat } from '@anyhook/core';
import { isFolderState, parentPaths } from './turn-record.js';
import type { UndoConflict, UndoItem, UndoPlan } from './undo-plan.js';

/** Larger folders are not searched. */
const maxEntries = 2_000;

/**
 * Moves to the conflicts the files that cannot be restored because something blocks their path: other files in a folder
 * where the file was, or a file where its folder was.
 */
export function skipBlocked(root: string, { items, conflicts }: UndoPlan): UndoPlan {
  let kept = items;
  const blocked: UndoConflict[] = [];
  // A file that is skipped may block another one.
  for (;;) {
    const going = new Set(kept.filter(({ current, target }) => current && !target).map(({ path }) => path));
    const found = kept.flatMap((item): readonly UndoConflict[] => {
      const place = blockerOf(root, item, going);
      return place === undefined ? [] : [{ path: item.path, why: 'in-the-way', place }];
    });
    if (found.length === 0) break;
    blocked.push(...found);
    const paths = new Set(found.map(({ path }) => path));
    kept = kept.filter(({ path }) => !paths.has(path));
  }
  if (blocked.length === 0) return { items, conflicts };
  return { items: kept, conflicts: [...conflicts, ...blocked].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** What stays at the path of a file, or at a folder above it, and blocks the undo. */
function blockerOf(root: string, { path, target }: UndoItem, going: ReadonlySet<string>): string | undefined {
  if (!target) return undefined;
  for (const folder of parentPaths(path)) {
    // What is behind a link that is being removed is not in the project.
    if (going.has(folder)) return undefined;
    const kind = entryStat(join(root, folder))?.kind;
    if (kind !== undefined && kind !== 'folder') return folder;
  }
  return isFolderState(target) ? undefined : stayingBelow(root, path, going, { left: maxEntries });
}

/** The first entry of a folder that stays; undefined if it has none or is not a folder. An empty folder counts. */
function stayingBelow(
  root: string,
  path: string,
  going: ReadonlySet<string>,
  budget: { left: number },
): string | undefined {
  if (entryStat(join(root, path))?.kind !== 'folder') return undefined;
  for (const name of entryNames(join(root, path))) {
    const inner = `${path}/${name}`;
    if (going.has(inner)) continue;
    const isFilled = entryNames(join(root, inner)).length > 0 && entryStat(join(root, inner))?.kind === 'folder';
    const staying = isFilled && budget.left-- > 0 ? stayingBelow(root, inner, going, budget) : inner;
    if (staying !== undefined) return staying;
  }
  return undefined;
}
