import { isPrivateFolder, sharesNamespaces } from '@anyhook/core';

/**
 * Why clients here do not use the running engine but decide each event in their own process; undefined if they
 * use it. Agents in other sandboxes may see something else.
 */
export function unreachableReason(state: string, pid: number): string | undefined {
  if (!isPrivateFolder(state)) return 'others may enter the state folder';
  if (!sharesNamespaces(pid))
    return 'it runs in another sandbox or container (its namespaces are not those of this shell)';
  return undefined;
}
