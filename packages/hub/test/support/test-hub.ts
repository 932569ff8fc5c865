import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { makeSigner } from '../../../fleet/src/keys.js';
import { findNatsServer, findNode } from '../../scripts/servers.mjs';
import { type HubWorld, send, startHubs } from '../../sim/hub-world.js';
import { type NatsCluster, startNats } from '../../sim/nats-cluster.js';
import { SimDevice } from '../../sim/sim-device.js';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  readonly value: any;
}

interface AskOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
  readonly hub?: number;
}

export const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));

/** A real NATS server and real hub processes for the tests of a file. */
export function testHub({ hubs = 1, change = () => ({}) }: TestHubOptions = {}) {
  const [node, natsServer] = [findNode(), findNatsServer()];
  const skip = node.reason ?? natsServer.reason ?? false;
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-hub-'));
  let nats: NatsCluster;
  let world: HubWorld;

  before(async () => {
    if (skip) return;
    nats = await startNats(natsServer.program ?? '', join(folder, 'nats'), { nodes: 1, syncAlways: false });
    world = await startHubs(node.program ?? '', folder, nats, { hubs, replicas: 1, change });
    world.startKeeper();
    await world.isReady();
  });
  after(async () => {
    await world?.end();
    await nats?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (path: string, { hub = 0, ...rest }: AskOptions = {}): Promise<Answer> => {
    const { status, text } = await send({ port: world.ports[hub] ?? 0, ca: world.certificate, path, ...rest });
    return { status, value: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    skip,
    folder,
    /** The program that runs hubs: Node 22 or newer. */
    node: node.program ?? '',
    get world() {
      return world;
    },
    get nats() {
      return nats;
    },
    ask,
    bearer: (use: keyof HubWorld['tokens']) => ({ authorization: `Bearer ${world.tokens[use]}` }),
    /** Sends a request that the device signs. */
    askAs: (device: SimDevice, method: string, path: string, body: Buffer = Buffer.alloc(0), hub = 0) =>
      ask(path, { method, body, hub, headers: { ...device.sign(method, path, body) } }),
    async enrolled(): Promise<SimDevice> {
      const device = new SimDevice(makeSigner(), world.org);
      const body = json({ token: world.tokens.enrol, org: world.org, publicKey: device.signer.publicKey });
      const { status, value } = await ask('/v1/enrol', { method: 'POST', body });
      assert.equal(status, 200, JSON.stringify(value));
      assert.equal(value.device, device.name);
      return device;
    },
  };
}

export interface TestHubOptions {
  readonly hubs?: number;
  /** Settings that differ from the default, by the ports of the hubs. */
  readonly change?: (ports: readonly number[]) => object | Promise<object>;
}
