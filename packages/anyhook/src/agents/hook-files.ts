import { slashedPath } from '@anyhook/core';
import { unreadHookPlaces } from '../../.cache/agents/hook-files.js';

/** Only hooks, hooks under the key `hooks`, in frontmatter or as TOML tables, or code that the agent loads. */
export type HookFileKind = 'hooks' | 'settings' | 'frontmatter' | 'toml' | 'code';

/** Where an agent keeps hooks that anyhook does not read. */
export interface UnreadHookPlace {
  readonly agent: string;
  readonly kind: HookFileKind;
  /** Files of a project; `{name}` matches any name, or a part of one. */
  readonly project: readonly string[];
  /** Files below the user's home folder. */
  readonly user: readonly string[];
}

/** The row for a file, by the end of its path, wherever its project is. */
export function unreadHookPlaceOf(path: string): UnreadHookPlace | undefined {
  return unreadHookPlaces.find(({ project, user }) => [...project, ...user].some((place) => endsLike(path, place)));
}

const endsLike = (path: string, place: string): boolean =>
  new RegExp(`(?:^|/)${placeSource(place)}$`, 's').test(slashedPath(path));

const placeSource = (place: string): string =>
  place
    .split('{name}')
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
