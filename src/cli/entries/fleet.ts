import { homedir } from 'node:os';
import { checkFleet, fleetOf } from '../lib/check-fleet.js';

// The detached process that checks the policy of the fleet: the only one that opens a connection for it.
try {
  const world = { env: process.env, home: homedir() };
  const settings = fleetOf(world);
  if (settings) await checkFleet(settings, world);
} catch {
  // A fleet file that cannot be used is reported where hooks are loaded.
}
process.exit(0);
