import { type FileStamp, fileStamp, isUnchanged, userPaths } from '@anyhook/core';
import type { Project } from '../hooks/load.js';
import { projectLevels } from '../hooks/project-levels.js';
import { findProjectRoot } from '../hooks/project-root.js';
import { checkSnapshot } from '../hooks/snapshot-cache.js';
import { trustFiles } from '../trust/trust.js';
import { openProject } from './engine.js';
import type { ProjectRequest } from './project-engine.js';

type LoadRequest = Pick<ProjectRequest, 'world' | 'trust'>;

/** A project, and how to check that it has not changed since. */
export interface LoadedProject {
  readonly project: Project;
  /** The time from which file stamps can be trusted. */
  readonly checkedAt: number;
  /** The state of the files that record trust. */
  readonly trust: ReadonlyMap<string, FileStamp | undefined>;
}

/** Loads a project for a process that stays. `now` is read before any file, so that later changes are newer. */
export async function loadForEvents(request: LoadRequest, now: number): Promise<LoadedProject> {
  const trust = trustStamps(request);
  const project = await openProject(request.world, request.trust, { forEvent: true });
  return { project, checkedAt: now, trust };
}

/** Undefined if anything changed; else the time from which stamps can be trusted next time. */
export async function checkLoaded(
  { project, checkedAt, trust }: LoadedProject,
  request: LoadRequest,
  now: number,
): Promise<number | undefined> {
  for (const [path, stamp] of trust) if (!isUnchanged(fileStamp(path), stamp, checkedAt)) return undefined;
  const { cwd } = request.world;
  try {
    return await checkSnapshot(project.snapshot, cwd, userPathsFor(request), checkedAt, now);
  } catch {
    // The folder was deleted while we checked it.
    return undefined;
  }
}

const userPathsFor = ({ world: { env, home, project } }: LoadRequest) => userPaths(env, home, project);

function trustStamps(request: LoadRequest): ReadonlyMap<string, FileStamp | undefined> {
  const user = userPathsFor(request);
  const folders = findProjectRoot(request.world.cwd, user);
  const files = trustFiles(folders.root, projectLevels(folders, request.world.cwd, user), user);
  return new Map(files.map((path) => [path, fileStamp(path)]));
}
