import { fleetNamePattern, fleetNameText, hubPaths } from '@anyhook/fleet';
import type { HubCall, HubParts, Routes } from './call.js';
import { decide } from './decide.js';
import { BodyFields } from './fields.js';
import { isOpen } from './mailbox.js';
import { jsonOf, requireToken, sendJson } from './requests.js';

/** The requests of the organisation's programs, each with a token for that use; a load balancer needs none. */
export const tokenRoutes: Routes = {
  [`POST ${hubPaths.nudge}`]: announce,
  [`GET ${hubPaths.approvals}`]: listApprovals,
  [`POST ${hubPaths.approvals}/`]: decideApproval,
  'GET /v1/fleet': showFleet,
  'GET /v1/health': showHealth,
};

async function announce({ request, response, body }: HubCall, { settings, store }: HubParts): Promise<void> {
  requireToken(request, settings, 'publish');
  const fields = new BodyFields(jsonOf(body), ['channel', 'serial']);
  const channel = fields.text('channel', fleetNamePattern, fleetNameText);
  await store.write('channel', channel, { channel, serial: fields.whole('serial', 1) });
  sendJson(response, 200, {});
}

async function listApprovals({ request, response }: HubCall, { settings, mailbox }: HubParts): Promise<void> {
  requireToken(request, settings, 'approve');
  const now = Date.now();
  const pending = (await mailbox.list()).filter((one) => isOpen(one, now)).map(({ asked }) => asked);
  sendJson(response, 200, { pending });
}

async function decideApproval({ request, response, body, rest }: HubCall, parts: HubParts): Promise<void> {
  requireToken(request, parts.settings, 'approve');
  const sent = jsonOf(body);
  await decide({ ...(sent as object), key: rest }, 'a token for approvals', parts);
  sendJson(response, 200, {});
}

async function showFleet({ request, response }: HubCall, { settings, fleet }: HubParts): Promise<void> {
  requireToken(request, settings, 'read');
  // Scripts ask rarely and need the current state.
  fleet.forget();
  sendJson(response, 200, await fleet.read());
}

/** For a load balancer: 200 only while the streams answer. */
async function showHealth({ response }: HubCall, { store, nudges }: HubParts): Promise<void> {
  await store.read('device', 'none');
  sendJson(response, 200, { nudgeStreams: nudges.size });
}
