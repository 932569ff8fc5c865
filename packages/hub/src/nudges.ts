import type { ServerResponse } from 'node:http';
import { hubLimits, type Nudge } from '@anyhook/fleet';
import type { HubStore } from './store.js';
import type { HubStreams } from './streams.js';

/** A stream with more unsent bytes than this belongs to a device that no longer reads. */
const maxUnsentBytes = 16 * 1024;

/** The open streams of devices: notifies each of them when a channel changes. */
export async function openNudges({ connection }: HubStreams, store: HubStore, log: (text: string) => void) {
  const open = new Map<string, ServerResponse>();
  const channels = new Map<string, Nudge>();
  const send = (response: ServerResponse, line: string): void => {
    if (response.writableLength > maxUnsentBytes) response.destroy();
    else response.write(line);
  };
  const toAll = (line: string): void => {
    for (const response of open.values()) send(response, line);
  };
  const forward = (nudge: Nudge): void => {
    channels.set(nudge.channel, nudge);
    toAll(`${JSON.stringify(nudge)}\n`);
  };
  const catchUp = async (): Promise<void> => {
    // The read value may be older than a nudge that just arrived.
    for (const [name, nudge] of await store.readAll('channel'))
      if (nudge.serial > (channels.get(name)?.serial ?? 0)) forward(nudge);
  };
  // Subscribes first and then reads, so that no change is missed.
  const subscription = connection.subscribe('anyhook.channel.*', {
    callback: (_error, message) => forward(message.json<Nudge>()),
  });
  // Nudges between hubs are sent at most once: a missed one is found here, long before devices poll.
  const heartbeat = setInterval(() => {
    toAll('{}\n');
    catchUp().catch((error: Error) => log(`nudges: ${error.message}; trying again`));
  }, hubLimits.heartbeatMs / 2);
  await catchUp();
  return {
    get size() {
      return open.size;
    },
    /** Keeps one response open per device, and starts with what the device may have missed. */
    add(device: string, response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
      // The previous one is dead, or the device has too many.
      open.get(device)?.end();
      open.set(device, response);
      response.on('close', () => {
        if (open.get(device) === response) open.delete(device);
      });
      response.write([{}, ...channels.values()].map((one) => `${JSON.stringify(one)}\n`).join(''));
    },
    /** Reads what another hub process announced while this one had no connection. */
    catchUp,
    close(): void {
      clearInterval(heartbeat);
      subscription.unsubscribe();
      for (const response of open.values()) response.end();
    },
  };
}

export type Nudges = Awaited<ReturnType<typeof openNudges>>;
