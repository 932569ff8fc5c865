import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AnyhookError } from '../core/errors.js';
import { isFolder, makePrivateFolder } from './files/files.js';
import { isOwnerAlive, ownerMark } from './process/process-identity.js';

// Locks between processes, in two forms:
//
// - `withLock` waits for its turn. The lock names its owner, so a dead owner loses it at once and a slow one keeps it.
//   It costs a folder per lock, and the caller must be able to wait.
// - `tryLock` never waits. The lock is one file or empty folder, and its age decides: whoever holds it longer than
//   `staleMs` without a beat has lost it. It costs one system call and fits a caller that cannot wait.
//
// Processes of other versions hold the same locks, so what stands on the disk is fixed: `<path>.d/<number>` links to
// `pid`, `pid:start` or `free`; a file counts by its presence and its time, whatever it holds; a folder stays empty,
// because older versions remove it by rmdir.

const usualPatienceMs = 20_000;
const usualPollMs = 25;
/** Old turns stay for a while: a process that is just listing the folder must find the highest one. */
const keptTurns = 8;
const freeOwner = 'free';

/** How long to wait for a lock, and how often to look. */
export interface Patience {
  readonly patienceMs?: number;
  readonly pollMs?: number;
}

/**
 * Does something that no other process does at the same time. Waits for its turn, and throws when it does not come.
 *
 * The lock is a folder of numbered turns, each a symbolic link whose text names its owner; the highest one counts. A
 * turn begins where the last one is free or its owner is dead, by making the next number, which only one process can.
 * The highest is never removed, so that of two processes that see the same dead owner one gets the turn and the other
 * sees that it was late.
 */
export async function withLock<T>(path: string, act: () => T | Promise<T>, patience: Patience = {}): Promise<T> {
  const dir = `${path}.d`;
  makePrivateFolder(dir);
  const turn = await waitFor(() => takeTurn(dir), patience);
  if (turn === undefined)
    throw new AnyhookError(
      'BAD_STATE',
      `${dir} is held by another anyhook (process ${lastTurn(dir)?.owner ?? 'unknown'}); wait for it, or remove that folder`,
    );
  try {
    return await act();
  } finally {
    releaseTurn(dir, turn);
  }
}

/** Asks again and again until there is something; undefined when the patience is at its end. */
export async function waitFor<T>(
  ask: () => T | undefined,
  { patienceMs = usualPatienceMs, pollMs = usualPollMs }: Patience = {},
): Promise<T | undefined> {
  let given = ask();
  for (let waited = 0; given === undefined && waited < patienceMs; waited += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    given = ask();
  }
  return given;
}

/** Did the last owner die in his turn? Whoever comes next takes over; nobody is held up. */
export function isLockAbandoned(path: string): boolean {
  const last = isFolder(`${path}.d`) ? lastTurn(`${path}.d`) : undefined;
  return last !== undefined && last.owner !== freeOwner && !isOwnerAlive(last.owner);
}

/** The number of our turn, or undefined while somebody else has his. */
function takeTurn(dir: string): number | undefined {
  const last = lastTurn(dir);
  if (last && last.owner !== freeOwner && isOwnerAlive(last.owner)) return undefined;
  const turn = (last?.number ?? 0) + 1;
  if (!createFile(dir, turn, ownerMark())) return undefined;
  const all = turnsIn(dir);
  if (Math.max(...all) > turn) {
    // Others have come and gone since we looked.
    removeTurn(dir, turn);
    return undefined;
  }
  for (const old of all) if (old < turn - keptTurns) removeTurn(dir, old);
  return turn;
}

/** Whoever removed the folder meanwhile has freed the lock, too. */
function releaseTurn(dir: string, turn: number): void {
  try {
    createFile(dir, turn + 1, freeOwner);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** False when that turn is taken. */
function createFile(dir: string, turn: number, owner: string): boolean {
  try {
    symlinkSync(owner, join(dir, String(turn)));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const removeTurn = (dir: string, turn: number): void => rmSync(join(dir, String(turn)), { force: true });

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
    return { number, owner: freeOwner };
  }
}

/** A lock that ages: its holder keeps it by beats, and loses it to the next one without them. */
export interface AgingLock {
  /** The last holder did not release it: what he worked on may be half done. */
  readonly isTakenOver: boolean;
  /** Says that the holder is alive; false when somebody else holds the lock by now. */
  beat(): boolean;
  release(): void;
}

export interface AgingLockOptions {
  /** Without a beat for so long, the next one takes the lock over. */
  readonly staleMs: number;
  /** An empty folder, for a lock that older versions made so; it cannot tell its holder from the next one. */
  readonly as?: 'file' | 'folder';
}

/**
 * Takes a lock, or gives undefined where another one holds it or its folder is missing. Never waits, never throws. Two
 * processes may take over the same stale lock at the same moment: the later one has it, and the first one's beat says so.
 */
export function tryLock(path: string, { staleMs, as = 'file' }: AgingLockOptions): AgingLock | undefined {
  const { make, remove, token } = as === 'file' ? lockFile() : lockFolder;
  const isOurs = () => token === undefined || textOf(path) === token;
  const lock = (isTakenOver: boolean): AgingLock => ({
    isTakenOver,
    beat() {
      if (!isOurs()) return false;
      const now = new Date();
      utimesSync(path, now, now);
      return true;
    },
    release: () => void (isOurs() && succeeds(() => remove(path))),
  });
  if (succeeds(() => make(path))) return lock(false);
  const touched = touchedAt(path);
  // One from the future: the clock was set back, and its age is unknown.
  if (touched !== undefined && Math.abs(Date.now() - touched) <= staleMs) return undefined;
  return succeeds(() => remove(path)) && succeeds(() => make(path)) ? lock(touched !== undefined) : undefined;
}

function lockFile() {
  const token = `${process.pid} ${Math.random().toString(36).slice(2)}`;
  return {
    token,
    make: (path: string) => writeFileSync(path, token, { flag: 'wx', mode: 0o600 }),
    remove: (path: string) => rmSync(path, { force: true }),
  };
}

const lockFolder = { token: undefined, make: (path: string) => mkdirSync(path), remove: removeFolder };

function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function touchedAt(path: string): number | undefined {
  try {
    return lstatSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
