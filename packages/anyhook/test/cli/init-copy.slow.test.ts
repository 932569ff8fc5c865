import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { controlEngine } from '../../src/resident/control-engine.js';
import { plantCopy } from './doctor-world.js';
import {
  callEntry,
  type EntryRow,
  entryCommand,
  type InitMachine,
  initMachine,
  shellPayload,
  terminal,
} from './init-world.js';

const claude: EntryRow = { agent: 'claude-code', scope: 'user', file: '~/.claude/settings.json', before: 'PreToolUse' };
const launcher = '~/.local/share/anyhook/bin/anyhook-hook';
const versions = (here: InitMachine) => here.at('~/.local/share/anyhook/versions');
const args = ['init', '--agent', 'claude-code', '--client', 'node', '--yes'];

/** The package in a project's node_modules, and the program that npm links there. */
function packageIn(folder: string): string {
  const installed = join(folder, 'node_modules/anyhook');
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(resolve('packages/anyhook', part), join(installed, part), { recursive: true });
  mkdirSync(join(folder, 'node_modules/.bin'));
  const program = join(folder, 'node_modules/.bin/anyhook');
  symlinkSync('../anyhook/bin/anyhook.cjs', program);
  return program;
}

test('an entry still denies after the project whose anyhook ran init was deleted', async (t) => {
  const here = initMachine(t);
  await here.run(['trust', '--yes'], terminal);
  const other = join(here.home, 'other');
  const { status, stderr } = spawnSync(packageIn(other), args, { cwd: here.dir, env: here.env, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
  rmSync(other, { recursive: true });
  const { stdout } = callEntry(here, entryCommand(here, claude), shellPayload(claude, 'rm -rf /', here.dir));
  assert.match(stdout, /never that/);
});

test('init repairs a missing or changed copy even if no other file changes', async (t) => {
  const here = initMachine(t);
  await here.run(args);
  const [name = ''] = readdirSync(versions(here));
  for (const harm of [
    () => rmSync(versions(here), { recursive: true }),
    () => rmSync(join(versions(here), name, 'dist/cli.js')),
  ]) {
    harm();
    assert.match((await here.run(args)).stdout, /^wrote a copy of anyhook; /m);
    assert.ok(existsSync(join(versions(here), name, 'dist/cli.js')));
  }
  assert.match((await here.run(args)).stdout, /^nothing to write$/m);
});

test('init removes an old copy once it is old enough, even if there is nothing to write', async (t) => {
  const here = initMachine(t);
  await here.run(args);
  const [name] = readdirSync(versions(here));
  const old = plantCopy(here, '0.0.9', { 'bin/anyhook.cjs': '' });
  here.put(launcher, here.get(launcher).replace(/^program=.*$/m, `program=${old}/bin/anyhook.cjs`));
  utimesSync(old, 0, 0);
  await here.run(args);
  assert.equal(readdirSync(versions(here)).length, 2, 'a process of it may still run');
  utimesSync(old, 0, 0);
  assert.match((await here.run(args)).stdout, /^nothing to write$/m);
  assert.deepEqual(readdirSync(versions(here)), [name]);
});

test('init keeps the copy of a running engine, and ends an engine of another version', async (t) => {
  const here = initMachine(t);
  await here.run(args);
  const [name = ''] = readdirSync(versions(here));
  const state = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook');
  const engine = spawn(process.execPath, [join(versions(here), name, 'bin/anyhook.cjs'), 'up', '--foreground'], {
    env: { ...here.env, ANYHOOK_ENGINE: 'on' },
    stdio: 'ignore',
  });
  t.after(() => engine.kill());
  while (!(await controlEngine(state, 'status', 1_000))) await wait(50);
  // Another copy: the engine's copy is no longer the one that this init uses.
  const other = plantCopy(here, '9.0.0', { 'bin/anyhook.cjs': '' });
  for (const folder of [other, join(versions(here), name)]) utimesSync(folder, 0, 0);
  const ended = new Promise((done) => engine.once('exit', done));
  await here.run(args);
  assert.deepEqual(readdirSync(versions(here)), [name]);
  // These tests run the sources, whose version differs.
  await ended;
  assert.equal(await controlEngine(state, 'status', 1_000), undefined);
});
