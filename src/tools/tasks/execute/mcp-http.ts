import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

interface TransportLimits {
  readonly headers: Readonly<Record<string, string>>;
  /** Limit for all answers together. */
  readonly maxBytes: number;
  /** Aborts every request. */
  readonly signal: AbortSignal;
  onTooMuch(): void;
  /** An answer broke off; the SDK would wait for the rest until the timeout. */
  onBroken(): void;
}

/** A server at a URL; redirects stay within its origin. */
export function httpTransport(url: URL, watch: TransportLimits): StreamableHTTPClientTransport {
  let left = watch.maxBytes;
  const bounded: FetchLike = async (address, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, watch.signal]) : watch.signal;
    const response = await fetch(address, { ...init, signal });
    const reader = response.body?.getReader();
    if (!reader) return response;
    let isLeft = false;
    const take = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const { done, value } = await reader.read();
      if (isLeft) return;
      if (done) return controller.close();
      left -= value.length;
      if (left >= 0) return controller.enqueue(value);
      watch.onTooMuch();
      throw new Error('too much output');
    };
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        take(controller).catch((error: unknown) => {
          if (isLeft) return;
          if (init?.method === 'POST' && !signal.aborted) watch.onBroken();
          controller.error(error);
        }),
      cancel(why) {
        isLeft = true;
        return reader.cancel(why);
      },
    });
    return new Response(body, response);
  };
  return new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...watch.headers } }, fetch: bounded });
}
