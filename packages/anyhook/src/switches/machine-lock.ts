import type { UserPaths } from '@anyhook/core';
import { features } from '../features.js';

/** What keeps users of this machine from switching hooks off. */
export interface MachineLock {
  /** The administrator's file that says so. */
  readonly file: string;
  /** What the file does, for messages. */
  readonly effect: string;
  refusal(what: string): string;
}

/** The lock of this machine; undefined if there is none. An event needs it only while hooks are switched off. */
export function machineLock(user: UserPaths): MachineLock | undefined {
  for (const { lock } of features) {
    const found = lock?.(user);
    if (found) return found;
  }
  return undefined;
}
