import { quoteValue } from '../../errors.js';
import { isLoopbackName } from '../../loopback-name.js';

export interface FileRequest {
  readonly url: string;
  /** The server's name for the known version; if it is current, the server answers "unchanged". */
  readonly etag?: string | undefined;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

const maxRedirects = 10;

export type FileAnswer =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly etag?: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'failed'; readonly why: string };

/** Fetches a file from a web server, up to a limit. Never rejects. */
export async function fetchFile({ url, etag, maxBytes, timeoutMs }: FileRequest): Promise<FileAnswer> {
  try {
    const response = await fetchSafely(url, {
      headers: etag === undefined ? {} : { 'if-none-match': etag },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
    if (typeof response === 'string') return { kind: 'failed', why: response };
    if (response.status === 304) return { kind: 'unchanged' };
    // Buckets without list permission answer "forbidden" for missing files.
    if (response.status === 404 || response.status === 410 || response.status === 403) return { kind: 'absent' };
    if (response.status !== 200) return { kind: 'failed', why: `the server answered ${response.status}` };
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxBytes) return { kind: 'too-large' };
      chunks.push(chunk);
    }
    const version = response.headers.get('etag');
    return { kind: 'file', bytes: Buffer.concat(chunks), ...(version !== null && { etag: version }) };
  } catch (error) {
    return { kind: 'failed', why: reasonOf(error) };
  }
}

/** Follows redirects to addresses that are as safe as the first; otherwise returns the reason. */
async function fetchSafely(address: string, init: RequestInit): Promise<Response | string> {
  let url = new URL(address);
  for (let left = maxRedirects; ; left--) {
    const response = await fetch(url.href, init);
    const location = response.status > 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    if (left === 0) return `the server redirected more than ${maxRedirects} times`;
    if (!URL.canParse(location, url.href))
      return `the server redirected to ${quoteValue(location)}: expected an address`;
    const next = new URL(location, url);
    const problem = redirectProblem(url, next);
    if (problem !== undefined) return problem;
    url = next;
  }
}

/** Why a redirect is not followed: without https, others could change the answer. Plain http: only this machine. */
export function redirectProblem(from: URL, to: URL): string | undefined {
  const isSafe =
    to.protocol === 'https:' || (from.protocol === 'http:' && to.protocol === 'http:' && isLoopbackName(to.hostname));
  return isSafe
    ? undefined
    : `${from.origin} redirected to ${to.origin}: expected an address that begins with https://`;
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { readonly cause?: Error & { readonly code?: string } };
  return name === 'TimeoutError' ? 'the server did not answer in time' : (cause?.code ?? cause?.message ?? message);
}
