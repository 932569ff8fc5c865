import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type EngineWorld, engineWorld, hookMdFolder, until } from '../resident/engine-world.js';
import { openConversation, shellRequest, startServe } from './serve-world.js';

const denies = (reason: string) => `echo "${reason}" >&2; exit 2`;

/** A listening server on a socket in its own folder. */
async function listening(world: EngineWorld, path = join(world.home, 'own', 's.sock')) {
  const engine = startServe(world, ['--socket', path]);
  let printed = '';
  engine.child.stdout?.on('data', (text: Buffer) => {
    printed += text.toString();
  });
  await until(() => printed.includes('\n') || engine.child.exitCode !== null);
  return { ...engine, path, printed };
}

function dial(t: TestContext, path: string) {
  const socket = connect(path);
  t.after(() => socket.destroy());
  return { ...openConversation(socket, socket), socket };
}

test('clients on a socket are answered, each with separate request ids', async (t) => {
  const world = engineWorld(t, hookMdFolder('guard', denies('not that')));
  const { path, printed, child } = await listening(world);
  assert.equal(printed, `serving on ${path} (process ${child.pid})\n`);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(join(world.home, 'own')).mode & 0o777, 0o700);
  const [one, two] = [dial(t, path), dial(t, path)];
  const answers = await Promise.all([one.ask(shellRequest(1)), two.ask(shellRequest(1)), one.ask(shellRequest(2))]);
  assert.deepEqual(
    answers.map(({ verdict }) => verdict?.reason),
    ['[guard] not that', '[guard] not that', '[guard] not that'],
  );
});

for (const [what, leave] of [
  ['goes away', (socket: Socket) => socket.destroy()],
  ['says no more', (socket: Socket) => socket.end()],
] as const)
  test(`hooks of a client that ${what} are ended, and other clients are served`, async (t) => {
    const front = 'matcher:\n  tool: Shell\n  pattern: slow\n';
    const world = engineWorld(t, hookMdFolder('slow', 'echo $$ > pid.txt; sleep 60', front));
    const { path } = await listening(world);
    const [gone, stays] = [dial(t, path), dial(t, path)];
    gone.send(shellRequest(1, 'slow'));
    const file = join(world.project, 'pid.txt');
    await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
    leave(gone.socket);
    await until(() => !isRunning(Number(readFileSync(file, 'utf8'))));
    assert.equal((await stays.ask(shellRequest(1))).verdict?.decision, 'pass');
  });

test('on SIGTERM, serve cancels open requests, removes the socket and exits', async (t) => {
  const world = engineWorld(t, hookMdFolder('slow', 'echo $$ > pid.txt; sleep 60'));
  const { path, child, exited } = await listening(world);
  const client = dial(t, path);
  client.send(shellRequest(1));
  const file = join(world.project, 'pid.txt');
  await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'));
  child.kill('SIGTERM');
  assert.equal((await client.line(1)).error?.code, 'CANCELLED');
  assert.equal(await exited, 0);
  assert.equal(existsSync(path), false);
  assert.equal(isRunning(Number(readFileSync(file, 'utf8'))), false);
});

test('the socket of a dead server is replaced', async (t) => {
  const world = engineWorld(t);
  const first = await listening(world);
  first.child.kill('SIGKILL');
  await first.exited;
  assert.equal(existsSync(first.path), true);
  const { path } = await listening(world);
  assert.equal((await dial(t, path).ask(shellRequest(1))).verdict?.decision, 'pass');
});

test('a server whose socket was replaced ends itself, and the new server keeps running', async (t) => {
  const world = engineWorld(t);
  const first = await listening(world);
  rmSync(first.path);
  const second = await listening(world);
  assert.equal(await first.exited, 0);
  assert.equal((await dial(t, second.path).ask(shellRequest(1))).verdict?.decision, 'pass');
});

const refusals: readonly [string, (folder: string, path: string, t: TestContext) => unknown, RegExp][] = [
  ['a file is there', (_, path) => writeFileSync(path, 'mine'), /exists and is not a socket/],
  ['a link is there', (_, path) => symlinkSync('/nowhere', path), /exists and is not a socket/],
  ['a server is there', (_, path, t) => listenBy(t, path), /another server listens/],
  ['others may enter the folder', (folder) => chmodSync(folder, 0o755), /closed to others.*chmod 700/],
];
for (const [what, prepare, message] of refusals)
  test(`serve refuses a path where ${what}, and changes nothing`, async (t) => {
    const world = engineWorld(t);
    const folder = join(world.home, 'own');
    const path = join(folder, 's.sock');
    mkdirSync(folder, { mode: 0o700 });
    await prepare(folder, path, t);
    const engine = startServe(world, ['--socket', path]);
    assert.equal(await engine.exited, 1);
    assert.match(engine.stderr(), new RegExp(`^anyhook: --socket: .*${message.source}`));
    if (what === 'a file is there') assert.equal(readFileSync(path, 'utf8'), 'mine');
  });

test('serve refuses a path that is too long for a socket', async (t) => {
  const world = engineWorld(t);
  const engine = startServe(world, ['--socket', join(world.home, 'x'.repeat(100))]);
  assert.equal(await engine.exited, 1);
  assert.match(engine.stderr(), /^anyhook: --socket: a socket path has at most 103 bytes/);
});

async function listenBy(t: TestContext, path: string): Promise<void> {
  const server = createServer((socket) => socket.on('error', () => {}));
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
