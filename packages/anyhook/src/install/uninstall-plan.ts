import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isFolder, removeEmptyFolders, removeFolder, removePath, withLock } from '@anyhook/core';
import { loadInstalls } from '../agents/index.js';
import type { AgentInstall, InstallScope } from '../agents/kit/install.js';
import { configMarkBeside } from '../hooks/config-record.js';
import { controlEngine, type EngineReport } from '../resident/control-engine.js';
import { removeWithTrust } from './flow-trust.js';
import { type InstallWorld, installsOf } from './install-world.js';
import { type FileUse, installLock, isImported, readManifest, writeManifest } from './manifest.js';
import { copiesFolder, removeCopies } from './program-copy.js';
import { applyRemovals, planRemovals, type Removal, type RemovalPlan } from './uninstall.js';

/** Which entries to remove: those of these agents and this scope; default: all. */
interface UninstallOptions {
  readonly agent?: readonly string[];
  readonly scope?: InstallScope;
}

/** Everything that `uninstall` would do. */
export const planUninstall = async (machine: InstallWorld, options: UninstallOptions): Promise<RemovalPlan> =>
  planWith(await loadInstalls(), machine, options);

function planWith(
  installs: readonly AgentInstall[],
  { place, launcher, state }: InstallWorld,
  { agent, scope }: UninstallOptions,
): RemovalPlan {
  const agents = agent && installsOf(installs, agent).map((install) => install.agent);
  const manifest = readManifest(state);
  const isInScope = (use: FileUse): boolean =>
    (!scope || use.scope === scope) && (use.scope === 'user' || use.root === place.root);
  const isOfAgent = (use: FileUse): boolean => !agents || (use.host !== undefined && agents.includes(use.host));
  // A file that belongs to no agent, such as a config, is removed with the last agent.
  const hasOtherAgents = manifest.files.some(({ uses }) =>
    uses.some((use) => use.host !== undefined && !(isInScope(use) && isOfAgent(use))),
  );
  const selects = (use: FileUse): boolean =>
    isInScope(use) && (isOfAgent(use) || ((use.parts !== undefined || isImported(use)) && !hasOtherAgents));
  return planRemovals(manifest, { installs, place, launcher, selects });
}

/** Removes the entries; returns the engine if it stops because none is left. */
export async function uninstallEntries(
  machine: InstallWorld,
  options: UninstallOptions,
): Promise<EngineReport | undefined> {
  const installs = await loadInstalls();
  const removed = await withLock(installLock(machine.state), async () => {
    const latest = planWith(installs, machine, options);
    const uses = latest.removals.flatMap((removal) => removal.uses);
    await removeWithTrust(machine, { uses, remove: async () => applyRemovals(machine.state, latest.removals) });
    return latest;
  });
  const engine = await unusedEngine(machine, removed, 'quit');
  // Last, because an entry may start the program until now.
  if (removed.isLast) await withLock(installLock(machine.state), () => removeProgram(machine));
  return engine;
}

function removeProgram({ state, launcher }: InstallWorld): void {
  removeCopies(launcher);
  removePath(configMarkBeside(launcher));
  const manifest = readManifest(state);
  removeEmptyFolders([...manifest.folders, copiesFolder(launcher)]);
  const { offered: _forgotten, ...rest } = manifest;
  writeManifest(state, { ...rest, folders: manifest.folders.filter(isFolder) });
}

/** The engine that no agent needs without these entries; undefined if some entries remain or no engine runs. */
export const unusedEngine = async (
  { state }: InstallWorld,
  { isLast }: RemovalPlan,
  request: 'status' | 'quit',
): Promise<EngineReport | undefined> => (isLast ? controlEngine(state, request, 2_000) : undefined);

/** Is it a config that stays, because it has more in it than init wrote? */
export const isEditedConfig = ({ how, after, uses }: Removal): boolean =>
  how === 'strip' && after !== undefined && uses.some(({ parts }) => parts !== undefined);

/** The folders with everything that anyhook stores, and its copies. */
export const keptFolders = ({ state, launcher }: InstallWorld): readonly string[] =>
  [state, dirname(dirname(launcher))].filter(isFolder);

/** Stops the engine, and removes everything stored: journal, snapshots, trust, approvals, copies. */
export async function purgeKept(machine: InstallWorld): Promise<void> {
  await controlEngine(machine.state, 'quit', 2_000);
  for (let i = 0; i < 20 && (await controlEngine(machine.state, 'status', 200)); i++) await wait(100);
  for (const folder of keptFolders(machine)) removeFolder(folder);
}

/** Does a removal change its file? */
export const changesFile = ({ how, before, after }: Removal): boolean =>
  how !== 'keep' && before !== undefined && (after === undefined || !after.equals(before));
