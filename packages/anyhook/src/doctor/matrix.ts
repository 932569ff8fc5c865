import type { Hook } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import type { AgentInstall } from '../agents/kit/install.js';
import { type GradeOptions, gradeHook, type HookSupport } from './grades.js';

/** One hook on every requested agent. */
export interface MatrixRow {
  readonly hook: Hook;
  readonly hosts: Readonly<Record<string, HookSupport>>;
}

/** Every hook on every agent. */
export function hookMatrix(
  hooks: readonly Hook[],
  hosts: readonly Agent[],
  { permissionsOf, passiveBuiltins }: Pick<GradeOptions, 'permissionsOf' | 'passiveBuiltins'>,
  installs: readonly AgentInstall[],
): readonly MatrixRow[] {
  return hooks.map((hook) => ({
    hook,
    hosts: Object.fromEntries(
      hosts.map((host) => {
        const install = installs.find((one) => one.host === host.name);
        return [host.name, gradeHook(hook, host, { permissionsOf, install, passiveBuiltins })];
      }),
    ),
  }));
}
