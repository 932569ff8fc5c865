// Windows has no process groups: only the leader can be signalled there.
const sign = process.platform === 'win32' ? 1 : -1;

const live = new Set<number>();

/** Records that we have to end the group of this leader. */
export function keepGroup(leader: number): void {
  live.add(leader);
  arm?.();
}

/** Forgets a group that has ended. */
export const dropGroup = (leader: number): void => void live.delete(leader);

/** Leaders of the groups that are still running. */
export const liveGroups = (): readonly number[] => [...live];

/** Sends a signal to every process of a group; a group that has ended is not an error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(sign * leader, signal);
  } catch {
    // ESRCH: no process is left. EPERM: only zombies or processes of others are left (macOS).
  }
}

/** Whether a process of this group is left. A zombie counts. */
export function groupLives(leader: number): boolean {
  try {
    process.kill(sign * leader, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends every process that we started and that is still running. Synchronous, for use during exit. */
export function killAllGroups(): void {
  for (const leader of live) signalGroup(leader, 'SIGKILL');
  live.clear();
}

const endings = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Set until the first group exists: installing signal handlers costs time, and most events do not need them. */
let arm: (() => void) | undefined;

/** What the first signal does instead of ending the process. */
let asking: (() => void) | undefined;

/**
 * The first signal asks for an end, which may take a while; the second one ends the process at once. Returns a function
 * that undoes this.
 */
export function askBeforeEnd(ask: () => void): () => void {
  asking = ask;
  arm?.();
  return () => {
    asking = undefined;
  };
}

/** Makes sure that no hook outlives this process, however it ends; returns a function that undoes this. */
export function onExitKillGroups(): () => void {
  const undo = () => {
    arm = undefined;
    process.off('exit', killAllGroups);
    for (const name of endings) process.off(name, end);
  };
  const end = (name: NodeJS.Signals) => {
    const ask = asking;
    asking = undefined;
    if (ask) {
      ask();
      return;
    }
    killAllGroups();
    undo();
    process.kill(process.pid, name);
  };
  arm = () => {
    arm = undefined;
    process.on('exit', killAllGroups);
    for (const name of endings) process.on(name, end);
  };
  if (live.size > 0 || asking) arm();
  return undo;
}
