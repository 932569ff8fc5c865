import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a test's server. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** A scripted server on loopback for the tests of this folder. */
export async function startLoopback(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
): Promise<{ readonly url: string; readonly requests: ReceivedRequest[] } & AsyncDisposable> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const seen = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text) };
      requests.push(seen);
      answer(response, seen);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Keeps sending until the other side disconnects. */
export function sendForever(response: ServerResponse): void {
  const chunk = 'x'.repeat(64 * 1024);
  const push = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', push).on('error', () => {});
  push();
}
