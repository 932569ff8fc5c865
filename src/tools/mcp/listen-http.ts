import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { AnyhookError, quoteValue } from '../../core/errors.js';
import { createHttpServer } from './http.js';
import { type HttpAccess, mcpUrl } from './http-auth.js';

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
  server.listen(access.port, access.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new AnyhookError('BAD_ARGUMENT', listenErrorMessage(error, access), { cause: error });
  });
  ({ port } = server.address() as AddressInfo);
  return {
    url: mcpUrl({ ...access, port }),
    close() {
      server.close();
      server.closeAllConnections();
    },
    ended: once(server, 'close'),
  };
}

function listenErrorMessage(error: unknown, { host, port }: HttpAccess): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `--port: another program uses ${port} on ${host}; use another port, or leave it out for a free one`;
    case 'EACCES':
      return `--port: you may not use ${port}; use a port from 1024 on, or leave it out for a free one`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `--host: expected a name or address of this machine, got ${quoteValue(host)}`;
    default:
      return `cannot serve on ${host}, port ${port}: ${(error as Error).message}`;
  }
}
