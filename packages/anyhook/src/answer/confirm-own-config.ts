import { userPaths } from '@anyhook/core';
import { confirmConfig, isRemembered, lostGuards } from '../hooks/config-record.js';
import { openProject, type World } from './engine.js';

/** Changes the user's own config for a person: what it relaxes needs no other confirmation, earlier losses do. */
export async function changeOwnConfig<T>(world: World, act: () => T | Promise<T>): Promise<T> {
  const before = await openProject(world);
  const result = await act();
  if (before.hooks.some(isRemembered)) return result;
  const { snapshot, hooks } = await openProject(world);
  if (hooks.some(isRemembered)) confirmConfig(snapshot, userPaths(world.env, world.home), world.env);
  return result;
}

/** Remembers that a newly connected user has no config, because a cached snapshot does not check again. */
export async function rememberOwnConfig(world: World): Promise<void> {
  const { snapshot } = await openProject(world);
  lostGuards(snapshot, userPaths(world.env, world.home), world.env);
}
