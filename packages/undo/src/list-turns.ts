import { join } from 'node:path';
import { type Environment, entryNames, ownBytes, readText } from '@anyhook/core';
import { readHistory, turnChangesOf } from './project-history.js';
import { storeFolder, storesFolder } from './shadow-git.js';
import type { TurnChange } from './turn-changes.js';
import { readTurns } from './turn-files.js';
import { type AgentTurn, isFolderState, parentPaths } from './turn-record.js';
import { type UndoPlace, withStore } from './undo.js';

/** A turn in the list, with the number of files that it changed. */
export interface ListedTurn {
  readonly turn: AgentTurn;
  readonly files: number;
}

/** The newest turns of a project, newest first. */
export async function listTurns(place: UndoPlace, most: number): Promise<readonly ListedTurn[]> {
  const dir = storeFolder(place.root, place.env);
  const all = [...readTurns(dir)].reverse();
  const shown = all.slice(0, most);
  if (shown.length === 0) return [];
  // A call that never ended may have changed files since the last snapshot.
  const turnChanges = await withStore(place, async (shadow) =>
    turnChangesOf(await readHistory(shadow, all, shown), shown),
  );
  return shown.map((turn) => ({ turn, files: changedPaths(turnChanges.filter((one) => one.turn === turn.id)) }));
}

/** How many paths were changed. A folder that only lost its files does not count. */
function changedPaths(turnChanges: readonly TurnChange[]): number {
  const above = new Set(turnChanges.flatMap(({ path }) => parentPaths(path)));
  return new Set(
    turnChanges.filter(({ path, after }) => !(isFolderState(after) && above.has(path))).map(({ path }) => path),
  ).size;
}

export interface KeptProject {
  readonly root: string;
  readonly folder: string;
  readonly turns: number;
  readonly bytes: number;
  /** When the last turn began. */
  readonly lastAt?: number;
}

/** All tracked projects, the one with the last turn first. */
export async function keptProjects(env: Environment): Promise<readonly KeptProject[]> {
  const folder = storesFolder(env);
  const found: KeptProject[] = [];
  for (const name of entryNames(folder)) {
    const store = join(folder, name);
    const root = readText(join(store, 'root'))?.trim();
    if (!root) continue;
    const turns = readTurns(store);
    const lastAt = turns.at(-1)?.at;
    const bytes = await ownBytes(store);
    found.push({ root, folder: store, turns: turns.length, bytes, ...(lastAt !== undefined && { lastAt }) });
  }
  return found.sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0));
}
