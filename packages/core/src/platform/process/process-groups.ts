import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { attempt } from '../../errors.js';
import { processLife } from './process-identity.js';
import { systemProgram } from './windows-system.js';

const isWindows = process.platform === 'win32';
// Windows has no process groups: a system program ends a process with all its descendants.
const groupSign = isWindows ? 1 : -1;

const liveLeaders = new Set<number>();

/** Registers this leader's group to be ended at exit. */
export function registerGroup(leader: number): void {
  liveLeaders.add(leader);
  installHandlers?.();
}

export const forgetGroup = (leader: number): void => void liveLeaders.delete(leader);

export const liveGroups = (): readonly number[] => [...liveLeaders];

/** Sends a signal to every process of a group; a group that has ended is not an error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  if (isWindows) {
    endTree(leader);
    return;
  }
  try {
    process.kill(groupSign * leader, signal);
  } catch {
    // ESRCH: no process is left. EPERM: only zombies or processes of others are left (macOS).
  }
}

/** Every signal ends a process on Windows. The tree is known only while its leader runs, so this must not be late. */
function endTree(leader: number): void {
  if (!isGroupAlive(leader)) return;
  // Loaded here: the start path needs no processes.
  const { spawnSync } = createRequire(import.meta.url)('node:child_process') as typeof import('node:child_process');
  const { error, status } = spawnSync(systemProgram('taskkill.exe'), ['/T', '/F', '/PID', String(leader)], {
    windowsHide: true,
    stdio: 'ignore',
    timeout: 5_000,
  });
  if (error === undefined && status === 0) return;
  try {
    process.kill(leader, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Whether a process of this group is left. A zombie counts. */
export const isGroupAlive = (leader: number): boolean =>
  attempt(() => {
    process.kill(groupSign * leader, 0);
    return true;
  }, false);

/** Ends every process that we started and that is still running. Synchronous, for use during exit. */
export function killAllGroups(): void {
  for (const leader of liveLeaders) signalGroup(leader, 'SIGKILL');
  liveLeaders.clear();
}

const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Set until the first group exists: installing signal handlers costs time, and most events do not need them. */
let installHandlers: (() => void) | undefined;

/** What the first signal does instead of ending the process. */
let onFirstEnd: (() => void) | undefined;

/**
 * The first signal calls `requestEnd`, which may take a while; the second one ends the process at once. Returns an undo
 * function.
 */
export function onFirstEndSignal(requestEnd: () => void): () => void {
  onFirstEnd = requestEnd;
  installHandlers?.();
  return () => {
    onFirstEnd = undefined;
  };
}

/** Makes sure that no hook outlives this process, however it ends; returns an undo function. */
export function onExitKillGroups(): () => void {
  const undo = () => {
    installHandlers = undefined;
    process.off('exit', killAllGroups);
    for (const name of endSignals) process.off(name, end);
  };
  const end = (name: NodeJS.Signals) => {
    const requestEnd = onFirstEnd;
    onFirstEnd = undefined;
    if (requestEnd) {
      requestEnd();
      return;
    }
    killAllGroups();
    undo();
    process.kill(process.pid, name);
  };
  installHandlers = () => {
    installHandlers = undefined;
    process.on('exit', killAllGroups);
    for (const name of endSignals) process.on(name, end);
  };
  if (liveLeaders.size > 0 || onFirstEnd) installHandlers();
  return undo;
}

/** Ends the group that a marked process leads: TERM, then KILL. Does not touch another process with the same number. */
export async function endMarkedGroup(mark: string, graceMs = 500): Promise<void> {
  const leader = Number(mark.split(':')[0]);
  // A zombie keeps its pid, and so its group id, from being reused.
  const isThatGroup = () => ['alive', 'ended'].includes(processLife(mark)) && isGroupAlive(leader);
  if (!isThatGroup()) return;
  signalGroup(leader, 'SIGTERM');
  for (let waited = 0; waited < graceMs; waited += pollMs) {
    await wait(pollMs);
    if (!isGroupAlive(leader)) return;
  }
  signalGroup(leader, 'SIGKILL');
  for (let waited = 0; waited < graceMs && isGroupAlive(leader); waited += pollMs) await wait(pollMs);
}

const pollMs = 10;
