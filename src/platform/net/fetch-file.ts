/** One file to fetch. */
export interface FileRequest {
  readonly url: string;
  /** What the server called the version that is known; it then answers "unchanged". */
  readonly etag?: string | undefined;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export type FileAnswer =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly etag?: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'failed'; readonly why: string };

/** Fetches a file from a web server, up to a limit. Never rejects. */
export async function fetchFile({ url, etag, maxBytes, timeoutMs }: FileRequest): Promise<FileAnswer> {
  try {
    const response = await fetch(url, {
      headers: etag === undefined ? {} : { 'if-none-match': etag },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 304) return { kind: 'unchanged' };
    // Buckets without the right to list say "forbidden" for what is not there.
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

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { readonly cause?: Error & { readonly code?: string } };
  if (name === 'TimeoutError') return 'the server did not answer in time';
  return cause?.code ?? cause?.message ?? message;
}
