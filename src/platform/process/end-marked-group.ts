import { setTimeout as wait } from 'node:timers/promises';
import { groupLives, signalGroup } from './groups.js';
import { lifeOf } from './process-identity.js';

/** Ends the group that a marked process leads: TERM, then KILL. Another process that has its number is left alone. */
export async function endMarkedGroup(mark: string, graceMs = 500): Promise<void> {
  const leader = Number(mark.split(':')[0]);
  // One that still waits for its parent keeps its number, and so its group, from being used again.
  const isThatGroup = () => ['alive', 'ended'].includes(lifeOf(mark)) && groupLives(leader);
  if (!isThatGroup()) return;
  signalGroup(leader, 'SIGTERM');
  for (let waited = 0; waited < graceMs; waited += pollMs) {
    await wait(pollMs);
    if (!groupLives(leader)) return;
  }
  signalGroup(leader, 'SIGKILL');
  for (let waited = 0; waited < graceMs && groupLives(leader); waited += pollMs) await wait(pollMs);
}

const pollMs = 10;
