import { sendRequest } from './http-request.js';

/** One request; redirects are not followed. */
export interface PostJob {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For the whole request, including the last byte of the answer. */
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
export function postJson(job: PostJob): Promise<PostEnd> {
  return sendRequest({ method: 'POST', ...job, headers: { ...json, ...job.headers } });
}
