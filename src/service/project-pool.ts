import { dirname } from 'node:path';
import { now as systemNow } from '../platform/clock.js';
import { isUnchanged } from '../platform/files/file-stamps.js';
import { type FileStamp, fileStamp } from '../platform/files/files.js';
import { watchFolders } from '../platform/files/watch.js';
import type { Project } from '../project/load.js';
import { findProjectRoot, foldersFromRoot } from '../project/project-root.js';
import { checkSnapshot } from '../project/snapshot-cache.js';
import { trustFiles } from '../project/trust.js';
import { namesStartingWith } from '../resident/lazy-environment.js';
import { userPaths } from '../state/user-paths.js';
import { type EngineParts, openProject } from './engine.js';
import { type OpenProjectEngine, type ProjectEngine, type ProjectRequest, projectEngineOf } from './project-engine.js';

/** Engines that stay loaded, for a process that answers many events of many projects. */
export interface ProjectPool {
  /**
   * Opens projects for events that arrived together: checks each project's files once, after this call, and not again for
   * these events.
   */
  batch(): OpenProjectEngine;
  /** Number of loaded projects. */
  readonly size: number;
  /** How many times a project was loaded since the start. */
  readonly loads: number;
}

export interface ProjectPoolOptions {
  readonly inTurn: EngineParts['inTurn'];
  /** The most projects that stay loaded; the least recently used one is dropped. */
  readonly most?: number;
  readonly now?: () => number;
}

interface PooledProject {
  readonly project: Project;
  readonly opened: ProjectEngine;
  /** The time from which file stamps can be trusted. */
  readonly lookedAt: number;
  /** The state of the files that record trust. */
  readonly trust: ReadonlyMap<string, FileStamp | undefined>;
  /** Stops watching its folders. */
  readonly unwatch: () => void;
}

/** Edits come in bursts: a project is loaded again after this long without another edit. */
const quietMs = 100;

export function createProjectPool({ inTurn, most = 500, now = systemNow }: ProjectPoolOptions): ProjectPool {
  const kept = new Map<string, PooledProject>();
  let loads = 0;

  const forget = (key: string) => {
    kept.get(key)?.unwatch();
    kept.delete(key);
  };

  const load = async (key: string, wanted: ProjectRequest): Promise<ProjectEngine> => {
    loads++;
    // Taken before checking files: later changes are newer than this.
    const lookedAt = now();
    const own = { ...wanted, world: { ...wanted.world, env: relevantVariables(wanted.world.env) } };
    const trust = trustStamps(own);
    const project = await openProject(own.world, own.trust);
    const opened = projectEngineOf(project, own, inTurn);
    forget(key);
    kept.set(key, { project, opened, lookedAt, trust, unwatch: watched(key, own, project) });
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      forget(oldest);
    }
    return opened;
  };

  /** Loads an edited project before its next event, so the check at that event finds no change. */
  const watched = (key: string, wanted: ProjectRequest, project: Project): (() => void) => {
    let timer: NodeJS.Timeout | undefined;
    const end = watchFolders(watchedFolders(project), () => {
      clearTimeout(timer);
      timer = setTimeout(() => void (kept.has(key) && open(key, wanted).catch(() => undefined)), quietMs);
      timer.unref();
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  };

  const open = async (key: string, wanted: ProjectRequest): Promise<ProjectEngine> => {
    const known = kept.get(key);
    if (!known) return load(key, wanted);
    const lookedAt = await checkUnchanged(known, wanted, now());
    if (lookedAt === undefined) return load(key, wanted);
    // Most recently used last.
    kept.delete(key);
    kept.set(key, lookedAt === known.lookedAt ? known : { ...known, lookedAt });
    return known.opened;
  };

  return {
    batch() {
      const opening = new Map<string, Promise<ProjectEngine>>();
      return (wanted) => {
        const key = poolKey(wanted);
        let found = opening.get(key);
        if (!found) {
          found = open(key, wanted);
          opening.set(key, found);
        }
        return found;
      };
    },
    get size() {
      return kept.size;
    },
    get loads() {
      return loads;
    },
  };
}

/** Where a project's files are. */
const watchedFolders = ({ snapshot }: Project): readonly string[] => [
  ...new Set([...Object.keys(snapshot.stamps).map((path) => dirname(path)), ...snapshot.places.map(({ dir }) => dir)]),
];

/** Undefined if anything changed; else the time from which stamps can be trusted next time. */
async function checkUnchanged(
  { project, lookedAt, trust }: PooledProject,
  wanted: ProjectRequest,
  now: number,
): Promise<number | undefined> {
  for (const [path, stamp] of trust) if (!isUnchanged(fileStamp(path), stamp, lookedAt)) return undefined;
  const { cwd } = wanted.world;
  try {
    return await checkSnapshot(project.snapshot, cwd, userPathsFor(wanted), lookedAt, now);
  } catch {
    // The folder was deleted while we checked it.
    return undefined;
  }
}

const userPathsFor = ({ world: { env, home, project } }: ProjectRequest) => userPaths(env, home, project);

function trustStamps(wanted: ProjectRequest): ReadonlyMap<string, FileStamp | undefined> {
  const user = userPathsFor(wanted);
  const where = findProjectRoot(wanted.world.cwd, user);
  const files = trustFiles(where.root, foldersFromRoot(where), user);
  return new Map(files.map((path) => [path, fileStamp(path)]));
}

/** Loading depends only on these variables; no other is kept after its event. */
const relevantNames = /^(?:HOME$|XDG_|ANYHOOK|SA_|FLOW_AGENTS_)/;
const initials = 'HXASF';

const relevantVariableNames = (env: ProjectRequest['world']['env']): readonly string[] =>
  namesStartingWith(env, initials).filter((name) => relevantNames.test(name));

const relevantVariables = (env: ProjectRequest['world']['env']): Record<string, string> =>
  Object.fromEntries(relevantVariableNames(env).map((name) => [name, env[name] ?? '']));

/** Everything that loading depends on besides files. */
function poolKey({ world, host, trust }: ProjectRequest): string {
  const variables = relevantVariableNames(world.env).flatMap((name) => [name, world.env[name]]);
  return [world.cwd, world.project, world.home, host.name, trust, ...variables].join('\0');
}
