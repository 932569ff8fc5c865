import type { TurnChange } from './turn-changes.js';
import {
  type AgentTurn,
  type FileState,
  isFolderState,
  isSameContent,
  isSameState,
  parentPaths,
} from './turn-record.js';

export interface CurrentFile {
  readonly state: FileState;
  /** When it last changed; undefined if it is not there. */
  readonly changedAt?: number;
}

/** One file that is reverted. */
export interface UndoItem {
  readonly path: string;
  readonly current: FileState;
  readonly target: FileState;
  /** The user named it, although it changed after the turn. */
  readonly isForced?: true;
}

export interface UndoConflict {
  readonly path: string;
  readonly at?: number;
  /** The agent's turn that changed it; missing if no turn is known. */
  readonly by?: string;
  readonly why: 'changed-since' | 'changed-between' | 'several' | 'unended' | 'unwatched' | 'in-the-way';
  /** What is at its path and stays there. */
  readonly place?: string;
}

export interface UndoPlan {
  readonly items: readonly UndoItem[];
  readonly conflicts: readonly UndoConflict[];
}

/** How the user named a file: itself, a folder above it after seeing the list, or not at all. */
export type PathNaming = 'file' | 'folder' | 'none';

/**
 * What undoing these turns does to each file: it gets its state from before the first turn, if it still is what the
 * last turn left, and if no other change came in between. Pure.
 */
export function planUndo(
  selected: readonly AgentTurn[],
  turnChanges: readonly TurnChange[],
  currentOf: (path: string) => CurrentFile | undefined,
  namedAs: (path: string) => PathNaming = () => 'none',
): UndoPlan {
  const ids = new Set(selected.map(({ id }) => id));
  const items: UndoItem[] = [];
  const conflicts: UndoConflict[] = [];
  for (const [path, all] of byPath(turnChanges)) {
    const own = all.filter(({ turn }) => ids.has(turn));
    if (own.length === 0) continue;
    const current = currentOf(path);
    const outcome = planPath(path, own, all, current, namedAs(path));
    if (outcome?.kind === 'item') items.push(outcome.item);
    if (outcome?.kind === 'conflict') conflicts.push(outcome.conflict);
  }
  return { items: withoutRefilled(items).sort(byName), conflicts: conflicts.sort(byName) };
}

/** A folder that the turn left empty is not removed if something is restored into it. */
function withoutRefilled(items: readonly UndoItem[]): UndoItem[] {
  const filled = new Set(items.flatMap(({ path, target }) => (target ? parentPaths(path) : [])));
  return items.filter(({ path, current, target }) => target || !isFolderState(current) || !filled.has(path));
}

const byName = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1);

function byPath(turnChanges: readonly TurnChange[]): ReadonlyMap<string, readonly TurnChange[]> {
  const found = new Map<string, TurnChange[]>();
  for (const one of turnChanges) {
    const list = found.get(one.path);
    if (list) list.push(one);
    else found.set(one.path, [one]);
  }
  return found;
}

type PathOutcome =
  | { readonly kind: 'item'; readonly item: UndoItem }
  | { readonly kind: 'conflict'; readonly conflict: UndoConflict };

function planPath(
  path: string,
  own: readonly TurnChange[],
  all: readonly TurnChange[],
  current: CurrentFile | undefined,
  naming: PathNaming,
): PathOutcome | undefined {
  const first = own[0] as TurnChange;
  const last = own.at(-1) as TurnChange;
  const target = first.before;
  const conflict = (why: UndoConflict['why'], by?: string): PathOutcome => ({
    kind: 'conflict',
    conflict: {
      path,
      why,
      ...(current?.changedAt !== undefined && { at: current.changedAt }),
      ...(by !== undefined && { by }),
    },
  });
  // It cannot be read, so its origin is unknown.
  if (!current) return conflict('changed-since');
  // What a turn creates and removes again does not exist before and after.
  if (isSameState(current.state, target)) return undefined;
  const item = withPermissions(path, current.state, target, last.after);
  if (isSameState(item.current, item.target)) return undefined;
  if (naming === 'file') return { kind: 'item', item: { ...item, isForced: true } };
  const otherCandidate = own.flatMap(({ otherCandidates }) => otherCandidates)[0];
  if (otherCandidate !== undefined) return conflict('several', otherCandidate);
  if (!isSameContent(current.state, last.after)) {
    const ids = new Set(own.map(({ turn }) => turn));
    const later = all
      .filter(({ turn, after, isLate }) => !isLate && !ids.has(turn) && isSameContent(after, current.state))
      .at(-1);
    return conflict('changed-since', later?.turn);
  }
  if (naming === 'none' && own.some(({ isUncertain }) => isUncertain)) return conflict('unwatched');
  const late = own.find(({ isLate }) => isLate);
  if (late) return conflict(late.isUnended ? 'unended' : 'changed-since');
  const broken = own.find((one, i) => i > 0 && !isSameContent(one.before, own[i - 1]?.after ?? null));
  if (broken) return conflict('changed-between', foreignBetween(own, broken, all));
  const { notAfter, isUnended } = last;
  if (notAfter !== undefined && Math.floor(current.changedAt ?? 0) > notAfter)
    return conflict(isUnended ? 'unended' : 'changed-since');
  return { kind: 'item', item };
}

/** Reverts only the permissions that the turn changed. */
function withPermissions(path: string, current: FileState, target: FileState, left: FileState): UndoItem {
  if (!current || !target || !left || target.permissions !== left.permissions) return { path, current, target };
  const isSameMode = current.mode === target.mode;
  return { path, current, target: isSameMode ? { ...target, permissions: current.permissions } : target };
}

/** The turn of another session that left the file as one of our changes found it. */
const foreignBetween = (
  own: readonly TurnChange[],
  { before }: TurnChange,
  all: readonly TurnChange[],
): string | undefined =>
  all.filter(({ turn, after }) => !own.some((one) => one.turn === turn) && isSameContent(after, before)).at(-1)?.turn;
