import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { noSignals } from '../../../../anyhook/test/support/systems.js';
import { signalGroup } from './process-groups.js';
import { killTree } from './process-tree.js';

/** A process that has started another one in a group of its own; both wait. */
async function startTree() {
  const script =
    'const { spawn } = require("node:child_process");' +
    'const child = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });' +
    'console.log(child.pid); setInterval(() => {}, 1000)';
  const parent = spawn(process.execPath, ['-e', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const [text] = (await once(parent.stdout, 'data')) as [Buffer];
  return { parent, child: Number(String(text)) };
}

/** A zombie that was not reaped yet counts as dead. */
const isAlive = (pid: number): boolean =>
  /^[^Z\s]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim());

test('killTree kills every process of the tree, whatever their groups', { skip: noSignals }, async () => {
  const { parent, child } = await startTree();
  killTree(parent.pid ?? 0);
  const [, signal] = await once(parent, 'exit');
  assert.equal(signal, 'SIGKILL');
  for (let n = 0; n < 100 && isAlive(child); n++) await sleep(20);
  assert.equal(isAlive(child), false);
});

test('on Windows, killTree does not list processes itself', { skip: noSignals }, async () => {
  const { parent, child } = await startTree();
  killTree(parent.pid ?? 0, 'win32');
  await once(parent, 'exit');
  await sleep(200);
  // On this system that signals the parent's group, which the child has left.
  assert.equal(isAlive(child), true);
  signalGroup(child, 'SIGKILL');
});
