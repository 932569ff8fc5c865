import { join } from 'node:path';
import { exists, parseObject, readText, removePath, userPaths, writeAtomic } from '@anyhook/core';
import { machineLock } from './machine-lock.js';

/** Until when the user has switched hooks off. */
export interface OffSwitch {
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** A limit, because a guard that is switched off for longer is forgotten. */
export const maxOffMs = 24 * 60 * 60 * 1000;

const offFile = (state: string): string => join(state, 'off.json');

/** The current switch; undefined if hooks run. An unreadable file, or one with a time too far ahead, does not count. */
export function readOffSwitch(state: string, now: number): OffSwitch | undefined {
  // Checked at every event; a failed open costs more than a stat.
  const text = exists(offFile(state)) ? readText(offFile(state), 1024) : undefined;
  const until = text === undefined ? undefined : parseObject(text)?.['until'];
  return typeof until === 'number' && until > now && until <= now + maxOffMs ? { until } : undefined;
}

export const switchHooksOff = (state: string, until: number): void =>
  writeAtomic(offFile(state), `${JSON.stringify({ until } satisfies OffSwitch)}\n`);

export const switchHooksOn = (state: string): void => removePath(offFile(state));

/** Why no hook runs: the environment's switch, or the user's. Undefined if hooks run. */
export function offReason(
  { env, home }: { readonly env: Readonly<Record<string, string | undefined>>; readonly home: string },
  now: number,
): string | undefined {
  const user = userPaths(env, home);
  const off = env['ANYHOOK'] === 'off' ? undefined : readOffSwitch(user.state, now);
  if (env['ANYHOOK'] !== 'off' && !off) return undefined;
  // Read only now, because most events do not need it.
  if (machineLock(user)) return undefined;
  return off ? `"anyhook off" until ${new Date(off.until).toISOString()}` : 'ANYHOOK=off';
}
