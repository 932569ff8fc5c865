import type { Feature, PolicySource } from '@anyhook/anyhook';
import { isWorkDue, startWork } from './due-work.js';
import { fleetAge } from './fleet-age.js';
import { fleetLock } from './fleet-lock.js';
import type { FleetOfMachine } from './fleet-policy.js';
import { policyNotices } from './policy-notices.js';

const policy: PolicySource<FleetOfMachine> = {
  load: () => import('./fleet-policy.js'),
  notices: policyNotices,
  isWorkDue,
  startWork,
};

/** The rows of this package in `packages/anyhook/src/features.ts`. */
export const fleet: Feature = {
  name: 'fleet',
  builtins: { [fleetAge.name]: fleetAge },
  guardedCommands: {
    personal: ['fleet join', 'fleet leave'],
    changing: ['fleet init', 'fleet publish', 'fleet ring', 'fleet renew', 'fleet rotate', 'fleet sign'],
  },
  lock: fleetLock,
  policy,
  approvalChannel: () => import('./approval-channel.js'),
  atTerminal: () => import('./at-terminal.js'),
};
