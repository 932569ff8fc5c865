import { readText } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { agents, findAgent, loadInstalls } from '../agents/index.js';
import { type AgentInstall, isWrittenByInit, scopesOf, targetsOf } from '../agents/kit/install.js';
import { openProject, type World } from '../answer/engine.js';
import { permissionsLookup } from '../engine/permissions.js';
import { formats } from '../formats/index.js';
import { builtinLimits, informingBuiltins } from '../handlers/builtins/index.js';
import { detectAgent } from '../install/detect-agent.js';
import { type InstallWorld, installWorld } from '../install/install-world.js';
import { hookMatrix, type MatrixRow } from './matrix.js';
import { expectedHooks } from './project.js';

/** The agents of a matrix: these, all that anyhook knows, or those found here. */
interface MatrixOptions {
  readonly agent?: readonly string[];
  readonly all?: boolean;
}

interface ProjectMatrix {
  readonly agents: readonly Agent[];
  readonly rows: readonly MatrixRow[];
  /** What the builtins of these hooks cannot see, by their names. */
  readonly limits: ReadonlyMap<string, string>;
}

/** Grades every hook of a project on every agent. */
export async function projectMatrix(world: World, options: MatrixOptions): Promise<ProjectMatrix> {
  const project = await openProject(world);
  const installs = await loadInstalls();
  const agents = agentsFor(options, installs, installWorld(world));
  const grading = { permissionsOf: permissionsLookup(formats), passiveBuiltins: await informingBuiltins() };
  const hooks = expectedHooks(project);
  const used = hooks.flatMap(({ handler }) => (handler.kind === 'builtin' ? [handler.use] : []));
  return { agents, rows: hookMatrix(hooks, agents, grading, installs), limits: await builtinLimits(used) };
}

function agentsFor(
  { agent, all }: MatrixOptions,
  installs: readonly AgentInstall[],
  machine: InstallWorld,
): readonly Agent[] {
  if (agent) return agent.map(findAgent);
  if (all) return agents.filter(({ isProtocol }) => !isProtocol);
  return installs.filter((install) => isHere(install, machine)).map((install) => findAgent(install.agent));
}

/** Is the agent on this machine, or connected in this project? */
function isHere(install: AgentInstall, { place }: InstallWorld): boolean {
  if (detectAgent(install, place).machine.length > 0) return true;
  return scopesOf(install).some((scope) =>
    targetsOf(install, { ...place, scope }).some((target) => {
      const files = target.kind === 'files' ? install.defaultEvents.map(target.file) : [target.file];
      return files.some((file) => isWrittenByInit(readText(file)));
    }),
  );
}
