// Many devices in one process. It stores their keys and records on disk as a device does, so it may be killed at any
// time, and executes the parent's orders.
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import {
  hubLimits,
  hubPaths,
  makeSigner,
  type ReportAnswer,
  readSigner,
  type SequenceRange,
  signerPem,
} from '@anyhook/fleet';
import { pause } from './programs.js';
import { SimDevice } from './sim-device.js';

/** The settings of a process of devices. */
export interface DeviceSettings {
  readonly devices: number;
  readonly ports: readonly number[];
  readonly certificate: string;
  readonly folder: string;
  readonly org: string;
  readonly token: string;
}

/** The orders of the parent; each is answered with figures. */
export type DeviceOrder =
  | { readonly order: 'enrol' }
  | {
      readonly order: 'decide';
      readonly records: number;
      readonly devices: number;
      readonly from: number;
      readonly stepMs: number;
    }
  | { readonly order: 'ship'; readonly batch: number }
  | { readonly order: 'work' }
  | { readonly order: 'report' }
  | { readonly order: 'listen' }
  | { readonly order: 'poll'; readonly url: string; readonly ms: number };

export interface DeviceFigures {
  readonly count: number;
  readonly ms: number;
}

const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as DeviceSettings;
const { folder, ports, certificate: ca, org, token } = settings;
const agent = new Agent({ keepAlive: true, maxSockets: 64, ca });
const spool = join(folder, 'spool.ndjson');
const devices = restore();
/** Devices that send at the same time. */
const atOnce = 48;
let nextHub = 0;

function restore(): readonly SimDevice[] {
  const keys = join(folder, 'keys.json');
  if (!existsSync(keys)) {
    const pems = Array.from({ length: settings.devices }, () => signerPem(makeSigner()));
    writeFileSync(`${keys}.new`, JSON.stringify(pems));
    renameSync(`${keys}.new`, keys);
  }
  const pems = JSON.parse(readFileSync(keys, 'utf8')) as readonly string[];
  const all = pems.map((pem) => new SimDevice(readSigner(pem, keys), org));
  if (!existsSync(spool)) return all;
  const byName = new Map(all.map((device) => [device.name, device]));
  const text = readFileSync(spool);
  const end = text.lastIndexOf(10) + 1;
  // It was killed in the middle of a write, so the record was never decided.
  if (end < text.length) truncateSync(spool, end);
  for (const line of text.toString('utf8', 0, end).split('\n'))
    if (line !== '') byName.get((JSON.parse(line) as { readonly device: string }).device)?.restore(line);
  const cursors = join(folder, 'cursors.json');
  const known = existsSync(cursors) ? (JSON.parse(readFileSync(cursors, 'utf8')) as Record<string, number>) : {};
  for (const device of all) device.acknowledged = known[device.name] ?? 0;
  return all;
}

/** Writes records to the disk before they are sent. */
function store(lines: readonly string[]): void {
  const descriptor = openSync(spool, 'a');
  writeSync(descriptor, `${lines.join('\n')}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** How far the hub has acknowledged; if this is outdated, records are sent twice. */
function storeCursors(): void {
  const path = join(folder, 'cursors.json');
  writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(devices.map((one) => [one.name, one.acknowledged]))));
  renameSync(`${path}.new`, path);
}

/** Sends to one hub after the other until one answers with 200. */
async function ask(device: SimDevice, method: string, path: string, body: Buffer): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const port = ports[nextHub % ports.length] ?? 0;
      const { status, text } = await exchange(port, method, path, body, device.sign(method, path, body));
      if (status === 200) return JSON.parse(text);
      if (status < 500) throw new Refused(`${method} ${path}: ${status} ${text}`);
      throw new Error(text);
    } catch (error) {
      if (error instanceof Refused || attempt > 600) throw error;
      nextHub += 1;
      await pause(100);
    }
  }
}

class Refused extends Error {}

const exchange = (port: number, method: string, path: string, body: Buffer, headers: object) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const out = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { ...headers, 'content-length': body.length },
      agent,
    });
    out.setTimeout(15_000, () => out.destroy(new Error('no answer')));
    out.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    out.on('error', reject);
    out.end(body);
  });

/** Runs something for all devices, some of them at once. */
async function forAll(some: readonly SimDevice[], one: (device: SimDevice) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < some.length) {
      const device = some[next];
      next += 1;
      if (device) await one(device);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function ship(device: SimDevice, batch: number): Promise<number> {
  const before = device.acknowledged;
  while (device.acknowledged < device.lines.length) {
    const from = device.acknowledged + 1;
    const to = Math.min(from + batch - 1, device.lines.length);
    const { upTo } = (await ask(device, 'POST', hubPaths.audit, device.batch([from, to]))) as { readonly upTo: number };
    device.acknowledged = upTo;
  }
  return device.acknowledged - before;
}

async function report(device: SimDevice): Promise<number> {
  const { missing } = (await ask(device, 'POST', hubPaths.report, device.report())) as ReportAnswer;
  let count = 0;
  for (const [first, last] of missing)
    for (let from = first; from <= last; from += hubLimits.batchRecords) {
      const range: SequenceRange = [from, Math.min(from + hubLimits.batchRecords - 1, last)];
      await ask(device, 'POST', hubPaths.audit, device.batch(range));
      count += range[1] - range[0] + 1;
    }
  return count;
}

/** Decides and sends until the process is killed. */
async function work(): Promise<never> {
  for (;;) {
    const some = Array.from({ length: 20 }, () => devices[Math.floor(Math.random() * devices.length)]).filter(
      (one) => one !== undefined,
    );
    store(
      some.flatMap((device) =>
        Array.from({ length: 1 + Math.floor(Math.random() * 30) }, () => device.decide(Date.now())),
      ),
    );
    await forAll([...new Set(some)], async (device) => void (await ship(device, 20)));
    if (Math.random() < 0.3) storeCursors();
    await forAll(some.slice(0, 2), async (device) => void (await report(device)));
    await pause(10);
  }
}

/** Opens a nudge stream for each device; reports their number and what they receive. */
async function listen(): Promise<void> {
  const heard = new Map<number, number>();
  await forAll(
    devices,
    (device) =>
      new Promise<void>((resolve, reject) => {
        const headers = { ...device.sign('GET', hubPaths.nudge, Buffer.alloc(0)) };
        const port = ports[0] ?? 0;
        const out = request({ host: '127.0.0.1', port, path: hubPaths.nudge, headers, ca, agent: false });
        out.on('error', reject);
        out.on('response', (response) => {
          response.once('data', () => resolve());
          response.on('data', (chunk) => {
            for (const line of String(chunk).split('\n').filter(Boolean)) {
              const { serial } = JSON.parse(line) as { readonly serial?: number };
              if (serial === undefined) continue;
              heard.set(serial, (heard.get(serial) ?? 0) + 1);
              if (heard.get(serial) === devices.length) process.send?.({ heard: serial });
            }
          });
        });
        out.end();
      }),
  );
}

/** Requests an unchanged document as often as possible. */
async function poll(url: string, ms: number): Promise<number> {
  const end = Date.now() + ms;
  let count = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const out = request(url, { agent, headers: { 'if-none-match': '"1"' } }, (response) => {
        if (response.statusCode !== 304) reject(new Error(`expected 304, got ${response.statusCode}`));
        response.resume().on('end', resolve);
      });
      out.on('error', reject);
      out.end();
    });
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (Date.now() < end) {
        await one();
        count += 1;
      }
    }),
  );
  return count;
}

async function obey(order: DeviceOrder): Promise<number> {
  if (order.order === 'enrol') {
    const body = (publicKey: string) => Buffer.from(JSON.stringify({ token, org, publicKey }));
    await forAll(
      devices,
      async (device) => void (await ask(device, 'POST', hubPaths.enrol, body(device.signer.publicKey))),
    );
    return devices.length;
  }
  if (order.order === 'decide') {
    const { records, from, stepMs } = order;
    const some = devices.slice(0, order.devices);
    for (const device of some) store(Array.from({ length: records }, (_, i) => device.decide(from + i * stepMs)));
    return records * some.length;
  }
  if (order.order === 'ship') {
    let count = 0;
    await forAll(devices, async (device) => {
      const shipped = await ship(device, order.batch);
      count += shipped;
    });
    storeCursors();
    return count;
  }
  if (order.order === 'work') return work();
  if (order.order === 'listen') {
    await listen();
    return devices.length;
  }
  if (order.order === 'poll') return poll(order.url, order.ms);
  let count = 0;
  await forAll(devices, async (device) => {
    const sent = await report(device);
    count += sent;
  });
  return count;
}

process.on('message', (order: DeviceOrder) => {
  const start = performance.now();
  obey(order).then(
    (count) => process.send?.({ figures: { count, ms: performance.now() - start } }),
    (error: Error) => {
      appendFileSync(join(folder, 'errors.log'), `${error.stack}\n`);
      process.send?.({ problem: error.message });
    },
  );
});
process.send?.({ ready: true });
