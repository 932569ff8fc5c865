import { readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { AnyhookError } from '../core/errors.js';
import { isFolder, makePrivate } from './files/files.js';
import { isOwnerAlive, ownerMark } from './process/owner.js';

const usualPatienceMs = 20_000;
const usualPollMs = 25;
/** Old turns stay for a while: a process that is just listing the folder must find the highest one. */
const keptTurns = 8;
const free = 'free';

/**
 * Does something that no other process does at the same time. Waits for its turn, and throws when it does not come.
 *
 * The lock is a folder of numbered turns, each a symbolic link whose text names its owner; the highest one counts. A
 * turn begins where the last one is free or its owner is dead, by making the next number, which only one process can.
 * The highest is never removed, so that of two processes that see the same dead owner one gets the turn and the other
 * sees that it was late.
 */
export async function withLock<T>(
  path: string,
  act: () => T | Promise<T>,
  {
    patienceMs = usualPatienceMs,
    pollMs = usualPollMs,
  }: { readonly patienceMs?: number; readonly pollMs?: number } = {},
): Promise<T> {
  const dir = `${path}.d`;
  makePrivate(dir);
  let turn = take(dir);
  for (let waited = 0; turn === undefined; waited += pollMs) {
    if (waited >= patienceMs)
      throw new AnyhookError(
        'BAD_STATE',
        `${dir} is held by another anyhook (process ${lastTurn(dir)?.owner ?? 'unknown'}); wait for it, or remove that folder`,
      );
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    turn = take(dir);
  }
  try {
    return await act();
  } finally {
    release(dir, turn);
  }
}

/** Did the last owner die in his turn? Whoever comes next takes over; nobody is held up. */
export function isLockLeft(path: string): boolean {
  const last = isFolder(`${path}.d`) ? lastTurn(`${path}.d`) : undefined;
  return last !== undefined && last.owner !== free && !isOwnerAlive(last.owner);
}

/** The number of our turn, or undefined while somebody else has his. */
function take(dir: string): number | undefined {
  const last = lastTurn(dir);
  if (last && last.owner !== free && isOwnerAlive(last.owner)) return undefined;
  const turn = (last?.number ?? 0) + 1;
  if (!make(dir, turn, ownerMark())) return undefined;
  const all = turnsIn(dir);
  if (Math.max(...all) > turn) {
    // Others have come and gone since we looked.
    drop(dir, turn);
    return undefined;
  }
  for (const old of all) if (old < turn - keptTurns) drop(dir, old);
  return turn;
}

/** Whoever removed the folder meanwhile has freed the lock, too. */
function release(dir: string, turn: number): void {
  try {
    make(dir, turn + 1, free);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** False when that turn is taken. */
function make(dir: string, turn: number, owner: string): boolean {
  try {
    symlinkSync(owner, join(dir, String(turn)));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const drop = (dir: string, turn: number): void => rmSync(join(dir, String(turn)), { force: true });

const turnsIn = (dir: string): readonly number[] =>
  readdirSync(dir)
    .filter((name) => /^\d{1,15}$/.test(name))
    .map(Number);

function lastTurn(dir: string): { readonly number: number; readonly owner: string } | undefined {
  const all = turnsIn(dir);
  if (all.length === 0) return undefined;
  const number = Math.max(...all);
  try {
    return { number, owner: readlinkSync(join(dir, String(number))) };
  } catch {
    // Dropped since, because there are higher ones; or no link, which nobody of ours has made.
    return { number, owner: free };
  }
}
