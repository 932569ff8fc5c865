import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { call, McpWorld } from './mcp-world.js';

interface Served {
  readonly child: ChildProcess;
  readonly url: URL;
  /** As printed; missing if it was passed in. */
  readonly token?: string;
}

async function served(t: TestContext, world: McpWorld, args: readonly string[] = []): Promise<Served> {
  const [node, ...command] = world.command;
  const child = spawn(node, [...command, '--http', '--trust-project', ...args], {
    cwd: world.dir,
    env: world.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  const isGiven = args.includes('--token-env');
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    text += chunk;
    if (isGiven ? text.includes('\n') : text.includes('token: ') && text.endsWith('\n')) break;
  }
  const [, address = ''] = /^serving on (\S+) \(process \d+\)$/m.exec(text) ?? [];
  const [, token] = /^token: (\S+)$/m.exec(text) ?? [];
  return { child, url: new URL(address), ...(token !== undefined && { token }) };
}

async function connected(t: TestContext, url: URL, token: string | undefined): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  const client = new Client({ name: 'tester', version: '1.2.3' });
  t.after(() => client.close());
  await client.connect(transport as Transport);
  return client;
}

/** One request with its own headers; returns status and body. */
function sent(url: URL, headers: Record<string, string>, body: string | Buffer = hello, path = url.pathname) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const asked = request(url, { method: 'POST', path, headers: { ...types, ...headers } }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('close', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const hello = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
});

test('over HTTP two clients work at the same time, each in its own session', async (t) => {
  const world = new McpWorld(t);
  const { url, token } = await served(t, world);
  assert.equal(url.hostname, '127.0.0.1');
  assert.match(token ?? '', /^[\w-]{43}$/);
  const [one, other] = [await connected(t, url, token), await connected(t, url, token)];
  assert.equal((await one.listTools()).tools.length, 13);
  const ran = await call(one, 'echo', { a: 1 });
  assert.deepEqual([ran.data.status, ran.data['output']], ['success', { a: 1 }]);
  assert.match((await call(other, 'guarded', { text: 'x' })).text, /refused by a guard/);
  const mine = (client: Client) => call(client, 'list_tasks', { mine: true, status: 'success' });
  assert.equal(((await mine(one)).data['tasks'] as unknown[]).length, 1);
  assert.equal(((await mine(other)).data['tasks'] as unknown[]).length, 0);
});

test('over HTTP a request without the token, with another host name or from a web page is refused', async (t) => {
  const world = new McpWorld(t);
  const token = 'a-token-of-the-tester';
  world.env['TESTER_TOKEN'] = token;
  const { url, ...rest } = await served(t, world, ['--token-env', 'TESTER_TOKEN']);
  assert.equal(rest.token, undefined);
  const right = { authorization: `Bearer ${token}` };
  for (const [headers, status] of [
    [{}, 401],
    [{ authorization: 'Bearer wrong' }, 401],
    [{ ...right, host: `evil.example:${url.port}` }, 403],
    [{ ...right, origin: 'https://evil.example' }, 403],
    [{ ...right, 'mcp-session-id': 'no-such' }, 404],
    [right, 200],
  ] as const) {
    assert.equal((await sent(url, headers)).status, status, JSON.stringify(headers));
  }
  assert.equal((await sent(new URL('/', url), right)).status, 404);
  assert.equal((await sent(url, right, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}')).status, 400);
  assert.equal((await sent(url, right, 'nonsense')).status, 400);
  assert.equal((await sent(url, right, Buffer.alloc(5_000_000, ' '))).status, 413);
  const client = await connected(t, url, token);
  assert.equal((await client.listTools()).tools.length, 13);
});

test('over HTTP the number of sessions is limited', async (t) => {
  const world = new McpWorld(t);
  const { url, token } = await served(t, world);
  const statuses: number[] = [];
  for (let i = 0; i < 65; i++) statuses.push((await sent(url, { authorization: `Bearer ${token}` })).status);
  assert.deepEqual(statuses, [...Array.from({ length: 64 }, () => 200), 503]);
});

test('over HTTP a refused initialize does not use up a session', async (t) => {
  const { url, token } = await served(t, new McpWorld(t));
  const headers = { authorization: `Bearer ${token}` };
  for (let i = 0; i < 70; i++) assert.equal((await sent(url, headers, `[${hello},${hello}]`)).status, 400);
  assert.equal((await sent(url, headers)).status, 200);
  assert.equal((await sent(url, headers, hello, '//')).status, 404);
});

test('over HTTP a request that never completes gets 408', async (t) => {
  const { url } = await served(t, new McpWorld(t));
  const socket = connect(Number(url.port), url.hostname);
  socket.write('POST /mcp HTTP/1.1\r\nHost: x\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  assert.match(text, /^HTTP\/1\.1 408 /);
});

test('a signal ends the HTTP server even while clients are connected', async (t) => {
  const world = new McpWorld(t);
  const { child, url, token } = await served(t, world);
  const client = await connected(t, url, token);
  await client.listTools();
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
});

for (const [args, expected] of [
  [['--port', '80'], /--port needs --http/],
  [['--http', '--port', 'x'], /--port: expected a number from 0 to 65535, got "x"/],
  [['--http', '--token-env', 'NOT_SET'], /at least 16 characters without spaces in NOT_SET, got nothing/],
  [['--abilities', 'some'], /--abilities: expected all, none or a number, got "some"/],
  [['--cwd', '/no/such/folder'], /expected a folder/],
] as const)
  test(`anyhook mcp ${args.join(' ')} fails with the reason`, (t) => {
    const world = new McpWorld(t);
    const [node, ...command] = world.command;
    const { status, stdout, stderr } = spawnSync(node, [...command, ...args], {
      cwd: world.dir,
      env: world.env,
      encoding: 'utf8',
      input: '',
    });
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, expected);
  });

test('the error for a port in use names the option', async (t) => {
  const world = new McpWorld(t);
  const { url } = await served(t, world);
  const [node, ...command] = world.command;
  const second = spawnSync(node, [...command, '--http', '--port', url.port], { cwd: world.dir, env: world.env });
  assert.equal(second.status, 1);
  assert.match(
    String(second.stderr),
    new RegExp(`^anyhook: --port: another program uses ${url.port} on 127\\.0\\.0\\.1; `),
  );
});

test('the token is not printed if stdout is a file that other users can read', {
  skip: process.platform === 'win32' && 'Windows shows the same mode for all files',
}, (t) => {
  const world = new McpWorld(t);
  const [node, ...command] = world.command;
  const { status, stderr } = spawnSync(node, [...command, '--http', '--trust-project'], {
    cwd: world.dir,
    env: world.env,
    stdio: ['ignore', openSync(join(world.dir, 'log'), 'w', 0o644), 'pipe'],
    encoding: 'utf8',
  });
  assert.equal(status, 1, stderr);
  assert.match(stderr, /other users can read the file .*use --token-env/);
});
