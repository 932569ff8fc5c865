import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../../../../anyhook/test/support/is-alive.js';
import { liveGroups } from './process-groups.js';
import { execFileText, type ProcessJob, runProcess } from './run-process.js';

const bin = fileURLToPath(new URL('../../../../anyhook/fixtures/bin/', import.meta.url));
const cwd = fileURLToPath(new URL('../../../../../', import.meta.url));

const run = (file: string, args: readonly string[] = [], more: Partial<ProcessJob> = {}) =>
  runProcess({ file, args, cwd, env: { PATH: process.env['PATH'] }, stdin: '', timeoutMs: 20_000, ...more });
const shell = (command: string, more: Partial<ProcessJob> = {}) => run('/bin/sh', ['-c', command], more);

const isGone = async (pid: number) => {
  for (let i = 0; i < 200 && isAlive(pid); i++) await sleep(10);
  return !isAlive(pid);
};

test('a program gets its input and environment, and its output and exit code are returned', async () => {
  const end = await shell('cat; echo "$WORD" >&2; exit 3', { stdin: 'déjà vu', env: { WORD: 'yes' } });
  assert.deepEqual(end, { kind: 'exit', exitCode: 3, stdout: 'déjà vu', stderr: 'yes\n' });
});

test('a program may open /dev/stdin by name', async () => {
  assert.deepEqual(await run(`${bin}echo-stdin.sh`, [], { stdin: '{"a":1}' }), {
    kind: 'exit',
    exitCode: 0,
    stdout: '{"a":1}',
    stderr: '',
  });
});

test('a character that is split over two writes stays whole', async () => {
  const end = await shell(String.raw`printf '\303'; sleep 0.05; printf '\251'`);
  assert.equal(end.kind === 'exit' && end.stdout, 'é');
});

test('a death by signal has the exit code 128 plus its number', async () => {
  const end = await shell('kill -9 $$');
  assert.deepEqual(end, { kind: 'exit', exitCode: 137, signal: 'SIGKILL', stdout: '', stderr: '' });
});

test('a program that ignores TERM is killed with its group, and its output is kept', async () => {
  const end = await run(`${bin}ignores-term.sh`, [], { timeoutMs: 1000, graceMs: 50 });
  assert.equal(end.kind, 'timeout');
  const child = Number(end.kind === 'timeout' && end.stdout);
  assert.ok(child > 1, JSON.stringify(end));
  assert.ok(await isGone(child));
  assert.deepEqual(liveGroups(), []);
});

test('a program that obeys TERM may clean up before it ends', async () => {
  const end = await shell('trap "echo bye; exit 0" TERM; echo up; sleep 30 & wait', {
    timeoutMs: 1000,
    graceMs: 10_000,
  });
  assert.deepEqual(end, { kind: 'timeout', stdout: 'up\nbye\n', stderr: '' });
});

test('an open stdin can be written to while the program runs, and closed', async () => {
  const received: string[] = [];
  let send = (_: string) => {};
  let close = () => {};
  const end = await shell('while read line; do echo "got $line"; done; echo over', {
    stdin: null,
    onStart: ({ pid, write, endInput }) => {
      assert.ok(isAlive(pid));
      [send, close] = [write, endInput];
      send('one\n');
    },
    onStdout: (chunk) => {
      received.push(String(chunk).trim());
      if (received.length === 1) send('two\n');
      if (received.length === 2) close();
    },
  });
  assert.deepEqual(received, ['got one', 'got two', 'over']);
  assert.deepEqual(end, { kind: 'exit', exitCode: 0, stdout: '', stderr: '' });
});

test('a stderr with a listener may have any size, and its end is kept', async () => {
  let size = 0;
  const end = await shell('head -c 5000000 /dev/zero | tr "\\0" x >&2; echo last >&2', {
    maxBytes: 1000,
    onStderr: (chunk) => {
      size += chunk.length;
    },
  });
  assert.equal(size, 5_000_005);
  assert.equal(end.kind, 'exit');
  assert.match(end.kind === 'exit' ? end.stderr : '', /^x{16000,}last\n$/);
});

test('a stdout with a listener still has a cap', async () => {
  let size = 0;
  const end = await run(`${bin}prints-2gib.sh`, ['out'], {
    maxBytes: 100_000,
    onStdout: (chunk) => {
      size += chunk.length;
    },
  });
  assert.equal(end.kind, 'too-much-output');
  assert.equal(size, 100_000);
});

test('2 GiB of output end the group at the cap', async () => {
  for (const [arg, stream] of [
    ['out', 'stdout'],
    ['err', 'stderr'],
  ] as const) {
    const end = await run(`${bin}prints-2gib.sh`, [arg], { maxBytes: 65_536 });
    assert.equal(end.kind, 'too-much-output');
    assert.equal(end.kind === 'too-much-output' && end[stream].length, 65_536);
  }
});

test('output of exactly the cap is not a failure', async () => {
  const end = await shell('head -c 1000 /dev/zero', { maxBytes: 1000 });
  assert.equal(end.kind === 'exit' && end.stdout.length, 1000);
});

test('a background process in the group neither delays the result nor survives', async () => {
  const end = await run(`${bin}daemon.py`);
  assert.equal(end.kind, 'exit');
  assert.ok(await isGone(Number(end.kind === 'exit' && end.stdout)));
});

test('a daemon that left the group with our stdout open does not delay the result', async () => {
  const end = await run(`${bin}daemon.py`, ['away']);
  assert.equal(end.kind, 'exit');
  const daemon = Number(end.kind === 'exit' && end.stdout);
  assert.ok(isAlive(daemon), 'the result came while the daemon still ran');
  process.kill(daemon, 'SIGKILL');
});

test('output of a process that outlives its parent is still read', async () => {
  const end = await shell('echo early; echo late &');
  assert.equal(end.kind === 'exit' && end.stdout, 'early\nlate\n');
});

test('a program that closes stdin at once is not an error, even with 1 MiB left to read', async () => {
  const end = await run(`${bin}closes-stdin.sh`, [], { stdin: 'x'.repeat(1024 * 1024) });
  assert.deepEqual(end, { kind: 'exit', exitCode: 0, stdout: '{}\n', stderr: '' });
});

test('invalid UTF-8 in the output becomes replacement characters', async () => {
  const end = await run(`${bin}binary.sh`);
  assert.equal(end.kind === 'exit' && end.stdout, '\uFFFD\uFFFD\0\uFFFDok');
});

test('an abort ends the whole group', async () => {
  const control = new AbortController();
  setTimeout(() => control.abort(), 1000);
  const end = await run(`${bin}ignores-term.sh`, [], { signal: control.signal, graceMs: 20 });
  assert.equal(end.kind, 'cancelled');
  assert.ok(await isGone(Number(end.kind === 'cancelled' && end.stdout)));
});

test('an earlier abort starts nothing', async () => {
  const end = await run('/does/not/exist', [], { signal: AbortSignal.abort() });
  assert.deepEqual(end, { kind: 'cancelled', stdout: '', stderr: '' });
});

test('a program that cannot start is reported with the reason', async () => {
  const rows: [Promise<unknown>, RegExp][] = [
    [run('anyhook-no-such-program'), /anyhook-no-such-program: no such program/],
    [run('/bin/sh', [], { cwd: '/no/such/folder' }), /working directory \/no\/such\/folder does not exist/],
    [run(`${cwd}package.json`), /not executable/],
    [run(`${bin}no-interpreter.sh`), /its first line names a program that does not exist/],
    [shell(`: ${'x'.repeat(300_000)}`), /arguments are too long/],
    [shell('echo a\0b'), /cannot start \/bin\/sh/],
  ];
  for (const [promise, message] of rows) {
    const end = (await promise) as { kind: string; error: string };
    assert.equal(end.kind, 'spawn');
    assert.match(end.error, message);
  }
});

test('a program starts even with an environment of 20 MiB', async () => {
  const env = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`V${i}`, 'x'.repeat(100_000)]));
  const end = await shell('echo ok', { env });
  assert.equal(end.kind === 'exit' && end.stdout, 'ok\n');
});

test('a program gets the given umask, and that of the parent does not change', async () => {
  const before = process.umask();
  const end = await shell('umask', { umask: 0o077 });
  assert.match(end.kind === 'exit' ? end.stdout : '', /^0*77\n$/);
  assert.equal(process.umask(), before);
});

test('execFileText returns text and never throws', async () => {
  const options = { cwd, timeoutMs: 20_000 };
  assert.deepEqual(await execFileText('/bin/sh', ['-c', 'echo hi'], options), {
    ok: true,
    stdout: 'hi\n',
    stderr: '',
    exitCode: 0,
  });
  assert.equal((await execFileText('/bin/sh', ['-c', 'exit 4'], options)).exitCode, 4);
  assert.match((await execFileText('anyhook-no-such-program', [], options)).stderr, /no such program/);
  assert.match((await execFileText('/bin/sh', ['-c', 'sleep 9'], { cwd, timeoutMs: 50 })).stderr, /timeout/);
});

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`no hook outlives anyhook after ${signal}`, async () => {
    const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
    const code = `
      import { liveGroups } from ${from('./process-groups.ts')};
      import { onExitKillGroups, runProcess } from ${from('./run-process.ts')};
      onExitKillGroups();
      const args = ['-c', 'trap "" TERM INT; sleep 30; sleep 30'];
      runProcess({ file: '/bin/sh', args, cwd: '/', env: {}, stdin: '', timeoutMs: 60000 });
      console.log(liveGroups()[0]);
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<string | null>((resolve) => child.once('exit', (_, by) => resolve(by)));
    const hook = await new Promise<number>((resolve) => child.stdout.once('data', (pid) => resolve(Number(pid))));
    child.kill(signal);
    assert.equal(await ended, signal);
    assert.ok(await isGone(hook));
  });

test('output that a busy process reads only after the exit is not cut off', async () => {
  // Each turn of the event loop takes longer than the wait for late output.
  const busy = setInterval(() => {
    for (const until = performance.now() + 120; performance.now() < until; );
  }, 1);
  try {
    const script = 'head -c 150000 /dev/zero | tr "\\0" x; (sleep 3) & exit 0';
    const end = await shell(script);
    assert.equal(end.kind === 'exit' && end.stdout.length, 150_000);
  } finally {
    clearInterval(busy);
  }
});
