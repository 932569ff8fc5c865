import { openProject, type TrustMode, type World } from '@anyhook/anyhook';
import { ticks, userPaths, version } from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';
import { suggestRoutes } from '../routing/signals.js';
import type { ToolRunner } from '../tasks/task.js';
import { openToolRunner, type ProjectToolRunner } from '../tasks/tool-runner.js';

/** The abilities of a project at one moment, and what runs them. */
export interface ProjectAbilities {
  readonly abilities: readonly LoadedAbility[];
  readonly runner: ToolRunner;
  /** Routing hints for a task, as sentences for a model; empty if nothing matches. */
  route(task: string): Promise<readonly string[]>;
}

/** The project that the server offers, in its current state at each request. */
export interface AbilitySource {
  open(): Promise<ProjectAbilities>;
  /** Calls the listener when abilities have changed, until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** Minimum time between two checks for clients that only listen, and the maximum share of time for checks. */
const minPollMs = 2_000;
const maxTimeShare = 0.05;

/** Watches a project for listening clients. It polls, because not every system reports file changes. */
export function createAbilitySource(open: () => Promise<ProjectAbilities>): AbilitySource {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let lastFingerprint: string | undefined;

  const check = async () => {
    const startedAt = ticks();
    // If the project cannot be read now, the next request reports it.
    const fingerprint = await open().then(fingerprintOf, () => lastFingerprint);
    if (lastFingerprint !== undefined && fingerprint !== lastFingerprint) for (const listener of listeners) listener();
    lastFingerprint = fingerprint;
    if (listeners.size > 0) scheduleCheck(Math.max(minPollMs, (ticks() - startedAt) / maxTimeShare));
  };
  const scheduleCheck = (ms: number) => {
    timer = setTimeout(() => void check(), ms).unref();
  };

  return {
    open,
    onChange(changed) {
      listeners.add(changed);
      if (listeners.size === 1) void check();
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
  };
}

/** Projects with equal fingerprints offer the same tools. */
const fingerprintOf = ({ abilities }: ProjectAbilities): string => JSON.stringify(abilities);

interface ProjectAbilitySourceOptions {
  readonly world: World;
  readonly trust: TrustMode | undefined;
}

/** The abilities of the project that contains a folder for the MCP server; opened at the first request. */
export function openProjectAbilitySource({ world, trust }: ProjectAbilitySourceOptions): {
  readonly source: AbilitySource;
  close(): Promise<void>;
} {
  let opening: Promise<ProjectToolRunner> | undefined;
  const openRunner = (): Promise<ProjectToolRunner> => {
    opening ??= openToolRunner({ world, trust, caller: { source: 'ai_session' }, isTerminal: false }).catch(
      (error: unknown) => {
        // The next request tries again.
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };
  const source = createAbilitySource(async () => {
    const { runner, abilities } = await openRunner();
    return { runner, abilities: await abilities(), route: (task) => routingHints(task, { world, trust }) };
  });
  return { source, close: async () => (await opening?.catch(() => undefined))?.runner.close() };
}

/** A project that is not trusted gives no routing hints. */
async function routingHints(task: string, { world, trust }: ProjectAbilitySourceOptions): Promise<readonly string[]> {
  const project = await openProject(world, trust);
  if (!project.trusted) return [];
  const { root, snapshot, trust: mode } = project;
  const user = userPaths(world.env, world.home, world.project);
  const { context = [] } = await suggestRoutes(
    task,
    { root, levels: snapshot.levels, trust: mode, user, version },
    'mcp',
  );
  return context;
}
