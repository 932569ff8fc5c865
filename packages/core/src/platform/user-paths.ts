import { join } from 'node:path';
import { isFullPath, thisSystem } from '../file-path.js';

/** Where administrators put settings of anyhook, by the system's name in Node. */
const systemFolders: Readonly<Record<string, string>> = {
  linux: '/etc/anyhook',
  darwin: '/Library/Application Support/anyhook',
  win32: 'C:\\ProgramData\\anyhook',
};

/** The administrator's folder on a system. It does not depend on the environment, which is untrusted. */
export const systemFolder = (system: string = process.platform): string =>
  systemFolders[system] ?? (systemFolders['linux'] as string);

type Env = Readonly<Record<string, string | undefined>>;

/** A user's folders according to an environment. */
export interface UserPaths {
  readonly home: string;
  readonly configHome: string;
  /** anyhook's own state: sessions, trust, caches. Mode 0700. */
  readonly state: string;
  readonly userConfig: string;
  /** Managed config; ignored if the system-wide file exists. */
  readonly managedConfig: string;
  /** System-wide managed config; if it exists, no other is used. */
  readonly systemConfig: string;
  /** The project folder according to the agent, if it sets one. */
  readonly project?: string;
}

/** The user's folders; empty and relative values count as unset, as in the XDG specification. */
export function userPaths(env: Env, fallbackHome: string, project?: string): UserPaths {
  const home = ifFull(env['HOME']) ?? fallbackHome;
  const { XDG_CONFIG_HOME, XDG_STATE_HOME, ANYHOOK_MANAGED_CONFIG } = env;
  const inputs = [home, XDG_CONFIG_HOME, XDG_STATE_HOME, ANYHOOK_MANAGED_CONFIG, project];
  // Called several times per event, nearly always with the same values.
  if (lastLookup && inputs.every((value, i) => value === lastLookup?.inputs[i])) return lastLookup.paths;
  const configHome = ifFull(XDG_CONFIG_HOME) ?? join(home, '.config');
  const state = join(ifFull(XDG_STATE_HOME) ?? join(home, '.local', 'state'), 'anyhook');
  const paths: UserPaths = {
    home,
    configHome,
    state,
    userConfig: join(configHome, 'anyhook', 'config.yaml'),
    managedConfig: ifFull(ANYHOOK_MANAGED_CONFIG) ?? systemConfig,
    systemConfig,
    ...(project !== undefined && { project }),
  };
  lastLookup = { inputs, paths };
  return paths;
}

const isWindows = thisSystem === 'win32';

/** `/etc` on Windows would be a folder of the current drive, which any user may create. */
const systemConfig = isWindows ? join(systemFolder(), 'config.yaml') : '/etc/anyhook/config.yaml';

let lastLookup: { readonly inputs: readonly (string | undefined)[]; readonly paths: UserPaths } | undefined;

const ifFull = (path: string | undefined): string | undefined =>
  path !== undefined && isFullPath(path) ? path : undefined;

/** Where a user's programs keep data that is neither settings nor state, also as in the XDG specification. */
export const dataHome = (env: Env, home: string): string =>
  ifFull(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share');

/** The file that a team commits so that its members can trust a project. */
export const trustLockFile = (root: string): string => join(root, '.agents', 'anyhook.lock.json');
