import { AnyhookError, userPaths } from '@anyhook/core';
import { machineLock } from '../../switches/machine-lock.js';
import type { Io } from './io.js';

/** Throws if this machine is locked: `what` would bypass the lock. */
export function refuseIfLocked(what: string, { env, home }: Pick<Io, 'env' | 'home'>): void {
  const lock = machineLock(userPaths(env, home));
  if (lock) throw new AnyhookError('UNTRUSTED', lock.refusal(what));
}
