import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSettings } from '../src/settings.js';

const good = { org: 'acme', nats: { servers: ['nats://127.0.0.1:4222'] }, listen: { plainHttp: true } };

function read(t: { after(end: () => void): void }, value: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-settings-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'hub.json');
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return readSettings(file);
}

test('settings have three copies of every record and all addresses unless they say otherwise', (t) => {
  const { replicas, host, port, tls } = read(t, good);
  assert.deepEqual({ replicas, host, port, tls }, { replicas: 3, host: '0.0.0.0', port: 8443, tls: undefined });
});

test('a mistake in the settings names the file, the field, what was expected and what came', (t) => {
  const cases: readonly [unknown, RegExp][] = [
    ['{', /hub\.json: expected a JSON file/],
    [{ ...good, org: 'A b' }, /org: expected a name of small letters.*got "A b"/],
    [{ ...good, listen: {} }, /listen: expected cert and key, or plainHttp: true/],
    [{ ...good, nats: { servers: 'x' } }, /nats\.servers: expected a list of texts, got "x"/],
    [{ ...good, replicas: 2 }, /replicas: expected 1, 3 or 5, got 2/],
    [{ ...good, tokens: { enrol: ['secret'] } }, /tokens\.enrol: expected hashes/],
    [{ ...good, tokens: { admin: [] } }, /tokens\.admin: expected one of enrol/],
    [{ ...good, kept: {} }, /kept: expected one of org/],
    [{ ...good, listen: { plainHttp: true, port: 'x' } }, /listen\.port: expected a port, got "x"/],
  ];
  for (const [value, message] of cases) assert.throws(() => read(t, value), message);
});
