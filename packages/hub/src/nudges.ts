import type { ServerResponse } from 'node:http';
import { hubLimits, type Nudge } from '../../../src/fleet/hub-protocol.js';
import type { HubStore } from './store.js';
import type { HubStreams } from './streams.js';

/** A stream with more unsent bytes than this belongs to a device that no longer reads. */
const maxUnsentBytes = 16 * 1024;

/** The open streams of devices: tells each of them when a channel changes. */
export async function openNudges({ connection }: HubStreams, store: HubStore) {
  const open = new Set<ServerResponse>();
  const channels = new Map(await store.readAll('channel'));
  const send = (response: ServerResponse, line: string): void => {
    if (response.writableLength > maxUnsentBytes) response.destroy();
    else response.write(line);
  };
  const toAll = (line: string): void => {
    for (const response of open) send(response, line);
  };
  const subscription = connection.subscribe('anyhook.channel.*', {
    callback: (_error, message) => {
      const nudge = message.json<Nudge>();
      channels.set(nudge.channel, nudge);
      toAll(`${JSON.stringify(nudge)}\n`);
    },
  });
  const heartbeat = setInterval(() => toAll('{}\n'), hubLimits.heartbeatMs / 2);
  return {
    get size() {
      return open.size;
    },
    /** Keeps an answer open, and starts with what the device may have missed. */
    add(response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
      open.add(response);
      response.on('close', () => open.delete(response));
      response.write([{}, ...channels.values()].map((one) => `${JSON.stringify(one)}\n`).join(''));
    },
    /** What another hub process announced while this one had no connection. */
    async catchUp(): Promise<void> {
      for (const [name, nudge] of await store.readAll('channel')) {
        if (channels.get(name)?.serial === nudge.serial) continue;
        channels.set(name, nudge);
        toAll(`${JSON.stringify(nudge)}\n`);
      }
    },
    close(): void {
      clearInterval(heartbeat);
      subscription.unsubscribe();
      for (const response of open) response.end();
    },
  };
}

export type Nudges = Awaited<ReturnType<typeof openNudges>>;
