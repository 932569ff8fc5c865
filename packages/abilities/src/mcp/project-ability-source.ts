import { openProject, type TrustMode, type World } from '@anyhook/anyhook';
import { userPaths, version } from '@anyhook/core';
import { suggestRoutes } from '../routing/signals.js';
import { openToolRunner, type ProjectToolRunner } from '../tasks/tool-runner.js';
import { type AbilitySource, createAbilitySource } from './ability-source.js';

export interface ProjectAbilitySourceOptions {
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
