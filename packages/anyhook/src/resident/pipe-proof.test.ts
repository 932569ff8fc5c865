import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { admitClient, newPipe, PipeConnection } from './pipe-proof.js';

const { token } = newPipe();
const isWindows = process.platform === 'win32';

function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-pipe-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An engine that echoes its input. */
async function echoEngine(t: TestContext, key: string): Promise<string> {
  const path = isWindows ? newPipe().pipe : join(tempFolder(t), 'engine.sock');
  const server = createServer((socket) => admitClient(socket, key, () => socket.pipe(socket)));
  server.listen(path);
  await once(server, 'listening');
  t.after(() => server.close());
  return path;
}

test('names and tokens are unique', () => {
  const [one, other] = [newPipe(), newPipe()];
  assert.match(one.pipe, /^\\\\\.\\pipe\\anyhook-[0-9a-f]{32}$/);
  assert.match(one.token, /^[0-9a-f]{64}$/);
  assert.notEqual(one.pipe, other.pipe);
  assert.notEqual(one.token, other.token);
});

test('two ends with the same token exchange data, including data sent before the proof', async (t) => {
  const client = new PipeConnection(await echoEngine(t, token), token);
  client.write('first ');
  client.write('second');
  let heard = '';
  for await (const chunk of client) {
    heard += chunk;
    if (heard.length === 12) break;
  }
  assert.equal(heard, 'first second');
});

test('a long message arrives completely', async (t) => {
  const client = new PipeConnection(await echoEngine(t, token), token);
  const text = Buffer.alloc(3_000_000, 'x');
  client.write(text);
  let length = 0;
  for await (const chunk of client) {
    length += chunk.length;
    if (length === text.length) break;
  }
  assert.equal(length, text.length);
});

test('a client with another token is disconnected, and its data is ignored', async (t) => {
  const path = await echoEngine(t, token);
  const stranger = connect(path);
  const chunks: Buffer[] = [];
  stranger.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
  stranger.write(Buffer.alloc(16));
  stranger.write(Buffer.alloc(32));
  stranger.write('an event');
  await once(stranger, 'close');
  assert.equal(Buffer.concat(chunks).length, 48);
});

test('an engine with another token receives only a random challenge', async (t) => {
  const path = isWindows ? newPipe().pipe : join(tempFolder(t), 'engine.sock');
  const chunks: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      socket.write(Buffer.alloc(48));
    });
  });
  server.listen(path);
  await once(server, 'listening');
  t.after(() => server.close());
  const client = new PipeConnection(path, token);
  client.write('an event');
  const [error] = await once(client, 'error');
  assert.match(String(error), /the pipe belongs to another program than the engine/);
  assert.equal(Buffer.concat(chunks).length, 16);
});

test('a client without a proof is disconnected after a timeout', async (t) => {
  const stranger = connect(await echoEngine(t, token));
  stranger.on('error', () => {});
  stranger.write('too short');
  stranger.resume();
  await once(stranger, 'close');
});
