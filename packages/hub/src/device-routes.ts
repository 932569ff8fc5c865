import {
  type AuditAnswer,
  approvalKeyPattern,
  deviceOf,
  fleetNamePattern,
  fleetNameText,
  hubLimits,
  hubPaths,
  publicKeyPattern,
  type ReportAnswer,
} from '@anyhook/fleet';
import { checkBatch } from './batch.js';
import type { HubCall, HubParts, Routes } from './call.js';
import { BodyFields } from './fields.js';
import { compareReport } from './holes.js';
import { HubRefusal, refuseField } from './problem.js';
import { readApproval } from './read-approval.js';
import { readReport } from './read-report.js';
import { isToken, jsonOf, sendJson } from './requests.js';

/** What devices ask for. Everything but `enrol` is signed by the device. */
export const deviceRoutes: Routes = {
  [`POST ${hubPaths.enrol}`]: enrol,
  [`POST ${hubPaths.audit}`]: takeAudit,
  [`POST ${hubPaths.report}`]: takeReport,
  [`GET ${hubPaths.nudge}`]: openNudgeStream,
  [`POST ${hubPaths.approvals}`]: askApproval,
  [`GET ${hubPaths.approvals}/`]: waitForAnswer,
};

async function enrol({ body, response }: HubCall, { settings, store, log }: HubParts): Promise<void> {
  const fields = new BodyFields(jsonOf(body), ['token', 'org', 'publicKey']);
  const token = fields.text('token', /^\S{16,256}$/, 'a token of 16 to 256 characters');
  if (!isToken(token, settings.tokens.enrol))
    throw new HubRefusal('BAD_TOKEN', 'token: expected one for "enrol", got another');
  const org = fields.text('org', fleetNamePattern, fleetNameText);
  if (org !== settings.org) refuseField('org', `"${settings.org}"`, org);
  const publicKey = fields.text('publicKey', publicKeyPattern, 'a public key such as ed25519:…');
  const device = deviceOf(org, publicKey);
  if ((await store.read('device', device)) === undefined) {
    await store.write('device', device, { publicKey, enrolled: Date.now() });
    log(`enrolled device ${device}`);
  }
  sendJson(response, 200, { device });
}

async function takeAudit({ request, response, body }: HubCall, { devices, store }: HubParts): Promise<void> {
  const device = await devices.deviceOf(request, body);
  const { lines, hash } = checkBatch(body, device);
  const [from, upTo] = [lines[0]?.sequence ?? 0, lines.at(-1)?.sequence ?? 0];
  await store.appendBatch(device, [from, upTo], hash, body);
  sendJson(response, 200, { upTo } satisfies AuditAnswer);
}

async function takeReport({ request, response, body }: HubCall, parts: HubParts): Promise<void> {
  const { devices, store, settings, log } = parts;
  const device = await devices.deviceOf(request, body);
  const report = readReport(jsonOf(body), device, settings.org);
  const { missing, lost, wentBack, isKnown } = await compareReport(store, report);
  await store.write('report', device, { ...report, at: Date.now(), lost, wentBack });
  if (missing.length > 0)
    log(`device ${device}: asked for missing records ${missing.map(([a, b]) => `${a}-${b}`).join(', ')}`);
  if (lost > 0) log(`device ${device}: ${lost} records are lost: the device no longer has them`);
  if (wentBack) log(`device ${device}: its last record is not the one that it sent before`);
  if (!isKnown)
    log(`device ${device}: the keeper is too late to say what is missing; see that "anyhook-hub keep" runs`);
  sendJson(response, 200, { missing } satisfies ReportAnswer);
}

async function openNudgeStream({ request, response, body }: HubCall, { devices, nudges }: HubParts): Promise<void> {
  nudges.add(await devices.deviceOf(request, body), response);
}

async function askApproval({ request, response, body }: HubCall, { devices, mailbox }: HubParts): Promise<void> {
  const device = await devices.deviceOf(request, body);
  await mailbox.ask(readApproval(jsonOf(body), device, Date.now()), Date.now());
  sendJson(response, 200, {});
}

async function waitForAnswer(call: HubCall, { devices, mailbox }: HubParts): Promise<void> {
  const { request, response, body, query, rest: key } = call;
  const device = await devices.deviceOf(request, body);
  const wait = query.get('wait') ?? '0';
  if (!/^\d{1,3}$/.test(wait) || Number(wait) > hubLimits.waitSeconds)
    refuseField('wait', `seconds from 0 to ${hubLimits.waitSeconds}`, wait);
  if (!approvalKeyPattern.test(key)) throw new HubRefusal('NOT_FOUND', `${key}: expected the key of a question`);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const answer = await mailbox.wait(device, key, Number(wait) * 1000, gone.signal);
  if (answer) sendJson(response, 200, answer);
  else response.writeHead(204).end();
}
