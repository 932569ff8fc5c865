import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { maxPayloadBytes } from '@anyhook/core';
import { type FakeEngineOptions, fakeEngine, readingOutput } from '../../../test/clients/fake-engine.js';
import { noSignals, noSockets } from '../../../test/support/systems.js';
import { lazyEnvironment } from '../../resident/lazy-environment.js';
import { encodeFrame, type Frame, fieldTags, frameKinds, splitWords } from '../../resident/protocol.js';
import { askAnyhook, endTree, type PluginQuestion } from './plugin-ask.js';

/** Creates a home with a launcher that reports its arguments, and without an engine. */
function home(t: TestContext) {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-plugin-ask-')));
  const state = join(dir, '.local/state/anyhook');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  writeFileSync(join(dir, 'launcher'), '#!/bin/sh\necho "$* $PWD"; cat; exit 2\n', { mode: 0o755 });
  const before = { ...process.env };
  process.env['HOME'] = dir;
  for (const name of ['XDG_STATE_HOME', 'ANYHOOK_ENGINE']) delete process.env[name];
  t.after(() => {
    process.env = before;
    rmSync(dir, { recursive: true, force: true });
  });
  const connection = { command: `${dir}/launcher some-agent`, args: ['some-agent', '--entry', 'x'], failClosed: false };
  return {
    dir,
    state,
    ask: (more: Partial<PluginQuestion> = {}) =>
      askAnyhook({ connection, payload: '{"an":"event"}', cwd: dir, timeoutMs: 20_000, ...more }),
    connection,
    async engine(options: FakeEngineOptions) {
      const engine = await fakeEngine(state, options);
      t.after(() => engine.close());
      return engine;
    },
  };
}

/** Asserts that the launcher answered, without undue delay. */
function assertFromLauncher(
  { code, stdout }: { code: number | null; stdout: string },
  cwd: string,
  maxMs = 19_000,
): void {
  const [, ms, rest] = /^some-agent --timeout (\d+) ([\s\S]*)$/.exec(stdout) ?? [];
  assert.deepEqual({ code, rest }, { code: 2, rest: `${cwd}\n{"an":"event"}` });
  assert.ok(Number(ms) <= maxMs, `${ms} ms`);
}

test("the engine gets the launcher's request, with the current environment and umask", {
  skip: noSockets,
}, async (t) => {
  const { dir, ask, engine, connection } = home(t);
  const { requests } = await engine({ act: readingOutput(2, 'out', 'err') });
  process.env['SOME_WORD'] = 'a=b\nc';
  const answer = await ask({ connection: { ...connection, failClosed: true }, cwd: join(dir, '.local/..') });
  assert.deepEqual(answer, { code: 2, stdout: 'out', stderr: 'err' });
  const field = (tag: number) => requests[0]?.fields.get(tag);
  assert.deepEqual(splitWords(field(fieldTags.args)), ['--host', 'some-agent', '--entry', 'x', '--timeout', '19000']);
  const texts = [fieldTags.cwd, fieldTags.umask, fieldTags.deadline, fieldTags.payload].map((tag) =>
    field(tag)?.toString(),
  );
  assert.deepEqual(texts, [dir, process.umask().toString(8), '19000', '{"an":"event"}']);
  const env = { ...lazyEnvironment(field(fieldTags.env)) };
  assert.deepEqual(env, { ...process.env, ANYHOOK_FAIL_CLOSED: '1' });
  process.env['SOME_WORD'] = 'another';
  await ask();
  assert.equal(lazyEnvironment(requests[1]?.fields.get(fieldTags.env))['SOME_WORD'], 'another');
});

test('concurrent events share one connection', { skip: noSockets }, async (t) => {
  const { ask, engine } = home(t);
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  await engine({
    act: (frame, socket) => {
      sockets.add(socket);
      held.push(() => readingOutput(0, frame.fields.get(fieldTags.payload))(frame, socket));
      if (held.length === 20) for (const answer of held.reverse()) answer();
    },
  });
  const payloads = Array.from({ length: 20 }, (_, i) => `${i}`);
  const answers = await Promise.all(payloads.map((payload) => ask({ payload })));
  assert.deepEqual(
    answers.map(({ stdout }) => stdout),
    payloads,
  );
  assert.equal(sockets.size, 1);
});

const withoutAnswer: Readonly<Record<string, FakeEngineOptions>> = {
  declines: {
    act: ({ id }, socket) => void socket.write(encodeFrame(frameKinds.decline, id, [[fieldTags.reason, 'no']])),
  },
  'is killed during an event': {
    act: ({ id }, socket) => void socket.write(encodeFrame(frameKinds.working, id), () => socket.destroy()),
  },
  'closes the connection at once': { accept: (socket) => void socket.destroy() },
  'uses another protocol version': {
    act: ({ id }, socket) => {
      const frame = encodeFrame(frameKinds.answer, id, [[fieldTags.exit, Buffer.from([0])]]);
      frame[4] = 2;
      socket.write(frame);
    },
  },
  'sends no protocol frames': { accept: (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n') },
};

for (const [what, options] of Object.entries(withoutAnswer)) {
  test(`the launcher decides if the engine ${what}`, { skip: noSockets }, async (t) => {
    const { dir, ask, engine } = home(t);
    await engine(options);
    assertFromLauncher(await ask(), dir);
    assertFromLauncher(await ask(), dir);
  });
}

test('the launcher decides within the remaining time if the engine does not answer', { skip: noSockets }, async (t) => {
  const { dir, ask, engine } = home(t);
  await engine({ act: () => undefined });
  assertFromLauncher(await ask({ timeoutMs: 4_000 }), dir, 2_100);
});

const notAsked: Readonly<Record<string, (world: ReturnType<typeof home>) => Partial<PluginQuestion>>> = {
  'init turned the engine off': ({ connection }) => ({
    connection: { ...connection, args: [...connection.args, '--fixed', 'ANYHOOK_ENGINE=off'] },
  }),
  'other users can read its folder': ({ state }) => {
    chmodSync(state, 0o755);
    return {};
  },
  'engine.json is missing': ({ state }) => {
    rmSync(join(state, 'engine.json'));
    return {};
  },
  'it is in another namespace': ({ state }) => {
    // No process has this pid, which looks the same as a process in another namespace.
    writeFileSync(join(state, 'engine.json'), JSON.stringify({ pid: 2 ** 22 + 1, version: '0', protocol: 1 }));
    return {};
  },
  'the plugin has no arguments for it': ({ connection }) => ({ connection: { ...connection, args: [] } }),
};

for (const [when, prepare] of Object.entries(notAsked)) {
  test(`the engine is not asked if ${when}`, { skip: noSockets }, async (t) => {
    const world = home(t);
    const { requests } = await world.engine({ act: readingOutput(0) });
    assertFromLauncher(await world.ask(prepare(world)), world.dir);
    assert.deepEqual(requests, []);
  });
}

test('an event that is too long for the engine is sent to the launcher', { skip: noSockets }, async (t) => {
  const { ask, engine, connection } = home(t);
  const { requests } = await engine({ act: readingOutput(0) });
  const command = 'sh -c "wc -c"';
  const { stdout } = await ask({ payload: 'x'.repeat(maxPayloadBytes + 1), connection: { ...connection, command } });
  assert.deepEqual([stdout.trim(), requests], [String(maxPayloadBytes + 1), []]);
});

test('the engine is still asked if the working folder no longer exists', { skip: noSockets }, async (t) => {
  const { dir, ask, engine } = home(t);
  const gone = join(dir, 'gone');
  assertFromLauncher(await ask({ cwd: gone }), '/');
  const { requests } = await engine({ act: readingOutput(0) });
  await ask({ cwd: gone });
  assert.equal(requests[0]?.fields.get(fieldTags.cwd)?.toString(), '/');
});

test('an engine that exceeds the time limit is abandoned, and so is one whose request was cancelled', {
  skip: noSockets,
}, async (t) => {
  const { ask, engine } = home(t);
  const user = new AbortController();
  const works = ({ id }: Frame, socket: Socket) => void socket.write(encodeFrame(frameKinds.working, id));
  const first = await engine({ act: works });
  assert.deepEqual(await ask({ timeoutMs: 2_500 }), {
    code: null,
    stdout: '',
    stderr: '',
    problem: 'timed out after 2.5 s',
  });
  await first.left;
  await first.close();
  const second = await engine({ act: () => user.abort() });
  assert.equal((await ask({ signal: user.signal })).problem, 'it was cancelled');
  await second.left;
});

test('a cancelled request starts no launcher', { skip: noSockets }, async (t) => {
  const { dir, ask, connection } = home(t);
  const command = `touch ${dir}/started; exec true`;
  const signal = AbortSignal.abort();
  assert.equal((await ask({ signal, connection: { ...connection, command } })).problem, 'it was cancelled');
  assert.equal(existsSync(join(dir, 'started')), false);
});

test('a launcher that ignores termination is killed together with its child processes', {
  skip: noSockets,
}, async (t) => {
  const { dir, ask, connection } = home(t);
  const script = join(dir, 'stubborn');
  writeFileSync(
    script,
    `trap '' TERM\nsleep 300 &\necho $$ $! > ${dir}/pids\ntouch ${dir}/ready\nwait\nwait\nsleep 300\n`,
  );
  const user = new AbortController();
  const asked = ask({ signal: user.signal, connection: { ...connection, command: `sh ${script}` } });
  while (!existsSync(join(dir, 'ready'))) await new Promise((resolve) => setTimeout(resolve, 20));
  user.abort();
  assert.equal((await asked).problem, 'it was cancelled');
  const pids = readFileSync(join(dir, 'pids'), 'utf8').trim().split(' ').map(Number);
  assert.equal(pids.length, 2);
  while (pids.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 20));
});

/** Whether the process exists and is not an unreaped zombie. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('on Windows an abandoned launcher and its child processes are ended with taskkill', {
  skip: noSignals,
}, async (t) => {
  const { dir } = home(t);
  const taskkill = join(dir, 'taskkill');
  writeFileSync(taskkill, `#!/bin/sh\necho "$*" >>${dir}/asked\nkill -9 "$4"\n`, { mode: 0o755 });
  const child = spawn('sleep', ['60']);
  endTree(child, taskkill);
  await once(child, 'exit');
  const asked = () => readFileSync(join(dir, 'asked'), 'utf8');
  assert.equal(asked(), `/T /F /PID ${child.pid}\n`);
  // The pid may have been reused by now.
  endTree(child, taskkill);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(asked(), `/T /F /PID ${child.pid}\n`);
});

test('the launcher itself is still ended if taskkill is missing', { skip: noSignals }, async () => {
  const child = spawn('sleep', ['60']);
  endTree(child, '/nonexistent/taskkill');
  const [, signal] = await once(child, 'exit');
  assert.equal(signal, 'SIGKILL');
});
