import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** A user's folders, from an environment. */
export interface UserPaths {
  readonly home: string;
  readonly configHome: string;
  /** anyhook's own state: sessions, trust, caches. Mode 0700. */
  readonly state: string;
  /** The user's config file. */
  readonly userConfig: string;
  /** The organisation's config file. */
  readonly managedConfig: string;
  /** The folder that the agent calls its project, if it names one. */
  readonly project?: string;
}

/** Where a user's files are; relative values of XDG variables are ignored, as that specification says. */
export function userPaths(env: Env, fallbackHome: string, project?: string): UserPaths {
  const home = env['HOME'] || fallbackHome;
  const { XDG_CONFIG_HOME, XDG_STATE_HOME, ANYHOOK_MANAGED_CONFIG } = env;
  const given = [home, XDG_CONFIG_HOME, XDG_STATE_HOME, ANYHOOK_MANAGED_CONFIG, project];
  // Called several times per event, nearly always with the same values.
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

/** Where a user's programs keep data that is neither settings nor state, by the same specification. */
export const dataHome = (env: Env, home: string): string =>
  absolute(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share');

/** The file that a team commits so that others can trust a project. */
export const trustLockFile = (root: string): string => join(root, '.agents', 'anyhook.lock.json');
