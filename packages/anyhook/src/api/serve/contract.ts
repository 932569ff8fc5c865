import { CodedError, maxPayloadBytes, type FieldRow as RowOf, type UntrustedRule } from '@anyhook/core';

/** The version of the contract between `anyhook serve` and programs in other languages. */
export const serveProtocol = 1;

/** The limits of a stream. If a client sends more than may wait, reading pauses until answers have been sent. */
export const serveLimits = {
  /** Longest line, without its line break. */
  lineBytes: maxPayloadBytes,
  /** Events of one stream that run at once. */
  running: 64,
  /** Events of one stream that wait. */
  waiting: 1_024,
  waitingBytes: 64 * 1024 * 1024,
  /** Answers that the client has not read yet. */
  unreadBytes: 16 * 1024 * 1024,
  idLength: 200,
} as const;

/** Why there is no verdict. */
export const serveErrors = {
  NOT_JSON: 'the line is not a JSON object; the error has no id',
  TOO_LONG: 'the line is too long and was skipped; the error has no id',
  BAD_REQUEST: 'a field is missing, unknown or has a wrong value',
  UNKNOWN_PROTOCOL: 'a hello asks for a protocol that this version does not speak',
  UNKNOWN_EVENT: 'no event has this name',
  UNKNOWN_HOST: 'no agent has this name',
  UNTRUSTED_HOOKS:
    'to a hello: hooks of the project are not trusted; until they are, each event before an action is denied',
  CANCELLED: 'the event was cancelled, or the engine is ending',
  FAILED: 'anyhook itself failed, so no hook was asked: `failClosed` is true',
} as const;

type ServeErrorCode = keyof typeof serveErrors;

/** A request that has no verdict. */
export class ServeError extends CodedError<ServeErrorCode> {
  override readonly name = 'ServeError';
  /** Block the agent: the user or the organisation wants that without a verdict, or anyhook failed. */
  readonly failClosed: boolean;
  constructor(code: ServeErrorCode, message: string, { failClosed = false } = {}) {
    super(code, message);
    this.failClosed = failClosed;
  }
}

/** The types of request fields. */
export type ServeFieldKind = 'id' | 'text' | 'object' | 'folder' | 'variables' | 'milliseconds' | 'untrusted';

export type ServeFieldRow = RowOf<ServeFieldKind>;

const id = { kind: 'id', description: 'your id, repeated in the answer. A string or a number' } as const;
const contextFields = {
  cwd: {
    kind: 'folder',
    description: "the agent's folder, absolute; the hooks of its project run. Default: that of `serve`",
  },
  env: {
    kind: 'variables',
    description: "the agent's whole environment, which hooks see. Default: that of `serve`",
  },
  untrusted: {
    kind: 'untrusted',
    description:
      'what to do while hooks of the project are not trusted: `refuse` denies every event before an action until they are, `ignore` continues without them. Default: `refuse`',
  },
  timeoutMs: { kind: 'milliseconds', description: 'time limit for the answer, from the arrival of the request' },
} as const satisfies Record<string, ServeFieldRow>;

/** The requests, each named after the field that identifies it. */
export const serveRequests = {
  event: {
    id: { ...id, required: true },
    event: { kind: 'text', description: 'a canonical event, such as `tool.before`', required: true },
    tool: { kind: 'text', description: 'a canonical tool, `mcp.<server>.<tool>`, or the name of any other tool' },
    input: { kind: 'object', description: "the tool's input in canonical fields" },
    prompt: { kind: 'text', description: 'what the user said' },
    data: { kind: 'object', description: 'further fields of the event, such as `result` and `error`' },
    session: { kind: 'text', description: "the agent's session. Default: one of this stream's own" },
    agent: { kind: 'object', description: 'inside a subagent: its `id`, `name` and `type`' },
    ...contextFields,
  },
  host: {
    id: { ...id, required: true },
    host: { kind: 'text', description: 'the agent whose native payload this is', required: true },
    payload: { kind: 'object', description: 'the payload', required: true },
    event: { kind: 'text', description: "the event's native name, if the payload does not name it" },
    ...contextFields,
  },
  cancel: {
    id,
    cancel: { kind: 'id', description: 'the id of the event to cancel', required: true },
  },
  hello: {
    id,
    hello: { kind: 'object', description: 'may hold `protocol`, the version that you speak', required: true },
    cwd: contextFields.cwd,
    env: contextFields.env,
    untrusted: contextFields.untrusted,
  },
} as const satisfies Record<string, Record<string, ServeFieldRow>>;

export type ServeRequestKind = keyof typeof serveRequests;
export type RequestId = string | number;

export interface RequestWorld {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly untrusted?: UntrustedRule;
  readonly timeoutMs?: number;
}

type Fields = Readonly<Record<string, unknown>>;

export interface ServeEventRequest extends RequestWorld {
  readonly kind: 'event';
  readonly id: RequestId;
  readonly event: string;
  readonly tool?: string;
  readonly input?: Fields;
  readonly prompt?: string;
  readonly data?: Fields;
  readonly session?: string;
  readonly agent?: Fields;
}

export interface ServeAgentRequest extends RequestWorld {
  readonly kind: 'host';
  readonly id: RequestId;
  readonly host: string;
  readonly payload: Fields;
  readonly event?: string;
}

interface ServeCancelRequest {
  readonly kind: 'cancel';
  readonly id?: RequestId;
  readonly cancel: RequestId;
}

export interface ServeHelloRequest extends RequestWorld {
  readonly kind: 'hello';
  readonly id?: RequestId;
  readonly hello: { readonly protocol?: unknown };
}

export type ServeRequest = ServeEventRequest | ServeAgentRequest | ServeCancelRequest | ServeHelloRequest;
