import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { AnyhookError, quoteValue } from '../../errors.js';

/** Where a server listens: the name or address, and the port. */
export interface HttpPlace {
  readonly host: string;
  readonly port: number;
}

/** Who may send HTTP requests. */
export interface HttpAccess extends HttpPlace {
  readonly token: string;
}

export interface HttpRejection {
  readonly status: 401 | 403;
  readonly message: string;
}

/** The access check of all our servers on a port: only programs of this machine with the token may connect. */
export const rejectRequest = (headers: IncomingHttpHeaders, access: HttpAccess): HttpRejection | undefined =>
  rejectForeign(headers, access) ?? rejectToken(headers, access.token);

/** Rejects requests of web pages, whether they use their own name for this machine or another origin. */
export function rejectForeign(
  headers: IncomingHttpHeaders,
  place: HttpPlace,
  options: ForeignOptions = {},
): HttpRejection | undefined {
  const hosts = allowedHosts(place);
  return rejectOtherOrigins(headers, { hosts, origins: hosts.map((host) => `http://${host}`) }, options);
}

/** The names of a server, in the Host header and as origins of its pages. */
export interface HttpNames {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

export interface ForeignOptions {
  readonly needsOrigin?: boolean;
}

/** Rejects requests from pages of other origins or to another host name. */
export function rejectOtherOrigins(
  headers: IncomingHttpHeaders,
  { hosts, origins }: HttpNames,
  { needsOrigin = false }: ForeignOptions = {},
): HttpRejection | undefined {
  if (!hosts.includes((headers.host ?? '').toLowerCase()))
    return { status: 403, message: `the Host header must be one of ${hosts.join(', ')}` };
  const { origin } = headers;
  if (origin !== undefined && !origins.includes(origin.toLowerCase()))
    return { status: 403, message: 'the Origin header names another origin: web pages are not served' };
  if (origin === undefined && needsOrigin)
    return { status: 403, message: 'expected an Origin header, as browsers send it' };
  // Browsers set this header, and no page can change it.
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, message: `the request comes from a page of another origin (Sec-Fetch-Site: ${site})` };
  return undefined;
}

/** Rejects programs that do not have the token. */
export function rejectToken({ authorization }: IncomingHttpHeaders, token: string): HttpRejection | undefined {
  if (hasToken(authorization, token)) return undefined;
  return { status: 401, message: 'expected the header "Authorization: Bearer <token>" with the token of this server' };
}

/** The URL of a server for clients. */
export const httpUrl = ({ host, port }: HttpPlace, path: string): string =>
  `http://${bracketIpv6(host)}:${port}${path}`;

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

function allowedHosts({ host, port }: HttpPlace): readonly string[] {
  const names = isLoopback(host) ? ['127.0.0.1', 'localhost', '[::1]', bracketIpv6(host)] : [bracketIpv6(host)];
  return [...new Set(names)].map((name) => `${name.toLowerCase()}:${port}`);
}

const bracketIpv6 = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Compared in constant time, by hashes, which have equal length. */
function hasToken(header: string | undefined, token: string): boolean {
  const [, bearerToken] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  if (bearerToken === undefined) return false;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(bearerToken), hash(token));
}

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

export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new AnyhookError('BAD_ARGUMENT', `--port: expected a number from 0 to 65535, got ${quoteValue(text)}`);
}
