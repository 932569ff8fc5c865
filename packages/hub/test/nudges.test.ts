import assert from 'node:assert/strict';
import { createServer, get } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Nudge } from '../../fleet/src/hub-protocol.js';
import { pause, waitUntil } from '../sim/programs.js';
import type { SimDevice } from '../sim/sim-device.js';
import { openNudges } from '../src/nudges.js';
import type { HubStore } from '../src/store.js';
import type { HubStreams } from '../src/streams.js';
import { json, testHub } from './support/test-hub.js';

const tested = testHub({ hubs: 2 });
const { skip, ask, bearer, enrolled } = tested;

/** The nudge stream of a device at one of the hub processes. */
function open(device: SimDevice, hub: number) {
  const lines: string[] = [];
  let isEnded = false;
  const { ports, certificate: ca } = tested.world;
  const headers = { ...device.sign('GET', '/v1/nudge', Buffer.alloc(0)) };
  const out = request({ host: '127.0.0.1', port: ports[hub], ca, path: '/v1/nudge', headers, agent: false });
  const end = () => {
    isEnded = true;
  };
  out.on('response', (response) => {
    response.on('data', (chunk) => lines.push(...String(chunk).split('\n').filter(Boolean)));
    response.on('error', end).on('end', end);
  });
  out.on('error', end);
  out.end();
  return { lines, isEnded: () => isEnded, close: () => out.destroy() };
}

const announce = (nudge: Nudge, hub: number) =>
  ask('/v1/nudge', { method: 'POST', headers: bearer('publish'), body: json(nudge), hub });

test('a nudge reaches streams of every hub process, and streams that open later', { skip }, async () => {
  const device = await enrolled();
  const streams = [open(device, 0), open(device, 1)];
  await waitUntil(() => streams.every(({ lines }) => lines.length > 0), 'the first heartbeat');
  const nudge = { channel: 'stable', serial: 8 };
  assert.equal((await announce(nudge, 0)).status, 200);
  await waitUntil(() => streams.every(({ lines }) => lines.includes(JSON.stringify(nudge))), 'the nudge');
  const late = open(device, 1);
  await waitUntil(() => late.lines.includes(JSON.stringify(nudge)), 'the nudge that was before');
  await waitUntil(() => streams[1]?.isEnded() ?? false, 'the end of the first stream of the device there');
  assert.equal(streams[0]?.isEnded(), false);
  for (const { close } of [...streams, late]) close();
});

test('a hub that was killed and missed a nudge sends it when the device reconnects', { skip }, async () => {
  const device = await enrolled();
  const before = open(device, 0);
  await waitUntil(() => before.lines.length > 0, 'the first heartbeat');
  await tested.world.killHub(0);
  await waitUntil(before.isEnded, 'the device to notice');
  assert.equal((await announce({ channel: 'stable', serial: 21 }, 1)).status, 200);
  tested.world.startHub(0);
  await tested.world.isReady();
  const again = open(device, 0);
  await waitUntil(() => again.lines.includes('{"channel":"stable","serial":21}'), 'the nudge');
  again.close();
});

test('a device that does not read is disconnected, and the others get every nudge', async (t) => {
  let tell: (nudge: Nudge) => void = () => {};
  // A fake stream of changes: a server would need minutes for so many.
  const connection = {
    subscribe: (_subject: string, { callback }: { callback(error: null, message: object): void }) => {
      tell = (nudge) => callback(null, { json: () => nudge });
      return { unsubscribe: () => {} };
    },
  };
  const nudges = await openNudges(
    { connection } as unknown as HubStreams,
    { readAll: async () => new Map() } as unknown as HubStore,
    () => {},
  );
  const server = createServer(({ url = '' }, response) => nudges.add(url, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    nudges.close();
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  let last = '';
  get({ port, path: '/reads', agent: false }, (response) => response.on('data', (chunk) => (last = String(chunk))));
  get({ port, path: '/sleeps', agent: false }, (response) => response.pause()).on('error', () => {});
  await waitUntil(() => nudges.size === 2, 'both streams');
  let serial = 0;
  for (; nudges.size === 2 && serial < 4_000_000; serial += 1) {
    tell({ channel: 'stable', serial });
    if (serial % 200 === 0) await pause(0);
  }
  assert.equal(nudges.size, 1, 'the one that sleeps is gone');
  tell({ channel: 'stable', serial: 5_000_000 });
  await waitUntil(() => last.includes('5000000'), 'the one that reads');
});
