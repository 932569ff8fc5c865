import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { noLinks, noSockets } from '../../../../anyhook/test/support/systems.js';
import { withCwd } from '../process/this-process.js';
import { linkedPath } from './socket-path.js';

/** A folder with a path too long for a socket, and a short one for the link. */
function folders(t: TestContext): { readonly long: string; readonly short: string } {
  const base = mkdtempSync(join(tmpdir(), 'anyhook-'));
  t.after(() => rmSync(base, { recursive: true, force: true }));
  const long = join(base, 'a'.repeat(100));
  mkdirSync(long);
  return { long, short: base };
}

test('a socket in a folder with a long path is reachable through a short link', { skip: noSockets }, async (t) => {
  const { long, short } = folders(t);
  const server = createServer((socket) => socket.end('hello'));
  withCwd(long, () => server.listen('engine.sock'));
  await once(server, 'listening');
  t.after(() => server.close());
  for (const _again of [1, 2]) {
    const found = linkedPath(long, 'engine.sock', short);
    assert.ok(found && Buffer.byteLength(found.path) < 104);
    const socket = connect(found.path);
    const [text] = await once(socket, 'data');
    assert.equal(String(text), 'hello');
    found.release();
  }
});

test('a link that leads to another folder is not used', { skip: noLinks }, (t) => {
  const { long, short } = folders(t);
  const first = linkedPath(long, 'engine.sock', short);
  assert.ok(first);
  const [link = ''] = readdirSync(short).filter((name) => name.startsWith('anyhook-'));
  assert.equal(readlinkSync(join(short, link)), long);
  rmSync(join(short, link));
  symlinkSync('/elsewhere', join(short, link));
  assert.equal(linkedPath(long, 'engine.sock', short), undefined);
});

test('there is no path if even the link would be too long', (t) => {
  const { long } = folders(t);
  assert.equal(linkedPath(long, 'engine.sock', long), undefined);
});
