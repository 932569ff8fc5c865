import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { devicePattern, hubHeaders, hubLimits, verifyRequest } from '@anyhook/fleet';
import { HubRefusal, refuseField } from './problem.js';
import type { HubSettings, TokenUse } from './settings.js';
import type { HubStore } from './store.js';

export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > limit) throw new HubRefusal('TOO_LARGE', `the body: expected at most ${limit} bytes, got more`);
    chunks.push(chunk as Buffer);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return refuseField('the body', 'JSON', body.toString('utf8', 0, 100));
  }
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Throws unless the request carries a token for this use. */
export function requireToken(request: IncomingMessage, settings: HubSettings, use: TokenUse): void {
  const [, token] = /^Bearer (\S{16,256})$/.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined || !isToken(token, settings.tokens[use]))
    throw new HubRefusal('BAD_TOKEN', `authorization: expected "Bearer" and a token for "${use}", got another or none`);
}

/** Is it one of the tokens with these hashes? */
export function isToken(token: string, hashes: readonly string[]): boolean {
  const hash = createHash('sha256').update(token).digest();
  return hashes.some((one) => timingSafeEqual(hash, Buffer.from(one, 'hex')));
}

/** Caches the keys of devices; reads each from the store once. */
export function createDeviceCheck(store: HubStore) {
  const keys = new Map<string, string>();
  return {
    /** After a lost connection, changes by others are unknown. */
    forget: () => keys.clear(),
    /** The device that signed a request; throws if none did. */
    async deviceOf(request: IncomingMessage, body: Uint8Array): Promise<string> {
      const header = (name: string) => String(request.headers[name] ?? '');
      const device = header(hubHeaders.device);
      if (!devicePattern.test(device))
        return refuseField(`header ${hubHeaders.device}`, 'the name from /v1/enrol', device);
      let key = keys.get(device);
      if (key === undefined) {
        key = (await store.read('device', device))?.publicKey;
        if (key === undefined)
          throw new HubRefusal('UNKNOWN_DEVICE', `device ${device}: expected one that enrolled here; enrol again`);
        keys.set(device, key);
      }
      const signed = { method: request.method ?? '', path: request.url ?? '', body };
      const now = Date.now();
      const headers = { time: header(hubHeaders.time), signature: header(hubHeaders.signature) };
      const problem = verifyRequest(signed, headers, key, now);
      if (problem === 'BAD_TIME')
        throw new HubRefusal(
          problem,
          `header ${hubHeaders.time}: expected a time at most ${hubLimits.clockMs / 60_000} minutes from that of the hub, got "${headers.time}"; correct the clock`,
          now,
        );
      if (problem)
        throw new HubRefusal(
          problem,
          `header ${hubHeaders.signature}: expected a signature of this request by device ${device}, got another`,
        );
      return device;
    },
  };
}
