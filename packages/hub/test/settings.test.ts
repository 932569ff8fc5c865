import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findNode } from '../scripts/servers.mjs';
import { readSettings } from '../src/settings.js';

const { program, reason: skip = false } = findNode();
const ada = { name: 'ada', token: 'a'.repeat(64), may: 'look' };
const good = { org: 'acme', nats: { servers: ['nats://127.0.0.1:4222'] }, listen: { plainHttp: true } };

function read(t: { after(end: () => void): void }, value: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-settings-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'hub.json');
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return readSettings(file);
}

test('by default, settings keep three copies of every record and listen on all addresses', (t) => {
  const { replicas, host, port, tls } = read(t, good);
  assert.deepEqual({ replicas, host, port, tls }, { replicas: 3, host: '0.0.0.0', port: 8443, tls: undefined });
});

test('a mistake in the settings names the file, field, expected and actual value', (t) => {
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
    [{ ...good, page: { origin: 'https://hub.acme.example/' } }, /page\.origin: expected the address of the page/],
    [{ ...good, page: { origin: 'http://hub.acme.example' } }, /page\.origin: expected the address of the page/],
    [{ ...good, people: [{ ...ada, may: 'all' }] }, /people\.0\.may: expected "look" or "decide", got "all"/],
    [{ ...good, people: [{ ...ada, token: 'secret' }] }, /people\.0\.token: expected a hash/],
    [{ ...good, people: [{ ...ada, name: 'a\n' }] }, /people\.0\.name: expected a name of letters/],
    [{ ...good, people: [ada, ada] }, /people: expected each name once, got "ada"/],
    [{ ...good, people: [{ ...ada, admin: true }] }, /people\.0\.admin: expected one of name, token, may/],
    [{ ...good, postgres: { url: 'postgres://' } }, /postgres\.url: expected one of urlFile/],
  ];
  for (const [value, message] of cases) assert.throws(() => read(t, value), message);
});

test('settings accept the output of "token --person", whose hash belongs to its token', { skip }, (t) => {
  const hub = fileURLToPath(new URL('../dist/hub.js', import.meta.url));
  const run = (...args: readonly string[]) => spawnSync(program ?? '', [hub, 'token', ...args], { encoding: 'utf8' });
  const { stdout } = run('--person', 'grace', '--may', 'decide');
  const [, token = ''] = /^token {2}(\S{43})$/m.exec(stdout) ?? [];
  const person = JSON.parse(/^ {2}(\{.*\})$/m.exec(stdout)?.[1] ?? '');
  const settings = read(t, { ...good, page: { origin: 'https://hub.acme.example' }, people: [person] });
  assert.deepEqual(settings.people, [{ name: 'grace', token: hashOf(token), may: 'decide' }]);
  const wrong = run('--person', 'grace', '--may', 'everything');
  assert.deepEqual([wrong.status, /--may: expected look or decide, got "everything"/.test(wrong.stderr)], [2, true]);
});

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
