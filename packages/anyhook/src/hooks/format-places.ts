import { join, sep } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import { type FormatName, realPath, type Scope } from '@anyhook/core';
import type { HookLoader, SearchFolders } from '../formats/kit/format.js';
import type { FormatPlace } from './discover.js';

/**
 * Is the folder of the user's settings part of the project? A variable may have put it there: it then needs trust and may
 * only tighten, like everything in the project.
 */
export function isInProject({ configHome, home }: UserPaths, root: string): boolean {
  return configHome !== join(home, '.config') && isInRoot(configHome, root) && !isInRoot(home, root);
}

const isInRoot = (path: string, root: string): boolean =>
  `${realPath(path)}${sep}`.startsWith(root === sep ? sep : `${root}${sep}`);

/** A plugin, or a folder of an agent, that is part of the project needs trust: an agent that works there could change it. */
export function scopeInProject(place: FormatPlace, root: string, { home }: UserPaths): Scope | undefined {
  if (place.plugin === undefined && place.agentFolder === undefined) return undefined;
  return isInRoot(place.dir, root) && !isInRoot(home, root) ? 'project' : undefined;
}

/** Where to look, at every level; the user's own places are searched once. */
export function formatPlaces(
  folders: SearchFolders,
  levels: readonly string[],
  loaders: Readonly<Record<FormatName, HookLoader>>,
): readonly FormatPlace[] {
  const all = Object.entries(loaders).flatMap(([format, loader]) =>
    levels.flatMap((level) =>
      loader.places({ ...folders, cwd: level, root: level }).map((place): FormatPlace => ({ ...place, format })),
    ),
  );
  return [
    ...new Map(
      all.map((place) => [JSON.stringify([place.format, place.scope, place.dir, place.find]), place]),
    ).values(),
  ];
}
