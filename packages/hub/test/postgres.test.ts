import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import postgres from 'postgres';
import { noAuditHash } from '../../anyhook/src/journal/audit-record.js';
import { findPostgres, makePostgres, type PostgresServer } from '../sim/postgres-server.js';
import { type Program, pause, startProgram, waitUntil } from '../sim/programs.js';
import type { SimDevice } from '../sim/sim-device.js';
import { testHub } from './support/test-hub.js';

const found = findPostgres();
const tested = testHub();
const { askAs, enrolled, folder, node } = tested;
const skip = found.reason ?? tested.skip;

let server: PostgresServer | undefined;
let forwarder: Program | undefined;
after(async () => {
  await forwarder?.end();
  await server?.end();
});

function startForwarder(): void {
  const hub = new URL('../dist/hub.js', import.meta.url).pathname;
  const args = [hub, 'forward', '--config', tested.world.settingsFile];
  forwarder = startProgram(node, args, join(folder, 'forward.log'));
}

const ship = (device: SimDevice, from: number, to: number) =>
  askAs(device, 'POST', '/v1/audit', device.batch([from, to]));

test('each record has one row, even if forwarder and database are killed and records arrive twice', {
  skip,
}, async () => {
  server = await makePostgres(found.program ?? '', join(folder, 'postgres.log'));
  await server.start();
  const urlFile = join(folder, 'postgres-url');
  writeFileSync(urlFile, `${server.url}\n`);
  tested.world.configure({ postgres: { urlFile } });
  startForwarder();
  const devices = await Promise.all([enrolled(), enrolled(), enrolled()]);
  for (let round = 0; round < 12; round += 1) {
    for (const device of devices) {
      const from = device.lines.length + 1;
      for (let i = 0; i < 30; i += 1) device.decide(Date.now());
      assert.equal((await ship(device, from, from + 29)).status, 200);
      // Sent again in other batches, which no filter of the stream detects.
      assert.equal((await ship(device, Math.max(1, from - 7), from + 11)).status, 200);
    }
    await pause(100);
    if (round % 4 === 1) {
      await forwarder?.end();
      startForwarder();
    }
    if (round % 4 === 3) {
      await server.kill();
      await server.start();
    }
  }
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  const rows = async () => sql`select device, sequence, time, record from anyhook_audit order by device, sequence`;
  await waitUntil(async () => (await rows()).length >= 3 * 360, 'the rows');
  // Unacknowledged records from before the kill arrive again: allow time for that.
  await pause(1500);
  const all = await rows();
  assert.equal(all.length, 3 * 360);
  for (const device of devices) {
    const own = all.filter((row) => row['device'] === device.name);
    assert.deepEqual(
      own.map((row) => row['record']),
      device.lines,
      'every byte, in order',
    );
    assert.equal(own[0]?.['time'].getTime(), JSON.parse(device.lines[0] ?? '').time);
  }
  assert.equal(
    (await sql`select count(*)::int from anyhook_audit where record::json ->> 'decision' = 'deny'`)[0]?.['count'],
    9,
  );

  // Texts that a database may reject must not block others.
  const odd = await enrolled();
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const line = `{"device":"${odd.name}","sequence":1,"previous":"${noAuditHash}","time":8640000000000001,"text":"\\u0000 \\ud800 '); drop table anyhook_audit; --","deep":${deep}}`;
  assert.equal((await askAs(odd, 'POST', '/v1/audit', gzipSync(`${line}\n`))).status, 200);
  await waitUntil(async () => (await rows()).some((row) => row['record'] === line), 'the odd record');
  await sql.end();
});

test('settings name the file with the address, and a missing database is reported', { skip }, async () => {
  const urlFile = join(folder, 'no-postgres-url');
  writeFileSync(urlFile, 'postgres://anyhook:secret@127.0.0.1:1/postgres\n');
  tested.world.configure({ postgres: { urlFile } });
  await forwarder?.end();
  startForwarder();
  const device = await enrolled();
  device.decide(Date.now());
  await ship(device, 1, 1);
  const log = () => readFileSync(join(folder, 'forward.log'), 'utf8');
  await waitUntil(() => /postgres: .*ECONNREFUSED.*; trying again/.test(log()), 'a line in the log');
  assert.doesNotMatch(log(), /secret/);
});
