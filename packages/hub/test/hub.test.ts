import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { noAuditHash } from '../../anyhook/src/journal/audit-record.js';
import { signRequest } from '../../fleet/src/hub-protocol.js';
import { makeSigner } from '../../fleet/src/keys.js';
import { type Program, startProgram, waitUntil } from '../sim/programs.js';
import { SimDevice } from '../sim/sim-device.js';
import { type Answer, json, testHub } from './support/test-hub.js';

const tested = testHub({ hubs: 2 });
const { skip, folder, node, ask, askAs, bearer, enrolled } = tested;

function decide(device: SimDevice, count: number): void {
  for (let i = 0; i < count; i += 1) device.decide(Date.now());
}

/** The records of a device in the keeper's files. */
function keptLines(device: SimDevice): readonly string[] {
  const files = readdirSync(tested.world.kept).filter((name) => name.endsWith('.ndjson'));
  const lines = files.flatMap((name) => readFileSync(join(tested.world.kept, name), 'utf8').split('\n'));
  return lines.filter((line) => line.includes(device.name));
}

test('a device enrols, sends records and reports, and the keeper stores each record once', { skip }, async () => {
  const device = await enrolled();
  decide(device, 30);
  const sent = await askAs(device, 'POST', '/v1/audit', device.batch([1, 20]));
  assert.deepEqual(sent, { status: 200, value: { upTo: 20 } });
  // As after a lost answer: the same records again, in other batches, to the other hub process.
  assert.equal((await askAs(device, 'POST', '/v1/audit', device.batch([1, 20]), 1)).status, 200);
  assert.equal((await askAs(device, 'POST', '/v1/audit', device.batch([11, 30]), 1)).value.upTo, 30);
  assert.deepEqual(await askAs(device, 'POST', '/v1/report', device.report()), { status: 200, value: { missing: [] } });
  await waitUntil(() => keptLines(device).length >= 30, 'the keeper');
  assert.deepEqual(keptLines(device), device.lines);
});

test('a report is answered with the gaps, and the records that the device sends again fill them', {
  skip,
}, async () => {
  const device = await enrolled();
  decide(device, 50);
  for (const range of [
    [1, 10],
    [21, 30],
    [41, 45],
  ] as const)
    await askAs(device, 'POST', '/v1/audit', device.batch(range));
  const { value } = await askAs(device, 'POST', '/v1/report', device.report(), 1);
  assert.deepEqual(value.missing, [
    [11, 20],
    [31, 40],
    [46, 50],
  ]);
  for (const range of value.missing) await askAs(device, 'POST', '/v1/audit', device.batch(range));
  assert.deepEqual((await askAs(device, 'POST', '/v1/report', device.report())).value.missing, []);
  await waitUntil(() => keptLines(device).length >= 50, 'the keeper');
  assert.deepEqual([...keptLines(device)].sort(), [...device.lines].sort());
});

test('records that the device no longer has are not requested, and the fleet state counts them as lost', {
  skip,
}, async () => {
  const device = await enrolled();
  decide(device, 10);
  await askAs(device, 'POST', '/v1/audit', device.batch([6, 10]));
  const report = json({ ...JSON.parse(device.report().toString()), oldest: 4 });
  assert.deepEqual((await askAs(device, 'POST', '/v1/report', report)).value.missing, [[4, 5]]);
  const { value } = await ask('/v1/fleet', { headers: bearer('read') });
  const state = value.devices.find((one: { device: string }) => one.device === device.name);
  assert.match(state.alarms.join(), /3 records are lost/);
});

test('a device whose state was set back raises an alarm; one that sent records since its report does not', {
  skip,
}, async () => {
  const device = await enrolled();
  const alarms = async () => {
    const { value } = await ask('/v1/fleet', { headers: bearer('read') });
    return value.devices.find((one: { device: string }) => one.device === device.name).alarms;
  };
  const kept = (count: number) => waitUntil(() => keptLines(device).length >= count, 'the keeper');
  decide(device, 5);
  const early = device.report();
  await askAs(device, 'POST', '/v1/audit', device.batch([1, 5]));
  await askAs(device, 'POST', '/v1/report', early);
  decide(device, 5);
  await askAs(device, 'POST', '/v1/audit', device.batch([6, 10]));
  await kept(10);
  assert.deepEqual(await alarms(), []);
  // The keeper notifies the hubs a moment after it has written.
  await waitUntil(async () => {
    await askAs(device, 'POST', '/v1/report', early);
    return (await alarms()).length > 0;
  }, 'the alarm');
  assert.match((await alarms()).join(), /fewer records than it sent before/);
});

test('a batch with a gap or broken chain, of another device, too large or unreadable is refused as a whole', {
  skip,
}, async () => {
  const device = await enrolled();
  const other = await enrolled();
  decide(device, 600);
  decide(other, 2);
  const pack = (lines: readonly string[]) => gzipSync(`${lines.join('\n')}\n`);
  const [one = '', two = '', three = ''] = device.lines;
  const cases: readonly [Buffer, number, RegExp][] = [
    [pack([one, three]), 400, /record 2: sequence: expected 2, got 3/],
    [pack([one, other.lines[1] ?? '']), 400, /record 2: device/],
    [pack([one, two.replace(/"previous":"\w+"/, `"previous":"${noAuditHash}"`)]), 400, /record 2: previous/],
    [pack(['{"not":']), 400, /record 1: expected a JSON object/],
    [Buffer.from(one), 400, /expected gzip/],
    [pack([]), 400, /record 1/],
    [device.batch([1, 501]), 413, /at most 500 records, got 501/],
    [gzipSync(Buffer.alloc(5_000_000, 32)), 413, /at most 1048576 bytes when unpacked/],
  ];
  for (const [body, status, message] of cases) {
    const answer = await askAs(device, 'POST', '/v1/audit', body);
    assert.equal(answer.status, status, JSON.stringify(answer.value));
    assert.match(answer.value.error.message, message);
  }
  assert.deepEqual((await askAs(device, 'POST', '/v1/report', device.report())).value.missing, [[1, 600]]);
});

test('a request without a token, of an unknown device, forged or out of time is refused with its code', {
  skip,
}, async () => {
  const device = await enrolled();
  const stranger = new SimDevice(makeSigner(), tested.world.org);
  const code = async (answer: Promise<Answer>) => (await answer).value.error.code;
  const publicKey = makeSigner().publicKey;
  const enrol = (body: object) => ask('/v1/enrol', { method: 'POST', body: json(body) });
  assert.equal(await code(enrol({ token: 'x'.repeat(32), org: tested.world.org, publicKey })), 'BAD_TOKEN');
  assert.equal(
    await code(enrol({ token: tested.world.tokens.publish, org: tested.world.org, publicKey })),
    'BAD_TOKEN',
  );
  assert.equal(await code(enrol({ token: tested.world.tokens.enrol, org: 'other', publicKey })), 'BAD_REQUEST');
  assert.equal(await code(askAs(stranger, 'POST', '/v1/report', stranger.report())), 'UNKNOWN_DEVICE');
  const headers = { ...device.sign('POST', '/v1/report', json({})) };
  assert.equal(await code(ask('/v1/report', { method: 'POST', headers, body: device.report() })), 'BAD_SIGNATURE');
  const yesterday = signRequest(
    { method: 'POST', path: '/v1/report', body: device.report() },
    device.name,
    device.signer,
    Date.now() - 86_400_000,
  );
  const late = await ask('/v1/report', { method: 'POST', headers: { ...yesterday }, body: device.report() });
  assert.equal(late.value.error.code, 'BAD_TIME');
  assert.ok(Math.abs(late.value.error.now - Date.now()) < 60_000, 'the hub says what time it is');
  for (const [path, method] of [
    ['/v1/fleet', 'GET'],
    ['/v1/approvals', 'GET'],
    ['/v1/nudge', 'POST'],
  ] as const)
    assert.equal(await code(ask(path, { method })), 'BAD_TOKEN');
  assert.equal(await code(ask('/v1/else')), 'NOT_FOUND');
  assert.equal(await code(ask('/v1/audit')), 'WRONG_METHOD');
  const report = { ...JSON.parse(device.report().toString()), path: '/home/me' };
  assert.equal(await code(askAs(device, 'POST', '/v1/report', json(report))), 'BAD_REQUEST');
});

test('a keeper that lost its folder reads the stream again', { skip }, async () => {
  const device = await enrolled();
  decide(device, 10);
  await askAs(device, 'POST', '/v1/audit', device.batch([1, 10]));
  await waitUntil(() => keptLines(device).length >= 10, 'the keeper');
  await tested.world.endKeeper();
  rmSync(tested.world.kept, { recursive: true });
  tested.world.startKeeper();
  await waitUntil(() => keptLines(device).length >= 10, 'the new keeper');
  assert.deepEqual(keptLines(device), device.lines);
});

test('the forwarder sends every record to a collector, even after the collector failed', { skip }, async () => {
  const device = await enrolled();
  decide(device, 5);
  await askAs(device, 'POST', '/v1/audit', device.batch([1, 5]));
  const bodies: string[] = [];
  let failures = 2;
  const collector = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      failures -= 1;
      if (failures < 0) bodies.push(...otlpBodies(JSON.parse(Buffer.concat(chunks).toString())));
      response.writeHead(failures < 0 ? 200 : 503).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as { readonly port: number };
  tested.world.configure({ otlp: { url: `http://127.0.0.1:${port}/v1/logs` } });
  const hub = new URL('../dist/hub.js', import.meta.url).pathname;
  const forwarder: Program = startProgram(
    node,
    [hub, 'forward', '--config', tested.world.settingsFile],
    join(folder, 'forward.log'),
  );
  try {
    await waitUntil(() => device.lines.every((line) => bodies.includes(line)), 'the collector');
  } finally {
    await forwarder.end();
    collector.close();
    collector.closeAllConnections();
  }
});

/** The bodies of log records; throws if the OTLP form is wrong. */
function otlpBodies(message: {
  resourceLogs: { scopeLogs: { logRecords: { timeUnixNano: string; body: { stringValue: string } }[] }[] }[];
}): string[] {
  const records = message.resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
  for (const { timeUnixNano } of records) assert.match(timeUnixNano, /^\d{19}$/);
  return records.map(({ body }) => body.stringValue);
}
