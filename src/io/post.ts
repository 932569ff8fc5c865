/** One request; redirects are not followed. */
export interface PostJob {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole exchange, the last byte of the answer included. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export type PostEnd =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  | { readonly kind: 'timeout' | 'too-much-output' | 'cancelled' }
  /** The words never hold a header's value. */
  | { readonly kind: 'error'; readonly error: string };

// Node's timers overflow beyond this and then fire at once.
const longestMs = 2 ** 31 - 1;

/** Posts JSON and reads the answer up to a limit. Never rejects. */
export async function postJson(job: PostJob): Promise<PostEnd> {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
  for (const [name, value] of Object.entries(job.headers)) {
    try {
      headers.set(name, value);
    } catch {
      return { kind: 'error', error: `header "${name}" has a name or value that HTTP does not allow` };
    }
  }
  const control = new AbortController();
  let given: 'timeout' | 'cancelled' | undefined;
  const giveUp = (why: 'timeout' | 'cancelled') => {
    given ??= why;
    control.abort();
  };
  const cancel = () => giveUp('cancelled');
  const timer = setTimeout(() => giveUp('timeout'), Math.min(job.timeoutMs, longestMs));
  job.signal?.addEventListener('abort', cancel, { once: true });
  if (job.signal?.aborted) cancel();
  try {
    const options = { method: 'POST', headers, body: job.body, redirect: 'manual', signal: control.signal } as const;
    const response = await fetch(job.url, options);
    const text = await readCapped(response, job.maxBytes);
    if (text === undefined) control.abort();
    return text === undefined ? { kind: 'too-much-output' } : { kind: 'answer', status: response.status, text };
  } catch (error) {
    return given ? { kind: given } : { kind: 'error', error: reason(error) };
  } finally {
    clearTimeout(timer);
    job.signal?.removeEventListener('abort', cancel);
  }
}

async function readCapped(response: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reason(error: unknown): string {
  const cause = (error as { cause?: NodeJS.ErrnoException }).cause;
  return cause?.code ?? cause?.message ?? (error as Error).message;
}
