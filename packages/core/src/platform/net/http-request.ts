import { maxTimerMs } from '../../limits.js';

export interface HttpRequestJob {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** For the whole request, including redirects and the complete answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Redirects to follow, to the same origin only. Default: none. */
  readonly maxRedirects?: number;
}

export type HttpRequestEnd =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly text: string;
      readonly contentType: string;
      /** The target of a redirect that was not followed. */
      readonly location?: string;
    }
  /** `text` is the beginning of the answer. */
  | { readonly kind: 'too-much-output'; readonly status: number; readonly text: string }
  | { readonly kind: 'timeout' | 'cancelled' }
  /** The text never contains a header's value. */
  | { readonly kind: 'error'; readonly error: string };

/** Sends a request and reads the answer up to a limit, then closes the connection. Never rejects. */
export async function sendRequest(job: HttpRequestJob): Promise<HttpRequestEnd> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(job.headers)) {
    try {
      headers.set(name, value);
    } catch {
      return { kind: 'error', error: `header "${name}" has a name or value that HTTP does not allow` };
    }
  }
  const control = new AbortController();
  let stopReason: 'timeout' | 'cancelled' | undefined;
  const giveUp = (why: 'timeout' | 'cancelled') => {
    stopReason ??= why;
    control.abort();
  };
  const cancel = () => giveUp('cancelled');
  const timer = setTimeout(() => giveUp('timeout'), Math.min(job.timeoutMs, maxTimerMs));
  job.signal?.addEventListener('abort', cancel, { once: true });
  if (job.signal?.aborted) cancel();
  try {
    const response = await fetchFollowing(job, headers, control.signal);
    const { status } = response;
    const { text, isWhole } = await readCapped(response, job.maxBytes);
    if (!isWhole) return { kind: 'too-much-output', status, text };
    const location = status >= 300 && status < 400 ? response.headers.get('location') : null;
    const contentType = response.headers.get('content-type') ?? '';
    return { kind: 'answer', status, text, contentType, ...(location === null ? {} : { location }) };
  } catch (error) {
    return stopReason ? { kind: stopReason } : { kind: 'error', error: errorReason(error) };
  } finally {
    control.abort();
    clearTimeout(timer);
    job.signal?.removeEventListener('abort', cancel);
  }
}

async function fetchFollowing(job: HttpRequestJob, headers: Headers, signal: AbortSignal): Promise<Response> {
  let { url, method, body } = job;
  for (let left = job.maxRedirects ?? 0; ; left--) {
    const init = { method, headers, redirect: 'manual', signal } as const;
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    const next = left > 0 ? sameOriginRedirect(response, url) : undefined;
    if (next === undefined) return response;
    await response.body?.cancel();
    url = next;
    if (method === 'GET' || !becomesGet(response.status, method)) continue;
    method = 'GET';
    body = undefined;
    headers.delete('content-type');
  }
}

function sameOriginRedirect(response: Response, from: string): string | undefined {
  const location = [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null;
  if (location === null || !URL.canParse(location, from)) return undefined;
  const next = new URL(location, from);
  return next.origin === new URL(from).origin && next.username === '' ? next.href : undefined;
}

const becomesGet = (status: number, method: string): boolean =>
  status === 303 || ((status === 301 || status === 302) && method === 'POST');

async function readCapped(response: Response, maxBytes: number): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isWhole = true;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    isWhole = size <= maxBytes;
    chunks.push(isWhole ? chunk : chunk.subarray(0, chunk.length - (size - maxBytes)));
    if (!isWhole) break;
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isWhole };
}

function errorReason(error: unknown): string {
  const cause = (error as { cause?: NodeJS.ErrnoException }).cause;
  return cause?.code ?? cause?.message ?? (error as Error).message;
}

/** One request; redirects are not followed. */
interface PostJob {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole request, including the complete answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export type PostEnd =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  | { readonly kind: 'timeout' | 'too-much-output' | 'cancelled' }
  /** The text never contains a header's value. */
  | { readonly kind: 'error'; readonly error: string };

const json = { 'content-type': 'application/json', accept: 'application/json' };

/** Posts JSON and reads the answer up to a limit. Never rejects. */
export const postJson = (job: PostJob): Promise<PostEnd> =>
  sendRequest({ method: 'POST', ...job, headers: { ...json, ...job.headers } });
