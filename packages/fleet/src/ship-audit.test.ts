import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { auditHash, noAuditHash } from '../../anyhook/src/journal/audit-record.js';
import { decisionId, decisionNumberAt } from '../../anyhook/src/journal/decision-id.js';
import { journalPaths, spoolFileName } from '../../anyhook/src/journal/journal-files.js';
import { openJournalStore } from '../../anyhook/src/journal/store/store.js';
import { HubReceiver, OtlpReceiver } from '../test/support/audit-receivers.js';
import { FleetWorld } from '../test/support/fleet-world.js';
import { deviceIdentity } from './device-identity.js';
import type { AuditSettings } from './fleet-file.js';
import { shipAudit } from './ship-audit.js';
import { AuditChecker } from './verify-audit.js';

/** A machine in a fleet that sends its audit to this target. */
class Auditor extends FleetWorld {
  clock = Date.now();
  private count = 0;
  constructor(
    t: TestContext,
    public target: AuditSettings['target'],
  ) {
    super(t);
    mkdirSync(journalPaths(this.state).spool, { recursive: true });
  }
  get identity() {
    return deviceIdentity(this.state, 'acme');
  }
  decide(count: number): void {
    const file = join(journalPaths(this.state).spool, spoolFileName(this.clock, 'c'));
    const audit = { device: this.identity.device, fields: [], maxMb: 64 };
    for (let i = 0; i < count; i++) {
      const at = this.clock + this.count++;
      const decision = {
        ...{
          id: decisionId(decisionNumberAt(at)),
          at,
          host: 'codex',
          event: 'tool.before',
          nativeEvent: 'x',
          session: 's',
        },
        ...{
          caller: 'ai_session',
          root: '/r',
          cwd: '/r',
          decision: 'pass',
          hookSet: 'h',
          hooks: [],
          ms: 1,
          via: 'process',
        },
      };
      appendFileSync(file, `${JSON.stringify({ v: 1, decision, audit })}\n`);
    }
  }
  ship() {
    const { settings, state, identity, target } = this;
    return shipAudit(
      {
        settings,
        state,
        identity,
        now: () => this.clock,
        version: '1.0.0',
        serial: 1,
        fillHeader: (text) => text.replace('$KEY', 'secret'),
      },
      { target, fields: [], maxMb: 64 },
    );
  }
  get sent(): { readonly problem?: string; readonly gone?: unknown } {
    return JSON.parse(readFileSync(join(this.store.folder, 'sent.json'), 'utf8'));
  }
  async withJournal(act: (store: Awaited<ReturnType<typeof openJournalStore>>) => void): Promise<void> {
    const store = await openJournalStore({ state: this.state, waitMs: 1_000, now: () => this.clock, notify: () => {} });
    act(store);
    store.close();
  }
}

const atHub = (hub: HubReceiver, token: string | undefined = hub.token): AuditSettings['target'] => ({
  ...{ kind: 'hub', url: hub.url },
  ...(token !== undefined && { token }),
});

test('a device enrols by itself, and the hub gets every record once, in batches within the limits', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Auditor(t, atHub(hub));
  device.decide(1_203);
  assert.deepEqual(await device.ship(), { kind: 'sent', count: 1_203 });
  assert.equal(hub.lines.size, 1_203);
  assert.deepEqual(hub.refusals, ['UNKNOWN_DEVICE enrol first']);
  const [report] = hub.reports;
  assert.deepEqual([report?.head.sequence, report?.unsent, report?.spoolFull, report?.oldest], [1_203, 0, false, 1]);
  assert.deepEqual(await device.ship(), { kind: 'sent', count: 0 });
});

test('acknowledged records that a hub lost are sent again after the next report', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Auditor(t, atHub(hub));
  device.decide(900);
  await device.ship();
  for (const [from, to] of [
    [100, 720],
    [800, 800],
  ] as const)
    for (let at = from; at <= to; at++) hub.lines.delete(at);
  await device.ship();
  assert.equal(hub.lines.size, 900);
});

test('records lost by the hub that the device no longer has are listed in the device’s state', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Auditor(t, atHub(hub));
  device.decide(20);
  await device.ship();
  hub.lines.clear();
  await device.withJournal((store) => {
    store.sql.exec('UPDATE audit SET acked_at = 1 WHERE sequence <= 15');
    store.pruneAudit();
  });
  await device.ship();
  assert.deepEqual([...hub.lines.keys()], [16, 17, 18, 19, 20]);
  assert.deepEqual(device.sent.gone, [[1, 15]]);
});

test('a hub that dies after storing a batch gets it again, and stores no record twice', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Auditor(t, atHub(hub));
  device.decide(600);
  const cuts = ['after', 'before', undefined, 'after'] as const;
  let at = 0;
  hub.cuts = () => cuts[at++];
  const first = await device.ship();
  assert.equal(first.kind, 'failed');
  assert.match(device.sent.problem ?? '', /\/v1\/audit/);
  while ((await device.ship()).kind === 'failed');
  assert.equal(hub.lines.size, 600);
  assert.ok(hub.repeated > 0);
  assert.equal(device.sent.problem, undefined);
});

test('after 14 days offline the hub gets all records, once and in order', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Auditor(t, atHub(hub));
  const url = hub.url;
  const start = device.clock - 14 * 24 * 3_600_000;
  device.target = { kind: 'hub', url: 'http://127.0.0.1:9', token: hub.token };
  for (let day = 0; day < 14; day++) {
    device.clock = start + day * 24 * 3_600_000;
    device.decide(200);
    assert.equal((await device.ship()).kind, 'failed');
    await device.withJournal((store) => store.prune({ days: 1, maxMb: 10 }));
  }
  device.clock = start + 14 * 24 * 3_600_000;
  device.target = { kind: 'hub', url, token: hub.token };
  assert.deepEqual(await device.ship(), { kind: 'sent', count: 2_800 });
  assert.deepEqual([hub.lines.size, hub.repeated, hub.refusals.filter((text) => !/enrol/.test(text))], [2_800, 0, []]);
  const times = [...hub.lines.values()].map((line) => JSON.parse(line).time as number);
  assert.ok(times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0)));
});

test('an unknown device without a token says what is missing', async (t) => {
  const hub = await HubReceiver.start(t);
  const device = new Auditor(t, { kind: 'hub', url: hub.url });
  device.decide(1);
  const result = await device.ship();
  assert.match(
    result.kind === 'failed' ? result.why : '',
    /does not know this device, and fleet.yaml has no "audit.token"/,
  );
});

test('a collector gets valid OTLP logs, and its file contains complete chains', async (t) => {
  const collector = await OtlpReceiver.start(t);
  const device = new Auditor(t, { kind: 'otlp', url: collector.url, headers: { authorization: 'Bearer $KEY' } });
  device.decide(700);
  assert.deepEqual(await device.ship(), { kind: 'sent', count: 700 });
  assert.deepEqual(collector.refusals, []);
  assert.equal(collector.headers['authorization'], 'Bearer secret');
  const checker = new AuditChecker();
  for (const batch of collector.batches) checker.add(batch);
  const { devices, isWhole } = checker.result();
  assert.deepEqual([devices[0]?.records, devices[0]?.last, isWhole], [700, 700, true]);
});

test('no record is lost if a collector is busy, rejects records or wants smaller batches', async (t) => {
  const collector = await OtlpReceiver.start(t);
  const device = new Auditor(t, { kind: 'otlp', url: collector.url, headers: {} });
  device.decide(300);
  collector.statuses.push(503);
  assert.equal((await device.ship()).kind, 'failed');
  assert.match(device.sent.problem ?? '', /expected 200, got 503/);
  collector.rejects = 3;
  assert.equal((await device.ship()).kind, 'failed');
  assert.match(device.sent.problem ?? '', /rejected 3 of 300 records/);
  collector.statuses.push(413, 413);
  assert.deepEqual(await device.ship(), { kind: 'sent', count: 300 });
  assert.equal(collector.batches.length, 4);
});

test('checking records reports gaps, changed lines and lines that are not records', () => {
  const device = 'a'.repeat(32);
  const lines: string[] = [];
  let previous = noAuditHash;
  for (let sequence = 1; sequence <= 6; sequence++) {
    const line = JSON.stringify({ device, sequence, previous, time: 1, decision: 'pass' });
    lines.push(line);
    previous = auditHash(line);
  }
  const check = (given: readonly string[]) => {
    const checker = new AuditChecker();
    for (const line of given) checker.add(line);
    return checker.result();
  };
  assert.equal(check([...lines].reverse()).isWhole, true, 'in any order');
  assert.deepEqual(check([...lines, lines[2] ?? '']).devices[0]?.repeated, 1);
  const holed = check(lines.filter((_, i) => i !== 1 && i !== 2));
  assert.deepEqual([holed.isWhole, holed.devices[0]?.missing], [false, [[2, 3]]]);
  const changed = check(lines.map((line, i) => (i === 2 ? line.replace('pass', 'deny') : line)));
  assert.match(changed.devices[0]?.faults.join() ?? '', /sequence 4 does not follow/);
  assert.match(
    check([...lines, (lines[5] ?? '').replace('pass', 'deny')]).devices[0]?.faults.join() ?? '',
    /sequence 6 .* two/,
  );
  assert.equal(check(['{"x":1}', 'no json']).unreadable, 2);
});
