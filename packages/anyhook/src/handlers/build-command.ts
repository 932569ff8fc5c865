import { join } from 'node:path';
import { exists, isFolder, isObject, parseObject, readText } from '@anyhook/core';

/** Lock file → the package manager that wrote it. */
const managers: Readonly<Record<string, string>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

/** The command that installs and builds the package in a folder; undefined if it has nothing to install or build. */
export function buildCommand(folder: string): string | undefined {
  const manifest = parseObject(readText(join(folder, 'package.json')) ?? '');
  if (!manifest) return undefined;
  const lockFile = Object.keys(managers).find((name) => exists(join(folder, name))) ?? '';
  const manager = managers[lockFile] ?? 'npm';
  const hasPackages = ['dependencies', 'devDependencies'].some((key) => Object.keys(Object(manifest[key])).length > 0);
  const scripts = isObject(manifest['scripts']) ? manifest['scripts'] : {};
  const steps = [
    ...(hasPackages && !isFolder(join(folder, 'node_modules')) ? [`${manager} install`] : []),
    ...(typeof scripts['build'] === 'string' ? [`${manager} run build`] : []),
  ];
  return steps.length > 0 ? steps.join(' && ') : undefined;
}
