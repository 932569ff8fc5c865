import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** The folders that belong to a user, from an environment. */
export interface UserPaths {
  readonly home: string;
  readonly configHome: string;
  /** Our own state: sessions, trust, caches. Mode 0700. */
  readonly state: string;
  /** The user's config file. */
  readonly userConfig: string;
  /** The organisation's config file. */
  readonly managedConfig: string;
  /** The folder that the agent calls its project, where it says so. */
  readonly project?: string;
}

/** Where a user's files are; relative values of XDG variables are ignored, as that specification says. */
export function userPaths(env: Env, fallbackHome: string, project?: string): UserPaths {
  const home = env['HOME'] || fallbackHome;
  const { XDG_CONFIG_HOME, XDG_STATE_HOME, ANYHOOK_MANAGED_CONFIG } = env;
  const given = [home, XDG_CONFIG_HOME, XDG_STATE_HOME, ANYHOOK_MANAGED_CONFIG, project];
  // Several times for each event, and nearly always the same.
  if (lastLookup && given.every((value, i) => value === lastLookup?.given[i])) return lastLookup.places;
  const configHome = absolute(XDG_CONFIG_HOME) ?? join(home, '.config');
  const state = join(absolute(XDG_STATE_HOME) ?? join(home, '.local', 'state'), 'anyhook');
  const places: UserPaths = {
    home,
    configHome,
    state,
    userConfig: join(configHome, 'anyhook', 'config.yaml'),
    managedConfig: absolute(ANYHOOK_MANAGED_CONFIG) ?? '/etc/anyhook/config.yaml',
    ...(project !== undefined && { project }),
  };
  lastLookup = { given, places };
  return places;
}

let lastLookup: { readonly given: readonly (string | undefined)[]; readonly places: UserPaths } | undefined;

const absolute = (path: string | undefined): string | undefined => (path?.startsWith('/') ? path : undefined);

/** Where programs of a user keep what is neither settings nor state, by the same specification. */
export const dataHome = (env: Env, home: string): string =>
  absolute(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share');

/** The file that a team commits, by which others may trust a project. */
export const trustLockFile = (root: string): string => join(root, '.agents', 'anyhook.lock.json');
