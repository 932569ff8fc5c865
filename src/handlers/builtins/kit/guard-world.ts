import { homeIn, slashedPath } from '@anyhook/core';
import type { GuardWorld } from '@anyhook/guard';
import { absolutePath, findUp } from './project-root.js';

/** Where a system keeps temporary files. A variable may name a folder in one of these, and no other. */
const tempRoots = ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp'];
const tempParents = [...tempRoots, '/var/folders', '/private/var/folders', '/run/user'];

/** What decides where a command runs. */
export interface GuardedCall {
  readonly cwd: string;
  /** The folder that the tool is told to use. */
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
    // What an agent works on does not change with the folder of one call.
    root: findUp(cwd, ['.git']) ?? projectRoot ?? cwd,
    home,
    temp: tempFolders(env),
    env,
    ...(agentPlaces && { agentPlaces }),
  };
}

/** The environment of an agent is foreign: `TMPDIR=/` must not make everything temporary. */
function tempFolders({ TMPDIR = '' }: GuardedCall['env']): readonly string[] {
  const named = TMPDIR.length > 1 && TMPDIR.endsWith('/') ? TMPDIR.slice(0, -1) : TMPDIR;
  const isTemporary = tempParents.some((parent) => named.startsWith(`${parent}/`)) && !named.split('/').includes('..');
  return isTemporary ? [...tempRoots, named] : tempRoots;
}
