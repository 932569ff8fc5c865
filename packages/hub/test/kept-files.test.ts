import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeSigner } from '../../fleet/src/keys.js';
import { SimDevice } from '../sim/sim-device.js';
import { KeptFiles } from '../src/kept-files.js';

function world(t: { after(end: () => void): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-kept-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const device = new SimDevice(makeSigner(), 'acme');
  for (let i = 0; i < 20; i += 1) device.decide(i);
  const lines = device.lines.map((line) => ({
    line,
    sequence: JSON.parse(line).sequence,
    previous: JSON.parse(line).previous,
  }));
  const names = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ndjson'))
      .sort();
  const kept = () => names().flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean));
  return { folder, device, lines, names, kept };
}

test('a keeper killed in the middle of a line continues, with each record once', (t) => {
  const { folder, device, lines, names, kept } = world(t);
  const first = new KeptFiles(folder);
  first.add(device.name, lines.slice(0, 10), 1);
  first.sync();
  // No close: the process was killed while it wrote the next line.
  appendFileSync(join(folder, names()[0] ?? ''), device.lines[10]?.slice(0, 40) ?? '');
  const second = new KeptFiles(folder);
  second.add(device.name, lines.slice(5, 20), 2);
  second.sync();
  assert.deepEqual(kept(), device.lines);
  assert.deepEqual(second.ledgers.get(device.name)?.ranges, [[1, 20]]);
});

test('ledgers survive when their files are moved away, and a new day starts a new file', (t) => {
  const { folder, device, lines, names } = world(t);
  let day = '2026-01-31';
  const first = new KeptFiles(folder, () => day);
  first.add(device.name, lines.slice(0, 10), 1);
  first.sync();
  day = '2026-02-01';
  first.add(device.name, lines.slice(10, 12), 2);
  first.sync();
  assert.deepEqual(names(), ['audit-2026-01-31.ndjson', 'audit-2026-02-01.ndjson']);
  rmSync(join(folder, 'audit-2026-01-31.ndjson'));
  const second = new KeptFiles(folder, () => day);
  assert.deepEqual(second.ledgers.get(device.name)?.ranges, [[1, 12]]);
  second.add(device.name, lines, 3);
  second.close();
  const { ranges, head, breaks } = new KeptFiles(folder, () => day).ledgers.get(device.name) ?? {};
  assert.deepEqual([ranges, head?.sequence, breaks], [[[1, 20]], 20, []]);
});

test('a record that does not continue the chain is kept, and the ledger says where', (t) => {
  const { folder, device, lines, kept } = world(t);
  const files = new KeptFiles(folder);
  files.add(device.name, lines.slice(0, 10), 1);
  files.add(
    device.name,
    lines.slice(10).map((one) => (one.sequence === 11 ? { ...one, previous: 'f'.repeat(64) } : one)),
    2,
  );
  files.sync();
  assert.deepEqual(files.ledgers.get(device.name)?.breaks, [11]);
  assert.equal(kept().length, 20);
});
