import { homeIn, isFullPath } from './file-path.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Values that `init` wrote down for an agent's entries, by the names of variables. The agent's environment cannot change them. */
export type FixedVariables = Readonly<Record<string, string>>;

export const folderVariables = ['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_DATA_HOME'] as const;

/** Variables that loosen rules. In an agent they count only if they are fixed. */
export const looseningVariables = ['ANYHOOK', 'ANYHOOK_TRUST', 'ANYHOOK_MANAGED_CONFIG'] as const;

/**
 * The version of clients and launcher that `init` writes. Earlier ones let the agent's environment reach the program that decides,
 * and treated its death as no opinion.
 */
export const launcherVersion = '2';

/** The values that each name may have. `ANYHOOK=off` cannot be fixed: to get that, uninstall. */
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
 * The values to fix from an environment: the folders, another managed config, whether there is an engine, certificates for this
 * user's connections and, if the caller wants it, the trust mode.
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
 * What replaces an agent's own values. With a fixed home, every folder is fixed: one that was not set at `init` stays at
 * its default. Only a person's own `ask` is still obeyed, because it is stricter than any other mode.
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
 * What a person is told about variables of the agent that would loosen something and are not obeyed. Their values are
 * left out: whoever set them must not speak through us.
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
        `${name} of the agent differs from what "anyhook init" fixed, which counts; hooks in other folders need trust: run "anyhook init" with ${name} set`,
    ),
  ];
}

/** A folder that is not set on one side is the default there, which says the same as its path. */
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
