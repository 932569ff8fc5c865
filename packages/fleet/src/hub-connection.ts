import { join } from 'node:path';
import {
  createApprovalStore,
  engineFiles,
  type Io,
  openProject,
  readEngineInfo,
  redactionKey,
  redactSecrets,
} from '@anyhook/anyhook';
import { isOwnerAlive, now, userPaths } from '@anyhook/core';
import { readActivePolicy } from './active-policy.js';
import { checkFleet } from './check-fleet.js';
import { deviceIdentity } from './device-identity.js';
import type { FleetSettings } from './fleet-file.js';
import { readCentralApprovals } from './fleet-policy.js';
import { watchHub } from './watch-hub.js';

/** Stays connected to the hub while an engine runs or a call waits for an approver; returns at once without a hub. */
export async function keepHubConnection(settings: FleetSettings, place: Pick<Io, 'env' | 'home'>): Promise<void> {
  const { state } = userPaths(place.env, place.home);
  // Remote approvals last as long as local ones. Projects cannot set the duration, so any folder works.
  const { config } = await openProject({ ...place, cwd: place.home });
  const enforcedBundle = () => readActivePolicy(settings, state).bundles.find(({ mode }) => mode === 'enforce');
  await watchHub({
    ...{ settings, state, now, random: Math.random, identity: deviceIdentity(state, settings.org) },
    engine() {
      const info = readEngineInfo(join(state, engineFiles.info));
      return info && isOwnerAlive(String(info.pid)) ? `${info.pid} ${info.startedAt}` : undefined;
    },
    checkPolicy: () => checkFleet(settings, place),
    approvalStore: createApprovalStore(state, { now, minutes: config.approvalMinutes }),
    approvals() {
      const bundle = enforcedBundle();
      return bundle && readCentralApprovals(bundle.folder);
    },
    redact: (text) => String(redactSecrets(text, { key: redactionKey(state) }).value),
  });
}
