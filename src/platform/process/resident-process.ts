import { memoryUsage } from 'node:process';
import type { Environment } from './environment.js';
import { killAllGroups } from './groups.js';

/** This process as one that stays: it keeps no environment of whoever started it, and leaves nothing behind. */
export interface ResidentProcess {
  readonly pid: number;
  /** Bytes of memory in use. */
  memory(): number;
  /** Ends the process. */
  end(code: number): void;
}

/** What the engine itself needs; everything else belongs to the agent that happened to start it. */
const kept =
  /^(?:HOME|PATH|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|XDG_\w+|NODE_EXTRA_CA_CERTS|ANYHOOK_MANAGED_CONFIG)$/;

/** As much of an environment as a process that stays may keep. */
export const ownEnvironment = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => kept.test(name)));

/** Settles this process in a folder, for good. */
export function becomeResident(
  folder: string,
  on: { readonly signal: () => void; readonly trouble: (what: string, isFatal: boolean) => void },
): ResidentProcess {
  for (const name of Object.keys(process.env)) if (!kept.test(name)) delete process.env[name];
  // Not the folder of whoever started us: it may be deleted, or its disk unplugged.
  process.chdir(folder);
  process.umask(0o077);
  process.on('exit', killAllGroups);
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, on.signal);
  // A hook that runs in this process may leave a promise behind: its own business. An exception may have broken ours.
  process.on('unhandledRejection', (error) => on.trouble(textOf(error), false));
  process.on('uncaughtException', (error) => on.trouble(textOf(error), true));
  return { pid: process.pid, memory: () => memoryUsage.rss(), end: (code) => process.exit(code) };
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
