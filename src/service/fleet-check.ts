import { fileStamp } from '../platform/files/files.js';
import type { FleetOfMachine } from '../project/fleet-policy.js';
import type { World } from './engine.js';

/** When each fleet is looked at again, by the file of its last checks; most events need no look at the disk. */
const nextLooks = new Map<string, number>();
const retryMs = 60_000;

/** Is it time to check the policy of a fleet? True for one event of many. */
export function isFleetCheckDue({ checkFile, pollMs }: FleetOfMachine, now: number): boolean {
  const next = nextLooks.get(checkFile);
  // One from far ahead: the clock was set back.
  if (next !== undefined && now < next && next - now <= pollMs) return false;
  const checkedAt = fileStamp(checkFile)?.mtimeMs ?? 0;
  const isDue = now - checkedAt >= pollMs || checkedAt > now + retryMs;
  nextLooks.set(checkFile, isDue ? now + Math.min(retryMs, pollMs) : checkedAt + pollMs);
  return isDue;
}

/** Starts a process that checks the policy. The event does not wait for it, and no connection is opened here. */
export async function startFleetCheck({ env, home }: World): Promise<void> {
  const [{ startDetached }, { entryFile }, { residentEnvironment }] = await Promise.all([
    import('../platform/process/start-detached.js'),
    import('../platform/process/supervisor.js'),
    import('../platform/process/resident-process.js'),
  ]);
  await startDetached(entryFile('fleet.js'), [], { cwd: '/', env: { HOME: home, ...residentEnvironment(env) } });
}
