import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AnyhookError, type HttpPlace, rejectForeign, rejectToken } from '@anyhook/core';
import type { EntryCodes } from './entry-codes.js';
import { pageHeaders, pageHtml } from './page-headers.js';

/** An authorized request to the API. */
interface ApiRequest {
  readonly query: URLSearchParams;
  /** The body of the request; undefined for GET. */
  readonly body: unknown;
  /** For answers that do not end: writes to it directly. */
  readonly response: ServerResponse;
}

/** The answer of a route: JSON, a file to save, or nothing because it writes to the response itself. */
type ApiAnswer = { readonly json: unknown } | { readonly file: string; readonly name: string } | undefined;

/** Routes by method and path, such as `GET /api/why`. */
export type ApiRoutes = Readonly<Record<string, (request: ApiRequest) => ApiAnswer | Promise<ApiAnswer>>>;

interface UiServerOptions {
  /** The address of the server; known only once it listens. */
  readonly place: () => HttpPlace;
  readonly token: string;
  readonly codes: EntryCodes;
  /** The script and style sheet of the page, by path. */
  readonly assets: Readonly<Record<string, { readonly type: string; readonly text: string }>>;
  readonly routes: ApiRoutes;
}

const limits = { bodyBytes: 64 * 1024, connections: 64 } as const;
const timeouts = { headersTimeout: 5_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 } as const;

/** Serves the page to the browser of this machine, and the API to the page. */
export function createUiServer(options: UiServerOptions): Server {
  const server = createServer(timeouts, (request, response) => {
    handle(request, response, options).catch((error: unknown) => {
      const isOurs = error instanceof AnyhookError;
      refuse(response, isOurs ? 400 : 500, isOurs ? error.message : `anyhook failed: ${(error as Error).message}`);
    });
  });
  server.maxConnections = limits.connections;
  return server;
}

async function handle(request: IncomingMessage, response: ServerResponse, options: UiServerOptions): Promise<void> {
  const { method = '', headers } = request;
  const foreign = rejectForeign(headers, options.place(), { needsOrigin: method !== 'GET' });
  if (foreign) return refuse(response, foreign.status, foreign.message);
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (!url.pathname.startsWith('/api/')) return serveAsset(url.pathname, method, response, options);
  if (method !== 'GET' && !/^application\/json(?:;|$)/i.test(headers['content-type'] ?? ''))
    return refuse(response, 415, 'expected JSON');
  if (`${method} ${url.pathname}` === 'POST /api/enter') return enter(request, response, options);
  const rejected = rejectToken(headers, options.token);
  if (rejected) return refuse(response, rejected.status, rejected.message);
  const route = options.routes[`${method} ${url.pathname}`];
  if (!route) return refuse(response, 404, `unknown route: ${method} ${url.pathname}`);
  const body = method === 'GET' ? undefined : await readJson(request);
  const answer = await route({ query: url.searchParams, body, response });
  if (!answer) return;
  if ('json' in answer) return send(response, 200, 'application/json', JSON.stringify(answer.json));
  response.setHeader('content-disposition', `attachment; filename="${answer.name.replace(/[^\w.-]/g, '_')}"`);
  send(response, 200, 'text/html; charset=utf-8', answer.file);
}

function serveAsset(path: string, method: string, response: ServerResponse, { assets }: UiServerOptions): void {
  const page = { type: 'text/html; charset=utf-8', text: pageHtml('anyhook') };
  const asset = path === '/' ? page : Object.hasOwn(assets, path) ? assets[path] : undefined;
  if (method !== 'GET') refuse(response, 405, 'only GET');
  else if (asset) send(response, 200, asset.type, asset.text);
  else refuse(response, 404, 'file not found');
}

/** Exchanges a code for the token. */
async function enter(request: IncomingMessage, response: ServerResponse, options: UiServerOptions): Promise<void> {
  const body = await readJson(request);
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  if (typeof code !== 'string' || !options.codes.burn(code))
    return refuse(response, 403, 'this code was used already, or is older than a minute');
  send(response, 200, 'application/json', JSON.stringify({ token: options.token }));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limits.bodyBytes) throw new AnyhookError('BAD_ARGUMENT', `more than ${limits.bodyBytes} bytes`);
    parts.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch (error) {
    throw new AnyhookError('BAD_ARGUMENT', `expected JSON: ${(error as Error).message}`);
  }
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...pageHeaders, 'content-type': type });
  response.end(text);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.shouldKeepAlive = false;
  send(response, status, 'application/json', JSON.stringify({ error: message }));
}
