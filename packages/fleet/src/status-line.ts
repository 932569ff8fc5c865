import type { Io } from '@anyhook/anyhook';
import { userPaths } from '@anyhook/core';
import { findFleet } from './fleet-file.js';
import { fleetFilePlaces } from './fleet-lock.js';

/** A line that names the fleet of this machine; undefined if there is none. */
export function statusLine({ env, home }: Pick<Io, 'env' | 'home'>): string | undefined {
  const { settings, problems } = findFleet(fleetFilePlaces(userPaths(env, home)));
  const [problem] = problems;
  if (!settings) return problem && `${problem.source}: ${problem.message}`;
  const { org, file, lock } = settings;
  return `${org} sets hooks on this machine (${file}${lock ? ', locked' : ''}): see "anyhook fleet status"`;
}
