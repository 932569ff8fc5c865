import { homeIn, slashedPath } from '@anyhook/core';
import { type GuardWorld, tempFolders } from '@anyhook/guard';
import { absolutePath, findUp } from './project-root.js';

/** Determines where a command runs. */
export interface GuardedCall {
  readonly cwd: string;
  /** The folder that the call passes to the tool. */
  readonly folder?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project, if the hook belongs to one. */
  readonly projectRoot?: string | undefined;
  readonly agentPlaces?: readonly string[] | undefined;
}

export function guardWorld({ cwd, folder, env, projectRoot, agentPlaces }: GuardedCall): GuardWorld {
  const home = slashedPath(homeIn(env) ?? '/');
  return {
    cwd: folder === undefined ? cwd : absolutePath(folder, cwd, home),
    // The agent's project does not change with the folder of one call.
    root: findUp(cwd, ['.git']) ?? projectRoot ?? cwd,
    home,
    temp: tempFolders(env),
    env,
    ...(agentPlaces && { agentPlaces }),
  };
}
