import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { auditHash, noAuditHash } from '../../../anyhook/src/journal/audit-record.js';
import type { CentralAnswer, CentralApproval } from '../../src/central-approval.js';
import {
  type DeviceReport,
  deviceOf,
  type EnrolRequest,
  type HubProblemCode,
  hubLimits,
  hubProblems,
  type SequenceRange,
  verifyRequest,
} from '../../src/hub-protocol.js';

type Handler = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

async function listen(t: TestContext, handle: Handler): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => handle(request, Buffer.concat(chunks), response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** The missing sequences below a head. */
function holesIn(known: ReadonlySet<number>, last: number): readonly SequenceRange[] {
  const holes: [number, number][] = [];
  for (let sequence = 1; sequence <= last; sequence++) {
    if (known.has(sequence)) continue;
    const open = holes.at(-1);
    if (open && open[1] === sequence - 1) open[1] = sequence;
    else holes.push([sequence, sequence]);
  }
  return holes;
}

/** A small receiver of the hub's requests that checks the whole contract and keeps lines in memory. */
export class HubReceiver {
  readonly lines = new Map<number, string>();
  readonly reports: DeviceReport[] = [];
  /** Records that were received again. */
  repeated = 0;
  /** The problems of refused requests. */
  readonly refusals: string[] = [];
  token = 'enrol-me';
  readonly #keys = new Map<string, string>();
  /** Open streams of nudges. */
  readonly streams = new Set<ServerResponse>();
  /** Questions to approvers by their key, and the answers. */
  readonly questions = new Map<string, CentralApproval>();
  readonly #answers = new Map<string, CentralAnswer>();
  #told: () => void = () => {};
  /** Called before a batch is stored; true: the connection is cut without an answer. */
  cuts: () => 'before' | 'after' | undefined = () => undefined;

  private constructor(public url: string) {}

  static async start(t: TestContext): Promise<HubReceiver> {
    const hub = new HubReceiver('');
    const { url } = await listen(t, (request, body, response) => hub.#answer(request, body, response));
    hub.url = url;
    return hub;
  }

  /** Notifies all devices that a channel changed. */
  nudge(channel: string, serial: number): void {
    for (const stream of this.streams) stream.write(`${JSON.stringify({ channel, serial })}\n`);
  }

  /** Puts an answer into the mailbox, from any sender. */
  decide(key: string, answer: CentralAnswer): void {
    this.#answers.set(key, answer);
    this.#told();
  }

  #openStream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{}\n');
    this.streams.add(response);
    response.on('close', () => this.streams.delete(response));
  }

  /** The answer to a question, as soon as there is one. */
  async #handOut(key: string, seconds: number, response: ServerResponse): Promise<void> {
    const until = Date.now() + seconds * 1000;
    while (!this.#answers.has(key) && Date.now() < until && !response.closed)
      await new Promise<void>((resolve) => {
        this.#told = resolve;
        setTimeout(resolve, 100);
      });
    const answer = this.#answers.get(key);
    response.writeHead(answer ? 200 : 204).end(answer && JSON.stringify(answer));
  }

  #answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const refuse = (code: HubProblemCode, message: string) => {
      this.refusals.push(`${code} ${message}`);
      response.writeHead(hubProblems[code]).end(JSON.stringify({ error: { code, message } }));
    };
    const path = request.url ?? '';
    if (path === '/v1/enrol') {
      const { token, org, publicKey } = JSON.parse(body.toString()) as EnrolRequest;
      if (token !== this.token) return void refuse('BAD_TOKEN', 'the token is wrong');
      const device = deviceOf(org, publicKey);
      this.#keys.set(device, publicKey);
      return void response.writeHead(200).end(JSON.stringify({ device }));
    }
    const header = (name: string) => String(request.headers[name] ?? '');
    const device = header('anyhook-device');
    const key = this.#keys.get(device);
    if (key === undefined) return void refuse('UNKNOWN_DEVICE', 'enrol first');
    const signed = { time: header('anyhook-time'), signature: header('anyhook-signature') };
    const wrong = verifyRequest({ method: request.method ?? '', path, body }, signed, key, Date.now());
    if (wrong) return void refuse(wrong, 'not signed by the device');
    if (path === '/v1/report') {
      const report = JSON.parse(body.toString()) as DeviceReport;
      this.reports.push(report);
      const missing = holesIn(new Set(this.lines.keys()), report.head.sequence);
      return void response.writeHead(200).end(JSON.stringify({ missing }));
    }
    if (path === '/v1/nudge') return void this.#openStream(response);
    if (path === '/v1/approvals') {
      const question = JSON.parse(body.toString()) as CentralApproval;
      const known = this.questions.get(question.key);
      if (question.device !== device) return void refuse('BAD_REQUEST', 'a question of another device');
      if (known && JSON.stringify(known) !== JSON.stringify(question))
        return void refuse('BAD_REQUEST', 'other content');
      this.questions.set(question.key, question);
      return void response.writeHead(200).end('{}');
    }
    const [, asked = '', seconds] = /^\/v1\/approvals\/([\w-]+)\?wait=(\d+)$/.exec(path) ?? [];
    if (seconds !== undefined) {
      if (!this.questions.has(asked)) return void refuse('NOT_FOUND', 'no such question');
      return void this.#handOut(asked, Number(seconds), response);
    }
    const problem = this.#store(gunzipSync(body), device);
    if (problem === 'cut') return void response.destroy();
    if (typeof problem === 'string') return void refuse('BAD_REQUEST', problem);
    response.writeHead(200).end(JSON.stringify({ upTo: problem }));
  }

  #store(text: Buffer, device: string): string | number {
    if (text.length > hubLimits.batchBytes) return `${text.length} bytes`;
    const lines = text.toString().split('\n').slice(0, -1);
    if (lines.length === 0 || lines.length > hubLimits.batchRecords) return `${lines.length} records`;
    const cut = this.cuts();
    if (cut === 'before') return 'cut';
    let before: { readonly sequence: number; readonly hash: string } | undefined;
    for (const line of lines) {
      const record = JSON.parse(line) as { device: string; sequence: number; previous: string };
      if (record.device !== device) return 'a record of another device';
      if (before && record.sequence !== before.sequence + 1) return 'a hole within the batch';
      if (before && record.previous !== before.hash) return 'a link that does not fit';
      if (record.sequence === 1 && record.previous !== noAuditHash) return 'a first record with a link';
      before = { sequence: record.sequence, hash: auditHash(line) };
      const known = this.lines.get(record.sequence);
      if (known !== undefined && known !== line) return `two contents for sequence ${record.sequence}`;
      if (known !== undefined) this.repeated++;
      this.lines.set(record.sequence, line);
    }
    return cut === 'after' ? 'cut' : (before?.sequence ?? 0);
  }
}

/** A strict OTLP/HTTP receiver of logs: it refuses what the protocol does not allow. */
export class OtlpReceiver {
  /** Each batch as received, in the form of a collector's file exporter. */
  readonly batches: string[] = [];
  readonly refusals: string[] = [];
  headers: IncomingMessage['headers'] = {};
  /** Status of the next answers; 200 when it is empty. */
  readonly statuses: number[] = [];
  /** Rejects this many records of the next batch, which the protocol calls a partial success. */
  rejects = 0;

  private constructor(public url: string) {}

  static async start(t: TestContext): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver('');
    const { url } = await listen(t, (request, body, response) => receiver.#answer(request, body, response));
    receiver.url = url;
    return receiver;
  }

  #answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    this.headers = request.headers;
    const status = this.statuses.shift() ?? 200;
    if (status !== 200) return void response.writeHead(status).end();
    const problem = otlpProblem(request, body);
    if (problem !== undefined) {
      this.refusals.push(problem);
      return void response.writeHead(400).end(JSON.stringify({ code: 3, message: problem }));
    }
    const rejected = this.rejects;
    this.rejects = 0;
    if (rejected === 0) this.batches.push(body.toString());
    const partialSuccess = { rejectedLogRecords: String(rejected), errorMessage: 'no' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(rejected > 0 ? { partialSuccess } : {}));
  }
}

type Json = Readonly<Record<string, unknown>>;

function otlpProblem(request: IncomingMessage, body: Buffer): string | undefined {
  if (request.url !== '/v1/logs' || request.method !== 'POST') return `${request.method} ${request.url}`;
  if (request.headers['content-type'] !== 'application/json') return 'content-type';
  const message = JSON.parse(body.toString()) as { resourceLogs: readonly Json[] };
  const onlyHas = (value: Json, ...names: readonly string[]) => Object.keys(value).every((key) => names.includes(key));
  const isAttribute = ({ key, value }: Json) =>
    typeof key === 'string' &&
    Object.entries(value as Json).every(
      ([kind, one]) =>
        (kind === 'stringValue' || (kind === 'intValue' && /^-?\d+$/.test(String(one)))) && typeof one === 'string',
    );
  for (const resource of message.resourceLogs) {
    if (!onlyHas(resource, 'resource', 'scopeLogs', 'schemaUrl')) return 'a field of resourceLogs';
    for (const scope of resource['scopeLogs'] as readonly Json[]) {
      if (!onlyHas(scope, 'scope', 'logRecords', 'schemaUrl')) return 'a field of scopeLogs';
      for (const record of scope['logRecords'] as readonly Json[]) {
        const names = [
          'timeUnixNano',
          'observedTimeUnixNano',
          'severityNumber',
          'severityText',
          'eventName',
          'body',
          'attributes',
        ];
        if (!onlyHas(record, ...names)) return 'a field of logRecords';
        if (!/^\d{19}$/.test(String(record['timeUnixNano'])) || typeof record['timeUnixNano'] !== 'string')
          return 'timeUnixNano';
        if (!(record['attributes'] as readonly Json[]).every(isAttribute)) return 'attributes';
        if (typeof (record['body'] as Json)['stringValue'] !== 'string') return 'body';
      }
    }
  }
  return undefined;
}
