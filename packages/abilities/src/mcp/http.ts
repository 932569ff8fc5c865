import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type HttpAccess, httpUrl, listenOn, rejectRequest, ticks } from '@anyhook/core';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';

const httpLimits = { bodyBytes: 4 * 1024 * 1024, sessions: 64, connections: 256, idleMs: 60 * 60_000 } as const;

const timeouts = { headersTimeout: 5_000, requestTimeout: 60_000, connectionsCheckingInterval: 2_000 } as const;

export type ConnectSession = (session: string, transport: Transport) => Promise<void>;

interface HttpSession {
  readonly transport: StreamableHTTPServerTransport;
  /** Open requests, and when the last one arrived. */
  openRequests: number;
  usedAt: number;
}

/** MCP over Streamable HTTP, for clients with the token; each session is connected when it starts. */
export function createHttpServer(currentAccess: () => HttpAccess, connect: ConnectSession): Server {
  const sessions = new Map<string, HttpSession>();
  // A connection that sends nothing has shown no token: it must not block others for long.
  const server = createServer(timeouts, async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      refuse(response, 500, `anyhook failed: ${(error as Error).message}`);
    }
  });
  server.maxConnections = httpLimits.connections;

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const rejection = rejectRequest(request.headers, currentAccess());
    if (rejection) return refuse(response, rejection.status, rejection.message);
    if ((request.url ?? '').replace(/\?.*$/s, '') !== '/mcp') return refuse(response, 404, 'the server is at /mcp');
    const body = request.method === 'POST' ? await readJsonBody(request) : undefined;
    if (body && 'problem' in body) return refuse(response, body.status, body.problem);
    const session = await sessionFor(request, body?.value);
    if ('problem' in session) return refuse(response, session.status, session.problem);
    await serve(session, { request, response, body: body?.value });
    // The session was never initialized, so no client owns it.
    if (session.transport.sessionId === undefined) await session.transport.close();
  };

  const sessionFor = async (request: IncomingMessage, body: unknown): Promise<HttpSession | HttpProblem> => {
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') return sessions.get(id) ?? { status: 404, problem: 'no such session' };
    if (![body].flat().some(isInitializeRequest))
      return { status: 400, problem: 'expected the header Mcp-Session-Id, or the request "initialize"' };
    if (!ensureSessionSlot()) return { status: 503, problem: `${sessions.size} sessions are in use: end one first` };
    return startSession();
  };

  const startSession = async (): Promise<HttpSession> => {
    const id = randomUUID();
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const session: HttpSession = { transport, openRequests: 0, usedAt: ticks() };
    sessions.set(id, session);
    // The SDK's own types do not match each other with exactOptionalPropertyTypes.
    await connect(id, transport as Transport);
    const { onclose } = transport;
    transport.onclose = () => {
      sessions.delete(id);
      onclose?.();
    };
    return session;
  };

  /** Whether one more session fits; if none does, closes the one that was idle longest, if it was idle long enough. */
  const ensureSessionSlot = (): boolean => {
    if (sessions.size < httpLimits.sessions) return true;
    const [oldest] = [...sessions.values()]
      .filter(({ openRequests }) => openRequests === 0)
      .sort((a, b) => a.usedAt - b.usedAt);
    if (!oldest || ticks() - oldest.usedAt < httpLimits.idleMs) return false;
    void oldest.transport.close();
    return true;
  };

  server.on('close', () => {
    for (const { transport } of sessions.values()) void transport.close();
  });
  return server;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
}

async function serve(session: HttpSession, { request, response, body }: Exchange): Promise<void> {
  session.openRequests++;
  session.usedAt = ticks();
  response.on('close', () => {
    session.openRequests--;
    session.usedAt = ticks();
  });
  await session.transport.handleRequest(request, response, body);
}

interface HttpProblem {
  readonly status: number;
  readonly problem: string;
}

/** The body as JSON, read up to the limit. */
async function readJsonBody(request: IncomingMessage): Promise<{ readonly value: unknown } | HttpProblem> {
  const tooLarge = { status: 413, problem: `a message has at most ${httpLimits.bodyBytes} bytes` };
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > httpLimits.bodyBytes) return tooLarge;
    parts.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown };
  } catch (error) {
    return { status: 400, problem: `expected JSON: ${(error as Error).message}` };
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  const headers = {
    'content-type': 'application/json',
    // The rest of the body is not read.
    connection: 'close',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  };
  response.writeHead(status, headers);
  const error = { code: status >= 500 ? ErrorCode.InternalError : ErrorCode.InvalidRequest, message };
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}

interface HttpListener {
  readonly url: string;
  close(): void;
  readonly ended: Promise<unknown>;
}

/** Serves MCP over HTTP; port 0 means any free port. If it cannot listen, the error names the wrong option. */
export async function listenHttp(
  access: HttpAccess,
  connect: Parameters<typeof createHttpServer>[1],
): Promise<HttpListener> {
  let { port } = access;
  const server = createHttpServer(() => ({ ...access, port }), connect);
  port = await listenOn(server, access);
  return {
    url: httpUrl({ ...access, port }, '/mcp'),
    close() {
      server.close();
      server.closeAllConnections();
    },
    ended: once(server, 'close'),
  };
}
