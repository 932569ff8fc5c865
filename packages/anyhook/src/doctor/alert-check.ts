import { now } from '@anyhook/core';
import { agents } from '../agents/index.js';
import type { World } from '../answer/engine.js';
import { alertUnhookedSessions } from '../answer/unhooked-sessions.js';
import { alertShownMs, openAlertStore } from '../sessions/alert-store.js';
import { type DoctorCheck, makeFinding } from './finding.js';

/** Reports the calls of the last week that bypassed the guard. */
export async function alertChecks(world: World, state: string): Promise<readonly DoctorCheck[]> {
  // Sessions without any hook are detected only here and when the next session starts. Other checks report unreadable or
  // unwritable files.
  for (const agent of agents) await alertUnhookedSessions(agent, world, state).catch(() => {});
  const alerts = openAlertStore(state).list(now() - alertShownMs);
  const newest = alerts.at(-1);
  const title = 'no call is known to have bypassed the guard in the last week';
  if (!newest) return [{ title, findings: [] }];
  const others = alerts.length > 1 ? ` (and ${alerts.length - 1} more in the last week)` : '';
  const when = new Date(newest.at).toLocaleString('sv');
  return [{ title, findings: [makeFinding('call-unguarded', `${when}: ${newest.text}${others}`)] }];
}
