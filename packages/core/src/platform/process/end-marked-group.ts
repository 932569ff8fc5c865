import { setTimeout as wait } from 'node:timers/promises';
import { isGroupAlive, signalGroup } from './process-groups.js';
import { processLife } from './process-identity.js';

/** Ends the group that a marked process leads: TERM, then KILL. Another process that has its number is left alone. */
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
