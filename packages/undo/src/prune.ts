import { join } from 'node:path';
import {
  type Environment,
  entryNames,
  entryStat,
  exists,
  isFolder,
  now,
  ownBytes,
  readText,
  removePath,
  writeAtomic,
} from '@anyhook/core';
import { keptDays, keptTurns, maxStoreBytes } from './limits.js';
import { openShadowGit, type ShadowGit, storeFolder, storesFolder } from './shadow-git.js';
import { emptyTree } from './snapshot.js';
import { withFolderLock } from './store-lock.js';
import { openCalls, readTurn, readTurns, removeTurn, turnIds } from './turn-files.js';
import { type AgentTurn, type FileState, isFolderState } from './turn-record.js';
import type { UndoRecord } from './undo-record.js';

const dayMs = 86_400_000;
const stampFile = 'pruned';
/** This many turns over the limit are pruned at once, without waiting for the next day. */
const slack = 50;
const timeoutMs = 120_000;
const maxRounds = 12;

/** Was this store not pruned for a day, or are there too many turns? */
export function isPruningDue(dir: string): boolean {
  const pruned = entryStat(join(dir, stampFile));
  return pruned === undefined || now() - pruned.modifiedAt > dayMs || turnIds(dir).length > keptTurns + slack;
}

export interface KeepLimits {
  readonly turns: number;
  readonly days: number;
  readonly bytes: number;
}

const limits: KeepLimits = { turns: keptTurns, days: keptDays, bytes: maxStoreBytes };

/** Prunes turns: in one project by age and number, over all projects by size, oldest first. */
export async function pruneStores(
  { root, env }: { readonly root: string; readonly env: Environment },
  { turns, days, bytes }: KeepLimits = limits,
): Promise<void> {
  const dir = storeFolder(root, env);
  await pruneStore(dir, env, (all) => {
    const oldest = now() - days * dayMs;
    return all.filter(({ at, seenAt }, i) => i < all.length - turns || Math.max(at, seenAt) < oldest);
  });
  const stores = entryNames(storesFolder(env)).map((name) => join(storesFolder(env), name));
  const sizes = new Map<string, number>();
  for (const store of stores) sizes.set(store, await ownBytes(store));
  for (let round = 0; round < maxRounds; round++) {
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    if (total <= bytes) return;
    const oldest = stores.filter((store) => turnIds(store).length > 0).sort((a, b) => firstAt(a) - firstAt(b))[0];
    if (oldest === undefined) return;
    await pruneStore(oldest, env, (all) => all.slice(0, Math.ceil(all.length / 2)));
    sizes.set(oldest, await ownBytes(oldest));
  }
}

const firstAt = (dir: string): number => readTurn(dir, turnIds(dir)[0] ?? '')?.at ?? 0;

/** Removes turns of one store, and all content that is no longer needed. */
async function pruneStore(
  dir: string,
  env: Environment,
  choose: (turns: readonly AgentTurn[]) => readonly AgentTurn[],
): Promise<void> {
  const root = readText(join(dir, 'root'))?.trim();
  if (!root) return;
  await withFolderLock(dir, timeoutMs, async () => {
    const all = readTurns(dir);
    const removed = new Set(choose(all).map(({ id }) => id));
    for (const id of removed) removeTurn(dir, id);
    const kept = all.filter(({ id }) => !removed.has(id));
    const first = kept[0]?.at ?? now();
    const undos = pruneUndos(dir, first);
    for (const folder of ['open', 'told'])
      for (const name of entryNames(join(dir, folder)))
        if ((entryStat(join(dir, folder, name))?.modifiedAt ?? 0) < now() - keptDays * dayMs)
          removePath(join(dir, folder, name));
    if (isFolder(root)) await dropContent(await openShadowGit(root, { env, timeoutMs }), kept, undos);
    writeAtomic(join(dir, stampFile), '');
  });
}

/** The undos that can still be redone. */
function pruneUndos(dir: string, first: number): readonly UndoRecord[] {
  const folder = join(dir, 'undos');
  return entryNames(folder).flatMap((name) => {
    const text = readText(join(folder, name), 256 * 1024 * 1024);
    const record = text === undefined ? undefined : (JSON.parse(text) as UndoRecord);
    if (record && record.at >= first) return [record];
    removePath(join(folder, name));
    return [];
  });
}

/** Lists all content that is needed, and lets git remove the rest. */
async function dropContent(
  shadow: ShadowGit,
  turns: readonly AgentTurn[],
  undos: readonly UndoRecord[],
): Promise<void> {
  const states: readonly FileState[] = [
    ...turns.flatMap(({ named }) => named.flatMap(({ before, after }) => [before, after])),
    ...undos.flatMap(({ items }) => items.flatMap(({ current, target }) => [current, target])),
  ];
  const ids = new Set([
    ...[...turns, ...undos].flatMap(({ looks = [] }) => looks.flatMap(({ tree, permissions }) => [tree, permissions])),
    ...states.flatMap((state) => (state && !isFolderState(state) ? [state.id] : [])),
  ]);
  // A call that is under way has copies of its named files, which are not in a turn yet.
  for (const { named } of openCalls(shadow.dir))
    for (const { before } of named) if (before && !isFolderState(before)) ids.add(before.id);
  const memory = readText(join(shadow.dir, 'look.json'), 64 * 1024 * 1024) ?? '';
  for (const [, id = ''] of memory.matchAll(/"(?:tree|permissionsId)":"([0-9a-f]{40,64})"/g)) ids.add(id);
  // Git knows it without an object.
  ids.delete(emptyTree);
  const present = await presentIds(shadow, [...ids]);
  const old = (await shadow.run(['for-each-ref', '--format=%(refname)', 'refs/undo/'])).split('\n').filter(Boolean);
  const wanted = new Set(present.map((id) => `refs/undo/${id}`));
  const lines = [
    ...old.filter((ref) => !wanted.has(ref)).map((ref) => `delete ${ref}\n`),
    ...present.filter((id) => !old.includes(`refs/undo/${id}`)).map((id) => `create refs/undo/${id} ${id}\n`),
  ];
  if (lines.length > 0) await shadow.run(['update-ref', '--stdin'], { stdin: lines.join('') });
  if (exists(join(shadow.dir, 'git', 'refs', 'undo'))) await shadow.run(['pack-refs', '--all']);
  await shadow.run(['prune', '--expire=now']);
}

/** Missing content must not keep the rest from being pruned. */
async function presentIds(shadow: ShadowGit, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const text = await shadow.run(['cat-file', '--batch-check'], { stdin: ids.map((id) => `${id}\n`).join('') });
  return text.split('\n').flatMap((line) => (/^([0-9a-f]+) (?:tree|blob) /.exec(line)?.[1] ?? []) as string | []);
}
