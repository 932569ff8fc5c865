import { once } from 'node:events';
import { type HttpAccess, httpUrl, listenOn } from '@anyhook/core';
import { createHttpServer } from './http.js';

/** A server that listens. */
export interface HttpListener {
  readonly url: string;
  close(): void;
  /** Resolves when the server is closed. */
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
