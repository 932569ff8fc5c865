import {
  type AuditAnswer,
  approvalKeyPattern,
  type CandidateCounts,
  type DeviceReport,
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
import { BodyFields, exactly, namePattern } from './fields.js';
import { compareReport } from './holes.js';
import { HubRefusal, refuseField } from './problem.js';
import { readApproval } from './read-approval.js';
import { isToken, jsonOf, sendJson } from './requests.js';

/** The requests of devices. All except `enrol` are signed by the device. */
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
    log(`device ${device}: the keeper is too far behind to report missing records; check that "anyhook-hub keep" runs`);
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

/** A version, with the build that a program may add. */
const buildPattern = /^\d{1,5}\.\d{1,5}\.\d{1,5}(?:[-+][\w.+-]{1,60})?$/;

const hashPattern = /^[0-9a-f]{64}$/;
const decisionPattern = /^(?:pass|allow|ask|deny)$/;

/** The report in a body; its device must be the signer. */
function readReport(body: unknown, device: string, org: string): DeviceReport {
  const known = ['device', 'org', 'channel', 'serial', 'version', 'head', 'oldest', 'unsent', 'spoolFull', 'candidate'];
  const fields = new BodyFields(body, known);
  const head = fields.inside('head', ['sequence', 'hash']);
  return {
    device: fields.text('device', exactly(device), `"${device}", which signed the request`),
    org: fields.text('org', exactly(org), `"${org}", the organisation of this hub`),
    channel: fields.text('channel', fleetNamePattern, fleetNameText),
    serial: fields.whole('serial'),
    version: fields.text('version', buildPattern, 'a version such as 0.2.0 or 0.2.0+275521bc'),
    head: { sequence: head.whole('sequence'), hash: head.text('hash', hashPattern, 'a SHA-256 in hex') },
    oldest: fields.whole('oldest'),
    unsent: fields.whole('unsent'),
    spoolFull: fields.flag('spoolFull'),
    ...(fields.has('candidate') && { candidate: readCandidate(fields) }),
  };
}

function readCandidate(report: BodyFields): CandidateCounts {
  const fields = report.inside('candidate', ['serial', 'total', 'same', 'flips', 'notReplayed', 'unknown']);
  return {
    serial: fields.whole('serial'),
    total: fields.whole('total'),
    same: fields.whole('same'),
    flips: fields.list('flips', 500).map((one, i) => {
      const flip = new BodyFields(one, ['hook', 'from', 'to', 'count'], `candidate.flips.${i}.`);
      return {
        hook: flip.text('hook', namePattern, 'the name of a hook'),
        from: flip.text('from', decisionPattern, 'pass, allow, ask or deny'),
        to: flip.text('to', decisionPattern, 'pass, allow, ask or deny'),
        count: flip.whole('count'),
      };
    }),
    notReplayed: fields.whole('notReplayed'),
    unknown: fields.whole('unknown'),
  };
}
