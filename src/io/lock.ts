import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { AnyhookError } from '../core/errors.js';

const patienceMs = 20_000;
const pollMs = 25;
/** A lock without a readable owner was left by a crash when it is older than this. */
const staleMs = 60_000;

/** Does something that no other process does at the same time. Waits for its turn, and throws when it does not come. */
export async function withLock<T>(path: string, act: () => T | Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (let waited = 0; !take(path); waited += pollMs) {
    if (isStale(path)) rmSync(path, { force: true });
    else if (waited >= patienceMs)
      throw new AnyhookError(
        'BAD_STATE',
        `${path} is held by another anyhook (process ${ownerOf(path) ?? 'unknown'}); wait for it, or remove that file`,
      );
    else await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  try {
    return await act();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    const fd = openSync(path, 'wx', 0o600);
    writeSync(fd, String(process.pid));
    closeSync(fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isStale(path: string): boolean {
  const owner = ownerOf(path);
  if (owner !== undefined) return !isAlive(owner);
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > staleMs;
}

function ownerOf(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
