import { constants, setPriority } from 'node:os';

/** Lets other programs go first where there is more work than the machine can do at once. */
export function yieldToOthers(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that does not allow it: the program works as well.
  }
}
