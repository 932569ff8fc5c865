import { homeIn, isFullPath } from './file-path.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Values that `init` stored for an agent's entries, by variable name. The agent's environment cannot change them. */
export type FixedVariables = Readonly<Record<string, string>>;

export const folderVariables = ['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_DATA_HOME'] as const;

/** Variables that loosen rules. In an agent they apply only if they are fixed. */
export const looseningVariables = ['ANYHOOK', 'ANYHOOK_TRUST', 'ANYHOOK_MANAGED_CONFIG'] as const;

/**
 * The version of clients and launcher that `init` writes. Earlier ones passed the agent's environment to the deciding
 * program, and treated its crash as "no opinion".
 */
export const launcherVersion = '2';

/** The values that each variable may have. `ANYHOOK=off` cannot be fixed: uninstall instead. */
const fixableValues: Readonly<Record<string, (value: string) => boolean>> = {
  ...Object.fromEntries(folderVariables.map((name) => [name, isFullPath])),
  ANYHOOK_TRUST: (value) => value === 'lock' || value === 'project',
  ANYHOOK_MANAGED_CONFIG: isFullPath,
  ANYHOOK_ENGINE: (value) => value === 'off',
  NODE_EXTRA_CA_CERTS: isFullPath,
  ANYHOOK_LAUNCHER: (value) => /^\d{1,4}$/.test(value),
};

const option = '--fixed';

export const fixedArguments = (fixed: FixedVariables): readonly string[] =>
  Object.entries(fixed).flatMap(([name, value]) => [option, `${name}=${value}`]);

/** Reads one `NAME=value`; undefined if it cannot be fixed. */
export function parseFixedVariable(text: string): readonly [string, string] | undefined {
  const [name = '', value = ''] = text.split(/=(.*)/s, 2);
  return Object.hasOwn(fixableValues, name) && fixableValues[name]?.(value) ? [name, value] : undefined;
}

/**
 * The values to fix from an environment: the folders, an alternative managed config, whether the engine is used,
 * certificates for this user's connections and, if requested, the trust mode.
 */
export function fixedFrom(env: Env, fallbackHome: string, trust?: string): FixedVariables {
  const values = {
    ...Object.fromEntries(folderVariables.map((name) => [name, env[name]])),
    HOME: homeIn(env) ?? fallbackHome,
    ANYHOOK_MANAGED_CONFIG: env['ANYHOOK_MANAGED_CONFIG'],
    ANYHOOK_TRUST: trust,
    ANYHOOK_ENGINE: env['ANYHOOK_ENGINE'],
    NODE_EXTRA_CA_CERTS: env['NODE_EXTRA_CA_CERTS'],
    ANYHOOK_LAUNCHER: launcherVersion,
  };
  const usable = Object.entries(values).flatMap(([name, value]) => {
    const pair = value === undefined ? undefined : parseFixedVariable(`${name}=${value}`);
    return pair ? [pair] : [];
  });
  return Object.fromEntries(usable);
}

export function parseFixedArguments(args: readonly string[]): FixedVariables {
  const given = args.flatMap((word, i) => {
    const text =
      word === option ? args[i + 1] : word.startsWith(`${option}=`) ? word.slice(option.length + 1) : undefined;
    const pair = text === undefined ? undefined : parseFixedVariable(text);
    return pair ? [pair] : [];
  });
  return Object.fromEntries(given);
}

/**
 * The values that replace an agent's own ones. With a fixed home, every folder is fixed: one that was not set at `init`
 * stays at its default. Only the user's own `ask` is still honored, because it is stricter than any other mode.
 */
export function replacedVariables(env: Env, fixed: FixedVariables): Env {
  const isInstalled = fixed['HOME'] !== undefined;
  const own = isInstalled ? [...folderVariables, 'NODE_EXTRA_CA_CERTS'] : [];
  return {
    ANYHOOK: undefined,
    ANYHOOK_TRUST: env['ANYHOOK_TRUST'] === 'ask' ? 'ask' : fixed['ANYHOOK_TRUST'],
    ANYHOOK_MANAGED_CONFIG: fixed['ANYHOOK_MANAGED_CONFIG'],
    ANYHOOK_ENGINE: fixed['ANYHOOK_ENGINE'],
    ...Object.fromEntries(own.map((name) => [name, fixed[name]])),
  };
}

/** Whether these values came from a launcher, client or plugin of an earlier version. */
export const isEarlierLauncher = (fixed: FixedVariables): boolean =>
  fixed['HOME'] !== undefined && Number(fixed['ANYHOOK_LAUNCHER'] ?? 1) < Number(launcherVersion);

/**
 * The notices about variables of the agent that would loosen rules and are ignored. They do not contain the values,
 * because these may come from an attacker.
 */
export function ignoredVariableNotes(env: Env, fixed: FixedVariables): readonly string[] {
  const isOther = (name: string) => Boolean(env[name]) && env[name] !== fixed[name];
  const folders = fixed['HOME'] === undefined ? [] : folderVariables.filter((name) => isOtherFolder(name, env, fixed));
  return [
    ...(env['ANYHOOK'] === 'off'
      ? ['ANYHOOK=off is set, but an agent\'s environment cannot switch hooks off: run "anyhook off"']
      : []),
    ...(isOther('ANYHOOK_TRUST') && env['ANYHOOK_TRUST'] !== 'ask'
      ? [
          'ANYHOOK_TRUST is set, but an agent\'s environment cannot trust a project: run "anyhook init --ci --trust lock", or write --trust-lock into the entry',
        ]
      : []),
    ...(isOther('ANYHOOK_MANAGED_CONFIG')
      ? [
          'ANYHOOK_MANAGED_CONFIG is set, but an agent\'s environment cannot name the managed config: run "anyhook init" with it set',
        ]
      : []),
    ...(env['ANYHOOK_ENGINE'] === 'off' && fixed['HOME'] !== undefined && fixed['ANYHOOK_ENGINE'] !== 'off'
      ? [
          'ANYHOOK_ENGINE=off is set, but an agent\'s environment cannot switch the engine off: run "anyhook init" with it set',
        ]
      : []),
    ...folders.map(
      (name) =>
        `${name} of the agent is ignored, because it differs from what "anyhook init" fixed; hooks in other folders need trust: run "anyhook init" with ${name} set`,
    ),
  ];
}

/** Does the variable name another folder than the fixed one? If it is unset on one side, the default counts there. */
function isOtherFolder(name: (typeof folderVariables)[number], env: Env, fixed: FixedVariables): boolean {
  const value = env[name];
  if (value === undefined || !isFullPath(value) || value === fixed[name]) return false;
  return fixed[name] !== undefined || value !== `${fixed['HOME']}/${defaultFolders[name]}`;
}

const defaultFolders = {
  HOME: '',
  XDG_CONFIG_HOME: '.config',
  XDG_STATE_HOME: '.local/state',
  XDG_DATA_HOME: '.local/share',
};
