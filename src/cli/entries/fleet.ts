import { homedir } from 'node:os';
import { join } from 'node:path';
import { DeviceStore, fleetFolder } from '../../fleet/device-store.js';
import { isoNow, now } from '../../platform/clock.js';
import { appendLine } from '../../platform/files/append-line.js';
import { isOlderThan } from '../../service/fleet-check.js';
import { userPaths } from '../../state/user-paths.js';
import { fleetOf } from '../lib/check-fleet.js';
import { doFleetDuties } from '../lib/fleet-duties.js';

// The detached process that checks the policy of the fleet and sends what the machine owes it: the only one that opens a
// connection for it.
const world = { env: process.env, home: homedir() };
const { state } = userPaths(world.env, world.home);
try {
  const settings = fleetOf(world);
  if (settings) {
    const { checkFile } = new DeviceStore(state, settings);
    await doFleetDuties(settings, world, { checksPolicy: isOlderThan(checkFile, settings.pollMs, now()) });
  }
} catch (error) {
  // A fleet file that cannot be used is reported where hooks are loaded; "anyhook fleet fetch" shows any other error, too.
  const line = JSON.stringify({ at: isoNow(), error: (error as Error).message });
  appendLine(join(fleetFolder(state), 'errors.jsonl'), line, { maxBytes: 64 * 1024, keep: 1 });
}
process.exit(0);
