import type { Ability, LoadedAbility } from '../../abilities/ability.js';
import { withBindings } from '../../abilities/bindings.js';
import { veiled } from '../../abilities/hide-untrusted.js';
import { scriptsOfAbility } from '../../abilities/programs.js';
import { canonical } from '../../agents/canonical/index.js';
import type { Problem } from '../../core/errors.js';
import type { SessionStore } from '../../engine/session.js';
import { now } from '../../platform/clock.js';
import { isUntouchedSince } from '../../platform/files/file-stamps.js';
import { stamp } from '../../platform/files/files.js';
import type { Project } from '../../project/load.js';
import type { TrustMode } from '../../project/trust.js';
import { type EngineParts, openProject, type World } from '../../service/engine.js';
import { partsOf } from '../../service/engine-parts.js';
import { engineWithRecords, type ProjectEngine } from '../../service/project-engine.js';
import { memorySessionStore } from '../../state/session-store.js';
import { openAbilities } from './open-abilities.js';

/** The abilities of a project and the hooks that guard them, at one moment. */
export interface Tools {
  readonly project: Project;
  /** The project's hooks, with those that abilities bind to themselves. */
  readonly guard: ProjectEngine;
  /** What a model may read of them. */
  readonly abilities: readonly LoadedAbility[];
  /** The complete abilities. */
  readonly byName: ReadonlyMap<string, LoadedAbility>;
  /** The problems of the registry. */
  readonly problems: readonly Problem[];
}

export interface OpenToolsOptions {
  readonly trust?: TrustMode | undefined;
  /** Holds programs of hooks back until their turn comes. */
  readonly inTurn?: EngineParts['inTurn'] | undefined;
}

/** Reads the abilities and hooks of the project around a folder. */
export async function openTools(world: World, { trust, inTurn }: OpenToolsOptions = {}): Promise<Tools> {
  const project = await openProject(world, trust);
  const { abilities, loaded, problems } = await openAbilities(project, world);
  const parts = partsOf(project, world, { host: canonical });
  const hooks = withBindings(parts.hooks, abilities);
  return {
    project,
    guard: engineWithRecords(project, {
      ...parts,
      hooks,
      store: withoutNameless(parts.store),
      ...(inTurn && { inTurn }),
    }),
    abilities: loaded.map(veiled),
    byName: new Map(loaded.map((one) => [one.ability.name, one])),
    problems,
  };
}

/** Jobs and people have no session: the counters of hooks for them must not accumulate in one shared file. */
function withoutNameless(store: SessionStore): SessionStore {
  const nameless = memorySessionStore();
  const of = (id: string) => (id === '' ? nameless : store);
  return { read: (id) => of(id).read(id), append: (id, record) => of(id).append(id, record) };
}

/** What was read is trusted for this long; an ability's own files are checked each time. */
const goodMs = 1_000;

/** The current tools, for a process that stays: read again when they may have changed. */
export interface FreshTools {
  /** For a caller who needs this ability, or any. */
  for(ability?: string): Promise<Tools>;
}

export function keepFresh(open: () => Promise<Tools>, clock: () => number = now): FreshTools {
  let kept: { readonly tools: Promise<Tools>; readonly at: number } | undefined;
  const reopen = (): Promise<Tools> => {
    const at = clock();
    const tools = open();
    kept = { tools, at };
    // If it failed, the next caller tries again.
    tools.catch(() => {
      kept = undefined;
    });
    return tools;
  };
  return {
    async for(name) {
      if (!kept || clock() - kept.at >= goodMs) return reopen();
      const { tools, at } = kept;
      const known = await tools;
      const found = name === undefined ? undefined : known.byName.get(name);
      if (name === undefined || (found?.state.kind === 'active' && isSame(found.ability, at))) return known;
      return reopen();
    },
  };
}

/** Whether the files of an ability are unchanged since they were read, and no new file would be started. */
const isSame = (ability: Ability, lookedAt: number): boolean =>
  ability.files.every((file) => isUntouchedSince(file, lookedAt)) &&
  scriptsOfAbility(ability, (file) => stamp(file) !== undefined).every((file) => ability.files.includes(file));
