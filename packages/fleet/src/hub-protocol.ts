import { sha256 } from '@anyhook/core';
import { isSignedBy, type Signer, signBytes } from './keys.js';

/** The paths of the hub. Requests except `enrol` are signed by a device or carry a token. */
export const hubPaths = {
  enrol: '/v1/enrol',
  audit: '/v1/audit',
  report: '/v1/report',
  nudge: '/v1/nudge',
  approvals: '/v1/approvals',
} as const;

/** The limits of the hub. Device and hub use the same numbers. */
export const hubLimits = {
  /** Records in one batch. */
  batchRecords: 500,
  /** Bytes of one batch, unpacked; the packed body must not be larger either. */
  batchBytes: 1024 * 1024,
  /** Bytes of every other body. */
  bodyBytes: 64 * 1024,
  /** How much the clock of a device may differ from that of the hub. */
  clockMs: 5 * 60 * 1000,
  /** A nudge stream that is silent for longer than this is dead. */
  heartbeatMs: 30 * 1000,
  /** The longest wait for an approval, in seconds: `?wait=60`. */
  waitSeconds: 60,
  /** Gaps that one answer to a report names; the next report gets the others. */
  missingRanges: 100,
} as const;

/** `POST /v1/enrol`. The same key always gets the same device, so it may be sent again. */
export interface EnrolRequest {
  /** From the MDM; the hub stores its hash. */
  readonly token: string;
  readonly org: string;
  /** `ed25519:…` */
  readonly publicKey: string;
}

export interface EnrolAnswer {
  readonly device: string;
}

/** The name that a hub gives to the device with this key. */
export const deviceOf = (org: string, publicKey: string): string => sha256(`${org}\n${publicKey}`).slice(0, 32);

export const devicePattern = /^[0-9a-f]{32}$/;

/** The fields of every audit record. Lines are never rewritten: a line's hash is the link of the chain. */
export interface AuditLink {
  readonly device: string;
  /** Counts from 1, without gaps. */
  readonly sequence: number;
  /** `auditHash` of the line before; `noAuditHash` in the first record. */
  readonly previous: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** The answer to `POST /v1/audit`, whose body is gzip of lines: sent only after the stream has stored all of them. */
export interface AuditAnswer {
  readonly upTo: number;
}

/** `POST /v1/report`: the state of a device. */
export interface DeviceReport {
  readonly device: string;
  readonly org: string;
  readonly channel: string;
  /** The serial in force; 0 if none is. */
  readonly serial: number;
  /** The version of anyhook. */
  readonly version: string;
  /** The last record that was written; sequence 0 and `noAuditHash` if there is none. */
  readonly head: { readonly sequence: number; readonly hash: string };
  /** The oldest record that the device still has: earlier ones that the hub lacks are lost, which the hub reports. */
  readonly oldest: number;
  /** Records that no hub has acknowledged. */
  readonly unsent: number;
  readonly spoolFull: boolean;
  readonly candidate?: CandidateCounts;
}

/** What a candidate policy would have decided about the recorded events of a device: counts only. */
export interface CandidateCounts {
  readonly serial: number;
  readonly total: number;
  readonly same: number;
  readonly flips: readonly FlipCount[];
  readonly notReplayed: number;
  readonly unknown: number;
}

export interface FlipCount {
  readonly hook: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** From and to, both included. */
export type SequenceRange = readonly [from: number, to: number];

export interface ReportAnswer {
  /** The device sends these again. */
  readonly missing: readonly SequenceRange[];
}

/** A line of `GET /v1/nudge`: a hint to ask the policy server now. A heartbeat is `{}`. */
export interface Nudge {
  readonly channel: string;
  readonly serial: number;
}

/** The body of an answer other than 200. */
export interface HubProblem {
  readonly error: {
    readonly code: HubProblemCode;
    readonly message: string;
    /** With BAD_TIME: the clock of the hub, with which the device may sign again. */
    readonly now?: number;
  };
}

/** The possible problems with their HTTP status. */
export const hubProblems = {
  BAD_REQUEST: 400,
  BAD_TOKEN: 401,
  BAD_SIGNATURE: 401,
  BAD_TIME: 401,
  /** Enrol again. */
  UNKNOWN_DEVICE: 401,
  /** The user may look but not decide. */
  NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  WRONG_METHOD: 405,
  /** Someone else decided first. */
  DECIDED: 409,
  /** It was not decided in time. */
  EXPIRED: 410,
  TOO_LARGE: 413,
  /** The device must wait until others of its questions are answered. */
  TOO_MANY: 429,
  /** Nothing was stored: keep it and send it again later. */
  NOT_STORED: 503,
} as const;

export type HubProblemCode = keyof typeof hubProblems;

/** A request as it is signed. */
export interface HubRequest {
  readonly method: string;
  /** With the query, as sent. */
  readonly path: string;
  readonly body: Uint8Array;
}

export const hubHeaders = { device: 'anyhook-device', time: 'anyhook-time', signature: 'anyhook-signature' } as const;

/** The headers that identify the sender and time of a request. */
export function signRequest(
  request: HubRequest,
  device: string,
  signer: Signer,
  now: number,
): Readonly<Record<string, string>> {
  return {
    [hubHeaders.device]: device,
    [hubHeaders.time]: String(now),
    [hubHeaders.signature]: signBytes(requestBytes(request, String(now)), signer).toString('base64url'),
  };
}

/** Why a request is not from this device and time; undefined if it is. */
export function verifyRequest(
  request: HubRequest,
  headers: { readonly time: string; readonly signature: string },
  publicKey: string,
  now: number,
): 'BAD_TIME' | 'BAD_SIGNATURE' | undefined {
  const { time, signature } = headers;
  if (!isSignedBy(requestBytes(request, time), Buffer.from(signature, 'base64url'), publicKey)) return 'BAD_SIGNATURE';
  return /^\d{1,15}$/.test(time) && Math.abs(now - Number(time)) <= hubLimits.clockMs ? undefined : 'BAD_TIME';
}

const requestBytes = ({ method, path, body }: HubRequest, time: string): Buffer =>
  Buffer.from(`${method}\n${path}\n${time}\n${sha256(body)}`);
