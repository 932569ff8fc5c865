import { join } from 'node:path';
import { removePath } from '@anyhook/core';
import type { ShadowGit } from './shadow-git.js';
import { type FileState, isFolderState } from './turn-record.js';
import type { UndoItem } from './undo-plan.js';

/** What an agent did to one file, for display. */
export interface DescribedChange {
  readonly kind: 'changed' | 'new' | 'deleted' | 'renamed' | 'mode';
  readonly path: string;
  readonly from?: string;
  /** Lines; missing for files that are not text. */
  readonly added?: number;
  readonly removed?: number;
  /** Permissions after and before, if only they changed. */
  readonly permissions?: readonly [number, number];
}

/** The changes that a plan reverts, and their trees: what is restored, and what is there now. */
export interface DescribedPlan {
  readonly changes: readonly DescribedChange[];
  readonly before: string;
  readonly after: string;
}

export async function describeChanges(shadow: ShadowGit, items: readonly UndoItem[]): Promise<DescribedPlan> {
  const before = await treeOf(shadow, items, ({ target }) => target);
  const after = await treeOf(shadow, items, ({ current }) => current);
  const args = ['diff-tree', '-r', '-z', '--numstat', '--no-renames', '--no-textconv', before, after];
  const counts = lineCounts(await shadow.run(args));
  return { changes: withRenames(items).map((change) => ({ ...change, ...counts.get(change.path) })), before, after };
}

/** What an agent changed, as a diff. */
export const patchBetween = (shadow: ShadowGit, { before, after }: DescribedPlan): Promise<string> =>
  shadow.run(['diff-tree', '-r', '--patch', '--no-ext-diff', '--no-textconv', '-M', before, after]);

async function treeOf(
  shadow: ShadowGit,
  items: readonly UndoItem[],
  stateOf: (item: UndoItem) => FileState,
): Promise<string> {
  const index = 'restore-index';
  removePath(join(shadow.dir, index));
  const lines = items.flatMap((item) => {
    const state = stateOf(item);
    return state && !isFolderState(state) ? [`${state.mode} ${state.id} 0\t${item.path}\0`] : [];
  });
  await shadow.run(['update-index', '-z', '--index-info'], { index, stdin: lines.join('') });
  return (await shadow.run(['write-tree', '--missing-ok'], { index })).trim();
}

/** Lines added and removed, by path; nothing for files that are not text. */
function lineCounts(text: string): ReadonlyMap<string, Pick<DescribedChange, 'added' | 'removed'>> {
  const found = new Map<string, Pick<DescribedChange, 'added' | 'removed'>>();
  for (const part of text.split('\0')) {
    const [, added = '', removed = '', path = ''] = /^(\d+)\t(\d+)\t(.+)$/s.exec(part) ?? [];
    if (path !== '') found.set(path, { added: Number(added), removed: Number(removed) });
  }
  return found;
}

/** A deleted and a new file of the same content are one that was renamed. */
function withRenames(items: readonly UndoItem[]): readonly DescribedChange[] {
  const deleted = new Map(
    items.flatMap(({ path, target, current }) =>
      target && !isFolderState(target) && !current ? [[target.id, path]] : [],
    ),
  );
  const renamed = new Set<string>();
  const changes = items.map((item): DescribedChange => {
    const from = item.current && !item.target ? deleted.get(item.current.id) : undefined;
    if (from === undefined || renamed.has(from)) return describe(item);
    renamed.add(from);
    return { kind: 'renamed', path: item.path, from };
  });
  return changes.filter(({ kind, path }) => kind !== 'deleted' || !renamed.has(path));
}

function describe({ path, current, target }: UndoItem): DescribedChange {
  // The slash tells an empty folder from a file.
  if (!target) return { kind: 'new', path: isFolderState(current) ? `${path}/` : path };
  if (!current) return { kind: 'deleted', path: isFolderState(target) ? `${path}/` : path };
  if (current.id !== target.id || current.mode.slice(0, 3) !== target.mode.slice(0, 3))
    return { kind: 'changed', path };
  return { kind: 'mode', path, permissions: [current.permissions, target.permissions] };
}
