import { isPrivateFolder, sharesNamespaces } from '../platform/files/ownership.js';

/**
 * Why clients in this place do not ask a running engine, and decide each event in a process of its own; undefined if they
 * ask it. What agents in other sandboxes see cannot be known from here.
 */
export function unreachableReason(state: string, pid: number): string | undefined {
  if (!isPrivateFolder(state)) return 'others may enter the state folder';
  if (!sharesNamespaces(pid))
    return 'it runs in another sandbox or container (its namespaces are not those of this shell)';
  return undefined;
}
