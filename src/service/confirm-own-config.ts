import { confirmConfig, isRemembered, lostGuards } from '../project/config-record.js';
import { userPaths } from '../state/user-paths.js';
import { openProject, type World } from './engine.js';

/**
 * Does something to the user's own config that a person decided: what it then guards less needs no other confirmation. What
 * was lost before still needs one, because the person may not know of it.
 */
export async function changeOwnConfig<T>(world: World, act: () => T | Promise<T>): Promise<T> {
  const before = await openProject(world);
  const result = await act();
  if (before.hooks.some(isRemembered)) return result;
  const { snapshot, hooks } = await openProject(world);
  if (hooks.some(isRemembered)) confirmConfig(snapshot, userPaths(world.env, world.home), world.env);
  return result;
}

/** Remembers that a user who was just connected has no config: a snapshot kept from before does not look again. */
export async function rememberOwnConfig(world: World): Promise<void> {
  const { snapshot } = await openProject(world);
  lostGuards(snapshot, userPaths(world.env, world.home), world.env);
}
