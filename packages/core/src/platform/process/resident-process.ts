import { memoryUsage } from 'node:process';
import { isFile } from '../files/files.js';
import type { Environment } from './fit-environment.js';
import { killAllGroups } from './process-groups.js';

/** A long-running process: it drops most of the environment that it was started in, and leaves no child behind. */
export interface ResidentProcess {
  readonly pid: number;
  /** Bytes of memory in use. */
  memory(): number;
  end(code: number): void;
}

/** Variables that the engine itself needs; all others belong to the agent that happened to start it. */
const keptVariables =
  /^(?:HOME|PATH|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|XDG_\w+|NODE_EXTRA_CA_CERTS|ANYHOOK_MANAGED_CONFIG)$/;

/** The same for Windows, where variable names are case-insensitive. */
const keptOnWindows =
  /^(?:PATHEXT|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|USERPROFILE|USERNAME|USERDOMAIN|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMDATA|TEMP|TMP|PATH)$/i;

const isKept = (name: string): boolean =>
  keptVariables.test(name) || (process.platform === 'win32' && keptOnWindows.test(name));

/** Node reads the files named by these first, and a pipe would make it hang. */
const isReadable = (name: string, value = ''): boolean =>
  name === 'NODE_EXTRA_CA_CERTS' ? isFile(value) : name !== 'TZ' || !/^:?\//.test(value);

export const residentEnvironment = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => isKept(name) && isReadable(name, value)));

export function becomeResident(
  folder: string,
  handlers: { readonly signal: () => void; readonly onError: (what: string, isFatal: boolean) => void },
): ResidentProcess {
  for (const name of Object.keys(process.env)) if (!isKept(name)) delete process.env[name];
  // Not the folder it was started in: that may be deleted, or its disk unmounted.
  process.chdir(folder);
  process.umask(0o077);
  process.on('exit', killAllGroups);
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, handlers.signal);
  // A hook that runs in this process may leave a rejected promise behind, which does not affect the engine. An uncaught
  // exception may have broken the engine.
  process.on('unhandledRejection', (error) => handlers.onError(errorText(error), false));
  process.on('uncaughtException', (error) => handlers.onError(errorText(error), true));
  return { pid: process.pid, memory: () => memoryUsage.rss(), end: (code) => process.exit(code) };
}

const errorText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
