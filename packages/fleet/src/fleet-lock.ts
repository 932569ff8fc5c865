import { dirname, join } from 'node:path';
import type { MachineLock } from '@anyhook/anyhook';
import { readText, systemFolder, type UserPaths } from '@anyhook/core';

/** The locations of the fleet file: the administrator's, and the user's own. */
export interface FleetFilePlaces {
  readonly system: string;
  readonly user: string;
  /** Managed config of the system; if it exists, the user's own fleet file is ignored. */
  readonly systemConfig: string;
}

export const fleetFileName = 'fleet.yaml';

export const fleetFilePlaces = ({ userConfig, systemConfig }: UserPaths): FleetFilePlaces => ({
  system: join(systemFolder(), fleetFileName),
  user: join(dirname(userConfig), fleetFileName),
  systemConfig,
});

/** The administrator's file that locks this machine to a fleet. Read without a parser: events need it while off. */
export function lockingFleetFile({ system }: Pick<FleetFilePlaces, 'system'>): string | undefined {
  const text = readText(system, 64 * 1024);
  return text !== undefined && locksByText(text) ? system : undefined;
}

/** Does the text of a fleet file lock the machine? Anything similar does too: a mistake must not unlock it. */
export const locksByText = (text: string): boolean =>
  text
    .split('\n')
    .some((line) => /(?:^|[\s{,])["']?lock["']?\s*:\s*["']?(?:true|yes|on)\b/i.test(line.replace(/(?:^|\s)#.*$/, '')));

export function fleetLock(user: UserPaths): MachineLock | undefined {
  const file = lockingFleetFile(fleetFilePlaces(user));
  return file === undefined ? undefined : { file, effect: `${file} locks this machine to its fleet`, refusal };

  function refusal(what: string): string {
    return `${what}: this machine is locked to its fleet by ${file} (lock: true), which its administrator sets; see "anyhook fleet status"`;
  }
}
