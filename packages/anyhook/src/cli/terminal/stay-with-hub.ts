import { join } from 'node:path';
import { isOwnerAlive, now, userPaths } from '@anyhook/core';
import { openProject } from '../../answer/engine.js';
import { createApprovalStore } from '../../approvals/approval-store.js';
import { readActivePolicy } from '../../fleet/active-policy.js';
import { deviceIdentity } from '../../fleet/device-identity.js';
import type { FleetSettings } from '../../fleet/fleet-file.js';
import { watchHub } from '../../fleet/watch-hub.js';
import { readCentralApprovals } from '../../hooks/central-approvals.js';
import { redactionKey } from '../../journal/redaction-key.js';
import { redactSecrets } from '../../redact/redact-secrets.js';
import { engineFiles, readEngineInfo } from '../../resident/instance.js';
import { checkFleet } from './check-fleet.js';
import type { Io } from './io.js';

/** Stays with the hub for as long as an engine runs or a call waits for an approver; returns at once without a hub. */
export async function stayWithHub(settings: FleetSettings, place: Pick<Io, 'env' | 'home'>): Promise<void> {
  const { state } = userPaths(place.env, place.home);
  // A decision from afar holds as long as one at the terminal. Projects cannot say how long, so any folder will do.
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
