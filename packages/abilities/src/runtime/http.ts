import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isObject } from '@anyhook/core';
import { readBody } from './body.js';
import { RuntimeError, type RuntimeErrorCode, runtimeErrors, toRuntimeError } from './errors.js';

import { findRoute, queryFields, validateFields } from './find-route.js';
import type { SessionWorld } from './project-view.js';
import type { RouteRequest, SendLine } from './routes.js';
import type { AgentRuntime } from './runtime.js';

export interface RuntimeHttpOptions {
  readonly runtime: AgentRuntime;
  /** The environment of a request, made from the variables in it. */
  readonly envOf: (variables?: Readonly<Record<string, string>>) => SessionWorld['env'];
  /** Counts a request; call the result when it is done. */
  readonly begin?: () => () => void;
  /** Whether the engine accepts no new requests. */
  readonly isEnding?: () => boolean;
  /** Time for a complete request to arrive. */
  readonly requestTimeoutMs?: number;
}

/** Time for the client to read the answer. */
const responseTimeoutMs = 60_000;
/** Bytes of lines that wait for the client; further progress is dropped. */
const maxUnreadBytes = 1024 * 1024;
const maxLineChars = 10_000;

/** Answers HTTP on the connections passed to it, one request each. */
export function createRuntimeHttp(options: RuntimeHttpOptions): (socket: Socket) => void {
  const { requestTimeoutMs = 15_000 } = options;
  const arrivalTimers = new WeakMap<Socket, NodeJS.Timeout>();
  const server = createServer({ keepAlive: false, maxHeaderSize: 16 * 1024 }, (request, response) => {
    const timer = arrivalTimers.get(request.socket);
    void serve(request, response, { ...options, onArrived: () => clearTimeout(timer) });
  });
  // No one would read the answer to a second request on the connection.
  server.maxRequestsPerSocket = 1;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const body = errorBody(new RuntimeError('BAD_HTTP', `expected an HTTP/1.1 request: ${error.message}`));
    const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n`;
    socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy());
  });
  return (socket) => {
    const timer = setTimeout(() => rejectSlowRequest(socket, requestTimeoutMs), requestTimeoutMs);
    arrivalTimers.set(socket, timer);
    socket.once('close', () => clearTimeout(timer));
    socket.on('error', () => socket.destroy());
    server.emit('connection', socket);
    socket.resume();
  };
}

interface RequestOptions extends RuntimeHttpOptions {
  /** Called when the request has arrived completely. */
  readonly onArrived: () => void;
}

async function serve(request: IncomingMessage, response: ServerResponse, options: RequestOptions): Promise<void> {
  const { begin, onArrived } = options;
  const finish = begin?.();
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  response.on('error', () => controller.abort());
  const sendLine = acceptsLines(request) ? lineSender(response) : undefined;
  try {
    const { status, body } = await answer(request, options, controller.signal, sendLine);
    send(response, status, `${JSON.stringify(body)}\n`);
  } catch (error) {
    const runtimeError = toRuntimeError(error);
    send(response, runtimeErrors[runtimeError.code].status, errorBody(runtimeError));
  } finally {
    onArrived();
    const timer = setTimeout(() => response.destroy(), responseTimeoutMs);
    timer.unref();
    response.once('close', () => clearTimeout(timer));
    finish?.();
  }
}

async function answer(
  request: IncomingMessage,
  { runtime, envOf, isEnding, onArrived }: RequestOptions,
  signal: AbortSignal,
  sendLine: SendLine | undefined,
): Promise<{ readonly status: number; readonly body: object }> {
  if (isEnding?.()) throw new RuntimeError('ENDING', 'the engine is ending; connect again');
  const url = parseUrl(request.url ?? '');
  const { route, pathParameter } = findRoute(request.method ?? '', url.pathname);
  const rawFields = route.method === 'GET' ? queryFields(url.searchParams, route.fields) : await readBody(request);
  onArrived();
  const fields = validateFields(route, rawFields);
  const { env } = fields as { readonly env?: Readonly<Record<string, string>> };
  const routeRequest: RouteRequest = { runtime, pathParameter, fields, env: envOf(env), signal };
  const body = await route.answer(sendLine && route.canStream ? { ...routeRequest, sendLine } : routeRequest);
  return { status: route.status ?? 200, body };
}

function parseUrl(text: string): URL {
  try {
    return new URL(text, 'http://runtime');
  } catch {
    throw new RuntimeError('UNKNOWN_ROUTE', 'the URL of the request is not valid');
  }
}

const acceptsLines = ({ headers, method }: IncomingMessage): boolean =>
  method === 'POST' && /\bapplication\/x-ndjson\b/i.test(headers.accept ?? '');

/** Sends each line immediately; progress is dropped for a client that does not read. */
function lineSender(response: ServerResponse): SendLine {
  return (line) => {
    if (response.destroyed || response.writableEnded) return;
    if (!response.headersSent)
      response.writeHead(200, {
        'content-type': 'application/x-ndjson',
        'cache-control': 'no-store',
        connection: 'close',
      });
    if (line['type'] === 'progress' && response.writableLength > maxUnreadBytes) return;
    response.write(`${JSON.stringify(line['type'] === 'progress' ? shortenLine(line) : line)}\n`);
  };
}

const shortenLine = (line: Readonly<Record<string, unknown>>): object =>
  isObject(line) && typeof line['line'] === 'string' && line['line'].length > maxLineChars
    ? { ...line, line: `${line['line'].slice(0, maxLineChars)}…` }
    : line;

/** Sends the whole answer, or its last line. */
function send(response: ServerResponse, status: number, body: string): void {
  if (response.headersSent) return void response.end(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(body);
}

const errorBody = ({ code, message }: RuntimeError): string => `${JSON.stringify({ error: { code, message } })}\n`;

/** Answers with an error if that is still possible. */
function rejectSlowRequest(socket: Socket, ms: number): void {
  const code: RuntimeErrorCode = 'TOO_SLOW';
  const body = errorBody(new RuntimeError(code, `the request was not complete after ${ms} ms`));
  const head = `HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json\r\nconnection: close\r\n`;
  socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, () => socket.destroy());
}
