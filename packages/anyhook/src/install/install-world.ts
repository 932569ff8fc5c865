import { join } from 'node:path';
import { AnyhookError, dataHome, listFolder, machineInfo, nearestWord, realPath, userPaths } from '@anyhook/core';
import type { AgentInstall, InstallPlace } from '../agents/kit/install.js';
import type { World } from '../answer/engine.js';
import { findProjectRoot } from '../hooks/project-root.js';

/** The machine, as `init` and `uninstall` need to know it. */
export interface InstallWorld {
  readonly place: Omit<InstallPlace, 'scope'>;
  readonly state: string;
  /** The script that user entries call. */
  readonly launcher: string;
}

export function installWorld(world: World): InstallWorld {
  const user = userPaths(world.env, world.home);
  const isWindows = machineInfo().system === 'win32';
  return {
    place: {
      home: user.home,
      env: world.env,
      root: findProjectRoot(world.cwd, user).root,
      isWindows,
      realPath,
      namesIn,
    },
    state: user.state,
    launcher: join(dataHome(world.env, user.home), 'anyhook', 'bin', isWindows ? 'anyhook-hook.cmd' : 'anyhook-hook'),
  };
}

function namesIn(folder: string): readonly string[] {
  const found = listFolder(folder);
  return typeof found === 'string' ? [] : found.map(({ name }) => name);
}

/** The installers of the named agents; all if no name is given. */
export function installsOf(
  installs: readonly AgentInstall[],
  names: readonly string[] | undefined,
): readonly AgentInstall[] {
  if (!names) return installs;
  return names.map((name) => {
    const found = installs.find(({ agent }) => agent === name);
    if (found) return found;
    const known = installs.map(({ agent }) => agent);
    const near = nearestWord(name, known);
    const hint = near ? `did you mean "${near}"?` : `known: ${known.join(', ')}`;
    throw new AnyhookError('UNKNOWN_HOST', `--agent: anyhook cannot write into the settings of "${name}"; ${hint}`);
  });
}
