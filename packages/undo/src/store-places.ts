import { join } from 'node:path';
import type { Environment } from '@anyhook/core';
import { nestedRoots } from './nested.js';
import { storeFolder } from './shadow-git.js';
import { type OpenTurn, readOpenTurn } from './turn-files.js';

/** The session of an event, and how to run work after the answer. */
export interface EventPlace {
  readonly session: string;
  readonly agent: string;
  readonly env: Environment;
  /** Finds the project. Throws if the folder must not be tracked. Slow, so call it after the answer if possible. */
  readonly findRoot: () => string;
  /** Runs work after the answer; missing if this process ends with the answer. */
  readonly later?: ((work: () => Promise<void>) => void) | undefined;
}

/** Where turns happen: the project, the session, and how to run work after the answer. */
export interface TurnPlace extends Omit<EventPlace, 'findRoot'> {
  readonly root: string;
}

/** One store in which a session works: that of the project, or of a repository in it. */
export interface StorePlace extends TurnPlace {
  readonly dir: string;
  readonly project: string;
  /** Relative to the project; empty for the project itself. */
  readonly folder: string;
}

/** The store of a project, with the turn that the session is in. */
export interface ProjectPlace extends StorePlace {
  readonly turn: OpenTurn | undefined;
}

/** The project of the session's turn: an agent may enter a nested repository and still works for the project. */
export function projectPlace({ findRoot, ...event }: EventPlace): ProjectPlace {
  const place: TurnPlace = { ...event, root: findRoot() };
  const own = storeFolder(place.root, place.env);
  const turn = readOpenTurn(own, place.session);
  const project = turn?.project;
  if (project === undefined) return { ...place, dir: own, project: place.root, folder: '', turn };
  const dir = storeFolder(project, place.env);
  return { ...place, root: project, dir, project, folder: '', turn: readOpenTurn(dir, place.session) };
}

/** The store of the project, and those of nested repositories. */
export function storesOf(place: TurnPlace): readonly StorePlace[] {
  const { root, env } = place;
  return ['', ...nestedRoots(root, env)].map((folder) => {
    const own = folder === '' ? root : join(root, folder);
    return { ...place, root: own, dir: storeFolder(own, env), project: root, folder };
  });
}
