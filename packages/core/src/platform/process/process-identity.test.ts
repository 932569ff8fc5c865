import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { endMarkedGroup, isGroupAlive, signalGroup } from './process-groups.js';
import { isOwnerAlive, ownerMark, processLife, processMark } from './process-identity.js';

/** A process startGroup that is killed after the test; its leader has reported that it runs. */
async function startGroup(t: TestContext, script: string): Promise<number> {
  const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const leader = child.pid ?? 0;
  t.after(() => signalGroup(leader, 'SIGKILL'));
  await once(child.stdout, 'data');
  return leader;
}

test('a process mark is alive while its process runs, and gone afterwards', async (t) => {
  assert.equal(processLife(processMark()), 'alive');
  const leader = await startGroup(t, 'echo on; exec sleep 100');
  const mark = processMark(leader);
  assert.equal(processLife(mark), 'alive');
  await endMarkedGroup(mark);
  assert.equal(processLife(mark), 'gone');
});

test('an invalid mark, a reused process number and a mark from an earlier boot are gone', () => {
  const [pid, at = '', ...place] = processMark().split(':');
  const marks = ['', ':::', 'x:1:2:3', '-1::', `0:${at}:${place.join(':')}`, `${pid}:1${at}:${place.join(':')}`];
  assert.deepEqual(marks.map(processLife), Array(marks.length).fill('gone'));
  assert.equal(processLife(`${pid}:${at}:another-start:${place[1] ?? ''}`), 'gone');
});

test('a process of another PID namespace is elsewhere', () => {
  const [pid, at, boot] = processMark().split(':');
  assert.equal(processLife([pid, at, boot, '1'].join(':')), 'elsewhere');
});

test('a process group that ignores TERM is killed completely', async (t) => {
  const leader = await startGroup(t, 'trap "" TERM; sleep 100 & echo on; while :; do sleep 1; done');
  await endMarkedGroup(processMark(leader), 50);
  // Its zombies may still wait to be reaped.
  const left = spawnSync('ps', ['-A', '-o', 'pgid=,stat='], { encoding: 'utf8' }).stdout.split('\n');
  assert.deepEqual(
    left.filter((line) => line.trim().startsWith(`${leader} `) && !/ Z/.test(line)),
    [],
  );
});

test('a process group whose leader has another start time is not signalled', async (t) => {
  const leader = await startGroup(t, 'echo on; exec sleep 100');
  const [pid, at, ...place] = processMark(leader).split(':');
  await endMarkedGroup([pid, `1${at}`, ...place].join(':'), 50);
  assert.equal(isGroupAlive(leader), true);
});

test('a reused process number is not the old owner', () => {
  assert.equal(isOwnerAlive(ownerMark()), true);
  assert.equal(isOwnerAlive(String(spawnSync(process.execPath, ['-e', '']).pid)), false);
  for (const mark of ['', 'free', '-1', '0', '1e3', '99999999999', 'x:1'])
    assert.equal(isOwnerAlive(mark), false, mark);
  const [pid, began] = ownerMark().split(':');
  if (began !== undefined) assert.equal(isOwnerAlive(`${pid}:${Number(began) + 1}`), false);
});
