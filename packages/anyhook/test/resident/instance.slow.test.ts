import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { frameKinds } from '../../src/resident/protocol.js';
import { anyhookProgram, claudeShellCall, dialProtocol, engineWorld, hookMdFolder, until } from './engine-world.js';

const denying = hookMdFolder('guard', 'echo "not that" >&2; exit 2');

test('a second engine exits when one is already running', async (t) => {
  const world = engineWorld(t);
  const first = await world.up();
  const second = spawnSync(process.execPath, [anyhookProgram, 'engine', 'start', '--foreground'], {
    env: world.env,
    encoding: 'utf8',
  });
  assert.deepEqual([second.status, second.stderr], [0, 'anyhook: the engine is already running\n']);
  assert.equal((await world.status())?.pid, first.pid);
});

const canSeparate = spawnSync('unshare', ['-n', 'true']).status === 0;

test('status says that an engine in another namespace is not used', {
  skip: !canSeparate && 'needs unshare -n',
}, async (t) => {
  const world = engineWorld(t);
  const status = () =>
    spawnSync(process.execPath, [anyhookProgram, 'engine', 'status'], { env: world.env, encoding: 'utf8' });
  const engine = spawn('unshare', ['-n', process.execPath, anyhookProgram, 'engine', 'start', '--foreground'], {
    env: world.env,
    stdio: 'ignore',
  });
  world.endFirst(() => engine.kill('SIGKILL'));
  await until(async () => (await world.status()) !== undefined);
  assert.match(
    status().stdout,
    /^events from here do not reach this engine, .*it runs in another sandbox or container/,
  );
  engine.kill('SIGKILL');
  await until(async () => (await world.status()) === undefined);
  await world.up();
  assert.match(status().stdout, /^engine +process /);
});

test('of ten engines started at once, only one keeps running', async (t) => {
  const world = engineWorld(t);
  const all = Array.from({ length: 10 }, () =>
    spawn(process.execPath, [anyhookProgram, 'engine', 'start', '--foreground'], { env: world.env, stdio: 'ignore' }),
  );
  t.after(() => {
    for (const one of all) one.kill('SIGKILL');
  });
  await until(() => all.filter(({ exitCode }) => exitCode === null).length === 1);
  const [left] = all.filter(({ exitCode }) => exitCode === null);
  await until(async () => (await world.status())?.pid === left?.pid);
});

test("the engine's files are accessible only to its user", async (t) => {
  const world = engineWorld(t);
  mkdirSync(world.state, { recursive: true, mode: 0o755 });
  await world.up();
  const mode = (path: string) => statSync(join(world.state, path)).mode & 0o777;
  assert.equal(mode('.'), 0o700);
  assert.equal(mode('engine.json') & 0o077, 0);
  assert.equal(mode('engine.sock') & 0o077, 0);
});

test('the engine keeps no variables from the environment it was started in', async (t) => {
  const world = engineWorld(t, hookMdFolder('look', 'env > env.txt'));
  const env = { ...world.env, AGENT_SECRET: 'of the starter' };
  const engine = spawn(process.execPath, [anyhookProgram, 'engine', 'start', '--foreground'], { env, stdio: 'ignore' });
  t.after(() => engine.kill('SIGKILL'));
  await until(async () => (await world.status())?.pid === engine.pid);
  await dialProtocol(world).ask(world, claudeShellCall(world.project, 'ls'));
  assert.doesNotMatch(readFileSync(join(world.project, 'env.txt'), 'utf8'), /AGENT_SECRET/);
});

test('a lock, a socket and a start mark left by a crash do not prevent a start', async (t) => {
  const world = engineWorld(t);
  const crashed = await world.up();
  crashed.kill('SIGKILL');
  await once(crashed, 'exit');
  assert.ok(existsSync(join(world.state, 'engine.sock')));
  writeFileSync(join(world.state, 'engine.starting'), '');
  writeFileSync(join(world.state, 'engine.lock'), String(crashed.pid));
  const next = await world.up();
  assert.equal((await world.status())?.pid, next.pid);
  assert.equal(existsSync(join(world.state, 'engine.starting')), false);
});

test('an engine asked to end finishes its events and removes its socket', async (t) => {
  const world = engineWorld(t, hookMdFolder('slow', 'echo > began; sleep 0.5; echo "after all" >&2; exit 2'));
  const engine = await world.up();
  const pending = dialProtocol(world).ask(world, claudeShellCall(world.project, 'ls'));
  await until(() => existsSync(join(world.project, 'began')));
  engine.kill('SIGTERM');
  assert.match((await pending)?.stdout ?? '', /after all/);
  if (engine.exitCode === null) await once(engine, 'exit');
  assert.equal(engine.exitCode, 0);
  assert.equal(existsSync(join(world.state, 'engine.sock')), false);
});

test('an idle engine ends after its timeout', async (t) => {
  const world = engineWorld(t);
  const engine = await world.up(['--idle', '1s']);
  if (engine.exitCode === null) await once(engine, 'exit');
  assert.equal(engine.exitCode, 0);
  assert.equal(await world.status(), undefined);
});

test('the engine ends when its state folder is removed', async (t) => {
  const world = engineWorld(t);
  const engine = await world.up();
  rmSync(world.state, { recursive: true });
  if (engine.exitCode === null) await once(engine, 'exit');
  assert.equal(engine.exitCode, 0);
});

/** A copy of the package, so that it can be upgraded. */
function copyOfPackage(t: TestContext, where: string): string {
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(resolve('packages/anyhook', name), join(where, name), { recursive: true });
  t.after(() => rmSync(where, { recursive: true, force: true }));
  return join(where, 'bin/anyhook.cjs');
}

test('after an upgrade of the package, the old engine declines and ends', async (t) => {
  const world = engineWorld(t, denying);
  const own = copyOfPackage(t, join(dirname(world.home), 'package'));
  const engine = spawn(process.execPath, [own, 'engine', 'start', '--foreground'], { env: world.env, stdio: 'ignore' });
  t.after(() => engine.kill('SIGKILL'));
  await until(async () => (await world.status())?.pid === engine.pid);
  const line = dialProtocol(world);
  assert.equal((await line.ask(world, claudeShellCall(world.project, 'ls')))?.kind, frameKinds.answer);
  const file = join(dirname(own), '../dist/resident.js');
  copyFileSync(file, `${file}.new`);
  renameSync(`${file}.new`, file);
  assert.equal((await line.ask(world, claudeShellCall(world.project, 'ls')))?.kind, frameKinds.decline);
  if (engine.exitCode === null) await once(engine, 'exit');
  assert.equal(engine.exitCode, 0);
});

test('starting an engine replaces a running one of another version', async (t) => {
  const world = engineWorld(t);
  const own = copyOfPackage(t, join(dirname(world.home), 'package'));
  const chunk = /"?(0\.\d+\.\d+\+[0-9a-f]{8})/;
  const folder = join(dirname(own), '../dist');
  await world.up();
  const { version } = (await world.status()) ?? {};
  assert.match(version ?? '', chunk);
  spawnSync('sh', ['-c', `grep -rl -F '${version}' . | xargs sed -i 's/${version}/9.9.9+deadbeef/'`], { cwd: folder });
  const before = (await world.status())?.pid;
  const newer = spawn(process.execPath, [own, 'engine', 'start', '--foreground'], { env: world.env, stdio: 'ignore' });
  t.after(() => newer.kill('SIGKILL'));
  await until(async () => (await world.status())?.pid === newer.pid);
  assert.equal((await world.status())?.version, '9.9.9+deadbeef');
  await until(() => !existsSync(`/proc/${before}`) || readFileSync(`/proc/${before}/stat`, 'utf8').includes(') Z '));
});

test('the engine reports an unwritable state folder and does not start', (t) => {
  const world = engineWorld(t);
  // A link that leads nowhere cannot be made into a folder, not even by root.
  mkdirSync(dirname(world.state), { recursive: true });
  symlinkSync('/proc/nowhere', world.state);
  const { status, stderr } = spawnSync(process.execPath, [anyhookProgram, 'engine', 'start', '--foreground'], {
    env: world.env,
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^anyhook: the engine cannot start in .*\/anyhook: /);
});

test('the engine works if the socket path is too long for the system', async (t) => {
  const world = engineWorld(t, denying);
  const deep = join(world.home, 'a'.repeat(100), 'b'.repeat(100));
  mkdirSync(deep, { recursive: true });
  chmodSync(deep, 0o700);
  const env = { ...world.env, XDG_STATE_HOME: deep };
  const engine = spawn(process.execPath, [anyhookProgram, 'engine', 'start', '--foreground'], { env, stdio: 'ignore' });
  t.after(() => engine.kill('SIGKILL'));
  const there = { ...world, state: join(deep, 'anyhook'), env };
  await until(() => existsSync(join(there.state, 'engine.sock')));
  assert.match((await dialProtocol(there).ask(there, claudeShellCall(world.project, 'ls')))?.stdout ?? '', /not that/);
});
