import type { Ability, LoadedAbility } from '../../abilities/ability.js';
import { withBindings } from '../../abilities/bindings.js';
import { veiled } from '../../abilities/hide-untrusted.js';
import { scriptsOfAbility } from '../../abilities/programs.js';
import { canonical } from '../../agents/canonical/index.js';
import type { Problem } from '../../core/errors.js';
import type { SessionStore } from '../../engine/session.js';
import { now } from '../../platform/clock.js';
import { changedAt, stamp } from '../../platform/files/files.js';
import type { Project } from '../../project/load.js';
import type { TrustMode } from '../../project/trust.js';
import { type EngineParts, openProject, type World } from '../../service/engine.js';
import { partsOf } from '../../service/engine-parts.js';
import { engineWithRecords, type ProjectEngine } from '../../service/project-engine.js';
import { memorySessionStore } from '../../state/session-store.js';
import { openAbilities } from './open-abilities.js';

/** The abilities of a project and the hooks that guard them, as they were at one moment. */
export interface Tools {
  readonly project: Project;
  /** The project's hooks, with those that abilities bind to themselves. */
  readonly guard: ProjectEngine;
  /** As a model may read of them. */
  readonly abilities: readonly LoadedAbility[];
  /** As they are. */
  readonly byName: ReadonlyMap<string, LoadedAbility>;
  /** What is wrong in the registry. */
  readonly problems: readonly Problem[];
}

export interface OpenToolsOptions {
  readonly trust?: TrustMode | undefined;
  /** Holds programs of hooks back until their turn comes. */
  readonly inTurn?: EngineParts['inTurn'] | undefined;
}

/** Reads what the project around a folder can do, and its hooks. */
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

/** Jobs and people have no session: what hooks count for them must not pile up in a file that all of them share. */
function withoutNameless(store: SessionStore): SessionStore {
  const nameless = memorySessionStore();
  const of = (id: string) => (id === '' ? nameless : store);
  return { read: (id) => of(id).read(id), append: (id, record) => of(id).append(id, record) };
}

/** For so long, what was read is taken to be still true; an ability's own files are looked at each time. */
const goodMs = 1_000;

/** The tools as they are now, for a process that stays: read again when they may have changed. */
export interface FreshTools {
  /** For a caller who wants this ability, or any. */
  for(ability?: string): Promise<Tools>;
}

export function keepFresh(open: () => Promise<Tools>, clock: () => number = now): FreshTools {
  let kept: { readonly tools: Promise<Tools>; readonly at: number } | undefined;
  const reopen = (): Promise<Tools> => {
    const at = clock();
    const tools = open();
    kept = { tools, at };
    // What failed is tried again by the next.
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

/** The clock of a file system is a little behind. */
const coarseMs = 50;

/** Were the files of an ability left alone since they were looked at, and did none appear that it would start? */
const isSame = (ability: Ability, lookedAt: number): boolean =>
  ability.files.every((file) => {
    const found = stamp(file);
    return found !== undefined && changedAt(found) < lookedAt - coarseMs;
  }) && scriptsOfAbility(ability, (file) => stamp(file) !== undefined).every((file) => ability.files.includes(file));
