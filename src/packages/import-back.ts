import { loadInstalls } from '../agents/index.js';
import { installWorld } from '../install/install-world.js';
import { installLock, readManifest } from '../install/manifest.js';
import { applyRemovals, planRemovals } from '../install/uninstall.js';
import { withLock } from '../platform/lock.js';
import { userPackages } from '../project/hook-packages.js';
import type { World } from '../service/engine.js';
import { userPaths } from '../state/user-paths.js';
import { lockedPackages, removePackage } from './store.js';

/** Moves hooks back to where `import` took them from; the paths of these files. */
export async function returnMovedHooks(
  world: World,
  { isDry }: { readonly isDry: boolean },
): Promise<readonly string[]> {
  const machine = installWorld(world);
  const installs = await loadInstalls();
  const paths = await withLock(installLock(machine.state), async () => {
    const { place, launcher } = machine;
    const selects = ({ moved }: { readonly moved?: unknown }) => moved !== undefined;
    const { removals } = planRemovals(readManifest(machine.state), { installs, place, launcher, selects });
    const own = removals.filter(({ uses }) => uses.some(selects));
    if (!isDry) applyRemovals(machine.state, own);
    return own.map(({ path }) => path);
  });
  if (!isDry) await removeImported(world);
  return paths;
}

/** Removes the packages of imported hooks, which are back in the settings of their agents. */
export async function removeImported(world: World): Promise<void> {
  const store = userPackages(userPaths(world.env, world.home));
  const imported = Object.entries(lockedPackages(store)).filter(([, { kind }]) => kind === 'import');
  for (const [name] of imported) await removePackage(store, name, world);
}
