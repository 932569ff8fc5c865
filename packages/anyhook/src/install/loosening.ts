import { dirname } from 'node:path';
import type { FixedVariables } from '@anyhook/core';
import { dataHome, userPaths } from '@anyhook/core';
import { isWrittenByInit } from '../agents/kit/install.js';
import type { MovedFolder } from '../agents/moved-folders.js';
import { fixedInLauncher } from './fixed-by-init.js';
import type { InitOptions, InitPlan, InitPlanner } from './init-plan.js';
import type { InstallWorld } from './install-world.js';

interface LooseningOptions extends Required<Pick<InitOptions, 'scope' | 'addsFolders'>> {
  readonly isUnshared: boolean;
}

/** What an init replaces or relaxes, as phrases for a question. A script may only add. */
export function looseningOf(
  machine: InstallWorld,
  planner: Pick<InitPlanner, 'config' | 'newFolders'>,
  plan: InitPlan,
  { isUnshared, scope, addsFolders }: LooseningOptions,
): readonly string[] {
  const known = fixedInLauncher(machine.launcher);
  const changed = known === undefined ? [] : changedPlaces(known, plan.client.fixed);
  return [
    ...(isUnshared && planner.config.share !== false
      ? ["keep the hooks in an agent's settings from your other agents (--no-share)"]
      : []),
    ...(changed.length > 0 ? [`let your agents use ${changed.join(' and ')}`] : []),
    ...(known !== undefined && trustRank(plan.client.fixed) > trustRank(known)
      ? [`run hooks that you have not reviewed in all agents (--trust ${plan.client.fixed['ANYHOOK_TRUST']})`]
      : []),
    ...(scope === 'user' && replacesLauncher(plan, machine) ? ['let your agents call another launcher'] : []),
    ...(addsFolders ? planner.newFolders.map(folderAction) : []),
  ];
}

/** How much a launcher trusts without a person. Only the first one on a machine may choose it without asking. */
const trustRank = ({ ANYHOOK_TRUST: mode }: FixedVariables): number =>
  mode === 'project' ? 2 : mode === 'lock' ? 1 : 0;

export const folderAction = ({ folder, variable }: MovedFolder): string =>
  `run the hooks of ${folder} (${variable}) in all agents`;

/** The places that would differ from those in the current launcher. */
function changedPlaces(known: FixedVariables, wanted: FixedVariables): readonly string[] {
  const [before, after] = [placesOf(known), placesOf(wanted)];
  return Object.entries(after).flatMap(([what, path]) => (before[what] === path ? [] : [`${what} ${path}`]));
}

function placesOf(fixed: FixedVariables): Readonly<Record<string, string>> {
  const { userConfig, managedConfig, state } = userPaths(fixed, fixed['HOME'] ?? '/');
  return {
    'the config': userConfig,
    'the managed config': managedConfig,
    'the state folder': state,
    'the data folder': dataHome(fixed, fixed['HOME'] ?? '/'),
  };
}

/** Would one of our entries call a different launcher afterwards? */
function replacesLauncher({ changes }: InitPlan, { launcher }: InstallWorld): boolean {
  return changes.some(({ path, before }) => {
    const text = dirname(path) === dirname(launcher) ? '' : (before?.toString('utf8') ?? '');
    return isWrittenByInit(text) && !withSlashes(text).includes(withSlashes(launcher));
  });
}

/** In settings, a Windows backslash is doubled, single, or a slash. */
const withSlashes = (text: string): string => text.replaceAll(/\\+/g, '/');
