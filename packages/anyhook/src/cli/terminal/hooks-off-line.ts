import { now, userPaths } from '@anyhook/core';
import { machineLock } from '../../switches/machine-lock.js';
import { readOffSwitch } from '../../switches/off-switch.js';
import type { Io } from './io.js';

/** A line that says why no hook runs now and how to change it; undefined if hooks run. */
export function hooksOffLine({ env, home }: Pick<Io, 'env' | 'home'>): string | undefined {
  const user = userPaths(env, home);
  if (machineLock(user)) return undefined;
  if (env['ANYHOOK'] === 'off') return 'hooks are off: ANYHOOK=off is set here, so no hook runs for what starts here';
  const off = readOffSwitch(user.state, now());
  return off && `hooks are off until ${new Date(off.until).toLocaleString('sv')}: "anyhook on" switches them on again`;
}
