import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { controlEngine } from '../../src/resident/control-engine.js';
import { anyhookProgram, until } from '../resident/engine-world.js';
import { type InitMachine, initMachine, terminal } from './init-world.js';

/** A machine with two connected agents and a running engine. */
async function connected(t: TestContext) {
  const here = initMachine(t);
  for (const agent of ['claude-code', 'codex']) {
    const { code, stderr } = await here.run(['init', '--yes', '--agent', agent], terminal);
    assert.equal(code, 0, stderr);
  }
  return { here, engine: await engineIn(t, here) };
}

async function engineIn(t: TestContext, here: InitMachine) {
  const child = spawn(process.execPath, [anyhookProgram, 'engine', 'start', '--foreground'], {
    env: here.env,
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  t.after(kill);
  const status = () => controlEngine(join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook'), 'status', 2_000);
  await until(async () => (await status())?.pid === child.pid || child.exitCode !== null);
  return { pid: child.pid, exit, status, kill };
}

test('uninstalling the last agent ends the engine and says so; uninstalling an earlier one does not', async (t) => {
  const { here, engine } = await connected(t);
  const first = await here.run(['uninstall', '--yes', '--agent', 'codex'], terminal);
  assert.equal(first.code, 0, first.stderr);
  assert.doesNotMatch(first.stdout, /engine/);
  assert.equal((await engine.status())?.pid, engine.pid);

  const planned = await here.run(['uninstall', '--dry-run'], terminal);
  assert.match(planned.stdout, new RegExp(`would stop the engine too \\(pid ${engine.pid}\\)`));
  assert.equal((await engine.status())?.pid, engine.pid);

  const last = await here.run(['uninstall', '--yes'], terminal);
  assert.equal(last.code, 0, last.stderr);
  assert.match(last.stdout, new RegExp(`stopping the engine \\(pid ${engine.pid}\\)`));
  const [code] = await engine.exit;
  assert.equal(code, 0);
});

test('uninstall --json names the engine that it ends', async (t) => {
  const { here, engine } = await connected(t);
  const { stdout } = await here.run(['uninstall', '--yes', '--json'], terminal);
  assert.deepEqual((JSON.parse(stdout) as { engine?: unknown }).engine, { pid: engine.pid });
  await engine.exit;
});

test('uninstall with nothing connected does not end an engine started by a user', async (t) => {
  const here = initMachine(t);
  const engine = await engineIn(t, here);
  const { stdout } = await here.run(['uninstall', '--yes'], terminal);
  assert.equal(stdout, 'nothing to remove\n');
  assert.equal((await engine.status())?.pid, engine.pid);
  // Before the folders are removed: the engine would recreate them.
  await engine.kill();
});
