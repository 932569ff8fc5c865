import type { PolicySource, World } from '@anyhook/anyhook';
import { fileStamp } from '@anyhook/core';
import type { FleetOfMachine } from './fleet-policy.js';

/** When each fleet is checked again, by the file of its last checks; most events need no disk access. */
const nextLooks = new Map<string, number>();
const retryMs = 60_000;
/** How often records of decisions are sent while agents work. */
const shipMs = 60_000;

/** Is it time to check the policy, send the audit, or connect to the hub? True for one event of many. */
export const isWorkDue: PolicySource<FleetOfMachine>['isWorkDue'] = (fleet, { now, staysRunning }) => {
  const { checkFile, pollMs, audit, shipFile, hubLock } = fleet;
  const isCheckDue = isDue(checkFile, pollMs, now);
  const isShipDue = audit !== undefined && isDue(shipFile, shipMs, now);
  const isHubDue = hubLock !== undefined && staysRunning && isDue(hubLock, retryMs, now);
  return isCheckDue || isShipDue || isHubDue;
};

/** Was the file last written this long ago? True at most once a minute. */
function isDue(file: string, everyMs: number, now: number): boolean {
  const next = nextLooks.get(file);
  // If it is far in the future, the clock was set back.
  if (next !== undefined && now < next && next - now <= everyMs) return false;
  const isOld = isOlderThan(file, everyMs, now);
  const writtenAt = fileStamp(file)?.mtimeMs ?? 0;
  nextLooks.set(file, isOld ? now + Math.min(retryMs, everyMs) : writtenAt + everyMs);
  return isOld;
}

/** A file from the future counts as old, because the clock was set back. */
export function isOlderThan(file: string, ageMs: number, now: number): boolean {
  const writtenAt = fileStamp(file)?.mtimeMs ?? 0;
  return now - writtenAt >= ageMs || writtenAt > now + retryMs;
}

/** Starts a process that does this work. The event does not wait for it, and no connection is opened here. */
export async function startWork({ env, home }: Pick<World, 'env' | 'home'>): Promise<void> {
  const { entryFile, residentEnvironment, startDetached } = await import('@anyhook/core');
  await startDetached(entryFile('fleet.js'), [], { cwd: '/', env: { HOME: home, ...residentEnvironment(env) } });
}
