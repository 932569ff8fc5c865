import type { Environment } from '@anyhook/core';

/**
 * The variables that any program needs. A server is foreign code: of the caller's secrets it gets only those that its
 * registry file names.
 */
const passedVariables: readonly string[] = [
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
];

export type ServerEnvironment =
  | {
      readonly ok: true;
      readonly variables: Environment;
      /** Values of the caller that only the server may see. */
      readonly secrets: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

/**
 * The environment of a server: a few variables of the caller, and the declared ones, whose values may refer to
 * `${OTHERS}`.
 */
export function serverEnvironment(declared: Readonly<Record<string, string>>, env: Environment): ServerEnvironment {
  const variables: Record<string, string | undefined> = {};
  const secrets: string[] = [];
  let why: string | undefined;
  for (const name of passedVariables) if (env[name] !== undefined) variables[name] = env[name];
  for (const [name, value] of Object.entries(declared)) {
    variables[name] = value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, variable: string) => {
      const callerValue = Object.hasOwn(env, variable) ? env[variable] : undefined;
      if (callerValue === undefined)
        why ??= `the variable ${variable} is not set, and "env.${name}" of the server needs it`;
      else if (!passedVariables.includes(variable)) secrets.push(callerValue);
      return callerValue ?? '';
    });
  }
  return why === undefined ? { ok: true, variables, secrets } : { ok: false, why };
}
