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
export function httpTransport(url: URL, limits: TransportLimits): StreamableHTTPClientTransport {
  let remainingBytes = limits.maxBytes;
  const boundedFetch: FetchLike = async (address, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, limits.signal]) : limits.signal;
    const response = await fetch(address, { ...init, signal });
    const reader = response.body?.getReader();
    if (!reader) return response;
    let isCancelled = false;
    const readChunk = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const { done, value } = await reader.read();
      if (isCancelled) return;
      if (done) return controller.close();
      remainingBytes -= value.length;
      if (remainingBytes >= 0) return controller.enqueue(value);
      limits.onTooMuch();
      throw new Error('too much output');
    };
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        readChunk(controller).catch((error: unknown) => {
          if (isCancelled) return;
          if (init?.method === 'POST' && !signal.aborted) limits.onBroken();
          controller.error(error);
        }),
      cancel(why) {
        isCancelled = true;
        return reader.cancel(why);
      },
    });
    return new Response(body, response);
  };
  return new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { ...limits.headers } },
    fetch: boundedFetch,
  });
}
