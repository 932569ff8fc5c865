import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The environment variable that marks processes started by a test. */
export const markName = 'ANYHOOK_TEST_MARK';

/** Pids of live processes that carry the mark in their environment. Empty where there is no /proc. */
export function markedProcesses(mark: string): readonly string[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${markName}=${mark}\0`);
    } catch {
      return false;
    }
  });
}

/** Waits until the condition holds; gives up after a generous time. */
export async function waitUntil(condition: () => boolean, ms = 15_000): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) if (condition()) return true;
  return condition();
}
