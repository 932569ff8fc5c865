import type { Environment } from '../../io/environment.js';
import { fillVariables } from '../../io/variables.js';

/** What a program needs to run at all. A server is foreign code: of the caller's secrets it gets what its file names. */
const passedOn = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TERM',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'TZ',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  // Windows
  'APPDATA',
  'LOCALAPPDATA',
  'PATHEXT',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERPROFILE',
] as const;

export type ServerEnvironment =
  | { readonly ok: true; readonly variables: Environment }
  | { readonly ok: false; readonly why: string };

/** The environment of a server: a few variables of the caller, and the declared ones, whose values may name `${OTHERS}`. */
export function serverEnvironment(declared: Readonly<Record<string, string>>, env: Environment): ServerEnvironment {
  const variables: Record<string, string | undefined> = {};
  for (const name of passedOn) if (env[name] !== undefined) variables[name] = env[name];
  for (const [name, value] of Object.entries(declared)) {
    for (const [, used = ''] of value.matchAll(/\$\{([A-Za-z_]\w*)\}/g)) {
      if (Object.hasOwn(env, used) && env[used] !== undefined) continue;
      return { ok: false, why: `the variable ${used} is not set, and "env.${name}" of the server needs it` };
    }
    variables[name] = fillVariables(value, env);
  }
  return { ok: true, variables };
}
