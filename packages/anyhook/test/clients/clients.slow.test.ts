import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { lazyEnvironment } from '../../src/resident/lazy-environment.js';
import { encodeFrame, type Frame, fieldTags, frameKinds, splitWords } from '../../src/resident/protocol.js';
import { type ClientResult, type ClientRunOptions, ClientWorld, testedClients } from './client-world.js';
import { type FakeEngineAction, type FakeEngineOptions, readingOutput } from './fake-engine.js';

const big = (bytes: number): Buffer => Buffer.alloc(bytes, 'anyhook \xff\0\n', 'latin1');
const field = (frame: Frame | undefined, tag: number): string | undefined => frame?.fields.get(tag)?.toString('utf8');
const seen = ({ code, stdout, stderr }: ClientResult) => ({ code, stdout: stdout.toString('utf8'), stderr });
const decidedApart = { code: 2, stdout: 'decided apart\n', stderr: 'says why\n' };

const answers: Readonly<Record<string, { readonly act: FakeEngineAction; readonly ran: ReturnType<typeof seen> }>> = {
  'exit 0 with text': {
    act: readingOutput(0, '{"a":1}\n', 'note\n'),
    ran: { code: 0, stdout: '{"a":1}\n', stderr: 'note\n' },
  },
  'exit 2': { act: readingOutput(2, '', 'no\n'), ran: { code: 2, stdout: '', stderr: 'no\n' } },
  'exit 1, a warning': { act: readingOutput(1, '', 'look\n'), ran: { code: 1, stdout: '', stderr: 'look\n' } },
  'nothing to print': { act: readingOutput(0), ran: { code: 0, stdout: '', stderr: '' } },
  'fields in another order, and an unknown field': {
    act: ({ id }, socket) => {
      const frame = encodeFrame(frameKinds.answer, id, [
        [fieldTags.stdout, 'out'],
        [200 as never, 'new'],
        [fieldTags.exit, Buffer.from([2])],
      ]);
      socket.write(frame);
    },
    ran: { code: 2, stdout: 'out', stderr: '' },
  },
  'byte by byte': {
    act: ({ id }, socket) => {
      const frame = encodeFrame(frameKinds.answer, id, [
        [fieldTags.exit, Buffer.from([0])],
        [fieldTags.stdout, 'slow'],
      ]);
      let at = 0;
      const next = () => {
        socket.write(frame.subarray(at, ++at));
        if (at < frame.length) setImmediate(next);
      };
      next();
    },
    ran: { code: 0, stdout: 'slow', stderr: '' },
  },
};

const frameOf = (bytes: Buffer, change: (bytes: Buffer) => void): Buffer => {
  change(bytes);
  return bytes;
};
const plain = (id: number) =>
  encodeFrame(frameKinds.answer, id, [
    [fieldTags.exit, Buffer.from([0])],
    [fieldTags.stdout, 'wrong'],
  ]);
const once = (bytes: (id: number) => Buffer | string): FakeEngineOptions => ({
  act: ({ id }, socket) => socket.write(bytes(id)),
});

/** Engines whose answer must not be used. */
const refusals: Readonly<Record<string, { readonly engine: FakeEngineOptions; readonly run?: ClientRunOptions }>> = {
  declines: { engine: once((id) => encodeFrame(frameKinds.decline, id, [[fieldTags.reason, 'busy']])) },
  'sends garbage': { engine: once(() => 'HTTP/1.1 200 OK\r\n\r\n') },
  'speaks another version': { engine: once((id) => frameOf(plain(id), (bytes) => bytes.writeUInt8(2, 4))) },
  'answers something else': { engine: once((id) => plain(id + 1)), run: { args: ['--timeout', '800'] } },
  'answers without an exit code': {
    engine: once((id) => encodeFrame(frameKinds.answer, id, [[fieldTags.stdout, 'wrong']])),
  },
  'sends a field longer than its frame': {
    engine: once((id) => frameOf(plain(id), (bytes) => bytes.writeUInt32BE(99, 17))),
  },
  'sends a frame that is too long': {
    engine: once((id) => frameOf(plain(id), (bytes) => bytes.writeUInt32BE(60 << 20, 0))),
  },
  'stops in the middle of its answer': {
    engine: { act: ({ id }, socket) => socket.end(plain(id).subarray(0, 14)) },
  },
  'closes after the request': { engine: { act: (_, socket) => socket.destroy() } },
  'closes before the request': { engine: { accept: (socket) => socket.destroy() } },
  'says nothing': { engine: { act: () => {} }, run: { args: ['--timeout', '700'] } },
  'reads nothing': { engine: { accept: (socket) => socket.pause() }, run: { args: ['--timeout=700'] } },
  'refuses before it has everything': {
    engine: { accept: (socket: Socket) => socket.once('readable', () => socket.write(plain(1))) },
    run: { args: ['--timeout', '2000'] },
  },
};

for (const kind of testedClients) {
  for (const [name, { act, ran }] of Object.entries(answers)) {
    test(`the ${kind} client passes on an answer: ${name}`, async (t) => {
      const world = new ClientWorld(t, kind);
      await world.engine(t, { act });
      assert.deepEqual(seen(await world.run()), ran);
      assert.equal(world.apart(), undefined);
    });
  }

  for (const size of [200 * 1024, 5 * 1024 * 1024]) {
    test(`the ${kind} client transfers ${size} bytes in both directions`, async (t) => {
      const world = new ClientWorld(t, kind);
      const engine = await world.engine(t, {
        act: (request, socket) => readingOutput(0, request.fields.get(fieldTags.payload))(request, socket),
      });
      const { code, stdout } = await world.run({ input: big(size) });
      assert.equal(code, 0);
      assert.ok(stdout.equals(big(size)), `got ${stdout.length} bytes`);
      assert.equal(engine.requests.length, 1);
    });
  }

  test(`the ${kind} client sends arguments, folder, umask, deadline, environment and payload unchanged`, async (t) => {
    const world = new ClientWorld(t, kind);
    const engine = await world.engine(t, { act: readingOutput(0) });
    const many = Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`LONG_${i}`, `${i}=ü\n${'v'.repeat(1000)}`]));
    const cwd = join(world.top, 'a folder');
    mkdirSync(cwd);
    const through = ['sh', '-c', 'umask 027; exec "$0" "$@"'];
    const args = ['--event', 'PreToolUse', '--timeout', '9000', 'ü x'];
    await world.run({ args, env: many, through, input: big(100), cwd });
    const [request] = engine.requests;
    assert.deepEqual(splitWords(request?.fields.get(fieldTags.args)), ['--host', 'codex', ...args]);
    assert.equal(field(request, fieldTags.cwd), cwd);
    assert.equal(field(request, fieldTags.umask), '27');
    const deadline = Number(field(request, fieldTags.deadline));
    assert.ok(deadline > 0 && deadline <= 9000, String(deadline));
    const words = splitWords(request?.fields.get(fieldTags.env)).filter(
      (word) => !/^(?:_|PWD|OLDPWD|SHLVL)=/.test(word),
    );
    const sent = Object.entries(world.env(many)).map(([name, value]) => `${name}=${value}`);
    assert.deepEqual([...words].sort(), sent.sort());
    assert.ok(request?.fields.get(fieldTags.payload)?.equals(big(100)));
    assert.equal(request?.kind, frameKinds.event);
  });

  test(`the ${kind} client sends no deadline unless it was given one`, async (t) => {
    const world = new ClientWorld(t, kind);
    const engine = await world.engine(t, { act: readingOutput(0) });
    await world.run();
    assert.equal(engine.requests[0]?.fields.has(fieldTags.deadline), false);
  });

  test(`the ${kind} client waits as long as the engine reports that it is working`, async (t) => {
    const world = new ClientWorld(t, kind);
    const act: FakeEngineAction = (request, socket) => {
      const work = () => socket.write(encodeFrame(frameKinds.working, request.id));
      work();
      const beat = setInterval(work, 400);
      setTimeout(() => {
        clearInterval(beat);
        readingOutput(0, 'late')(request, socket);
      }, 1300);
    };
    await world.engine(t, { act });
    assert.deepEqual(seen(await world.run({ args: ['--timeout', '1000'] })), { code: 0, stdout: 'late', stderr: '' });
  });

  for (const [name, { engine, run = {} }] of Object.entries(refusals)) {
    test(`the ${kind} client falls back to the launcher when the engine ${name}`, async (t) => {
      const world = new ClientWorld(t, kind);
      await world.engine(t, engine);
      const input = big(3 * 1024 * 1024);
      const through = ['sh', '-c', 'umask 027; exec "$0" "$@"'];
      assert.deepEqual(seen(await world.run({ input, through, ...run })), decidedApart);
      const apart = world.apart();
      assert.ok(apart?.stdin.equals(input), `got ${apart?.stdin.length} bytes`);
      assert.deepEqual([apart?.cwd, apart?.umask], [world.top, '0027']);
      await world.ups(1);
    });
  }

  test(`the ${kind} client falls back to the launcher in time when a working engine falls silent`, async (t) => {
    const world = new ClientWorld(t, kind);
    await world.engine(t, { act: ({ id }, socket) => socket.write(encodeFrame(frameKinds.working, id)) });
    assert.deepEqual(seen(await world.run({ args: ['--timeout', '9000', '--event', 'x'] })), decidedApart);
    const { args: [agent, flag, given, ...rest] = [], deadline } = world.apart() ?? {};
    assert.deepEqual([agent, flag, ...rest], ['codex', '--timeout', '--event', 'x']);
    const ms = deadline || given;
    assert.ok(Number(ms) >= 250 && Number(ms) < 6500, ms);
    await world.ups(1);
  });

  const without: Readonly<Record<string, (world: ClientWorld) => ClientRunOptions>> = {
    'no engine': () => ({}),
    'a socket without a listener': (world) => {
      execFileSync('perl', [
        '-e',
        'use Socket; socket(S,AF_UNIX,SOCK_STREAM,0); bind(S,pack_sockaddr_un(shift))',
        join(world.state, 'engine.sock'),
      ]);
      return {};
    },
    'no state folder': (world) => {
      rmSync(world.state, { recursive: true });
      return {};
    },
    'no home': () => ({ env: { HOME: undefined, XDG_STATE_HOME: 'relative' } }),
    'an invalid timeout': () => ({ args: ['--timeout', 'soon'] }),
  };
  for (const [name, prepare] of Object.entries(without)) {
    test(`the ${kind} client falls back to the launcher with ${name}`, async (t) => {
      const world = new ClientWorld(t, kind);
      const options = prepare(world);
      assert.deepEqual(seen(await world.run({ input: 'payload', ...options })), decidedApart);
      const { args, stdin } = world.apart() ?? {};
      assert.deepEqual([args, stdin?.toString()], [['codex', ...(options.args ?? [])], 'payload']);
    });
  }

  test(`the ${kind} client neither uses nor starts an engine in a folder that others may enter`, async (t) => {
    const world = new ClientWorld(t, kind);
    const engine = await world.engine(t, { act: readingOutput(0, 'wrong') });
    for (const mode of [0o750, 0o701, 0o777]) {
      chmodSync(world.state, mode);
      assert.deepEqual(seen(await world.run()), decidedApart, mode.toString(8));
    }
    assert.deepEqual([engine.requests, existsSync(join(world.state, 'engine.starting'))], [[], false]);
  });

  test(`the ${kind} client does not use an engine in another network, mount or pid namespace`, async (t) => {
    const world = new ClientWorld(t, kind);
    const engine = await world.engine(t, { act: readingOutput(0, 'wrong') });
    // The launcher reads /proc of its own processes, which only works in the first two.
    for (const apart of ['-n', '-m', '-pf']) {
      const rights = spawnSync('unshare', [apart, 'true']).status === 0 ? [] : ['-r'];
      const ran = await world.run({ through: ['unshare', ...rights, apart] });
      assert.deepEqual(seen(ran), decidedApart, apart);
    }
    assert.deepEqual(engine.requests, []);
  });

  test(`the ${kind} client uses the engine even if the agent sets ANYHOOK_ENGINE=off`, async (t) => {
    const world = new ClientWorld(t, kind);
    await world.engine(t, { act: readingOutput(0, 'engine') });
    assert.equal((await world.run({ env: { ANYHOOK_ENGINE: 'off' } })).stdout.toString(), 'engine');
  });

  test(`the ${kind} client starts one engine, which inherits nothing from the agent`, async (t) => {
    const world = new ClientWorld(t, kind);
    await Promise.all([world.run(), world.run()]);
    const [pid, ...more] = await world.ups(1);
    assert.deepEqual(more, []);
    assert.deepEqual([...new Set(world.up('fds').filter((path) => !path.startsWith('/proc/')))].slice(0, 1), [
      '/dev/null',
    ]);
    assert.deepEqual(
      world.up('fds').filter((path) => /pipe|socket/.test(path)),
      [],
    );
    const [, session] = world.up('stat');
    assert.notEqual(session, sessionOf(process.pid));
    assert.ok(Number(session) > 0 && pid !== undefined);
    assert.deepEqual(world.up('cwd'), ['/']);
  });

  const marks: Readonly<
    Record<string, { readonly age: number | undefined; readonly file: string; readonly ups: number }>
  > = {
    'no other client does': { age: undefined, file: '', ups: 1 },
    'another client began ten minutes ago': { age: 600, file: 'engine.starting', ups: 1 },
    'another client began in the future': { age: -600, file: 'engine.starting', ups: 1 },
    'another client has just begun': { age: 2, file: 'engine.starting', ups: 0 },
    'a person wants it down': { age: 600, file: 'engine.stays-down', ups: 0 },
  };
  for (const [name, { age, file, ups }] of Object.entries(marks)) {
    test(`the ${kind} client ${ups === 1 ? 'starts the engine' : 'leaves the engine alone'} when ${name}`, async (t) => {
      const world = new ClientWorld(t, kind);
      if (age !== undefined) {
        writeFileSync(join(world.state, file), '');
        const at = Date.now() / 1000 - age;
        utimesSync(join(world.state, file), at, at);
      }
      assert.deepEqual(seen(await world.run()), decidedApart);
      assert.equal((await world.ups(ups)).length, ups);
      assert.equal(existsSync(join(world.state, 'engine.starting')), ups === 1 || file === 'engine.starting');
    });
  }

  test(`the ${kind} client finds a socket whose path is longer than a socket address allows`, async (t) => {
    const world = new ClientWorld(t, kind, 'deep/'.repeat(40));
    await world.engine(t, { act: readingOutput(0, 'far') });
    assert.deepEqual(seen(await world.run()), { code: 0, stdout: 'far', stderr: '' });
  });

  test(`the engine notices when the ${kind} client is killed`, async (t) => {
    const world = new ClientWorld(t, kind);
    let asked = () => {};
    const begun = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const engine = await world.engine(t, { act: () => asked() });
    const child = world.start();
    child.stdin?.end('{}');
    await begun;
    child.kill('SIGKILL');
    await engine.left;
  });

  test(`the ${kind} client works with closed stdin and with an unread answer`, async (t) => {
    const world = new ClientWorld(t, kind);
    const engine = await world.engine(t, { act: readingOutput(2, big(1024 * 1024)) });
    const closed = await world.run({ through: ['sh', '-c', 'exec "$0" "$@" <&- >/dev/null'] });
    assert.equal(closed.code, 2);
    assert.equal(engine.requests[0]?.fields.get(fieldTags.payload)?.length, 0);
    const unread = await world.run({ through: ['sh', '-c', '{ "$0" "$@"; echo $? >&2; } | true'] });
    assert.equal(unread.stderr, '2\n');
  });

  test(`the ${kind} client works with closed stdout and stderr, and writes into no other file`, async (t) => {
    const world = new ClientWorld(t, kind);
    const engine = await world.engine(t, { act: readingOutput(2, 'to nobody') });
    for (const closed of ['>&-', '2>&-', '>&- 2>&-', '<&- >&- 2>&-'])
      assert.equal((await world.run({ through: ['sh', '-c', `exec "$0" "$@" ${closed}`] })).code, 2, closed);
    assert.equal(engine.requests.length, 4);
  });

  test(`the ${kind} client works with non-blocking stdin and stdout`, async (t) => {
    const world = new ClientWorld(t, kind);
    const act: FakeEngineAction = (request, socket) =>
      readingOutput(0, request.fields.get(fieldTags.payload))(request, socket);
    await world.engine(t, { act });
    const flags = 'for my $h (*STDIN, *STDOUT) { fcntl $h, F_SETFL, O_NONBLOCK | fcntl $h, F_GETFL, 0 }';
    const child = world.start({ through: ['perl', '-MFcntl', '-e', `${flags} exec @ARGV`] });
    t.after(() => child.kill('SIGKILL'));
    const out: Buffer[] = [];
    child.stdin?.write(big(300 * 1024));
    setTimeout(() => child.stdin?.end(), 200);
    setTimeout(() => child.stdout?.on('data', (chunk: Buffer) => out.push(chunk)), 600);
    assert.equal(await new Promise((done) => child.on('close', done)), 0);
    assert.ok(Buffer.concat(out).equals(big(300 * 1024)));
  });

  test(`the ${kind} client leaves no process and no file behind`, async (t) => {
    const world = new ClientWorld(t, kind);
    const shared = () => readdirSync('/dev/shm').filter((name) => name.includes('anyhook'));
    const before = shared();
    await world.engine(t, refusals['declines']?.engine ?? {});
    await world.run({ input: big(1024 * 1024) });
    await world.ups(1);
    for (let i = 0; i < 200 && world.processes().length > 0; i++) await new Promise((done) => setTimeout(done, 25));
    assert.deepEqual(world.processes(), []);
    assert.deepEqual([readdirSync(world.tmp), shared()], [[], before]);
    assert.deepEqual(readdirSync(world.state).sort(), ['engine.json', 'engine.sock', 'engine.starting']);
  });
}

for (const kind of testedClients.filter((one) => one !== 'node')) {
  test(`the ${kind} client made with failClosed overrides the agent's own ANYHOOK_FAIL_CLOSED`, async (t) => {
    const world = new ClientWorld(t, kind, 'state', true);
    const engine = await world.engine(t, { act: readingOutput(0) });
    await world.run({ env: { ANYHOOK_FAIL_CLOSED: '0', SOME_WORD: 'kept' } });
    const env = lazyEnvironment(engine.requests[0]?.fields.get(fieldTags.env));
    assert.deepEqual([env['ANYHOOK_FAIL_CLOSED'], env['SOME_WORD']], ['1', 'kept']);
  });
}

const sessionOf = (pid: number): string | undefined =>
  execFileSync('cut', ['-d', ' ', '-f', '6', `/proc/${pid}/stat`], { encoding: 'utf8' }).trim();

for (const kind of testedClients.filter((one) => one !== 'node')) {
  test(`the ${kind} client hands over enough of an oversized payload to show that it is too large`, async (t) => {
    const world = new ClientWorld(t, kind);
    const engine = await world.engine(t, { act: readingOutput(0) });
    const input = big(70 * 1024 * 1024);
    assert.deepEqual(seen(await world.run({ input })), decidedApart);
    const { stdin } = world.apart() ?? {};
    assert.ok(stdin?.equals(input.subarray(0, 50 * 1024 * 1024 + 1)), `got ${stdin?.length} bytes`);
    assert.deepEqual([engine.requests, existsSync(join(world.state, 'engine.starting'))], [[], false]);
  });
}
