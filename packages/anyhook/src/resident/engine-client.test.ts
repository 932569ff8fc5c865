import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fakeEngine, readingOutput } from '../../test/clients/fake-engine.js';
import type { ClientRequest } from './client-request.js';
import { createEngineClient, type EngineReply } from './engine-client.js';
import { encodeFrame, type Frame, fieldTags, frameKinds } from './protocol.js';

const request = (payload: string): ClientRequest => ({
  args: ['--host', 'x'],
  cwd: '/',
  env: { A: '1' },
  payload: Buffer.from(payload),
});

function stateFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-engine-client-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function clientFor(t: TestContext, state: string) {
  const client = createEngineClient(state);
  t.after(() => client.close());
  return client;
}

const echo = (frame: Frame, socket: Socket) => readingOutput(0, frame.fields.get(fieldTags.payload))(frame, socket);
const replyText = (reply: EngineReply) => (reply.kind === 'answer' ? reply.stdout.toString('utf8') : reply.why);

test('a hundred events share one connection, and each gets its own answer in any order', async (t) => {
  const state = stateFolder(t);
  const held: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const engine = await fakeEngine(state, {
    act: (frame, socket) => {
      sockets.add(socket);
      held.push(() => echo(frame, socket));
      if (held.length === 100) for (const answer of held.reverse()) answer();
    },
  });
  t.after(() => engine.close());
  const client = clientFor(t, state);
  const words = Array.from({ length: 100 }, (_, i) => `event ${i}`);
  const replies = await Promise.all(words.map((word) => client.ask(request(word))));
  assert.deepEqual(replies.map(replyText), words);
  assert.equal(sockets.size, 1);
});

test('a lost connection leaves its events unanswered, and the next event opens a new one', async (t) => {
  const state = stateFolder(t);
  const first = await fakeEngine(state, { act: (_, socket) => socket.destroy() });
  const client = clientFor(t, state);
  const lost = await Promise.all(['a', 'b'].map((word) => client.ask(request(word))));
  assert.deepEqual(
    lost.map(({ kind }) => kind),
    ['none', 'none'],
  );
  await first.close();
  assert.equal((await client.ask(request('c'))).kind, 'none');
  const second = await fakeEngine(state, { act: echo });
  t.after(() => second.close());
  assert.equal(replyText(await client.ask(request('d'))), 'd');
});

test('an engine that is silent or sends an invalid frame is abandoned, and its pending events are not answered', async (t) => {
  const state = stateFolder(t);
  const acts: ((frame: Frame, socket: Socket) => void)[] = [
    () => {},
    (_, socket) => socket.write('nonsense of more than four bytes'),
    ({ id }, socket) => socket.write(encodeFrame(frameKinds.report, id)),
  ];
  const engine = await fakeEngine(state, { act: (frame, socket) => acts.shift()?.(frame, socket) });
  t.after(() => engine.close());
  const client = clientFor(t, state);
  const ask = async () => replyText(await client.ask({ ...request('x'), deadlineMs: 600 }));
  assert.equal(await ask(), 'the engine was silent for 300 ms');
  assert.match(await ask(), /^the engine sent a frame of \d+ bytes$/);
  assert.equal(await ask(), `a frame of kind ${frameKinds.report} is not an answer`);
});

test('closing a client leaves its events unanswered', async (t) => {
  const state = stateFolder(t);
  const engine = await fakeEngine(state, { act: () => client.close() });
  t.after(() => engine.close());
  const client = clientFor(t, state);
  assert.equal(replyText(await client.ask(request('x'))), 'the client was closed');
  await engine.left;
});

test('an engine is not asked if its folder is open to other users, or engine.json is invalid', async (t) => {
  const state = stateFolder(t);
  const engine = await fakeEngine(state, { act: echo });
  t.after(() => engine.close());
  const client = clientFor(t, state);
  chmodSync(state, 0o755);
  assert.equal((await client.ask(request('x'))).kind, 'none');
  chmodSync(state, 0o700);
  for (const text of ['', '{}', '{"pid":"1"}', '{"pid":4194999}']) {
    writeFileSync(join(state, 'engine.json'), text);
    assert.equal((await client.ask(request('x'))).kind, 'none', text);
  }
  assert.deepEqual(engine.requests, []);
});

test('an idle connection does not keep the process alive', async (t) => {
  const state = stateFolder(t);
  const engine = await fakeEngine(state, { act: echo });
  t.after(() => engine.close());
  const text = `
    import { createEngineClient } from './packages/anyhook/src/resident/engine-client.ts';
    const { kind } = await createEngineClient(${JSON.stringify(state)}).ask(${JSON.stringify({ ...request(''), payload: '{}' })});
    console.log(kind);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', text]);
  t.after(() => child.kill('SIGKILL'));
  const out: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  const code = await new Promise((done) => child.on('close', done));
  assert.deepEqual([code, Buffer.concat(out).toString('utf8')], [0, 'answer\n']);
});

test('a cancelled event gets no answer, and the connection closes once no event waits on it', async (t) => {
  const state = stateFolder(t);
  const held = new Map<string, () => void>();
  const engine = await fakeEngine(state, {
    act: (frame, socket) => held.set(String(frame.fields.get(fieldTags.payload)), () => echo(frame, socket)),
  });
  t.after(() => engine.close());
  const client = clientFor(t, state);
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [client.ask(request('a'), first.signal), client.ask(request('b'), second.signal)];
  const stays = client.ask(request('c'));
  while (held.size < 3) await new Promise((resolve) => setImmediate(resolve));
  first.abort();
  assert.equal(replyText((await asked[0]) as EngineReply), 'it was cancelled');
  held.get('a')?.();
  held.get('c')?.();
  assert.equal(replyText(await stays), 'c', 'other events still get their answers');
  second.abort();
  assert.equal(replyText((await asked[1]) as EngineReply), 'it was cancelled');
  await engine.left;
  assert.equal(replyText(await client.ask(request('d'), AbortSignal.abort())), 'it was cancelled');
  assert.equal(held.has('d'), false);
});

test('an answer that arrived while this process was busy does not count as silence', async (t) => {
  const state = stateFolder(t);
  const program = join(state, 'engine.mjs');
  writeFileSync(program, otherEngine(state));
  const engine = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => engine.kill('SIGKILL'));
  await new Promise((resolve) => engine.stdout.once('data', resolve));
  writeFileSync(join(state, 'engine.json'), JSON.stringify({ pid: engine.pid }));
  const client = clientFor(t, state);
  const asked = client.ask(request('x'));
  await new Promise((resolve) => engine.stdout.once('data', resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
  assert.equal((await asked).kind, 'answer');
});

/** Reports when it gets an event, and answers it a little later. */
const otherEngine = (state: string): string => `
import { createServer } from 'node:net';
const answer = Buffer.from('${encodeFrame(frameKinds.answer, 1, [[fieldTags.exit, Buffer.from([0])]]).toString('hex')}', 'hex');
createServer((socket) => socket.on('data', () => {
  process.stdout.write('event');
  setTimeout(() => socket.write(answer), 100);
})).listen(${JSON.stringify(join(state, 'engine.sock'))}, () => process.stdout.write('ready'));
`;

test('an engine is found in a folder whose path is too long for a socket, without changing the working folder', async (t) => {
  const state = join(stateFolder(t), 'd'.repeat(120));
  mkdirSync(state, { mode: 0o700 });
  const engine = await fakeEngine(state, { act: echo });
  t.after(() => engine.close());
  const chdir = t.mock.method(process, 'chdir');
  assert.equal(replyText(await clientFor(t, state).ask(request('far away'))), 'far away');
  assert.equal(chdir.mock.callCount(), 0);
});
