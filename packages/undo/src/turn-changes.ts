import { dirname, join, posix } from 'node:path';
import { makePrivateFolder, withScratch, writeAtomic } from '@anyhook/core';
import { type PermissionTable, parsePermissions, permissionsOf } from './file-permissions.js';
import { markHiddenChanges } from './hidden-changes.js';
import { unendedCallMs } from './limits.js';
import { joinNul, type ShadowGit, splitNul } from './shadow-git.js';
import {
  type AgentTurn,
  type CallSpan,
  emptyFolder,
  type FileState,
  isFolderState,
  isSameContent,
  isSameState,
  type SnapshotRecord,
} from './turn-record.js';
import type { UndoChange } from './undo-record.js';

/** One change of one file, and the turn that made it. */
export interface TurnChange {
  readonly turn: string;
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
  readonly at: number;
  /** When the previous file had last changed, if that was read at the same time. */
  readonly foundAt?: number;
  /** Other turns that may have made the change. */
  readonly otherCandidates: readonly string[];
  /** No snapshot followed the call, so later changes of the file may have another cause. */
  readonly notAfter?: number;
  /** The file changed after the call ended, by another process or also by one. */
  readonly isLate?: true;
  /** The end of the call was not reported. */
  readonly isUnended?: true;
  /** It happened during the turn, maybe outside its calls. */
  readonly isUncertain?: true;
}

/** A file that differs between two snapshots. */
export type SnapshotDifference = Pick<TurnChange, 'path' | 'before' | 'after'>;

/** Two consecutive snapshots, and the turns whose calls were open between them. */
interface Interval {
  readonly from: SnapshotRecord;
  readonly to: SnapshotRecord;
  readonly owners: readonly IntervalOwner[];
  readonly times: ReadonlyMap<string, number>;
}

/** A turn with a call that was open. */
interface IntervalOwner {
  readonly turn: string;
  /** The end of the call, if known. */
  readonly until: number;
  readonly isUnended: boolean;
  readonly hasNoSnapshot: boolean;
  readonly isLight: boolean;
}

/**
 * Attributes changes: a change between two snapshots belongs to the turn whose call was open then; a file that a call
 * names belongs to that call. Changes outside any call, and changes made by an undo or redo, belong to no turn.
 */
export async function findTurnChanges(
  turns: readonly AgentTurn[],
  looks: readonly SnapshotRecord[],
  shadow: ShadowGit,
  byUndo: readonly UndoChange[],
): Promise<readonly TurnChange[]> {
  const named = turns.flatMap(({ id, named: all }) =>
    all.map(({ path, before, after, at, changedAt, isLate }): TurnChange => {
      const found = changedAt === undefined ? {} : { foundAt: changedAt };
      return { turn: id, path, before, after, at, otherCandidates: [], ...found, ...(isLate && { isLate }) };
    }),
  );
  const intervals = intervalsOf(turns, looks);
  const differences = await differencesOf(shadow, intervals);
  const atWorkAt = workTimes(turns);
  const seen: TurnChange[] = [];
  for (const [i, interval] of intervals.entries()) {
    const all = differences[i] ?? [];
    const isAppeared = await appearedIn(shadow, interval, all);
    for (const difference of all) {
      const maker = folderMaker(interval, difference, atWorkAt);
      if (maker === 'other') continue;
      const isDoubtful = maker === 'doubtful' || isAppeared(difference);
      seen.push(...ownChanges(interval, difference, { named, byUndo }, isDoubtful));
    }
  }
  const sorted = [...named, ...seen].sort((a, b) => a.at - b.at);
  return markHiddenChanges(shadow, turns, looks, sorted, byUndo);
}

function intervalsOf(turns: readonly AgentTurn[], looks: readonly SnapshotRecord[]): readonly Interval[] {
  const callSpans = turns.flatMap(({ id, callSpans: all }) => all.map((span) => ownedSpan(id, span, looks)));
  return looks.slice(1).flatMap((to, i) => {
    const from = looks[i] as SnapshotRecord;
    if (from.tree === to.tree && from.permissions === to.permissions) return [];
    const open = callSpans.filter(({ begin, end }) => begin <= from.at && end >= to.at);
    const owners = [...new Set(open.map(({ owner }) => owner.turn))].map((turn) =>
      likeliest(open.flatMap(({ owner }) => (owner.turn === turn ? [owner] : []))),
    );
    return owners.length === 0 ? [] : [{ from, to, owners, times: new Map(to.times ?? []) }];
  });
}

/** The snapshots between which a call may have changed files; the first one after its end closes the span. */
function ownedSpan(
  turn: string,
  { begin, end, endedAt, unendedSince, isLight }: CallSpan,
  looks: readonly SnapshotRecord[],
) {
  const isUnended = unendedSince !== undefined;
  const until = isUnended ? unendedSince + unendedCallMs : (endedAt ?? Number.POSITIVE_INFINITY);
  const next = looks.find(({ at }) => at >= until)?.at ?? Number.POSITIVE_INFINITY;
  const owner: IntervalOwner = { turn, until, isUnended, hasNoSnapshot: end === undefined, isLight: isLight ?? false };
  return { begin, end: Math.min(end ?? next, next), owner };
}

/** Of several calls of one turn: prefers one with snapshots, and the longest one. */
const likeliest = (owners: readonly IntervalOwner[]): IntervalOwner =>
  owners.reduce((a, b) => {
    if (a.isLight !== b.isLight) return a.isLight ? b : a;
    return b.until > a.until ? b : a;
  });

/** The changes of one difference: none if a call that names the file explains it. */
function ownChanges(
  { from, to, owners, times }: Interval,
  difference: SnapshotDifference,
  { named, byUndo }: { readonly named: readonly TurnChange[]; readonly byUndo: readonly UndoChange[] },
  isAppeared: boolean,
) {
  const { path, before, after } = difference;
  const isInside = (one: UndoChange) => one.path === path && one.at >= from.at && one.at <= to.at;
  const undone = byUndo.filter(isInside);
  if (undone.some((one) => isSameContent(one.after, after))) return changesBefore(undone, difference, owners);
  const lastUndone = undone.at(-1);
  const byName = named.filter(isInside);
  if (byName.some((one) => isSameContent(one.after, after))) return changesBefore(byName, difference, owners);
  return owners.map(({ turn, until, isUnended, hasNoSnapshot, isLight }): TurnChange => {
    const others = [...owners, ...byName].map((other) => other.turn).filter((other) => other !== turn);
    // A call of the same turn named the file in between, or the user undid it: keep only later changes.
    const ownName = byName.filter((one) => one.turn === turn).at(-1);
    const earlier = lastUndone && lastUndone.at > (ownName?.at ?? 0) ? lastUndone : ownName;
    return {
      turn,
      path,
      before: earlier ? earlier.after : before,
      after,
      at: to.at,
      otherCandidates: [...new Set(others)],
      ...(isLateChange(times.get(path), { after, until, isUnended, at: to.at }) && { isLate: true }),
      ...((isUnended || hasNoSnapshot) && until !== Number.POSITIVE_INFINITY && { notAfter: until }),
      ...(isUnended && { isUnended }),
      ...((isLight || isAppeared) && { isUncertain: true }),
    };
  });
}

/** Changes before the first known one: what that one found differs from the snapshot. */
function changesBefore(
  known: readonly UndoChange[],
  { path, before }: SnapshotDifference,
  owners: readonly IntervalOwner[],
): readonly TurnChange[] {
  const first = known.reduce((a, b) => (b.at < a.at ? b : a));
  if (isSameContent(first.before, before)) return [];
  return owners.map(({ turn, isUnended, isLight }) => ({
    ...{ turn, path, before, after: first.before, at: first.at - 1 },
    otherCandidates: owners.map((other) => other.turn).filter((other) => other !== turn),
    ...(isUnended && { isUnended }),
    ...(isLight && { isUncertain: true }),
  }));
}

/** File system clocks lag a little, and some count whole seconds. */
const clockSlackMs = 20;

/**
 * Detects files and folders that may have existed before without being seen: ignored until a rule changed, too large,
 * or in a nested repository. Removing them would not undo anything. A file that was moved there does not count, unless
 * it was moved over an ignored one.
 */
async function appearedIn(
  shadow: ShadowGit,
  { from, to, times }: Interval,
  differences: readonly SnapshotDifference[],
): Promise<(difference: SnapshotDifference) => boolean> {
  const gone = differences.filter(({ before, after }) => before && !after);
  const isMoved = (path: string, id: string): boolean => {
    const sources = gone.filter(({ before }) => before?.id === id);
    // Moving a file changes its time. In a moved folder, files keep their names and times.
    if (!isOlderThan(from, times.get(path))) return sources.length > 0;
    return sources.some((source) => posix.basename(source.path) === posix.basename(path));
  };
  const births = new Map(to.births ?? []);
  // A new rule file hides files; only a changed one can reveal them.
  const hasNewRules = differences.some(({ path, before }) => before && isRuleFile(path));
  const nameOf = ({ path, after }: SnapshotDifference) => (isFolderState(after) ? `${path}/` : path);
  const added = differences.filter(({ path, before, after }) => !before && after && !isRuleFile(path));
  const ignored = hasNewRules ? await ignoredBefore(shadow, from.tree, added.map(nameOf)) : new Set<string>();
  return (difference) => {
    const { path, before, after } = difference;
    if (before || !after || isRuleFile(path)) return false;
    if (ignored.has(nameOf(difference))) return true;
    // `folderMaker` decides about other folders.
    if (isFolderState(after)) return false;
    return !isMoved(path, after.id) && isOlderThan(from, births.get(path));
  };
}

const isRuleFile = (path: string): boolean => /(^|\/)\.gitignore$/.test(path);

function isOlderThan({ at }: SnapshotRecord, bornAt = Number.POSITIVE_INFINITY): boolean {
  const latest = bornAt % 1_000 === 0 ? bornAt + 1_000 : bornAt;
  return latest < at - clockSlackMs;
}

/**
 * Which turn made a folder that is empty now. One older than the previous snapshot existed before, unless an earlier
 * call of the same turn made it; `doubtful` if another turn was active at that moment.
 */
function folderMaker(
  { from, to, owners }: Interval,
  { path, before, after }: SnapshotDifference,
  atWorkAt: (time: number) => readonly string[],
): 'owner' | 'doubtful' | 'other' {
  if (before || !isFolderState(after)) return 'owner';
  const bornAt = new Map(to.births ?? []).get(path);
  if (bornAt === undefined || !isOlderThan(from, bornAt)) return 'owner';
  const makers = new Set(atWorkAt(bornAt));
  if (!owners.some(({ turn }) => makers.has(turn))) return 'other';
  return makers.size === 1 ? 'owner' : 'doubtful';
}

/** Returns the turns that had a call under way at a given time. */
function workTimes(turns: readonly AgentTurn[]): (time: number) => readonly string[] {
  const spans = turns.flatMap(({ id, callSpans, named }) => [
    ...callSpans
      .filter(({ isLight }) => !isLight)
      .map(({ begin, endedAt, unendedSince }) => ({ id, begin, end: endedAt ?? unendedSince ?? begin })),
    ...named.map(({ since, at }) => ({ id, begin: since ?? at, end: at })),
  ]);
  return (time) => spans.flatMap(({ id, begin, end }) => (begin - clockSlackMs <= time && time <= end ? [id] : []));
}

/** A folder may have changed for other reasons than the deleted file, so its time is used only for late snapshots. */
const lateSnapshotMs = 1_000;

function isLateChange(
  changedAt: number | undefined,
  { after, until, isUnended, at }: { after: FileState; until: number; isUnended: boolean; at: number },
): boolean {
  if (changedAt === undefined || changedAt <= until) return false;
  return after !== null || (!isUnended && at - until > lateSnapshotMs);
}

async function differencesOf(
  shadow: ShadowGit,
  intervals: readonly Pick<Interval, 'from' | 'to'>[],
): Promise<readonly (readonly SnapshotDifference[])[]> {
  if (intervals.length === 0) return [];
  const stdin = intervals.map(({ from, to }) => `${from.tree} ${to.tree}\n`).join('');
  const text = await shadow.run(['diff-tree', '--stdin', '-r', '-z', '--raw', '--no-renames', '--no-abbrev'], {
    stdin,
  });
  const inTrees = parseDifferences(text);
  const tables = await readPermissionTables(
    shadow,
    new Set(intervals.flatMap(({ from, to }) => [from.permissions, to.permissions])),
  );
  const all: (readonly SnapshotDifference[])[] = [];
  for (const [i, { from, to }] of intervals.entries()) {
    const before = tables.get(from.permissions) as PermissionTable;
    const after = tables.get(to.permissions) as PermissionTable;
    const found = (inTrees[i] ?? []).map(({ path, before: old, after: young }) => ({
      path,
      before: old && { ...old, permissions: permissionsOf(before, path, old.mode) },
      after: young && { ...young, permissions: permissionsOf(after, path, young.mode) },
    }));
    const known = new Set(found.map(({ path }) => path));
    const files = [...found, ...(await permissionDifferences(shadow, to.tree, before, after, known))];
    all.push(withEmptyFolders(files, before.empty, after.empty));
  }
  return all;
}

/** The tables that snapshots name, read by one process. Each is one line of text. */
export async function readPermissionTables(
  shadow: ShadowGit,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, PermissionTable>> {
  const tables = new Map<string, PermissionTable>();
  if (ids.size === 0) return tables;
  const text = await shadow.run(['cat-file', '--batch'], { stdin: [...ids].map((id) => `${id}\n`).join('') });
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    const [, id] = /^([0-9a-f]{40,64}) blob \d+$/.exec(line) ?? [];
    if (id !== undefined) tables.set(id, parsePermissions(lines[i + 1] ?? ''));
  }
  for (const id of ids) if (!tables.has(id)) throw new Error(`snapshot: ${id} is not in the store`);
  return tables;
}

/** Adds folders that became empty, or no longer are. Snapshots of earlier versions do not list them. */
function withEmptyFolders(
  files: readonly SnapshotDifference[],
  before: PermissionTable['empty'],
  after: PermissionTable['empty'],
): readonly SnapshotDifference[] {
  if (!before || !after || (before.size === 0 && after.size === 0)) return files;
  const found = new Map(files.map((one) => [one.path, one]));
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, young] = [before.get(path), after.get(path)];
    if (old === young) continue;
    const file = found.get(path);
    found.set(path, {
      path,
      before: file?.before ?? (old === undefined ? null : emptyFolder(old)),
      after: file?.after ?? (young === undefined ? null : emptyFolder(young)),
    });
  }
  return [...found.values()];
}

/** Files whose permissions alone changed. */
async function permissionDifferences(
  shadow: ShadowGit,
  tree: string,
  before: PermissionTable,
  after: PermissionTable,
  known: ReadonlySet<string>,
): Promise<readonly SnapshotDifference[]> {
  if (before === after) return [];
  const paths = [...new Set([...before.odd.keys(), ...after.odd.keys()])].filter(
    (path) => before.odd.get(path) !== after.odd.get(path) && !known.has(path),
  );
  if (paths.length === 0) return [];
  const text = await shadow.run(['--literal-pathspecs', 'ls-tree', '-r', '-z', tree, '--', ...paths.slice(0, 2_000)]);
  return text.split('\0').flatMap((line) => {
    const [, mode = '', id = '', path = ''] = /^(\d{6}) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (!paths.includes(path)) return [];
    const state = (table: PermissionTable): FileState => ({ mode, id, permissions: permissionsOf(table, path, mode) });
    const [old, young] = [state(before), state(after)];
    return isSameState(old, young) ? [] : [{ path, before: old, after: young }];
  });
}

/** Reads the output of `diff-tree --stdin -z --raw`: one list for each pair of trees. */
export function parseDifferences(text: string): readonly (readonly SnapshotDifference[])[] {
  const all: SnapshotDifference[][] = [];
  const parts = text.split('\0');
  for (let i = 0; i < parts.length; i++) {
    let part = parts[i] ?? '';
    // A header line may precede the first change, and headers of pairs without changes precede that.
    for (let end = part.indexOf('\n'); /^[0-9a-f]{40}/.test(part) && end !== -1; end = part.indexOf('\n')) {
      all.push([]);
      part = part.slice(end + 1);
    }
    const [, oldMode = '', newMode = '', oldId = '', newId = ''] =
      /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) [A-Z]/.exec(part) ?? [];
    if (oldMode === '') continue;
    const path = parts[++i] ?? '';
    all.at(-1)?.push({ path, before: stateOf(oldMode, oldId), after: stateOf(newMode, newId) });
  }
  return all;
}

const stateOf = (mode: string, id: string): FileState => (/^0+$/.test(mode) ? null : { mode, id, permissions: 0 });

/** For more paths, assume that all of them may have been ignored. */
const maxPaths = 2_000;

/**
 * Which paths the rules of an earlier snapshot ignored: they may have existed without being seen. A folder has a
 * trailing slash. Git decides: it gets the rules of that snapshot in a temporary folder, and a file at each path.
 */
async function ignoredBefore(shadow: ShadowGit, tree: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0 || paths.length > maxPaths) return new Set(paths);
  return withScratch('anyhook-rules-', async (folder) => {
    const workTree = join(folder, 'files');
    const at = { workTree, index: join(folder, 'index') };
    makePrivateFolder(workTree);
    await shadow.run(['read-tree', tree], at);
    const rules = splitNul(await shadow.run(['ls-files', '--stage', '-z', '--', ':(glob)**/.gitignore'], at));
    // Git reads no rules from a link, and a link in this folder would lead out of it.
    const files = rules.filter((line) => line.startsWith('100')).map((line) => line.slice(line.indexOf('\t') + 1));
    await shadow.run(['checkout-index', '-z', '--stdin'], { ...at, stdin: joinNul(files) });
    const isWritten = paths.map((path) => writeEmpty(join(workTree, fileAt(path))));
    const seen = new Set(splitNul(await shadow.run(['ls-files', '--others', '--exclude-standard', '-z'], at)));
    return new Set(paths.filter((path, i) => !isWritten[i] || !seen.has(fileAt(path))));
  });
}

/** Git sees a folder only if it holds a file. */
const fileAt = (path: string): string => (path.endsWith('/') ? `${path}file` : path);

/** False if a file and a folder would need the same name. */
function writeEmpty(path: string): boolean {
  try {
    makePrivateFolder(dirname(path));
    writeAtomic(path, '');
    return true;
  } catch {
    return false;
  }
}
