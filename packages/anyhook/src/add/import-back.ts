import { userPaths, withLock } from '@anyhook/core';
import { loadInstalls } from '../agents/index.js';
import type { World } from '../answer/engine.js';
import { userPackages } from '../hooks/hook-packages.js';
import { installWorld } from '../install/install-world.js';
import { installLock, isImported, readManifest } from '../install/manifest.js';
import { applyRemovals, planRemovals } from '../install/uninstall.js';
import { lockedPackages, removePackage } from './store.js';

interface ReturnedHooks {
  /** The files into which hooks moved back. */
  readonly paths: readonly string[];
  /** Files that cannot get their hooks back, and why; these hooks stay where they run. */
  readonly problems: readonly string[];
}

/** Moves hooks back to where `import` took them from. */
export async function returnMovedHooks(world: World, { isDry }: { readonly isDry: boolean }): Promise<ReturnedHooks> {
  const machine = installWorld(world);
  const installs = await loadInstalls();
  const returned = await withLock(installLock(machine.state), async () => {
    const { place, launcher } = machine;
    const plan = planRemovals(readManifest(machine.state), { installs, place, launcher, selects: isImported });
    const own = plan.removals.filter(({ uses }) => uses.some(isImported));
    if (!isDry) applyRemovals(machine.state, own);
    return { paths: own.map(({ path }) => path), problems: plan.problems };
  });
  if (!isDry) await removeImported(world);
  return returned;
}

/** Removes packages of imported hooks that are back in the settings of their agents. */
export async function removeImported(world: World): Promise<void> {
  const user = userPaths(world.env, world.home);
  const left = readManifest(user.state).files.flatMap(({ uses }) => uses.filter(isImported));
  const store = userPackages(user);
  for (const [name, { kind }] of Object.entries(lockedPackages(store))) {
    // An earlier version did not record the package.
    const isNeeded = left.some(({ movedTo }) => movedTo === undefined || movedTo === name);
    if (kind === 'import' && !isNeeded) await removePackage(store, name, world);
  }
}
