import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';

const marker = 'ANYHOOK_E2E_APART';

/** Is this the restarted process without a network? */
export const isIsolated = (): boolean => process.env[marker] === '1';

/** Is only loopback reachable? */
export const hasLoopbackOnly = (): boolean =>
  Object.values(networkInterfaces()).every((addresses) => addresses?.every(({ internal }) => internal) ?? true);

/** Runs this program again in a network namespace with loopback only; returns undefined if that is impossible. */
export function runIsolated(): number | undefined {
  const unshare = [['-n'], ['-r', '-n']].find((options) => tryOut(options));
  if (!unshare) return undefined;
  const self = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawnSync('unshare', [...unshare, ...withLoopback, ...self], {
    stdio: 'inherit',
    env: { ...process.env, [marker]: '1' },
  });
  return child.status ?? 1;
}

// A new namespace has its loopback down. The tools to enable it are not on every PATH.
const withLoopback = [
  'sh',
  '-c',
  '(PATH=$PATH:/usr/sbin:/sbin; ip link set lo up 2>/dev/null || ifconfig lo up) && exec "$@"',
  'sh',
];

const tryOut = (options: readonly string[]): boolean =>
  spawnSync('unshare', [...options, ...withLoopback, 'true'], { stdio: 'ignore' }).status === 0;
