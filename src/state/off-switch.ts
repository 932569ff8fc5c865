import { join } from 'node:path';
import { exists, readText, removePath, writeAtomic } from '../platform/files/files.js';
import { userPaths } from './user-paths.js';

/** How long hooks are switched off, by a person. */
export interface OffSwitch {
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Nobody remembers a guard that was switched off for longer. */
export const longestOffMs = 24 * 60 * 60 * 1000;

const offFile = (state: string): string => join(state, 'off.json');

/** The switch as it stands now; undefined where hooks run. A file that cannot be read, or promises too much, is none. */
export function readOffSwitch(state: string, now: number): OffSwitch | undefined {
  // Asked at every event, and a failed open costs more than a look.
  const text = exists(offFile(state)) ? readText(offFile(state), 1024) : undefined;
  if (text === undefined) return undefined;
  try {
    const { until } = JSON.parse(text) as Partial<OffSwitch>;
    return typeof until === 'number' && until > now && until <= now + longestOffMs ? { until } : undefined;
  } catch {
    return undefined;
  }
}

export const switchHooksOff = (state: string, until: number): void =>
  writeAtomic(offFile(state), `${JSON.stringify({ until } satisfies OffSwitch)}\n`);

export const switchHooksOn = (state: string): void => removePath(offFile(state));

/** Why no hook runs: the environment's switch, or the person's. Undefined where hooks run. */
export function offReason(
  { env, home }: { readonly env: Readonly<Record<string, string | undefined>>; readonly home: string },
  now: number,
): string | undefined {
  if (env['ANYHOOK'] === 'off') return 'ANYHOOK=off';
  const off = readOffSwitch(userPaths(env, home).state, now);
  return off && `"anyhook off" until ${new Date(off.until).toISOString()}`;
}
