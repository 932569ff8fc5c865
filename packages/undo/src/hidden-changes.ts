import { type ShadowGit, splitNul } from './shadow-git.js';
import type { TurnChange } from './turn-changes.js';
import { type AgentTurn, isFolderState, isSameContent, type SnapshotRecord } from './turn-record.js';
import type { UndoChange } from './undo-record.js';

/** A change that found a file which an earlier call of the same turn had changed, as its time says. */
interface DoubtfulChange {
  readonly turnChange: TurnChange;
  /** The files as they were before that call. */
  readonly tree: string;
}

/**
 * Finds changes of files that the same turn had changed before, hidden from snapshots: they were ignored, and a rule
 * has changed since. Their "before" state is unreliable, so undo touches them only if the user names them.
 */
export async function markHiddenChanges(
  shadow: ShadowGit,
  turns: readonly AgentTurn[],
  looks: readonly SnapshotRecord[],
  turnChanges: readonly TurnChange[],
  byUndo: readonly UndoChange[],
): Promise<readonly TurnChange[]> {
  const doubtful = findDoubtful(turns, looks, turnChanges, byUndo);
  if (doubtful.length === 0) return turnChanges;
  const hidden = new Set<TurnChange>();
  for (const tree of new Set(doubtful.map((one) => one.tree))) {
    const own = doubtful.filter((one) => one.tree === tree).map(({ turnChange }) => turnChange);
    const paths = [...new Set(own.map(({ path }) => path))].slice(0, maxPaths);
    const args = ['--literal-pathspecs', 'ls-tree', '-r', '-z', '--name-only', tree, '--', ...paths];
    const seen = new Set(splitNul(await shadow.run(args)));
    for (const turnChange of own) if (!seen.has(turnChange.path)) hidden.add(turnChange);
  }
  return turnChanges.map((one) => (hidden.has(one) ? { ...one, isUncertain: true } : one));
}

const maxPaths = 2_000;

function findDoubtful(
  turns: readonly AgentTurn[],
  looks: readonly SnapshotRecord[],
  turnChanges: readonly TurnChange[],
  byUndo: readonly UndoChange[],
): readonly DoubtfulChange[] {
  const known = new Set<string>();
  return turnChanges.flatMap((turnChange) => {
    const { turn: id, path, before, foundAt } = turnChange;
    const key = `${id} ${path}`;
    // The earlier state is known unless this is the first change.
    if (known.has(key)) return [];
    known.add(key);
    // Changes by an undo or redo are known as well.
    const isByUndo = (one: UndoChange) =>
      one.path === path && one.at <= turnChange.at && isSameContent(one.after, before);
    if (!before || isFolderState(before) || byUndo.some(isByUndo)) return [];
    const changedAt = foundAt ?? lastChange(looks, path, turnChange.at);
    const span = turns
      .find((turn) => turn.id === id)
      ?.callSpans.find(
        ({ begin, endedAt, isLight }) =>
          !isLight && endedAt !== undefined && changedAt !== undefined && begin <= changedAt && changedAt <= endedAt,
      );
    const tree = span && looks.find(({ at }) => at === span.begin)?.tree;
    return tree === undefined ? [] : [{ turnChange, tree }];
  });
}

/** When a file had last changed before this time, according to the snapshots. */
function lastChange(looks: readonly SnapshotRecord[], path: string, before: number): number | undefined {
  for (const { times = [] } of looks.filter(({ at }) => at < before).reverse()) {
    const found = times.find(([one]) => one === path);
    if (found) return found[1];
  }
  return undefined;
}
