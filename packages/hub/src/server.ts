import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { fleetNamePattern, fleetNameText } from '../../../src/fleet/documents.js';
import {
  type AuditAnswer,
  approvalKeyPattern,
  deviceOf,
  hubLimits,
  hubPaths,
  type ReportAnswer,
} from '../../../src/fleet/hub-protocol.js';
import { publicKeyPattern } from '../../../src/fleet/keys.js';
import { type Approvals, openApprovals } from './approvals.js';
import { checkBatch } from './batch.js';
import { BodyFields } from './fields.js';
import { readFleetState } from './fleet-state.js';
import { compareReport } from './holes.js';
import { type Nudges, openNudges } from './nudges.js';
import { HubRefusal, refuseField } from './problem.js';
import { readAnswer, readApproval, readReport } from './read-report.js';
import { createDeviceCheck, isToken, jsonOf, readBody, requireToken, sendJson } from './requests.js';
import type { HubSettings } from './settings.js';
import { createStore, type HubStore } from './store.js';
import { ensureStreams, type HubStreams } from './streams.js';

/** What the routes need. */
interface HubParts {
  readonly settings: HubSettings;
  readonly store: HubStore;
  readonly devices: ReturnType<typeof createDeviceCheck>;
  readonly nudges: Nudges;
  readonly approvals: Approvals;
  readonly log: (text: string) => void;
}

/** One request: its body was read, its path is without the query. */
interface HubCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly query: URLSearchParams;
  /** The rest of the path, behind that of the route. */
  readonly rest: string;
}

type Route = (call: HubCall, parts: HubParts) => Promise<void>;

/** Every request that a hub answers: method and path; a path that ends in a slash has one more word. */
const routes: Readonly<Record<string, Route>> = {
  [`POST ${hubPaths.enrol}`]: enrol,
  [`POST ${hubPaths.audit}`]: takeAudit,
  [`POST ${hubPaths.report}`]: takeReport,
  [`GET ${hubPaths.nudge}`]: openNudgeStream,
  [`POST ${hubPaths.nudge}`]: announce,
  [`GET ${hubPaths.approvals}`]: listApprovals,
  [`POST ${hubPaths.approvals}`]: askApproval,
  [`GET ${hubPaths.approvals}/`]: waitForAnswer,
  [`POST ${hubPaths.approvals}/`]: answerApproval,
  'GET /v1/fleet': showFleet,
  'GET /v1/health': showHealth,
};

/** Starts the HTTP server of a hub. */
export async function startServer(settings: HubSettings, streams: HubStreams, log: (text: string) => void) {
  const store = createStore(streams);
  const devices = createDeviceCheck(store);
  const nudges = await openNudges(streams, store);
  const approvals = openApprovals(streams, store);
  const parts: HubParts = { settings, store, devices, nudges, approvals, log };
  const handle = (request: IncomingMessage, response: ServerResponse) => void answer(request, response, parts);
  const { tls } = settings;
  const server: Server = tls
    ? createHttpsServer({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) }, handle)
    : createHttpServer(handle);
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: settings.port, host: settings.host, backlog: 4096 }, resolve);
  });
  void watchConnection(streams, async () => {
    devices.forget();
    await ensureStreams(streams.manager, settings.replicas);
    await nudges.catchUp();
  });
  return {
    port: (server.address() as { readonly port: number }).port,
    close(): void {
      nudges.close();
      approvals.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What others wrote while the connection was lost is read again. */
async function watchConnection({ connection }: HubStreams, again: () => Promise<void>): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type !== 'reconnect') continue;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const isDone = await again().then(
        () => true,
        () => false,
      );
      if (isDone) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, parts: HubParts): Promise<void> {
  try {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const name = Object.keys(routes).find((one) => matches(one, `${request.method} ${path}`));
    if (name === undefined) throw notARoute(path, request.method);
    const limit = path === hubPaths.audit ? hubLimits.batchBytes : hubLimits.bodyBytes;
    const body = await readBody(request, limit);
    const rest = path.slice(name.slice(name.indexOf(' ') + 1).length);
    await routes[name]?.({ request, response, body, query: new URLSearchParams(query), rest }, parts);
  } catch (error) {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const known = error instanceof HubRefusal ? error : notStored(error as Error, parts.log);
    // What is left of a large body is not read.
    if (known.code === 'TOO_LARGE') response.setHeader('connection', 'close');
    sendJson(response, known.status, known.body);
  }
}

const matches = (route: string, asked: string): boolean =>
  route.endsWith('/') ? asked.startsWith(route) && !asked.slice(route.length).includes('/') : route === asked;

function notARoute(path: string, method = ''): HubRefusal {
  const others = Object.keys(routes).filter((one) => matches(one, `${one.split(' ')[0]} ${path}`));
  if (others.length === 0) return new HubRefusal('NOT_FOUND', `${path}: the hub has nothing there`);
  const methods = others.map((one) => one.split(' ')[0]).join(' or ');
  return new HubRefusal('WRONG_METHOD', `${path}: expected ${methods}, got ${method}`);
}

/** An error that is not the sender's. */
function notStored(error: Error, log: (text: string) => void): HubRefusal {
  log(`a request failed: ${error.message}`);
  return new HubRefusal('NOT_STORED', `nothing was stored: ${error.message}; send it again later`);
}

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
  await devices.deviceOf(request, body);
  nudges.add(response);
}

async function announce({ request, response, body }: HubCall, { settings, store }: HubParts): Promise<void> {
  requireToken(request, settings, 'publish');
  const fields = new BodyFields(jsonOf(body), ['channel', 'serial']);
  const channel = fields.text('channel', fleetNamePattern, fleetNameText);
  await store.write('channel', channel, { channel, serial: fields.whole('serial', 1) });
  sendJson(response, 200, {});
}

async function askApproval({ request, response, body }: HubCall, { devices, store }: HubParts): Promise<void> {
  const device = await devices.deviceOf(request, body);
  await store.ask(readApproval(jsonOf(body), device));
  sendJson(response, 200, {});
}

async function waitForAnswer(call: HubCall, { devices, store, approvals }: HubParts): Promise<void> {
  const { request, response, body, query, rest: key } = call;
  const device = await devices.deviceOf(request, body);
  const wait = query.get('wait') ?? '0';
  if (!/^\d{1,3}$/.test(wait) || Number(wait) > hubLimits.waitSeconds)
    refuseField('wait', `seconds from 0 to ${hubLimits.waitSeconds}`, wait);
  if (!approvalKeyPattern.test(key) || (await store.asked(device, key)) === undefined)
    throw new HubRefusal('NOT_FOUND', `${key}: this device asked for no such approval`);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const found = await approvals.wait(device, key, Number(wait) * 1000, gone.signal);
  if (found) sendJson(response, 200, found);
  else response.writeHead(204).end();
}

async function listApprovals({ request, response }: HubCall, { settings, store }: HubParts): Promise<void> {
  requireToken(request, settings, 'approve');
  sendJson(response, 200, { pending: await store.pendingApprovals(Date.now()) });
}

async function answerApproval(call: HubCall, { settings, store }: HubParts): Promise<void> {
  const { request, response, body, rest: key } = call;
  requireToken(request, settings, 'approve');
  const { device, answer } = readAnswer(jsonOf(body));
  if (!approvalKeyPattern.test(key) || (await store.asked(device, key)) === undefined)
    throw new HubRefusal('NOT_FOUND', `${key}: device ${device} asked for no such approval`);
  await store.answer(device, key, answer);
  sendJson(response, 200, {});
}

async function showFleet({ request, response }: HubCall, { settings, store }: HubParts): Promise<void> {
  requireToken(request, settings, 'read');
  sendJson(response, 200, await readFleetState(store, settings.org, Date.now()));
}

/** For a load balancer: 200 only while the streams answer. */
async function showHealth({ response }: HubCall, { store, nudges }: HubParts): Promise<void> {
  await store.read('device', 'none');
  sendJson(response, 200, { nudgeStreams: nudges.size });
}
