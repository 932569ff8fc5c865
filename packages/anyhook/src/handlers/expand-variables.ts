import { homeIn } from '@anyhook/core';

type Environment = Readonly<Record<string, string | undefined>>;

/** A folder with `~`, `$VAR`, `${VAR}` and `${env.VAR}` filled in; a variable that is not set is empty. */
export function expandFolder(folder: string, env: Environment): string {
  const expanded = folder.replace(/\$(?:\{(?:env\.)?(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
    return env[braced ?? bare ?? ''] ?? '';
  });
  return /^~(?=[\\/]|$)/.test(expanded) ? `${homeIn(env) ?? '~'}${expanded.slice(1)}` : expanded || '.';
}

/** Values with `${env.VAR}` filled in; any other `$` is part of the value. */
export const expandValues = (
  values: Readonly<Record<string, string>>,
  env: Environment,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(/\$\{env\.(\w+)\}/g, (_, variable: string) => env[variable] ?? ''),
    ]),
  );
