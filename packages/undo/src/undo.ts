import { join } from 'node:path';
import {
  type Environment,
  exists,
  headState,
  isFolder,
  newId,
  now,
  unfinishedGitWork,
  writeAtomic,
} from '@anyhook/core';
import { skipBlocked } from './blocked-places.js';
import { keepState, linkAbove } from './file-state.js';
import {
  adoptUndo,
  endUndo,
  findUnknownUndos,
  type Repair,
  repairKilledUndos,
  type UnknownUndo,
} from './killed-undo.js';
import { busyMs } from './limits.js';
import { findLostGit, findUnkept } from './not-covered.js';
import { foldersBefore, type HistoryPart, readHistory, turnChangesOf } from './project-history.js';
import { replaceFiles } from './restore.js';
import { openShadowGit, type ShadowGit, storeFolder, withNestedContent } from './shadow-git.js';
import { takeSnapshot } from './snapshot.js';
import { withFolderLock } from './store-lock.js';
import type { TurnChange } from './turn-changes.js';
import { appendTurnLine, queueNotice, readTurns, turnIds } from './turn-files.js';
import {
  type AgentTurn,
  type FileState,
  isSameContent,
  isSameState,
  type SnapshotRecord,
  type TurnLine,
} from './turn-record.js';
import { notedUndoFolders, type Replacement, readUndoNotes, undoFolder } from './undo-journal.js';
import { planUndo, type UndoItem, type UndoPlan } from './undo-plan.js';
import { readUndoRecord, type UndoRecord, undoFile, undoFileNames } from './undo-record.js';

/** The project in which changes are undone. */
export interface UndoPlace {
  readonly root: string;
  readonly env: Environment;
}

/** Which turns are undone. At most one of the first three. */
export interface UndoSelection {
  /** The number in the list, newest first. */
  readonly turn?: number;
  /** All turns of the last session. */
  readonly session?: true;
  /** All turns that were active since then. */
  readonly since?: number;
  /** Only these files and folders, relative to the root; a named file is reverted in any case. */
  readonly paths?: readonly string[];
  /** The user does not see the list before the undo. */
  readonly isUnasked?: true;
}

export type UndoRefusal =
  | { readonly kind: 'off' }
  | {
      readonly kind: 'nothing';
      readonly since: number;
      /** The `.git` folders that existed when the last turn began and are gone. */
      readonly lostGit: readonly string[];
      /** Files that the last turn changed, and whose old content was not saved. */
      readonly unkept: readonly string[];
    }
  | { readonly kind: 'busy'; readonly turn: AgentTurn; readonly seenMs: number }
  | {
      readonly kind: 'branch';
      readonly turn: AgentTurn;
      readonly now: string;
      readonly isByAgent: boolean;
      /** The nested repository that is affected. */
      readonly folder?: string;
    }
  | { readonly kind: 'git'; readonly work: string; readonly folder?: string }
  | { readonly kind: 'no-turn'; readonly turn: number; readonly turns: number }
  | { readonly kind: 'no-file'; readonly path: string; readonly turns: readonly number[] }
  | { readonly kind: 'missed'; readonly turn: AgentTurn; readonly why: string };

export interface PreparedUndo {
  readonly kind: 'prepared';
  readonly turns: readonly AgentTurn[];
  readonly plan: UndoPlan;
  /** All turns of the project, newest first, followed by those that only nested repositories know. */
  readonly all: readonly AgentTurn[];
}

const timeoutMs = 600_000;
/** How many turns are searched first for the last one that changed something. */
const firstTurns = 5;

export const withStore = <T>({ root, env }: UndoPlace, work: (shadow: ShadowGit) => Promise<T>): Promise<T> =>
  withFolderLock(storeFolder(root, env), timeoutMs, async () => work(await openShadowGit(root, { env, timeoutMs })));

export interface KilledUndos extends Repair {
  readonly unknown: readonly UnknownUndo[];
}

/**
 * Settles killed undos: puts back what they had moved away, or records what they had done. `adopted`: an undo that the
 * store does not know and that the user confirmed.
 */
export async function settleKilledUndos(place: UndoPlace, adopted?: UnknownUndo): Promise<KilledUndos> {
  const { root, env } = place;
  const dir = storeFolder(root, env);
  if (!exists(dir) || !isFolder(root)) return { putBack: [], stranded: [], unknown: [] };
  return withFolderLock(dir, timeoutMs, async () => {
    if (adopted) adoptUndo(dir, adopted);
    for (const { folder, files, record } of readUndoNotes(dir).filter(({ isDone }) => isDone)) {
      if (record && !isRecorded(dir, record)) recordEnd(place, record, files);
      endUndo(root, dir, folder);
    }
    return { ...repairKilledUndos(root, dir), unknown: findUnknownUndos(root, dir) };
  });
}

/** Is there a killed undo that `settleKilledUndos` would settle? */
export const hasKilledUndo = ({ root, env }: UndoPlace): boolean => notedUndoFolders(storeFolder(root, env)).length > 0;

const hasTurns = ({ root, env }: UndoPlace): boolean => exists(join(storeFolder(root, env), 'turns'));

/** Prepares an undo. Changes nothing. */
export async function prepareUndo(place: UndoPlace, selection: UndoSelection): Promise<PreparedUndo | UndoRefusal> {
  const dir = storeFolder(place.root, place.env);
  if (!hasTurns(place)) return { kind: 'off' };
  const work = unfinishedGitWork(place.root);
  // This needs no snapshot.
  if (work !== undefined) return { kind: 'git', work };
  return withStore(place, async (shadow) => {
    const all = [...readTurns(dir)].reverse();
    const wanted = turnsWithRest(place, all, selection) ?? selectTurns(all, selection);
    return 'kind' in wanted ? wanted : chooseTurns(await readHistory(shadow, all, wanted), wanted, selection);
  });
}

/** Turns that may be undone, newest first; without a choice all that were not. */
function selectTurns(
  all: readonly AgentTurn[],
  { turn, session, since }: UndoSelection,
): readonly AgentTurn[] | UndoRefusal {
  if (turn !== undefined) {
    const found = all[turn - 1];
    return found ? [found] : { kind: 'no-turn', turn, turns: all.length };
  }
  const open = all.filter(({ undone }) => !undone);
  if (since !== undefined) return open.filter(({ seenAt, endedAt }) => Math.max(seenAt, endedAt ?? 0) >= since);
  if (session) return open.filter((one) => one.session === open[0]?.session);
  return open;
}

async function chooseTurns(
  parts: readonly HistoryPart[],
  wanted: readonly AgentTurn[],
  selection: UndoSelection,
): Promise<PreparedUndo | UndoRefusal> {
  const { turn, session, since } = selection;
  const isOne = turn === undefined && session === undefined && since === undefined;
  // The last turn that changed something is nearly always among the newest.
  const groups = isOne ? [wanted.slice(0, firstTurns), wanted] : [wanted];
  for (const group of groups) {
    const turnChanges = await turnChangesOf(parts, group);
    const byTurn = new Set(turnChanges.map((one) => one.turn));
    // Do not ask about a turn without remaining changes.
    for (const turns of isOne ? group.filter(({ id }) => byTurn.has(id)).map((one) => [one]) : [group]) {
      const found = prepared(parts, turns, turnChanges, selection);
      if (found.kind !== 'prepared' || found.plan.items.length + found.plan.conflicts.length > 0) return found;
    }
  }
  const missed = wanted[0]?.missed.at(-1);
  if (missed && wanted[0]) return { kind: 'missed', turn: wanted[0], why: missed.why };
  const lostGit = parts[0] ? findLostGit(parts[0].shadow.root, wanted.slice(0, 1)) : [];
  return {
    kind: 'nothing',
    since: parts[0]?.turns.at(-1)?.at ?? now(),
    lostGit,
    unkept: findUnkept(wanted.slice(0, 1)),
  };
}

function prepared(
  parts: readonly HistoryPart[],
  turns: readonly AgentTurn[],
  turnChanges: readonly TurnChange[],
  { paths, isUnasked }: UndoSelection,
): PreparedUndo | UndoRefusal {
  const [{ shadow, turns: all }] = parts as readonly [HistoryPart];
  const ids = new Set(turns.map(({ id }) => id));
  const own = turnChanges.filter(({ turn }) => ids.has(turn));
  const refusal = refusalOf(parts, turns, own);
  if (refusal) return refusal;
  const isWanted = (path: string) => !paths || paths.some((one) => isAtOrBelow(path, one));
  for (const path of paths ?? [])
    if (!own.some((one) => isAtOrBelow(one.path, path)))
      return { kind: 'no-file', path, turns: turnNumbers(all, turnChanges, path) };
  const plan = planUndo(
    turns,
    turnChanges.filter(({ path }) => isWanted(path)),
    (path) => {
      const left = (link: string) => own.findLast((one) => one.path === link)?.after;
      const kept = stateBelow(shadow, path, left);
      return kept && { state: kept.state, ...(kept.stat && { changedAt: kept.stat.changedAt }) };
    },
    (path) => (paths?.includes(path) ? 'file' : paths && !isUnasked ? 'folder' : 'none'),
  );
  const known = new Set(all.map(({ id }) => id));
  const others = parts.slice(1).flatMap((part) => part.turns.filter(({ id }) => !known.has(id)));
  return { kind: 'prepared', turns, plan: skipBlocked(shadow.root, plan), all: [...all, ...others] };
}

/** What is at a path. Nothing, if a link replaced its folder and is still as it was left. */
function stateBelow({ root, objects }: ShadowGit, path: string, left: (link: string) => FileState | undefined) {
  const link = linkAbove(root, path);
  if (link === undefined) return keepState(root, path, objects);
  const [found, known] = [keepState(root, link, objects), left(link)];
  return found && known && isSameContent(found.state, known) ? { state: null, stat: undefined } : undefined;
}

const isAtOrBelow = (path: string, wanted: string): boolean =>
  wanted === '.' || path === wanted || path.startsWith(`${wanted}/`);

const turnNumbers = (all: readonly AgentTurn[], turnChanges: readonly TurnChange[], path: string): readonly number[] =>
  all.flatMap(({ id }, i) =>
    turnChanges.some((one) => one.turn === id && isAtOrBelow(one.path, path)) ? [i + 1] : [],
  );

function refusalOf(
  parts: readonly HistoryPart[],
  turns: readonly AgentTurn[],
  turnChanges: readonly TurnChange[],
): UndoRefusal | undefined {
  const seen = now();
  const busy = turns.find(({ endedAt, seenAt }) => endedAt === undefined && seen - seenAt < busyMs);
  if (busy) return { kind: 'busy', turn: busy, seenMs: seen - busy.seenAt };
  const ids = new Set(turns.map(({ id }) => id));
  for (const { folder, shadow, turns: here } of parts) {
    // A repository without changes to undo may be in any state.
    if (folder !== '' && !turnChanges.some(({ path }) => path.startsWith(`${folder}/`))) continue;
    // One that lost its `.git` has no branch; git would report that of the project.
    if (folder !== '' && !exists(join(shadow.root, '.git'))) continue;
    const where = folder === '' ? {} : { folder };
    const work = unfinishedGitWork(shadow.root);
    if (work !== undefined) return { kind: 'git', work, ...where };
    const head = headState(shadow.root);
    const own = here.filter(({ id }) => ids.has(id));
    const other = own.find(
      ({ branch }) => branch !== undefined && head?.branch !== undefined && branch !== head.branch,
    );
    if (!other || head?.branch === undefined) continue;
    const isByAgent = other.endBranch === undefined || other.endBranch !== other.branch;
    return { kind: 'branch', turn: other, now: head.branch, isByAgent, ...where };
  }
  return undefined;
}

/** Reverts all files or none. */
export async function applyUndo(
  place: UndoPlace,
  { turns, plan }: Pick<PreparedUndo, 'turns' | 'plan'>,
  isWhole: boolean,
): Promise<UndoRecord> {
  const dir = storeFolder(place.root, place.env);
  const ids = turns.map(({ id }) => id);
  const left = leftAlone(lastUndo(place), ids, plan);
  return withStore(place, async (shadow) => {
    // No snapshot comes between this time and the change.
    const at = now();
    const record: UndoRecord = { id: newId(), at, turns: ids, whole: isWhole ? ids : [], items: plan.items, left };
    const nested = [...new Set(turns.flatMap((turn) => turn.nested))];
    // A snapshot has no turns.
    const before = turns.length > 0 && { before: await foldersBefore(shadow, turns) };
    await replaceFiles(withNestedContent(shadow, nested), plan.items, { id: record.id, record, ...before });
    recordEnd(place, record, plan.items);
    endUndo(place.root, dir, undoFolder(record.id));
    writeRecord(dir, { ...record, looks: await snapshotAfter(shadow) });
    return record;
  });
}

/** Records what an undo or a redo did. The record is written last: it marks the end. */
function recordEnd(place: UndoPlace, record: UndoRecord, files: readonly Replacement[]): void {
  const dir = storeFolder(place.root, place.env);
  const turns = readTurns(dir).filter(({ id }) => record.turns.includes(id));
  const { at, redoneAt } = record;
  const line = redoneAt === undefined ? ({ kind: 'undone', at } as const) : ({ kind: 'redone', at: redoneAt } as const);
  noteInTurns(place, turns, record, { ...line, undo: record.id });
  notifySessions(dir, turns, files, `The user ${redoneAt === undefined ? 'reverted' : 'redid'} your changes to`);
  writeRecord(dir, record);
}

function isRecorded(dir: string, { id, redoneAt }: UndoRecord): boolean {
  const known = readUndoRecord(dir, `${id}.json`);
  return redoneAt === undefined ? known !== undefined : known?.redoneAt !== undefined;
}

const writeRecord = (dir: string, record: UndoRecord): void =>
  writeAtomic(undoFile(dir, record.id), JSON.stringify(record));

/**
 * A snapshot after an undo, if an agent may be active: it shows what the agent does to the files in the same call. If
 * it fails, only the changes of the rest of that call are unknown.
 */
async function snapshotAfter(shadow: ShadowGit): Promise<readonly SnapshotRecord[]> {
  if (readTurns(shadow.dir).every(({ endedAt }) => endedAt !== undefined)) return [];
  const at = now();
  const look = await takeSnapshot(shadow).catch(() => undefined);
  return look ? [{ at, tree: look.tree, permissions: look.permissionsId, times: look.times, births: look.births }] : [];
}

/** What this undo skipped, plus what the last one skipped of the same turns. */
function leftAlone(last: UndoRecord | undefined, turns: readonly string[], plan: UndoPlan): readonly string[] {
  const isSameTurns = last?.turns.every((id) => turns.includes(id)) ?? false;
  const all = new Set([...plan.conflicts.map(({ path }) => path), ...(isSameTurns ? (last?.left ?? []) : [])]);
  for (const { path } of plan.items) all.delete(path);
  return [...all];
}

/**
 * The turns of the last undo, if it skipped one of these files: its message says that naming the file reverts it. A
 * turn that began since comes first.
 */
function turnsWithRest(
  place: UndoPlace,
  all: readonly AgentTurn[],
  { paths, turn, session, since }: UndoSelection,
): readonly AgentTurn[] | undefined {
  if (!paths || turn !== undefined || session || since !== undefined) return undefined;
  const last = lastUndo(place);
  if (!last?.left?.some((path) => paths.some((one) => isAtOrBelow(path, one)))) return undefined;
  return all.some(({ at }) => at > last.at) ? undefined : all.filter(({ id }) => last.turns.includes(id));
}

/** Adds a line to the turns that were undone completely, also in nested repositories. */
function noteInTurns(
  { root, env }: UndoPlace,
  turns: readonly AgentTurn[],
  { whole }: UndoRecord,
  line: Extract<TurnLine, { kind: 'undone' | 'redone' }>,
): void {
  for (const { id, nested } of turns.filter((turn) => whole.includes(turn.id)))
    for (const folder of ['', ...nested]) {
      const dir = storeFolder(join(root, folder), env);
      if (turnIds(dir).includes(id)) appendTurnLine(dir, id, line);
    }
}

const maxNotifiedFiles = 20;

function notifySessions(
  dir: string,
  turns: readonly AgentTurn[],
  files: readonly Pick<Replacement, 'path'>[],
  what: string,
): void {
  const names = files.slice(0, maxNotifiedFiles).map(({ path }) => path);
  const more = files.length > names.length ? ` and ${files.length - names.length} more files` : '';
  const text = `${what}: ${names.join(', ')}${more}. Read these files again before you edit them.`;
  for (const session of new Set(turns.map((turn) => turn.session))) queueNotice(dir, session, text);
}

/** The undo that `--redo` applies again: the newest one that was not redone. */
export function lastUndo({ root, env }: UndoPlace): UndoRecord | undefined {
  const dir = storeFolder(root, env);
  for (const name of [...undoFileNames(dir)].reverse()) {
    const record = readUndoRecord(dir, name);
    if (record && record.redoneAt === undefined) return record;
  }
  return undefined;
}

/** What a redo would do: files that are still as the undo left them. */
export function planRedo(shadow: ShadowGit, { items }: Pick<UndoRecord, 'items'>, paths?: readonly string[]): UndoPlan {
  const back: UndoItem[] = [];
  const conflicts: UndoPlan['conflicts'][number][] = [];
  for (const { path, current: target, target: left } of items) {
    if (paths && !paths.some((one) => isAtOrBelow(path, one))) continue;
    const kept = stateBelow(shadow, path, (link) => items.find((one) => one.path === link)?.target);
    const isForced = paths?.includes(path);
    if (kept && (isForced || isSameState(kept.state, left)))
      back.push({ path, current: kept.state, target, ...(isForced && { isForced }) });
    else conflicts.push({ path, why: 'changed-since', ...(kept?.stat && { at: kept.stat.modifiedAt }) });
  }
  return skipBlocked(shadow.root, { items: back, conflicts });
}

export async function applyRedo(place: UndoPlace, record: UndoRecord, plan: UndoPlan): Promise<void> {
  const dir = storeFolder(place.root, place.env);
  await withStore(place, async (shadow) => {
    const id = newId();
    const redone: UndoRecord = { ...record, redoneAt: now() };
    await replaceFiles(shadow, plan.items, { id, record: redone });
    recordEnd(place, redone, plan.items);
    endUndo(place.root, dir, undoFolder(id));
    writeRecord(dir, { ...redone, looks: [...(record.looks ?? []), ...(await snapshotAfter(shadow))] });
  });
}
