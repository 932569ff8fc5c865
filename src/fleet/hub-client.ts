import { gzipSync } from 'node:zlib';
import { isObject, parseObject } from '../core/json.js';
import { type HttpRequestJob, sendRequest } from '../platform/net/http-request.js';
import type { DeviceIdentity } from './device-identity.js';
import {
  type AuditAnswer,
  type DeviceReport,
  type HubProblemCode,
  hubLimits,
  hubPaths,
  hubProblems,
  type ReportAnswer,
  type SequenceRange,
  signRequest,
} from './hub-protocol.js';

export interface HubClientOptions {
  /** Where the hub is, without a slash at its end. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly org: string;
  readonly identity: DeviceIdentity;
  readonly now: () => number;
}

/** Something that a hub did not do, with its reason. */
export class HubError extends Error {
  override readonly name = 'HubError';
  constructor(
    message: string,
    readonly code?: HubProblemCode,
  ) {
    super(message);
  }
}

const timeoutMs = 30_000;

/** A device's side of the hub's requests. Every method throws a HubError if the hub did not do it. */
export class HubClient {
  /** How far the clock of the hub is ahead of ours. */
  #clockOffset = 0;

  constructor(private readonly options: HubClientOptions) {}

  /** Resolves when the hub has stored all lines: the last sequence that it has. */
  async sendAudit(lines: readonly string[]): Promise<number> {
    const body = gzipSync(`${lines.join('\n')}\n`);
    const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
    const { upTo } = (await this.#signed(hubPaths.audit, body, headers)) as unknown as AuditAnswer;
    if (Number.isSafeInteger(upTo)) return upTo;
    throw new HubError(`${hubPaths.audit}: expected {"upTo": number}, got something else`);
  }

  /** Says how this device is; the hub answers which records it misses. */
  async sendReport(report: DeviceReport): Promise<readonly SequenceRange[]> {
    const headers = { 'content-type': 'application/json' };
    const { missing } = (await this.#signed(
      hubPaths.report,
      Buffer.from(JSON.stringify(report)),
      headers,
    )) as unknown as ReportAnswer;
    const isRange = (one: unknown): one is SequenceRange =>
      Array.isArray(one) && one.length === 2 && one.every(Number.isSafeInteger);
    if (Array.isArray(missing) && missing.every(isRange)) return missing.slice(0, hubLimits.missingRanges);
    throw new HubError(`${hubPaths.report}: expected {"missing": [[from, to], …]}, got something else`);
  }

  /** A signed request. A device that the hub does not know enrols first; a clock that differs is allowed for once. */
  async #signed(
    path: string,
    body: Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>>,
    tries = 2,
  ): Promise<object> {
    const { identity, now } = this.options;
    const request = { method: 'POST', path, body };
    const own = signRequest(request, identity.device, identity.signer, now() + this.#clockOffset);
    try {
      return await this.#post(path, body, { ...headers, ...own });
    } catch (error) {
      if (!(error instanceof HubError) || tries === 0) throw error;
      if (error.code === 'UNKNOWN_DEVICE') await this.#enrol();
      else if (error.code !== 'BAD_TIME' || this.#clockOffset === 0) throw error;
      return this.#signed(path, body, headers, tries - 1);
    }
  }

  async #enrol(): Promise<void> {
    const { token, org, identity } = this.options;
    if (token === undefined)
      throw new HubError(`the hub does not know this device, and fleet.yaml has no "audit.token" with which it enrols`);
    const request = { token, org, publicKey: identity.signer.publicKey };
    await this.#post(hubPaths.enrol, Buffer.from(JSON.stringify(request)), { 'content-type': 'application/json' });
  }

  async #post(path: string, body: Uint8Array<ArrayBuffer>, headers: HttpRequestJob['headers']): Promise<object> {
    const url = `${this.options.url}${path}`;
    const end = await sendRequest({ method: 'POST', url, headers, body, timeoutMs, maxBytes: hubLimits.bodyBytes });
    if (end.kind !== 'answer')
      throw new HubError(`${url}: ${end.kind === 'error' ? end.error : `no answer (${end.kind})`}`);
    const answer = parseObject(end.text);
    if (end.status === 200 && answer) return answer;
    const problem = isObject(answer?.['error']) ? answer['error'] : undefined;
    const code = Object.keys(hubProblems).find((one) => one === problem?.['code']) as HubProblemCode | undefined;
    const hubTime = problem?.['now'];
    if (code === 'BAD_TIME' && typeof hubTime === 'number') this.#clockOffset = hubTime - this.options.now();
    const said = typeof problem?.['message'] === 'string' ? `: ${problem['message'].slice(0, 300)}` : '';
    throw new HubError(`${url}: expected 200, got ${end.status}${said}`, code);
  }
}
