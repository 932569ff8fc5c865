import { dirname } from 'node:path';
import type { FileStamp } from '@anyhook/core';
import {
  AbsentNames,
  fileStamp,
  isUnchanged,
  modifiedAt,
  now as systemNow,
  userPaths,
  watchFolders,
} from '@anyhook/core';
import type { Project } from '../hooks/load.js';
import { findProjectRoot, projectLevels } from '../hooks/project-root.js';
import { checkSnapshot } from '../hooks/snapshot-cache.js';
import { namesStartingWith } from '../resident/lazy-environment.js';
import { trustFiles } from '../trust/trust.js';
import { type EngineParts, openProject } from './engine.js';
import { type OpenProjectEngine, type ProjectEngine, type ProjectRequest, projectEngineOf } from './project-engine.js';
import { linksToGuarded } from './self-protection.js';

/** Engines that stay loaded, for a process that answers many events of many projects. */
export interface ProjectPool {
  /** Opens projects for a batch of events, and checks each project's files once per batch. */
  batch(): OpenProjectEngine;
  readonly size: number;
  readonly loads: number;
}

export interface ProjectPoolOptions {
  readonly runInTurn: EngineParts['runInTurn'];
  readonly spares?: EngineParts['spares'];
  /** How many projects stay loaded; the least recently used one is dropped. */
  readonly maxProjects?: number;
  readonly now?: () => number;
}

interface PooledProject extends LoadedProject {
  readonly engine: ProjectEngine;
  /** When the agent's folder last gained or lost an entry, and whether a link in it leads to guarded files. */
  readonly folderTime: number | undefined;
  readonly hasLink: boolean;
  readonly unwatch: () => void;
}

/** Edits come in bursts: a project is reloaded after this long without another edit. */
const debounceMs = 100;

export function createProjectPool(options: ProjectPoolOptions): ProjectPool {
  const { runInTurn, spares, maxProjects = 500, now = systemNow } = options;
  const residentParts = { ...(runInTurn && { runInTurn }), ...(spares && { spares }) };
  const pooled = new Map<string, PooledProject>();
  const loading = new Map<string, Promise<unknown>>();
  let loads = 0;

  const forget = (key: string) => {
    pooled.get(key)?.unwatch();
    pooled.delete(key);
  };

  const load = async (key: string, request: ProjectRequest): Promise<ProjectEngine> => {
    loads++;
    const reducedRequest = { ...request, world: { ...request.world, env: relevantVariables(request.world.env) } };
    const folderTime = folderTimeOf(request.world.cwd);
    const loaded = await loadForEvents(reducedRequest, now());
    const hasLink = linksToGuarded(reducedRequest.world, loaded.project.config);
    const engine = projectEngineOf(loaded.project, reducedRequest, residentParts);
    forget(key);
    const unwatch = watchProject(key, reducedRequest, loaded.project);
    pooled.set(key, { ...loaded, engine, folderTime, hasLink, unwatch });
    for (const oldest of pooled.keys()) {
      if (pooled.size <= maxProjects) break;
      forget(oldest);
    }
    return engine;
  };

  /** Loads an edited project before its next event, so the check at that event finds no change. */
  const watchProject = (key: string, request: ProjectRequest, project: Project): (() => void) => {
    let timer: NodeJS.Timeout | undefined;
    const stopWatching = watchFolders(watchedFolders(project), () => {
      clearTimeout(timer);
      timer = setTimeout(() => void (pooled.has(key) && open(key, request).catch(() => undefined)), debounceMs);
      timer.unref();
    });
    return () => {
      clearTimeout(timer);
      stopWatching();
    };
  };

  /** One load at a time: events that arrive meanwhile wait for it and then check its result, as for any project. */
  const loadOnce = (key: string, request: ProjectRequest): Promise<ProjectEngine> => {
    const work = load(key, request).finally(() => loading.get(key) === work && loading.delete(key));
    loading.set(key, work);
    return work;
  };

  const open = async (key: string, request: ProjectRequest): Promise<ProjectEngine> => {
    const earlier = loading.get(key);
    if (earlier) await earlier.catch(() => undefined);
    const known = pooled.get(key);
    if (!known) return loadOnce(key, request);
    const checkedAt = await checkLoaded(known, request, now());
    if (checkedAt === undefined) return loadOnce(key, request);
    const folderTime = folderTimeOf(request.world.cwd);
    // Two changes within one tick of the file system have the same time.
    const isSameFolder = folderTime === known.folderTime && (folderTime ?? 0) < known.checkedAt - debounceMs;
    if (!isSameFolder && linksToGuarded(request.world, known.project.config) !== known.hasLink)
      return loadOnce(key, request);
    // Most recently used last.
    pooled.delete(key);
    pooled.set(key, checkedAt === known.checkedAt && isSameFolder ? known : { ...known, checkedAt, folderTime });
    return known.engine;
  };

  return {
    batch() {
      const opening = new Map<string, Promise<ProjectEngine>>();
      return (request) => {
        const key = poolKey(request);
        let found = opening.get(key);
        if (!found) {
          found = open(key, request);
          opening.set(key, found);
        }
        return found;
      };
    },
    get size() {
      return pooled.size;
    },
    get loads() {
      return loads;
    },
  };
}

/** Undefined if the folder cannot be reached. */
function folderTimeOf(cwd: string): number | undefined {
  try {
    return modifiedAt(cwd);
  } catch {
    return undefined;
  }
}

const watchedFolders = ({ snapshot }: Project): readonly string[] => [
  ...new Set([...Object.keys(snapshot.stamps).map((path) => dirname(path)), ...snapshot.places.map(({ dir }) => dir)]),
];

/** Loading depends only on these variables; no other is kept after its event. */
const relevantNames = /^(?:HOME$|XDG_|ANYHOOK|SA_|FLOW_AGENTS_)/;
const initials = 'HXASF';

const relevantVariableNames = (env: ProjectRequest['world']['env']): readonly string[] =>
  namesStartingWith(env, initials).filter((name) => relevantNames.test(name));

const relevantVariables = (env: ProjectRequest['world']['env']): Record<string, string> =>
  Object.fromEntries(relevantVariableNames(env).map((name) => [name, env[name] ?? '']));

/** Everything that loading depends on besides files. */
function poolKey({ world, agent, trust, untrusted }: ProjectRequest): string {
  const variables = relevantVariableNames(world.env).flatMap((name) => [name, world.env[name]]);
  const { cwd, project, home, ignored = [] } = world;
  return [cwd, project, home, agent.name, trust, untrusted, ...ignored, ...variables].join('\0');
}

type LoadRequest = Pick<ProjectRequest, 'world' | 'trust'>;

/** A project, and a check whether it has changed. */
export interface LoadedProject {
  readonly project: Project;
  /** The time from which file stamps can be trusted. */
  readonly checkedAt: number;
  /** The state of the files that record trust. */
  readonly trust: ReadonlyMap<string, FileStamp | undefined>;
  /** Most possible places of hook files are empty, so do not check each one at every event. */
  readonly absent: AbsentNames;
}

/** Loads a project for a process that keeps running. `now` is read before any file, so later changes are newer. */
export async function loadForEvents(request: LoadRequest, now: number): Promise<LoadedProject> {
  const trust = trustStamps(request);
  const project = await openProject(request.world, request.trust, { forEvent: true });
  return { project, checkedAt: now, trust, absent: new AbsentNames() };
}

/** Undefined if anything changed; else the time from which stamps can be trusted next time. */
export async function checkLoaded(
  { project, checkedAt, trust, absent }: LoadedProject,
  request: LoadRequest,
  now: number,
): Promise<number | undefined> {
  const isAbsent = absent.checkAt(now);
  for (const [path, stamp] of trust) {
    if (!(stamp === undefined && isAbsent(path)) && !isUnchanged(fileStamp(path), stamp, checkedAt)) return undefined;
  }
  const { cwd } = request.world;
  try {
    return await checkSnapshot(project.snapshot, cwd, userPathsFor(request), checkedAt, now, isAbsent);
  } catch {
    // The folder was deleted during the check.
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
