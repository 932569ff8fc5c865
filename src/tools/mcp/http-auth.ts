import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Who may send HTTP requests. */
export interface HttpAccess {
  /** The host name that the server listens on. */
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

/** Why a request is rejected. */
export interface HttpRejection {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Keeps web pages out, whether they use their own name for this machine or another origin. */
export function rejectRequest(headers: IncomingHttpHeaders, access: HttpAccess): HttpRejection | undefined {
  const hosts = allowedHosts(access);
  if (!hosts.includes((headers.host ?? '').toLowerCase()))
    return { status: 403, message: `the Host header must be one of ${hosts.join(', ')}` };
  const { origin } = headers;
  if (origin !== undefined && !hosts.includes(origin.toLowerCase().replace(/^http:\/\//, '')))
    return { status: 403, message: 'the Origin header names another origin: web pages are not served' };
  if (!hasToken(headers.authorization, access.token))
    return {
      status: 401,
      message: 'expected the header "Authorization: Bearer <token>" with the token of this server',
    };
  return undefined;
}

/** The URL for clients. */
export const mcpUrl = ({ host, port }: HttpAccess): string => `http://${bracketIpv6(host)}:${port}/mcp`;

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

function allowedHosts({ host, port }: HttpAccess): readonly string[] {
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
