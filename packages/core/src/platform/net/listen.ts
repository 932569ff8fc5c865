import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { AnyhookError, quoteValue } from '../../errors.js';
import type { HttpPlace } from './http-door.js';

/** Makes a server listen and returns its port; port 0 means any free one. If it cannot listen, the error names the wrong option. */
export async function listenOn(server: Server, { host, port }: HttpPlace): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new AnyhookError('BAD_ARGUMENT', listenErrorMessage(error, { host, port }), { cause: error });
  });
  return (server.address() as AddressInfo).port;
}

function listenErrorMessage(error: unknown, { host, port }: HttpPlace): string {
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

/** The port that an option names. */
export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new AnyhookError('BAD_ARGUMENT', `--port: expected a number from 0 to 65535, got ${quoteValue(text)}`);
}
