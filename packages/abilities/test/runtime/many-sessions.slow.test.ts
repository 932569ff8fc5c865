import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../../anyhook/test/resident/engine-world.js';
import { runtimeShop, sendRuntimeRequest } from './runtime-shop.js';
import { shopFiles } from './shop-project.js';

test('each of 100 concurrent sessions gets its own answers', async (t) => {
  const few = /welcome|hooks\.json|text\.echo|gitignore/;
  const engine = runtimeShop(t, Object.fromEntries(Object.entries(shopFiles).filter(([path]) => few.test(path))), {});
  await engine.up();
  const sessions = await Promise.all(
    Array.from({ length: 100 }, async (_, number) => {
      const id = await engine.session();
      const turn = await engine.post(`/sessions/${id}/prompts`, { prompt: `prompt ${number}` });
      assert.equal(turn.body.turn_context?.user_raw_input, `prompt ${number}`, JSON.stringify(turn.body));
      assert.ok(turn.body.turn_context.context.includes('Mind the tests.'));
      const input = { text: String(number) };
      const created = await engine.act(id, { action: 'CREATE_TASK', ability: 'text.echo', input });
      assert.ok(created?.ok, JSON.stringify(created));
      const key = created.result.task_key;
      const run = () => engine.act(id, { action: 'RUN_TASK', task_key: key });
      const [one, other] = await Promise.all([run(), run()]);
      const [ran, refused] = one?.ok ? [one, other] : [other, one];
      assert.deepEqual(ran?.result?.output, input);
      assert.equal(refused?.error?.code, 'ALREADY_RUN');
      const { body } = await engine.post(`/sessions/${id}/stop`);
      assert.deepEqual(body.tasks_summary, [{ task_key: key, ability_id: 'text.echo', status: 'success' }]);
      return id;
    }),
  );
  assert.equal(new Set(sessions).size, 100);
  assert.deepEqual((await engine.get('/sessions?open=true')).body.sessions, []);
  assert.equal((await engine.get('/sessions?limit=500')).body.sessions.length, 100);
});

test('after an engine is killed between prompt and action, the next one continues the session', async (t) => {
  const engine = runtimeShop(t);
  const first = await engine.up();
  const id = await engine.session();
  await engine.post(`/sessions/${id}/prompts`, { prompt: 'one' });
  const created = await engine.act(id, { action: 'CREATE_TASK', ability: 'shop.count' });
  const key = created.result.task_key;
  engine.write('services/a.ts', 'x');
  first.kill('SIGKILL');
  await until(() => first.signalCode !== null);
  await engine.up();
  assert.equal((await engine.get(`/sessions/${id}`)).body.turns, 1);
  const ran = await engine.act(id, { action: 'RUN_TASK', task_key: key });
  assert.deepEqual(ran.result.output, { counted: 2 });
  const turn = await engine.post(`/sessions/${id}/prompts`, { prompt: 'two' });
  assert.equal(turn.body.turn_context.turn, 2);
  const { body } = await engine.post(`/sessions/${id}/stop`);
  assert.deepEqual([body.changed_files, body.turns], [['services/a.ts'], 2]);
});

test('after an engine is killed during a run, its task is interrupted and its script ended', async (t) => {
  const engine = runtimeShop(t);
  const first = await engine.up();
  const id = await engine.session();
  const created = await engine.act(id, { action: 'CREATE_TASK', ability: 'shop.slow' });
  const key = created.result.task_key;
  const running = engine.act(id, { action: 'RUN_TASK', task_key: key }).catch(() => 'gone');
  const pidFile = join(engine.project, 'slow.pid');
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'));
  const query = `cwd=${encodeURIComponent(engine.project)}`;
  await until(async () => (await engine.get(`/tasks/${key}?${query}`)).body.status === 'running');
  first.kill('SIGKILL');
  assert.equal(await running, 'gone');
  await engine.up();
  const got = await engine.act(id, { action: 'GET_TASK', task_key: key });
  assert.equal(got.result.status, 'interrupted');
  const again = await engine.act(id, { action: 'RUN_TASK', task_key: key });
  assert.equal(again.error.code, 'INTERRUPTED');
  await until(() => {
    try {
      process.kill(Number(readFileSync(pidFile, 'utf8')), 0);
      return false;
    } catch {
      return true;
    }
  });
});

test('garbage, unfinished bodies and vanished clients do not disturb other clients', async (t) => {
  const engine = runtimeShop(t);
  const process_ = await engine.up();
  const id = await engine.session();
  const raw = (bytes: string | Buffer) =>
    new Promise<string>((resolve) => {
      let heard = '';
      const socket = connect(engine.socket);
      socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
      socket.on('error', () => {});
      socket.on('close', () => resolve(heard));
      socket.end(bytes);
    });
  const garbage = [
    '\x00\xff\xfe garbage\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /sessions HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\nx',
    `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'a'.repeat(64 * 1024)}\r\n\r\n`,
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]),
  ];
  for (const bytes of garbage) assert.match(await raw(bytes), /^(?:HTTP\/1\.1 4\d\d |$)/);
  assert.match(await raw('not http at all\r\n\r\n'), /"code":"BAD_HTTP"/);
  // Half a request, and a second one after it.
  await raw('POST /sessions HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{"cwd":');
  const get = `GET /sessions/${id} HTTP/1.1\r\nhost: x\r\n\r\n`;
  assert.equal((await raw(get + get)).match(/HTTP\/1\.1 200/g)?.length ?? 0, 1);

  for (const bytes of [1024 * 1024 + 1, 5 * 1024 * 1024]) {
    const large = await sendRuntimeRequest(engine.socket, 'POST', '/sessions', Buffer.alloc(bytes, 0x20));
    assert.deepEqual([large.status, large.body.error.code], [413, 'TOO_LARGE']);
  }
  const chunked = { 'transfer-encoding': 'chunked' };
  const endless = await sendRuntimeRequest(
    engine.socket,
    'POST',
    '/sessions',
    Buffer.alloc(2 * 1024 * 1024, 0x20),
    chunked,
  );
  assert.equal(endless.status, 413);
  assert.equal((await engine.post(`/sessions/${id}/prompts`, { prompt: 'still here' })).status, 200);
  assert.equal(process_.exitCode, null);
  assert.equal((await engine.status())?.runtime?.working, 0);
});

test('an engine with work in its runtime is not idle', async (t) => {
  const engine = runtimeShop(t, {
    'scripts/slow.sh': '#!/bin/sh\nwhile [ ! -e go.pid ]; do sleep 0.05; done\necho \'{"went":true}\'\n',
  });
  const up = await engine.up(['--idle', '1s']);
  const id = await engine.session();
  const created = await engine.act(id, { action: 'CREATE_TASK', ability: 'shop.slow' });
  const running = engine.act(id, { action: 'RUN_TASK', task_key: created.result.task_key });
  // Longer than the idle limit plus the time to notice it.
  await new Promise((resolve) => setTimeout(resolve, 4_500));
  assert.equal(up.exitCode, null);
  writeFileSync(join(engine.project, 'go.pid'), '');
  assert.deepEqual((await running).result.output, { went: true });
  await until(() => up.exitCode !== null);
});
