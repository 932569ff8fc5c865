import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fieldProblem, hintFor, isObject, quoteValue, withoutNulls } from '@anyhook/core';
import { RuntimeError, type RuntimeErrorCode, runtimeErrors, toRuntimeError } from './errors.js';
import { fieldKinds, type RequestFields, type RequestFieldTable } from './fields.js';
import type { SessionWorld } from './project-view.js';
import { type Route, type RouteRequest, routes, type SendLine } from './routes.js';
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
  // Nothing would read the answer to a second request on the connection.
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

/** The route of a request, and the id or key in its path. */
function findRoute(method: string, path: string): { readonly route: Route; readonly pathParameter: string } {
  const matches = routes.flatMap((route) => {
    const pathParameter = matchPath(route.path, path);
    return pathParameter === undefined ? [] : [{ route, pathParameter }];
  });
  const match = matches.find(({ route }) => route.method === method);
  if (match) return match;
  if (matches.length > 0) {
    const methods = matches.map(({ route }) => route.method).join(' or ');
    throw new RuntimeError('BAD_METHOD', `${path} takes ${methods}, got ${method}`);
  }
  const knownRoutes = routes.map((route) => `${route.method} ${route.path}`);
  throw new RuntimeError(
    'UNKNOWN_ROUTE',
    `there is nothing at ${quoteValue(`${method} ${path}`, 100)}; ${hintFor(`${method} ${path}`, knownRoutes)}`,
  );
}

/** The variable part of a path, empty if the pattern has none; undefined if the path does not match. */
function matchPath(pattern: string, path: string): string | undefined {
  const [expected, parts] = [pattern.split('/'), path.split('/')];
  if (expected.length !== parts.length) return undefined;
  let parameter = '';
  for (const [index, part] of parts.entries()) {
    if (expected[index]?.startsWith(':') && part !== '') parameter = decodePart(part);
    else if (expected[index] !== part) return undefined;
  }
  return parameter;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The fields of a query: strings, except counts. */
function queryFields(query: URLSearchParams, table: RequestFieldTable): RequestFields {
  const parseValue = (name: string, value: string) =>
    Object.hasOwn(table, name) && table[name]?.kind === 'count' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return Object.fromEntries([...query].map(([name, value]) => [name, parseValue(name, value)]));
}

function validateFields({ method, path, fields: table }: Route, rawFields: RequestFields): RequestFields {
  const fields = withoutNulls(rawFields);
  const problem = fieldProblem(fields, table, fieldKinds);
  if (problem !== undefined) throw new RuntimeError('BAD_REQUEST', `${method} ${path}: ${problem}`);
  return fields;
}

const maxBodyBytes = 1024 * 1024;
const maxReadBytes = 64 * maxBodyBytes;
const maxLevels = 100;

/** The JSON object in a request; an empty body is an empty object. */
async function readBody(request: IncomingMessage): Promise<RequestFields> {
  const bytes = await collectBytes(request);
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw notJson(`got text that is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(value)) throw notJson(`got ${quoteValue(value)}`);
  if (isDeeperThan(value, maxLevels)) throw notJson(`got one that is nested more than ${maxLevels} levels deep`);
  return value;
}

const notJson = (what: string): RuntimeError =>
  new RuntimeError('NOT_JSON', `expected one JSON object in the body, ${what}`);

/** Reads a body that is too large to its end, within limits: a client that is still sending would not read the answer. */
function collectBytes(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = () =>
    new RuntimeError('TOO_LARGE', `a body holds at most ${maxBodyBytes} bytes; put what is larger into a file`);
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > maxReadBytes) return reject(tooLarge());
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) return chunks.push(chunk);
      chunks.length = 0;
      return size > maxReadBytes && reject(tooLarge());
    });
    request.once('end', () => (size > maxBodyBytes ? reject(tooLarge()) : resolve(Buffer.concat(chunks))));
    const onDisconnect = () =>
      reject(new RuntimeError('CANCELLED', 'the caller went away in the middle of the request'));
    request.once('error', onDisconnect);
    request.once('close', onDisconnect);
  });
}

/** Iterative, not recursive: a deeply nested value would overflow the stack. */
function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}
