import type { Hook } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { type GradeOptions, gradeHook, type HookSupport } from './grades.js';

/** One hook on every requested agent. */
export interface MatrixRow {
  readonly hook: Hook;
  readonly support: Readonly<Record<string, HookSupport>>;
}

/** Every hook on every agent. */
export function hookMatrix(
  hooks: readonly Hook[],
  agents: readonly Agent[],
  { permissionsOf, passiveBuiltins }: Pick<GradeOptions, 'permissionsOf' | 'passiveBuiltins'>,
  installs: readonly AgentInstall[],
): readonly MatrixRow[] {
  return hooks.map((hook) => ({
    hook,
    support: Object.fromEntries(
      agents.map((agent) => {
        const install = installs.find((one) => one.agent === agent.name);
        return [agent.name, gradeHook(hook, agent, { permissionsOf, install, passiveBuiltins })];
      }),
    ),
  }));
}
