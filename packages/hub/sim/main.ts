// Simulated devices against real hub processes and real NATS servers on loopback, with processes killed at random.
// Prints one line of figures at the end, and exits 1 if a record was lost or duplicated.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hubPaths } from '@anyhook/fleet';
import { canSyncAlways, findNatsServer, findNode } from '../scripts/servers.mjs';
import type { FleetState } from '../src/fleet-state.js';
import { compareRecords } from './compare-records.js';
import { DeviceFleet } from './device-fleet.js';
import { type HubWorld, send, startHubs } from './hub-world.js';
import { type NatsCluster, startNats } from './nats-cluster.js';
import { pause, waitUntil } from './programs.js';

const help = `Usage: npm run fleet:sim -- [options]

  --devices N     simulated devices (default 1000)
  --records N     records of each device in the first burst (default 20)
  --batch N       records of one request in the burst (default 20)
  --kills N       rounds in which something is killed with SIGKILL while devices work (default 0)
  --minutes N     how long devices work without kills (default 0)
  --offline N     devices that reconnect after 14 days with 28,000 records each (default 2)
  --r3            three NATS servers that store every record three times and sync each write
  --fault KIND    spoil what was kept at the end, to see this program fail: "lost" takes a record away, "doubled" adds one again
  --folder DIR    keep all files and logs there (default: a temporary folder, removed if all is well)
`;

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    records: { type: 'string', default: '20' },
    batch: { type: 'string', default: '20' },
    kills: { type: 'string', default: '0' },
    minutes: { type: 'string', default: '0' },
    offline: { type: 'string', default: '2' },
    r3: { type: 'boolean', default: false },
    fault: { type: 'string' },
    folder: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

/** A number from the command line. */
function numberOf(
  name: 'devices' | 'records' | 'batch' | 'kills' | 'minutes' | 'offline',
  min: number,
  max: number,
): number {
  const value = Number(values[name]);
  if (Number.isFinite(value) && value >= min && value <= max) return value;
  console.error(`--${name}: expected a number from ${min} to ${max}, got "${values[name]}"`);
  process.exit(2);
}

/** How `--fault` changes the lines that the keeper wrote. */
const faults: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
  lost: (lines) => lines.slice(1),
  doubled: (lines) => [...lines, ...lines.slice(0, 1)],
};

/** Devices per process. */
const perProcess = 5000;
const fourteenDays = 14 * 24 * 60 * 60 * 1000;
/** The decisions of a developer's agents in 14 days, at 2,000 a day. */
const offlineRecords = 28_000;

const say = (text: string): void => console.error(`▸ ${text}`);
const perSecond = ({ count, ms }: { readonly count: number; readonly ms: number }) => Math.round((count * 1000) / ms);

/** All running parts. */
interface Simulation {
  readonly nats: NatsCluster;
  readonly world: HubWorld;
  readonly fleet: DeviceFleet;
  readonly folder: string;
}

/** One announcement: the time until all devices have received it. */
async function nudge({ world, fleet }: Simulation): Promise<number> {
  const opened = await fleet.all({ order: 'listen' });
  say(`${opened.count} nudge streams opened in ${(opened.ms / 1000).toFixed(1)} s`);
  const times: number[] = [];
  for (const serial of [11, 12, 13]) {
    const heard = fleet.waitForSerial(serial);
    const start = performance.now();
    const headers = { authorization: `Bearer ${world.tokens.publish}` };
    const body = Buffer.from(JSON.stringify({ channel: 'stable', serial }));
    await send({
      port: world.ports[0] ?? 0,
      ca: world.certificate,
      path: hubPaths.nudge,
      method: 'POST',
      headers,
      body,
    });
    await heard;
    times.push(Math.round(performance.now() - start));
  }
  say(`a nudge reached all in ${times.join(', ')} ms`);
  return Math.max(...times);
}

/** How many 304 answers per second a plain Node server gives over TLS. */
async function measurePolls({ fleet, folder }: Simulation): Promise<number> {
  const tls = { cert: readFileSync(join(folder, 'cert.pem')), key: readFileSync(join(folder, 'key.pem')) };
  const server = createServer(tls, (request, response) =>
    response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200, { etag: '"1"' }).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const polls = await fleet.all({ order: 'poll', url: `https://127.0.0.1:${port}/stable.json`, ms: 2000 });
  server.close();
  server.closeAllConnections();
  return perSecond(polls);
}

/** Kills something at random while devices work, and restarts it. */
async function killRounds({ nats, world, fleet }: Simulation, rounds: number): Promise<string> {
  const pick = (count: number) => Math.floor(Math.random() * count);
  const nodes = Array.from({ length: nats.size }, (_, i) => i);
  const down = () => pause(pick(300));
  const targets: Readonly<Record<string, () => Promise<void>>> = {
    async device() {
      const index = pick(fleet.processes);
      await fleet.kill(index);
      await down();
      await fleet.start(index);
      fleet.send(index, { order: 'work' });
    },
    async hub() {
      const index = pick(world.ports.length);
      await world.killHub(index);
      await down();
      world.startHub(index);
    },
    async keeper() {
      await world.endKeeper();
      await down();
      world.startKeeper();
    },
    async node() {
      const index = pick(nats.size);
      await nats.kill(index);
      await down();
      nats.start(index);
    },
    async 'all nodes'() {
      await Promise.all(nodes.map((node) => nats.kill(node)));
      await down();
      for (const node of nodes) nats.start(node);
    },
  };
  const counts = new Map<string, number>();
  for (let index = 0; index < fleet.processes; index += 1) fleet.send(index, { order: 'work' });
  for (let round = 1; round <= rounds; round += 1) {
    const name = Object.keys(targets)[pick(Object.keys(targets).length)] ?? '';
    await targets[name]?.();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await pause(200 + pick(600));
    if (round % 20 === 0) say(`${round} kill rounds`);
  }
  await restartDevices(fleet);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}

/** Kills the devices as well, and starts them without work. */
async function restartDevices(fleet: DeviceFleet): Promise<void> {
  for (let index = 0; index < fleet.processes; index += 1) {
    await fleet.kill(index);
    await fleet.start(index);
  }
}

/** Truncates the stream's file, as a power cut may, after the hub acknowledged its content. */
async function destroyRecords(simulation: Simulation): Promise<number> {
  const { nats, world, fleet } = simulation;
  await world.endKeeper('SIGTERM');
  await fleet.all({ order: 'decide', records: 10, devices: perProcess, from: Date.now(), stepMs: 1 });
  await fleet.all({ order: 'ship', batch: 10 });
  await nats.kill(0);
  const blocks = join(nats.folders[0] ?? '', 'jetstream', '$G', 'streams', 'ANYHOOK_AUDIT', 'msgs');
  const names = readdirSync(blocks).filter((one) => one.endsWith('.blk'));
  const last = names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).at(-1) ?? '';
  truncateSync(join(blocks, last), Math.floor(statSync(join(blocks, last)).size / 2));
  nats.start(0);
  world.startKeeper();
  await world.isReady();
  return (await fleet.all({ order: 'report' })).count;
}

/** Waits until reports name no gap and the keeper has everything. */
async function settle({ world, fleet }: Simulation, decided: number): Promise<void> {
  await world.isReady();
  await fleet.all({ order: 'ship', batch: 500 });
  await waitUntil(async () => (await fleet.all({ order: 'report' })).count === 0, 'the last hole', 180_000);
  let kept = 0;
  const counted = async () => {
    const headers = { authorization: `Bearer ${world.tokens.read}` };
    const { text } = await send({ port: world.ports[0] ?? 0, ca: world.certificate, path: '/v1/fleet', headers });
    kept = (JSON.parse(text) as FleetState).devices.reduce((sum, one) => sum + one.kept, 0);
    await pause(500);
    return kept >= decided;
  };
  await waitUntil(counted, 'the keeper', 120_000).catch(() => say(`the keeper has ${kept} of ${decided} records`));
}

/** Changes a file of the keeper without its knowledge. */
async function spoil(world: HubWorld, fault: string): Promise<void> {
  await world.endKeeper('SIGTERM');
  const name = readdirSync(world.kept).find((one) => one.endsWith('.ndjson')) ?? '';
  const lines = readFileSync(join(world.kept, name), 'utf8').trimEnd().split('\n');
  writeFileSync(join(world.kept, name), `${faults[fault]?.(lines).join('\n')}\n`);
}

async function simulate(simulation: Simulation): Promise<boolean> {
  const { world, fleet } = simulation;
  const [devices, records, kills] = [
    numberOf('devices', 1, 20_000),
    numberOf('records', 1, 10_000),
    numberOf('kills', 0, 10_000),
  ];
  const [minutes, offline] = [numberOf('minutes', 0, 600), Math.min(devices, numberOf('offline', 0, 1000))];
  const count = () => [...fleet.records()].length;
  await world.isReady();
  await fleet.startAll();
  const enrolled = await fleet.all({ order: 'enrol' });
  say(`${enrolled.count} devices enrolled, ${perSecond(enrolled)} a second`);
  const nudgeMs = await nudge(simulation);
  await restartDevices(fleet);
  const polls = await measurePolls(simulation);
  await fleet.all({ order: 'decide', records, devices: perProcess, from: Date.now(), stepMs: 1 });
  const burst = await fleet.all({ order: 'ship', batch: numberOf('batch', 1, 500) });
  say(`${burst.count} records acknowledged, ${perSecond(burst)} a second`);

  let offlineSeconds = 0;
  if (offline > 0) {
    const each = Math.ceil(offline / fleet.processes);
    const from = Date.now() - fourteenDays;
    await fleet.all({
      order: 'decide',
      records: offlineRecords,
      devices: each,
      from,
      stepMs: fourteenDays / offlineRecords,
    });
    const start = performance.now();
    await settle(simulation, count());
    offlineSeconds = (performance.now() - start) / 1000;
    say(`${each * fleet.processes} devices came back after 14 days; all kept after ${offlineSeconds.toFixed(1)} s`);
  }
  await settle(simulation, count());
  const { late } = await compareRecords(fleet.records(), world.kept);

  if (minutes > 0) {
    for (let index = 0; index < fleet.processes; index += 1) fleet.send(index, { order: 'work' });
    await pause(minutes * 60_000);
    await restartDevices(fleet);
  }
  const killed = kills > 0 ? await killRounds(simulation, kills) : 'none';
  await settle(simulation, count());
  const healed = values.r3 ? undefined : await destroyRecords(simulation);
  await settle(simulation, count());

  if (values.fault !== undefined) await spoil(world, values.fault);
  const { decided, lost, doubled, foreign } = await compareRecords(fleet.records(), world.kept);
  const figures = {
    devices,
    replicas: values.r3 ? 3 : 1,
    decided,
    lost,
    doubled,
    foreign,
    outOfOrder: late,
    recordsPerSecond: perSecond(burst),
    nudgeMs,
    pollsPerSecond: polls,
    offlineSeconds: Number(offlineSeconds.toFixed(1)),
    destroyedAndHealed: healed ?? 'not tried with three copies',
    kills: killed,
  };
  console.log(
    Object.entries(figures)
      .map(([name, value]) => `${name}=${String(value).replaceAll(' ', '_')}`)
      .join(' '),
  );
  if (lost + doubled + foreign + late > 0) say('failed: each record must be kept once, in order, as it was decided');
  if (healed === 0) say('the cut destroyed nothing that was not kept: healing was not tested');
  return lost + doubled + foreign + late === 0 && healed !== 0;
}

async function main(): Promise<boolean> {
  if (values.fault !== undefined && !Object.hasOwn(faults, values.fault)) {
    console.error(`--fault: expected ${Object.keys(faults).join(' or ')}, got "${values.fault}"`);
    process.exit(2);
  }
  const [node, natsServer] = [findNode(), findNatsServer()];
  const missing = node.reason ?? natsServer.reason;
  if (missing !== undefined) {
    console.log(`skipped: ${missing}`);
    return true;
  }
  const syncAlways = values.r3 && canSyncAlways(natsServer);
  if (values.r3 && !syncAlways) say(`nats-server ${natsServer.version} does not know sync_interval: always; left out`);
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'anyhook-fleet-'));
  mkdirSync(folder, { recursive: true });
  const replicas = values.r3 ? 3 : 1;
  const nats = await startNats(natsServer.program ?? '', join(folder, 'nats'), { nodes: replicas, syncAlways });
  const hubs = numberOf('kills', 0, 10_000) > 0 ? 2 : 1;
  const world = await startHubs(node.program ?? '', folder, nats, { hubs, replicas });
  world.startKeeper();
  const devices = numberOf('devices', 1, 20_000);
  const processes = Math.max(devices > 1 ? 2 : 1, Math.ceil(devices / perProcess));
  const sizes = Array.from(
    { length: processes },
    (_, i) => Math.floor(devices / processes) + (i < devices % processes ? 1 : 0),
  );
  const fleet = new DeviceFleet(node.program ?? '', folder, world, sizes);
  let isWell = false;
  try {
    isWell = await simulate({ nats, world, fleet, folder });
  } finally {
    await Promise.all([fleet.end(), world.end(), nats.end()]);
    if (isWell && values.folder === undefined) rmSync(folder, { recursive: true, force: true });
    else say(`files and logs are in ${folder}`);
  }
  return isWell;
}

if (values.help) console.log(help);
else process.exitCode = (await main()) ? 0 : 1;
