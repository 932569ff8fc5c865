import { gzipSync } from 'node:zlib';
import { isObject, LineStreamRefusal, parseObject, readLineStream, sendRequest } from '@anyhook/core';
import type { CentralAnswer, CentralApproval } from './central-approval.js';
import type { DeviceIdentity } from './device-identity.js';
import type { AuditAnswer, DeviceReport, HubProblemCode, Nudge, ReportAnswer, SequenceRange } from './hub-protocol.js';
import { hubLimits, hubPaths, hubProblems, signRequest } from './hub-protocol.js';

export interface HubClientOptions {
  /** The URL of the hub, without a trailing slash. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly org: string;
  readonly identity: DeviceIdentity;
  readonly now: () => number;
}

/** A failed request to the hub, with the reason. */
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

interface HubCall {
  readonly method: 'GET' | 'POST';
  /** With the query. */
  readonly path: string;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the hub may wait before it answers. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
}

const json = { 'content-type': 'application/json' };
const jsonBytes = (value: object) => Buffer.from(JSON.stringify(value));

/** The device's side of the hub protocol. Every method throws a HubError if the request failed. */
export class HubClient {
  /** How far the clock of the hub is ahead of this one. */
  #clockOffset = 0;

  constructor(private readonly options: HubClientOptions) {}

  /** Resolves with the hub's last sequence when it has stored all lines. */
  async sendAudit(lines: readonly string[]): Promise<number> {
    const body = gzipSync(`${lines.join('\n')}\n`);
    const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
    const answer = await this.#signed({ method: 'POST', path: hubPaths.audit, body, headers });
    const { upTo } = answer as unknown as AuditAnswer;
    if (Number.isSafeInteger(upTo)) return upTo;
    throw new HubError(`${hubPaths.audit}: expected {"upTo": number}, got something else`);
  }

  /** Reports the state of this device; the hub answers with the records that it lacks. */
  async sendReport(report: DeviceReport): Promise<readonly SequenceRange[]> {
    const call = { method: 'POST', path: hubPaths.report, body: jsonBytes(report), headers: json } as const;
    const { missing } = (await this.#signed(call)) as unknown as ReportAnswer;
    const isRange = (one: unknown): one is SequenceRange =>
      Array.isArray(one) && one.length === 2 && one.every(Number.isSafeInteger);
    if (Array.isArray(missing) && missing.every(isRange)) return missing.slice(0, hubLimits.missingRanges);
    throw new HubError(`${hubPaths.report}: expected {"missing": [[from, to], …]}, got something else`);
  }

  /** Sends a question to the approvers' mailbox. The same one may be sent again. */
  async ask(question: CentralApproval): Promise<void> {
    await this.#signed({ method: 'POST', path: hubPaths.approvals, body: jsonBytes(question), headers: json });
  }

  /** The answer to a question; undefined if it was not decided within that time. Nothing in it was verified. */
  async answerTo(key: string, waitSeconds: number, signal: AbortSignal): Promise<CentralAnswer | undefined> {
    const path = `${hubPaths.approvals}/${key}?wait=${waitSeconds}`;
    const answer = await this.#signed({ method: 'GET', path, waitMs: waitSeconds * 1000, signal });
    return answer && readAnswer(answer, path);
  }

  /** The hub's nudges about changed channels, until the stream ends; undefined: a heartbeat. */
  async *nudges(signal: AbortSignal, tries = 2): AsyncGenerator<Nudge | undefined> {
    const path = hubPaths.nudge;
    const url = `${this.options.url}${path}`;
    const stream = { url, headers: this.#signature({ method: 'GET', path }), silenceMs: hubLimits.heartbeatMs, signal };
    try {
      for await (const line of readLineStream({ ...stream, maxLineChars: 1024 })) {
        const { channel, serial } = (parseObject(line) ?? {}) as Partial<Nudge>;
        const isNudge = typeof channel === 'string' && Number.isSafeInteger(serial);
        yield isNudge ? { channel, serial: serial as number } : undefined;
      }
    } catch (error) {
      if (!(error instanceof LineStreamRefusal)) throw new HubError(`${url}: ${(error as Error).message}`);
      const problem = this.#problemOf(url, error.status, error.text);
      if (tries === 0 || !(await this.#canMend(problem))) throw problem;
      yield* this.nudges(signal, tries - 1);
    }
  }

  /** A signed request. An unknown device enrols first; a wrong clock is corrected once. */
  async #signed(call: HubCall, tries = 2): Promise<Record<string, unknown> | undefined> {
    try {
      return await this.#send({ ...call, headers: { ...call.headers, ...this.#signature(call) } });
    } catch (error) {
      if (tries === 0 || !(await this.#canMend(error as Error))) throw error;
      return this.#signed(call, tries - 1);
    }
  }

  #signature({ method, path, body = Buffer.alloc(0) }: HubCall): Readonly<Record<string, string>> {
    const { identity, now } = this.options;
    return signRequest({ method, path, body }, identity.device, identity.signer, now() + this.#clockOffset);
  }

  /** Can the same request succeed now? */
  async #canMend(error: Error): Promise<boolean> {
    if (!(error instanceof HubError)) return false;
    if (error.code === 'UNKNOWN_DEVICE') {
      await this.#enrol();
      return true;
    }
    return error.code === 'BAD_TIME' && this.#clockOffset !== 0;
  }

  async #enrol(): Promise<void> {
    const { token, org, identity } = this.options;
    if (token === undefined)
      throw new HubError(`the hub does not know this device, and fleet.yaml has no "audit.token" with which it enrols`);
    const request = { token, org, publicKey: identity.signer.publicKey };
    await this.#send({ method: 'POST', path: hubPaths.enrol, body: jsonBytes(request), headers: json });
  }

  /** The object in the hub's answer; undefined if it has none (204). */
  async #send({ method, path, body, headers = {}, waitMs = 0, signal }: HubCall) {
    const url = `${this.options.url}${path}`;
    const end = await sendRequest({
      ...{ method, url, headers, timeoutMs: timeoutMs + waitMs, maxBytes: hubLimits.bodyBytes, signal },
      ...(body && { body }),
    });
    if (end.kind !== 'answer')
      throw new HubError(`${url}: ${end.kind === 'error' ? end.error : `no answer (${end.kind})`}`);
    const answer = parseObject(end.text);
    if (end.status === 204) return undefined;
    if (end.status === 200 && answer) return answer;
    throw this.#problemOf(url, end.status, end.text);
  }

  #problemOf(url: string, status: number, text: string): HubError {
    const answer = parseObject(text);
    const problem = isObject(answer?.['error']) ? answer['error'] : undefined;
    const code = Object.keys(hubProblems).find((one) => one === problem?.['code']) as HubProblemCode | undefined;
    const hubTime = problem?.['now'];
    if (code === 'BAD_TIME' && typeof hubTime === 'number') this.#clockOffset = hubTime - this.options.now();
    const said = typeof problem?.['message'] === 'string' ? `: ${problem['message'].slice(0, 300)}` : '';
    return new HubError(`${url}: expected 200, got ${status}${said}`, code);
  }
}

/** The fields of an answer; only its kind was checked. */
function readAnswer(answer: Readonly<Record<string, unknown>>, path: string): CentralAnswer {
  const passkey = isObject(answer['passkey']) ? answer['passkey'] : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const { decision } = answer;
  if (decision !== 'approved' && decision !== 'refused')
    throw new HubError(`${path}: expected a decision, "approved" or "refused", got something else`);
  return {
    decision,
    ...{ reason: text(answer['reason']), by: text(answer['by']), decidedAt: Number(answer['decidedAt']) },
    passkey: {
      ...{ id: text(passkey['id']), authenticatorData: text(passkey['authenticatorData']) },
      ...{ clientData: text(passkey['clientData']), signature: text(passkey['signature']) },
    },
  };
}
