import { suggest } from '../../abilities/routing/signals.js';
import { version } from '../../core/version.js';
import type { TrustMode } from '../../project/trust.js';
import { openProject, type World } from '../../service/engine.js';
import { userPlaces } from '../../state/user-paths.js';
import { type OpenedRunner, openToolRunner } from '../tasks/tool-runner.js';
import { createDesk, type Desk } from './ability-source.js';

export interface ProjectDeskOptions {
  readonly world: World;
  readonly trust: TrustMode | undefined;
}

/** The abilities of the project around a folder for the MCP server; opened at the first request. */
export function projectDesk({ world, trust }: ProjectDeskOptions): { readonly desk: Desk; close(): Promise<void> } {
  let opening: Promise<OpenedRunner> | undefined;
  const opened = (): Promise<OpenedRunner> => {
    opening ??= openToolRunner({ world, trust, caller: { source: 'ai_session' }, isTerminal: false }).catch(
      (error: unknown) => {
        // The next request tries again.
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };
  const desk = createDesk(async () => {
    const { runner, abilities } = await opened();
    return { runner, abilities: await abilities(), route: (task) => routed(task, { world, trust }) };
  });
  return { desk, close: async () => (await opening?.catch(() => undefined))?.runner.close() };
}

/** A project that is not trusted gives no routing hints. */
async function routed(task: string, { world, trust }: ProjectDeskOptions): Promise<readonly string[]> {
  const project = await openProject(world, trust);
  if (!project.trusted) return [];
  const { root, snapshot, trust: mode } = project;
  const user = userPlaces(world.env, world.home, world.project);
  const { context = [] } = await suggest(task, { root, levels: snapshot.levels, trust: mode, user, version }, 'mcp');
  return context;
}
