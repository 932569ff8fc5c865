import { AnyhookError } from './core/errors.js';
import type { Host } from './hosts/host.js';
import { findHost } from './hosts/index.js';
import type { TrustMode } from './project/trust.js';

/** How an agent calls us for one event. */
export interface RunOptions {
  readonly host: Host;
  readonly event?: string;
  readonly timeoutMs?: number;
  readonly trust?: TrustMode;
}

/** Reads the options of `anyhook run`; by hand, for Node's own reader takes a millisecond to load. */
export function parseRun(args: readonly string[]): RunOptions {
  const given = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const [name = '', inline] = (args[i] as string).split(/=(.*)/s, 2);
    if (flags.has(name)) given.set(name, '');
    else if (values.has(name)) given.set(name, inline ?? args[++i] ?? '');
    else throw new AnyhookError('BAD_ARGUMENT', `run takes ${[...values, ...flags].join(', ')}, got ${args[i]}`);
  }
  const name = given.get('--host');
  if (!name) throw new AnyhookError('BAD_ARGUMENT', '--host is required: which agent sends the payload?');
  const event = given.get('--event');
  const timeoutMs = given.has('--timeout') ? Number(given.get('--timeout')) : undefined;
  if (timeoutMs !== undefined && !(timeoutMs > 0)) {
    const got = given.get('--timeout');
    throw new AnyhookError('BAD_ARGUMENT', `--timeout must be a positive number of milliseconds, got "${got}"`);
  }
  const trust = given.has('--trust-project') ? 'project' : given.has('--trust-lock') ? 'lock' : undefined;
  return {
    host: findHost(name),
    ...(event !== undefined && { event }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(trust && { trust }),
  };
}

const values: ReadonlySet<string> = new Set(['--host', '--event', '--timeout']);
const flags: ReadonlySet<string> = new Set(['--trust-project', '--trust-lock']);
