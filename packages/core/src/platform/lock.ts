import {
  linkSync,
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
import { AnyhookError, attempt } from '../errors.js';
import { isFolder, makePrivateFolder } from './files/files.js';
import { isOwnerAlive, ownerMark } from './process/process-identity.js';

// Locks between processes, in two forms:
//
// - `withLock` waits for its turn. The lock names its owner, so a dead owner loses it at once and a slow one keeps it.
//   It costs a folder per lock, and the caller must be able to wait.
// - `tryLock` never waits. The lock is one file or empty folder, and its age decides: a process that holds it longer
//   than `staleMs` without renewing it has lost it. It costs one system call and fits a caller that cannot wait.
//
// Processes of other versions hold the same locks, so the format on disk is fixed: `<path>.d/<number>` links to, and on
// Windows holds, `pid`, `pid:start` or `free`; a file counts by its presence and its time, whatever it holds; a folder stays empty,
// because older versions remove it by rmdir.

const defaultTimeoutMs = 20_000;
const defaultPollMs = 25;
/** Old turns are kept for a while: a process that is listing the folder must find the highest one. */
const keptTurns = 8;
const freeOwner = 'free';

export interface WaitOptions {
  readonly timeoutMs?: number;
  readonly pollMs?: number;
}

/**
 * Does work that no other process does at the same time. Waits for its turn, and throws on timeout.
 *
 * The lock is a folder of numbered turns, each a symbolic link (on Windows a file) whose text names its owner; the
 * highest one counts. When the last turn is free or its owner is dead, a process takes the lock by creating the next
 * number, which only one process can. The highest is never removed, so if two processes see the same dead owner, one
 * gets the turn and the other notices that it was late.
 */
export async function withLock<T>(path: string, work: () => T | Promise<T>, waitOptions: WaitOptions = {}): Promise<T> {
  const dir = `${path}.d`;
  makePrivateFolder(dir);
  const turn = await waitFor(() => takeTurn(dir), waitOptions);
  if (turn === undefined)
    throw new AnyhookError(
      'BAD_STATE',
      `${dir} is held by another anyhook (process ${lastTurn(dir)?.owner ?? 'unknown'}); wait for it, or remove that folder`,
    );
  try {
    return await work();
  } finally {
    releaseTurn(dir, turn);
  }
}

/** Repeats an attempt until it returns something; undefined on timeout. */
export async function waitFor<T>(
  attempt: () => T | undefined,
  { timeoutMs = defaultTimeoutMs, pollMs = defaultPollMs }: WaitOptions = {},
): Promise<T | undefined> {
  let result = attempt();
  for (let waited = 0; result === undefined && waited < timeoutMs; waited += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    result = attempt();
  }
  return result;
}

/** Did the last owner die while it held the lock? The next process takes over without waiting. */
export function isLockAbandoned(path: string): boolean {
  const last = isFolder(`${path}.d`) ? lastTurn(`${path}.d`) : undefined;
  return last !== undefined && last.owner !== freeOwner && !isOwnerAlive(last.owner);
}

/** The number of our turn, or undefined while another process holds the lock. */
function takeTurn(dir: string): number | undefined {
  const last = lastTurn(dir);
  if (last && last.owner !== freeOwner && isOwnerAlive(last.owner, ageOf(join(dir, String(last.number)))))
    return undefined;
  const turn = (last?.number ?? 0) + 1;
  if (!createTurn(dir, turn, ownerMark())) return undefined;
  const all = turnsIn(dir);
  if (Math.max(...all) > turn) {
    // Other processes have held and released the lock since we checked.
    removeTurn(dir, turn);
    return undefined;
  }
  for (const old of all) if (old < turn - keptTurns) removeTurn(dir, old);
  return turn;
}

/** If the folder was removed meanwhile, the lock is free already. */
function releaseTurn(dir: string, turn: number): void {
  try {
    createTurn(dir, turn + 1, freeOwner);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The text appears together with the name, so no process sees a turn without an owner. */
const writeTurn: (owner: string, path: string) => void =
  process.platform === 'win32' ? writeTurnFile : (owner, path) => symlinkSync(owner, path);
const readTurn: (path: string) => string =
  process.platform === 'win32' ? (path) => readFileSync(path, 'utf8') : (path) => readlinkSync(path);

/** On Windows only some users can create symbolic links, but every user can give a file a second name. */
function writeTurnFile(owner: string, path: string): void {
  const temporary = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  writeFileSync(temporary, owner, { flag: 'wx' });
  try {
    linkSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** False if that turn is taken. */
function createTurn(dir: string, turn: number, owner: string): boolean {
  try {
    writeTurn(owner, join(dir, String(turn)));
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
    return { number, owner: readTurn(join(dir, String(number))) };
  } catch {
    // Removed meanwhile because there are higher ones, or not a link, which anyhook never creates.
    return { number, owner: freeOwner };
  }
}

/** A lock that expires: its holder must renew it, or the next process takes it over. */
export interface AgingLock {
  /** The last holder did not release it: its work may be half done. */
  readonly isTakenOver: boolean;
  /** Keeps the lock from expiring; false if another process holds it now. */
  renew(): boolean;
  release(): void;
}

export interface AgingLockOptions {
  /** If it is not renewed for this long, the next process takes it over. */
  readonly staleMs: number;
  /** `folder`: an empty folder, as older versions created it; it does not name its holder. */
  readonly kind?: 'file' | 'folder';
}

/**
 * Takes a lock; undefined if another process holds it or its folder is missing. Never waits, never throws. Two processes may
 * take over the same stale lock at the same moment: the later one gets it, and `renew` of the first returns false.
 */
export function tryLock(path: string, { staleMs, kind = 'file' }: AgingLockOptions): AgingLock | undefined {
  const { make, remove, token } = kind === 'file' ? lockFile() : lockFolder;
  const isOurs = () => token === undefined || readLockText(path) === token;
  const lock = (isTakenOver: boolean): AgingLock => ({
    isTakenOver,
    renew() {
      if (!isOurs()) return false;
      const now = new Date();
      utimesSync(path, now, now);
      return true;
    },
    release: () => void (isOurs() && succeeds(() => remove(path))),
  });
  if (succeeds(() => make(path))) return lock(false);
  const modifiedMs = modifiedAtOf(path);
  // Its time is in the future: the clock was set back, so its age is unknown.
  if (modifiedMs !== undefined && Math.abs(Date.now() - modifiedMs) <= staleMs) return undefined;
  return succeeds(() => remove(path)) && succeeds(() => make(path)) ? lock(modifiedMs !== undefined) : undefined;
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

const ageOf = (path: string): number => Date.now() - (modifiedAtOf(path) ?? Date.now());

const modifiedAtOf = (path: string): number | undefined => attempt(() => lstatSync(path).mtimeMs);

const readLockText = (path: string): string | undefined => attempt(() => readFileSync(path, 'utf8'));

const succeeds = (act: () => unknown): boolean =>
  attempt(() => {
    act();
    return true;
  }, false);
