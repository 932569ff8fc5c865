import type { EventName, Hook, UntrustedRule } from '@anyhook/core';
import {
  exists,
  guardedEvents,
  needsTrust,
  realPath,
  standIns,
  trustLockFile,
  unreadableHooksText,
  untrustedHooksText,
  userPaths,
} from '@anyhook/core';
import type { EngineParts, World } from '../answer/engine.js';
import { engineParts, engineWithRecords, type ProjectEngine } from '../answer/project-engine.js';
import { refusingParts, untrustedHooksOf } from '../answer/untrusted-hooks.js';
import type { Project } from '../hooks/load.js';
import { uniqueHooks } from '../hooks/overrides.js';
import { findProjectRoot } from '../hooks/project-root.js';
import type { TrustMode } from '../trust/trust.js';
import { createLiveProject, type LiveProject } from './live-project.js';

interface LibraryEngineOptions {
  readonly world: World;
  readonly trust?: TrustMode | undefined;
  readonly untrusted?: UntrustedRule | undefined;
  readonly only?: ((hook: Hook) => boolean) | undefined;
}

/** The engine of a program: the hooks of its project and, for a call elsewhere, also those of the project there. */
interface LibraryEngine {
  /** The project of the engine's own folder, as last checked. */
  readonly project: Project;
  /** For an event in this folder. Before an action it uses the hooks trusted now, otherwise those of the last check. */
  at(folder: string, event?: EventName): Promise<ProjectEngine>;
}

/** How many engines for folders of calls stay loaded; the oldest are dropped. */
const maxFolders = 100;

export async function openLibraryEngine(options: LibraryEngineOptions): Promise<LibraryEngine> {
  const { world, trust, untrusted = 'refuse', only = () => true } = options;
  const own = createLiveProject(world, trust);
  const first = await own.current();
  const user = userPaths(world.env, world.home);
  // Hooks from the start keep running: an agent must not remove a guard by deleting it from a file.
  const atStart = engineParts(first, world).hooks;
  const ofUser = atStart.filter((hook) => !needsTrust(hook) && !isStandIn(hook));
  // A person who trusts hooks again also decides which ones are removed.
  const ofProject = first.trust === 'ask' ? [] : atStart.filter(needsTrust);
  const elsewhere = new Map<string, LiveProject>();
  const engines = new Map<string, { readonly from: readonly Project[]; readonly engine: ProjectEngine }>();
  let latest = first;

  const ownNow = async (): Promise<Project> => {
    // With trust "project" the files decide, and an agent could change them while it works.
    latest = first.trust === 'project' ? first : await own.current();
    return latest;
  };
  const projectAt = (folder: string): Promise<Project> => {
    // A program is only responsible for its own project; elsewhere the user's config decides.
    const isOwn = findProjectRoot(folder, user).root === first.root;
    const live =
      elsewhere.get(folder) ??
      createLiveProject({ ...world, cwd: folder }, isOwn || trust !== 'project' ? trust : undefined);
    remember(elsewhere, folder, live);
    return live.current();
  };
  /** Without its lock file a project cannot say which hooks it lost. */
  const lostWithLock = ({ root, trust: mode }: Project): string | undefined => {
    const lost = root === first.root && mode === 'lock' ? ofProject.filter(only).length : 0;
    return lost === 0 || exists(trustLockFile(root))
      ? undefined
      : untrustedHooksText(root, { untrusted: 0, changed: lost, unreadFiles: 0, waiting: 0 });
  };
  const engineOf = (projects: readonly Project[], folder: string, problem?: string): ProjectEngine => {
    const project = projects.at(-1) ?? first;
    const parts = engineParts(project, { ...world, cwd: folder });
    const loaded = projects.flatMap((one) => (one === project ? parts.hooks : engineParts(one, world).hooks));
    const hooks = project === first ? parts.hooks : uniqueHooks([...ofUser, ...loaded, ...ofProject], [], realPath);
    const [idle] = projects.flatMap((one) => untrustedHooksOf(one, only) ?? lostWithLock(one) ?? []);
    const why = problem ?? (untrusted === 'refuse' ? idle : undefined);
    const wanted: EngineParts = { ...parts, hooks: hooks.filter(only) };
    return engineWithRecords(project, why === undefined ? wanted : refusingParts(wanted, project.root, why));
  };

  return {
    get project() {
      return latest;
    },
    async at(folder, event = 'tool.before') {
      const known = engines.get(folder);
      if (known && !guardedEvents.includes(event)) return known.engine;
      try {
        const projects = folder === world.cwd ? [await ownNow()] : [await ownNow(), await projectAt(folder)];
        if (known && projects.every((one, i) => one === known.from[i])) return known.engine;
        const engine = engineOf(projects, folder);
        remember(engines, folder, { from: projects, engine });
        return engine;
      } catch (error) {
        return engineOf([latest], folder, unreadableHooksText(folder, (error as Error).message));
      }
    },
  };
}

/** Replaces a guard that was lost earlier, until a person confirms the loss. */
const isStandIn = ({ handler }: Hook): boolean => handler.kind === 'builtin' && handler.use === standIns.changed;

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maxFolders) break;
    map.delete(oldest);
  }
}
