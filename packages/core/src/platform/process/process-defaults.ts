import { arch, hostname, platform, release, userInfo } from 'node:os';
import { attempt } from '../../errors.js';
import { homeIn, isFullPath } from '../../file-path.js';

/** The environment of this process, for callers that pass none. */
export const processEnvironment = (): Readonly<Record<string, string | undefined>> => process.env;
export const workingFolder = (): string => process.cwd();
export const isAtTerminal = (): boolean => process.stdin.isTTY === true || process.stderr.isTTY === true;
/** The home folder from an environment, or else from the user database. Always a full path. */
export const homeFolder = (env = processEnvironment()): string => homeIn(env) ?? accountHome();

function accountHome(): string {
  try {
    const { homedir } = userInfo();
    return isFullPath(homedir) ? homedir : '/';
  } catch {
    // The user has no entry in the user database, as in containers.
    return '/';
  }
}

export const machineInfo = (): { readonly system: string; readonly release: string; readonly arch: string } => ({
  system: platform(),
  release: release(),
  arch: arch(),
});

export const userName = (): string | undefined => attempt(() => userInfo().username);

export const hostName = (): string => hostname();
