import { isoNow, userPaths } from '@anyhook/core';
import { loadSnapshotTaker } from '../answer/engine.js';
import { trustMode } from '../hooks/load.js';
import { isAddedPolicy } from '../hooks/policy-config.js';
import { type ProjectSnapshot, projectConfigFile } from '../hooks/snapshot.js';
import { type CarryOptions, carryTrust } from '../trust/carry-trust.js';
import type { ConfigPlan } from './config-plan.js';
import type { InstallWorld } from './install-world.js';
import type { FileUse } from './manifest.js';

/** Runs a change of the project's config file and keeps the trust in the hooks of that file. */
async function keepTrust(
  { place }: InstallWorld,
  change: () => Promise<void>,
  options: Pick<CarryOptions, 'isAdded' | 'isRemoved' | 'keepEmpty'>,
): Promise<void> {
  const user = userPaths(place.env, place.home);
  const takeSnapshot = await loadSnapshotTaker();
  const before = await takeSnapshot(place.root, user);
  await change();
  if (!asksForTrust(before, place.env)) return;
  carryTrust(before, await takeSnapshot(place.root, user), {
    file: projectConfigFile(place.root),
    user,
    now: isoNow(),
    ...options,
  });
}

/** Other trust modes have no record of what a person trusted. */
const asksForTrust = ({ config }: ProjectSnapshot, env: InstallWorld['place']['env']): boolean =>
  trustMode(config, env) === 'ask';

/** Writes config files that `init` planned. Hooks that it adds to a project are trusted if the user agreed to them. */
export async function writeWithTrust(
  machine: InstallWorld,
  {
    config,
    isApprovedByPerson,
    write,
  }: { readonly config: ConfigPlan; readonly isApprovedByPerson: boolean; readonly write: () => Promise<void> },
): Promise<void> {
  const file = projectConfigFile(machine.place.root);
  const added = config.files.find(({ path }) => path === file)?.added ?? [];
  if (added.length === 0) return write();
  return keepTrust(machine, write, {
    isAdded: (hook) => isApprovedByPerson && isAddedPolicy(hook, added),
    keepEmpty: true,
  });
}

/** Removes what `init` wrote into the project's config, and the trust in it. */
export async function removeWithTrust(
  machine: InstallWorld,
  { uses, remove }: { readonly uses: readonly FileUse[]; readonly remove: () => Promise<void> },
): Promise<void> {
  const use = uses.find(({ parts, root }) => parts !== undefined && root === machine.place.root);
  if (!use?.parts) return remove();
  const { parts, wasTrusted = false } = use;
  return keepTrust(machine, remove, { isRemoved: (hook) => isAddedPolicy(hook, parts), keepEmpty: wasTrusted });
}
