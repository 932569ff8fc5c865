import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createRuntimeHttp, type RuntimeHttpOptions } from './http.js';
import type { AgentRuntime } from './runtime.js';

/** A server without an engine behind it; returns what a client receives after sending these bytes. */
async function door(t: TestContext, options: Partial<RuntimeHttpOptions>) {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-http-'));
  const serve = createRuntimeHttp({ runtime: {} as AgentRuntime, envOf: () => ({}), ...options });
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, serve);
  const path = join(folder, 'x.sock');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  t.after(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return (bytes: string, use: (socket: Socket) => void = () => {}) =>
    new Promise<string>((resolve) => {
      let heard = '';
      const socket = connect(path);
      socket.on('data', (chunk) => {
        heard += chunk.toString('utf8');
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(heard));
      socket.write(bytes);
      use(socket);
    });
}

const post = (path: string, length: number, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${body}`;

test('a client that never completes its request gets 408', async (t) => {
  const ask = await door(t, { requestTimeoutMs: 50 });
  for (const bytes of ['', 'POST /sess', post('/sessions', 100, '{"cwd":'), 'GET / HTTP/1.1\r\n'])
    assert.match(await ask(bytes), /^HTTP\/1\.1 408 [\s\S]*"code":"TOO_SLOW"/);
});

test('the time limit on receiving a request does not apply to its work', async (t) => {
  const list = async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    return [];
  };
  const ask = await door(t, { requestTimeoutMs: 50, runtime: { list } as unknown as AgentRuntime });
  assert.match(await ask('GET /sessions HTTP/1.1\r\nhost: x\r\n\r\n'), /^HTTP\/1\.1 200 [\s\S]*\{"sessions":\[\]\}\n$/);
});

test('an engine that is ending answers 503', async (t) => {
  const ask = await door(t, { isEnding: () => true });
  assert.match(await ask('GET /sessions HTTP/1.1\r\nhost: x\r\n\r\n'), /^HTTP\/1\.1 503 [\s\S]*"code":"ENDING"/);
});

test('an internal error is answered with 500, and its work no longer counts as open', async (t) => {
  let open = 0;
  const begin = () => {
    open++;
    return () => void open--;
  };
  const list = () => Promise.reject(new TypeError('x is not a function'));
  const ask = await door(t, { begin, runtime: { list } as unknown as AgentRuntime });
  const heard = await ask('GET /sessions HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.match(heard, /^HTTP\/1\.1 500 [\s\S]*\{"error":\{"code":"FAILED","message":"x is not a function"\}\}/);
  await ask(post('/sessions', 100, '{'), (socket) => setTimeout(() => socket.destroy(), 20));
  while (open > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});

test('a client that reads too slowly misses progress lines, but gets the answer', async (t) => {
  const act: AgentRuntime['act'] = async (_id, _actions, { progress, onAnswer }) => {
    for (let line = 0; line < 100_000; line++) progress?.(0, 'x'.repeat(100));
    const answer = { ok: true, action: 'RUN_TASK', result: {} } as const;
    onAnswer?.(0, answer);
    return [answer];
  };
  const ask = await door(t, { runtime: { act } as unknown as AgentRuntime });
  const body = '{"actions":[{}]}';
  const head = `POST /sessions/s/actions HTTP/1.1\r\nhost: x\r\naccept: application/x-ndjson\r\ncontent-length: ${body.length}`;
  const heard = await ask(`${head}\r\n\r\n${body}`);
  const said = heard.match(/"type":"progress"/g)?.length ?? 0;
  assert.ok(said > 100 && said < 50_000, String(said));
  assert.match(heard, /"type":"answer","index":0[\s\S]*"type":"done"/);
});
