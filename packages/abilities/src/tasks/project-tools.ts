import type { EngineParts, Project, ProjectEngine, SessionStore, TrustMode, World } from '@anyhook/anyhook';
import {
  canonical,
  createMemorySessionStore,
  engineParts,
  engineWithRecords,
  openProject,
  refusingParts,
} from '@anyhook/anyhook';
import { fileStamp, isUntouchedSince, now, type Problem } from '@anyhook/core';
import type { Ability, LoadedAbility } from '../registry/ability.js';
import { withBindings } from '../registry/bindings.js';
import { openAbilities } from '../registry/open-abilities.js';
import { abilityScripts } from '../registry/programs.js';
import { hideUntrusted } from '../registry/views.js';

/** The abilities of a project and the hooks that guard them, at one moment. */
export interface ProjectTools {
  readonly project: Project;
  /** The project's hooks, with those that abilities bind to themselves. */
  readonly guard: ProjectEngine;
  /** The same project while its hooks are untrusted: each guarded call is denied with this reason. */
  readonly refusing: (why: string) => ProjectEngine;
  /** The parts that a model may read. */
  readonly abilities: readonly LoadedAbility[];
  /** The complete abilities. */
  readonly byName: ReadonlyMap<string, LoadedAbility>;
  readonly problems: readonly Problem[];
}

export interface OpenProjectToolsOptions {
  readonly trust?: TrustMode | undefined;
  /** Limits how many programs of hooks run at once; the others wait. */
  readonly inTurn?: EngineParts['runInTurn'] | undefined;
}

/** Reads the abilities and hooks of the project that contains a folder. */
export async function openProjectTools(
  world: World,
  { trust, inTurn }: OpenProjectToolsOptions = {},
): Promise<ProjectTools> {
  const project = await openProject(world, trust);
  const { abilities, loaded, problems } = await openAbilities(project, world);
  const parts = engineParts(project, world, { agent: canonical });
  const guarding: EngineParts = {
    ...parts,
    hooks: withBindings(parts.hooks, abilities),
    store: keepNamelessInMemory(parts.store),
    ...(inTurn && { runInTurn: inTurn }),
  };
  return {
    project,
    guard: engineWithRecords(project, guarding),
    refusing: (why) => engineWithRecords(project, refusingParts(guarding, project.root, why)),
    abilities: loaded.map(hideUntrusted),
    byName: new Map(loaded.map((one) => [one.ability.name, one])),
    problems,
  };
}

/** Jobs and people have no session: the counters of hooks for them must not accumulate in one shared file. */
function keepNamelessInMemory(store: SessionStore): SessionStore {
  const memoryStore = createMemorySessionStore();
  const storeFor = (id: string) => (id === '' ? memoryStore : store);
  return { read: (id) => storeFor(id).read(id), append: (id, record) => storeFor(id).append(id, record) };
}

/** Loaded tools are reused for this long; an ability's own files are checked each time. */
const reuseMs = 1_000;

/** The current tools, for a long-running process: read again when they may have changed. */
export interface ProjectToolsSource {
  /** The tools for a caller who needs this ability, or any. */
  current(ability?: string): Promise<ProjectTools>;
}

export function createProjectToolsSource(
  open: () => Promise<ProjectTools>,
  clock: () => number = now,
): ProjectToolsSource {
  let cached: { readonly tools: Promise<ProjectTools>; readonly openedAt: number } | undefined;
  const reopen = (): Promise<ProjectTools> => {
    const openedAt = clock();
    const tools = open();
    cached = { tools, openedAt };
    // If it failed, the next caller tries again.
    tools.catch(() => {
      cached = undefined;
    });
    return tools;
  };
  return {
    async current(name) {
      if (!cached || clock() - cached.openedAt >= reuseMs) return reopen();
      const { tools, openedAt } = cached;
      const loaded = await tools;
      const found = name === undefined ? undefined : loaded.byName.get(name);
      if (name === undefined || (found?.state.kind === 'active' && isUnchanged(found.ability, openedAt))) return loaded;
      return reopen();
    },
  };
}

/** Whether the files of an ability are unchanged since they were read, and no script exists now that was missing when the ability was read. */
const isUnchanged = (ability: Ability, readAt: number): boolean =>
  ability.files.every((file) => isUntouchedSince(file, readAt)) &&
  abilityScripts(ability, (file) => fileStamp(file) !== undefined).every((file) => ability.files.includes(file));
