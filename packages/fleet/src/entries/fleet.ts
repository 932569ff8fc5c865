import { join } from 'node:path';
import { appendLine, homeFolder, isoNow, now, userPaths } from '@anyhook/core';
import { fleetOf } from '../check-fleet.js';
import { DeviceStore, fleetFolder } from '../device-store.js';
import { isOlderThan } from '../due-work.js';
import { keepHubConnection } from '../hub-connection.js';
import { syncFleet } from '../sync-fleet.js';

// The detached process that checks the policy of the fleet and sends pending data: the only one that connects to it.
// One of them stays connected to the hub while an engine runs.
const world = { env: process.env, home: homeFolder() };
const { state } = userPaths(world.env, world.home);

/** An unusable fleet file is reported where hooks are loaded; "anyhook fleet fetch" also shows any other error. */
function keepError(error: unknown): void {
  const line = JSON.stringify({ at: isoNow(), error: (error as Error).message });
  appendLine(join(fleetFolder(state), 'errors.jsonl'), line, { maxBytes: 64 * 1024, keep: 1 });
}

try {
  const settings = fleetOf(world);
  if (settings) {
    const { checkFile } = new DeviceStore(state, settings);
    const checksPolicy = isOlderThan(checkFile, settings.pollMs, now());
    // A question to approvers does not wait for the other work.
    await Promise.all([
      syncFleet(settings, world, { checksPolicy }).catch(keepError),
      keepHubConnection(settings, world).catch(keepError),
    ]);
  }
} catch (error) {
  keepError(error);
}
process.exit(0);
