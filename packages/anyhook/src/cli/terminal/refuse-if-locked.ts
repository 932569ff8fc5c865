import { AnyhookError, userPaths } from '@anyhook/core';
import { fleetFilePlaces, lockedText, lockingFleetFile } from '../../switches/fleet-lock.js';
import type { Io } from './io.js';

/** Throws if this machine is locked to its fleet: `what` would step out of it. */
export function refuseIfLocked(what: string, { env, home }: Pick<Io, 'env' | 'home'>): void {
  const file = lockingFleetFile(fleetFilePlaces(userPaths(env, home)));
  if (file !== undefined) throw new AnyhookError('UNTRUSTED', lockedText(what, file));
}
