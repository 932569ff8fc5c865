import { delimiter } from 'node:path';
import { findSafeProgram } from '@anyhook/core';
import type { World } from '../answer/engine.js';
import { type AnyhookProgram, systemPath } from './launcher.js';

/**
 * Where the launcher finds the programs that it starts by name, independent of the agent's PATH: the system folders, then the
 * folders on this user's PATH that neither a project nor another user can write to.
 */
export function toolsOf({ env, cwd }: Pick<World, 'env' | 'cwd'>): Pick<AnyhookProgram, 'path' | 'env'> {
  const found = findSafeProgram('env', env, [cwd]);
  if (found.kind !== 'found') return {};
  const folders = [...systemPath.split(delimiter), ...found.safePath().split(delimiter)].filter(isPlain);
  return { path: [...new Set(folders)].join(delimiter), env: found.file };
}

/** A line break would end the line of the launcher that holds it. */
const isPlain = (folder: string): boolean => folder !== '' && !/[\u0000-\u001f]/.test(folder);
