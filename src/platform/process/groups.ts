// Groups do not exist on Windows: there only the leader can be reached.
const sign = process.platform === 'win32' ? 1 : -1;

const live = new Set<number>();

/** Records that the group of this leader is ours to end. */
export function keepGroup(leader: number): void {
  live.add(leader);
  arm?.();
}

/** Forgets a group whose end was seen. */
export const dropGroup = (leader: number): void => void live.delete(leader);

/** Leaders of the groups that still run. */
export const liveGroups = (): readonly number[] => [...live];

/** Sends a signal to every process of a group; a group that is gone already is no error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(sign * leader, signal);
  } catch {
    // ESRCH: nobody is left. EPERM: only zombies or strangers are left (macOS).
  }
}

/** Is a process of this group left? A zombie counts. */
export function groupLives(leader: number): boolean {
  try {
    process.kill(sign * leader, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends every process that we started and that has not ended by itself. Synchronous, for use while we exit. */
export function killAllGroups(): void {
  for (const leader of live) signalGroup(leader, 'SIGKILL');
  live.clear();
}

const endings = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Set until the first group is there: signal handlers cost time that most events do not need to spend. */
let arm: (() => void) | undefined;

/** What the first signal does in place of ending us. */
let asking: (() => void) | undefined;

/** The first signal asks for an end, which may take its time; the second one is obeyed at once. Returns how to undo that. */
export function askBeforeEnd(ask: () => void): () => void {
  asking = ask;
  arm?.();
  return () => {
    asking = undefined;
  };
}

/** Makes sure that no hook outlives this process, however it ends; returns how to undo that. */
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
