import type { Io } from '@anyhook/anyhook';
import { AnyhookError, now, userPaths, version } from '@anyhook/core';
import { deviceIdentity } from './device-identity.js';
import { type FetchResult, fetchPolicy } from './fetch-policy.js';
import { type FleetSettings, findFleet } from './fleet-file.js';
import { fleetFilePlaces } from './fleet-lock.js';

/** The fleet that this machine belongs to; throws if its file cannot be used, undefined if there is none. */
export function fleetOf({ env, home }: Pick<Io, 'env' | 'home'>): FleetSettings | undefined {
  const { settings, problems } = findFleet(fleetFilePlaces(userPaths(env, home)));
  const [problem] = problems;
  if (!settings && problem) throw new AnyhookError('BAD_HOOK_FILE', `${problem.source}: ${problem.message}`);
  return settings;
}

/** Checks the policy of the fleet once. */
export const checkFleet = (settings: FleetSettings, { env, home }: Pick<Io, 'env' | 'home'>): Promise<FetchResult> =>
  fetchPolicy({
    settings,
    state: userPaths(env, home).state,
    now: now(),
    version,
    device: () => deviceIdentity(userPaths(env, home).state, settings.org).device,
  });
