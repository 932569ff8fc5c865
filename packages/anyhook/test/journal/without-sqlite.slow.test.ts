import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { controlEngine } from '../../src/resident/control-engine.js';
import { claudeShellCall, dialProtocol, until } from '../resident/engine-world.js';
import { journalWorld } from './journal-world.js';

test('without SQLite everything else works, and the missing journal is reported once', async (t) => {
  const world = journalWorld(t);
  const { env, state } = world;
  // The package alone, without its dependencies.
  const alone = mkdtempSync(join(tmpdir(), 'anyhook-alone-'));
  t.after(() => rmSync(alone, { recursive: true, force: true }));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join('packages/anyhook', part), join(alone, part), { recursive: true });
  const program = join(alone, 'bin', 'anyhook.cjs');
  const engine = spawn(process.execPath, [program, 'engine', 'start', '--foreground'], { env, stdio: 'ignore' });
  world.endFirst(() => engine.kill('SIGKILL'));
  const status = () => controlEngine(state, 'status', 2_000);
  await until(async () => (await status())?.pid === engine.pid);
  const line = dialProtocol(world);
  for (let i = 0; i < 2; i++) {
    const reply = await line.ask(world, claudeShellCall(world.project, 'forbidden'));
    assert.match(reply?.stdout ?? '', /not that/);
  }
  await until(async () => (await status())?.journal.trouble !== undefined);
  assert.match((await status())?.journal.trouble ?? '', /libsql cannot be loaded.*optional dependencies.*wait in/s);
  const log = readFileSync(join(state, 'engine.log'), 'utf8');
  assert.equal(log.match(/libsql cannot be loaded/g)?.length, 1);
  assert.equal(readdirSync(join(world.journal, 'spool')).length, 1);
  const { status: code, stderr } = spawnSync(process.execPath, [program, 'log'], { env, encoding: 'utf8' });
  assert.equal(code, 1);
  assert.match(stderr, /libsql cannot be loaded/);
  // A complete installation writes the waiting records.
  assert.equal(world.log().length, 2);
});
