import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Lets everybody else go first, where the system can tell this thread from the rest of its process. */
export function stepBack(niceness = 10): void {
  try {
    // Linux has a number for each thread; elsewhere the whole process would step back.
    const thread = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1];
    if (thread !== undefined) setPriority(Number(thread), niceness);
  } catch {
    // Not Linux, or not allowed.
  }
}
