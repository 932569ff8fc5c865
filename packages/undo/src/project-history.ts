import { join } from 'node:path';
import { exists, now } from '@anyhook/core';
import type { FoldersBefore } from './restore.js';
import { openShadowGit, type ShadowGit, splitNul, storeFolder } from './shadow-git.js';
import { SnapshotRefusal, takeSnapshot } from './snapshot.js';
import { withFolderLock } from './store-lock.js';
import { findTurnChanges, readPermissionTables, type TurnChange } from './turn-changes.js';
import { readTurn, readTurns } from './turn-files.js';
import type { AgentTurn, SnapshotRecord } from './turn-record.js';
import { type UndoChange, undoChanges, undosSince } from './undo-record.js';

/** The history of the project, or of a repository in it that has its own store. */
export interface HistoryPart {
  /** Relative to the project; empty for the project itself. */
  readonly folder: string;
  readonly shadow: ShadowGit;
  /** Newest first. A turn has the same name in all parts. */
  readonly turns: readonly AgentTurn[];
  /** The snapshot of this moment; without one, only files that calls named can be compared. */
  readonly current: SnapshotRecord | undefined;
}

const timeoutMs = 600_000;

/** The history of a project and of the repositories in it that these turns know. */
export async function readHistory(
  shadow: ShadowGit,
  all: readonly AgentTurn[],
  wanted: readonly AgentTurn[],
): Promise<readonly HistoryPart[]> {
  const parts: HistoryPart[] = [{ folder: '', shadow, turns: all, current: await snapshotNow(shadow) }];
  for (const folder of new Set(wanted.flatMap(({ nested }) => nested))) {
    const part = await readNestedPart(shadow, folder);
    if (part) parts.push(part);
  }
  return parts;
}

async function readNestedPart({ root, env }: ShadowGit, folder: string): Promise<HistoryPart | undefined> {
  const nested = join(root, folder);
  const dir = storeFolder(nested, env);
  if (!exists(join(dir, 'git', 'HEAD'))) return undefined;
  return withFolderLock(dir, timeoutMs, async () => {
    const shadow = await openShadowGit(nested, { env, timeoutMs });
    return { folder, shadow, turns: [...readTurns(dir)].reverse(), current: await snapshotNow(shadow) };
  });
}

async function snapshotNow(shadow: ShadowGit): Promise<SnapshotRecord | undefined> {
  const at = now();
  try {
    const { tree, permissionsId, times, births } = await takeSnapshot(shadow);
    return { at, tree, permissions: permissionsId, times, births };
  } catch (error) {
    if (error instanceof SnapshotRefusal) return undefined;
    throw error;
  }
}

/** The changes of these turns, and of all turns that were active then or later. Paths are relative to the project. */
export async function turnChangesOf(
  parts: readonly HistoryPart[],
  turns: readonly AgentTurn[],
): Promise<readonly TurnChange[]> {
  const ids = new Set(turns.map(({ id }) => id));
  const all: TurnChange[] = [];
  const [project] = parts;
  for (const { folder, shadow, turns: here, current } of parts) {
    const own = here.filter(({ id }) => ids.has(id));
    const found = await partChanges(shadow, own, here, current, (since) =>
      folder === '' || !project ? [] : changesBelow(folder, undoChanges(undosSince(project.shadow.dir, since))),
    );
    all.push(...(folder === '' ? found : found.map((one) => ({ ...one, path: `${folder}/${one.path}` }))));
  }
  return all.sort((a, b) => a.at - b.at);
}

/** Changes that an undo in the project made in a nested repository. */
const changesBelow = (folder: string, changes: readonly UndoChange[]): readonly UndoChange[] =>
  changes.flatMap((one) =>
    one.path.startsWith(`${folder}/`) ? [{ ...one, path: one.path.slice(folder.length + 1) }] : [],
  );

async function partChanges(
  shadow: ShadowGit,
  turns: readonly AgentTurn[],
  all: readonly AgentTurn[],
  current: SnapshotRecord | undefined,
  changesFromAbove: (since: number) => readonly UndoChange[],
): Promise<readonly TurnChange[]> {
  if (turns.length === 0) return [];
  const from = Math.min(...turns.map(({ at, callSpans }) => Math.min(at, ...callSpans.map(({ begin }) => begin))));
  const others = all.filter(({ seenAt, endedAt }) => Math.max(seenAt, endedAt ?? 0) >= from);
  const looks = new Map<number, SnapshotRecord>();
  for (const { looks: own } of others) for (const look of own) if (look.at >= from) looks.set(look.at, look);
  const undos = undosSince(shadow.dir, from);
  for (const { looks: own = [] } of undos) for (const look of own) if (look.at >= from) looks.set(look.at, look);
  if (current) looks.set(current.at, current);
  const sorted = [...looks.values()].sort((a, b) => a.at - b.at);
  return findTurnChanges(others, sorted, shadow, [...undoChanges(undos), ...changesFromAbove(from)]);
}

/** The folders in the first snapshot of these turns. */
export async function foldersBefore(shadow: ShadowGit, turns: readonly AgentTurn[]): Promise<FoldersBefore> {
  const oldest = turns.reduce((a, b) => (a.at <= b.at ? a : b));
  const tables = new Map(
    await Promise.all(
      ['', ...oldest.nested].map(async (folder) => [folder, await firstFolders(shadow, oldest, folder)] as const),
    ),
  );
  const find = (path: string) => {
    const owner = [...tables.keys()]
      .filter((one) => one === '' || path.startsWith(`${one}/`))
      .reduce((a, b) => (a.length > b.length ? a : b));
    return { table: tables.get(owner), below: owner === '' ? path : path.slice(owner.length + 1) };
  };
  return {
    permissionsOf(folder) {
      const { table, below } = find(folder);
      return table?.permissions.folders.get(below) ?? table?.permissions.usualFolder;
    },
    wasThere(folder) {
      const { table, below } = find(folder);
      return table !== undefined && (table.filled.has(below) || (table.permissions.empty?.has(below) ?? false));
    },
  };
}

async function firstFolders(project: ShadowGit, turn: AgentTurn, folder: string) {
  const root = join(project.root, folder);
  const here = folder === '' ? turn : readTurn(storeFolder(root, project.env), turn.id);
  const look = here?.looks[0];
  if (!look) return undefined;
  const shadow = folder === '' ? project : await openShadowGit(root, { env: project.env, timeoutMs });
  const [tables, filled] = await Promise.all([
    readPermissionTables(shadow, new Set([look.permissions])),
    shadow.run(['ls-tree', '-r', '-d', '-z', '--name-only', look.tree]),
  ]);
  const permissions = tables.get(look.permissions);
  return permissions && { permissions, filled: new Set(splitNul(filled)) };
}
