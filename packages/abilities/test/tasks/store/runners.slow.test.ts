import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signalGroup } from '../../../../core/src/platform/process/process-groups.js';
import { processMark } from '../../../../core/src/platform/process/process-identity.js';
import type { TaskStore } from '../../../src/tasks/store/task-store.js';
import type { Task } from '../../../src/tasks/task.js';
import { newTask, StoreWorld, sampleRoot } from './store-world.js';

const runnerProgram = fileURLToPath(new URL('runner-inner.ts', import.meta.url));

interface Runner {
  /** Its complete output. */
  readonly end: Promise<readonly string[]>;
}

/** A process that runs tasks, `lanes` at once; it is killed after it printed `linesToLive` lines. */
function start(
  t: TestContext,
  state: string,
  { lanes: parallelTasks = 4, linesToLive = Number.POSITIVE_INFINITY } = {},
): Runner {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', runnerProgram, state, String(parallelTasks)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  t.after(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  if (!child.stdout) throw new Error('no stdout');
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    if (lines.length === linesToLive) child.kill('SIGKILL');
  });
  const end = async () => {
    const [[code, signal]] = await Promise.all([once(child, 'exit'), once(reader, 'close')]);
    assert.ok(code === 0 || signal === 'SIGKILL', `it ended with ${code ?? signal}`);
    return lines;
  };
  return { end: end() };
}

const fill = (store: TaskStore, many: number): Promise<readonly Task[]> =>
  Promise.all(Array.from({ length: many }, (_, i) => store.insert(newTask({ input: { i }, idempotent: i % 4 === 0 }))));

const timesOf = (lines: readonly string[], word: string): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const line of lines) {
    const [what, key = ''] = line.split(' ');
    if (what === word) times.set(key, (times.get(key) ?? 0) + 1);
  }
  return times;
};

test('four processes on the same 400 tasks claim each of them once', async (t) => {
  const world = new StoreWorld(t);
  const store = await world.open();
  const tasks = await fill(store, 400);
  const said = await Promise.all(Array.from({ length: 4 }, () => start(t, world.state).end));
  const claimed = timesOf(said.flat(), 'claimed');
  assert.deepEqual(
    [...claimed.keys()].sort(),
    tasks.map(({ key }) => key),
  );
  assert.deepEqual(new Set(claimed.values()), new Set([1]));
  const ended = store.list(sampleRoot, { status: 'success', limit: 1_000 });
  assert.equal(ended.length, 400);
  assert.ok(ended.every(({ attempts }) => attempts === 1));
});

test('eight processes that create the database at once all open it', async (t) => {
  const world = new StoreWorld(t);
  await Promise.all(Array.from({ length: 8 }, () => start(t, world.state).end));
  assert.deepEqual((await world.open()).list(sampleRoot), []);
});

test('killing runners loses no task, and starts none twice that is not idempotent', async (t) => {
  const world = new StoreWorld(t);
  const store = await world.open();
  const tasks = await fill(store, 400);
  const lines: string[] = [];
  for (let round = 0; round < 6; round++) {
    const runners = Array.from({ length: 4 }, () =>
      start(t, world.state, { lanes: 8, linesToLive: 1 + Math.floor(Math.random() * 15) }),
    );
    for (const said of await Promise.all(runners.map(({ end }) => end))) lines.push(...said);
    await store.sweep();
    assert.deepEqual(store.list(sampleRoot, { status: 'running' }), []);
  }
  lines.push(...(await start(t, world.state).end));
  const [claimed, finished] = [timesOf(lines, 'claimed'), timesOf(lines, 'finished')];
  const now = tasks.map(({ key }) => store.get(key));
  const interrupted = now.filter((task) => task?.status === 'interrupted');
  // With eight tasks at a time, some of the 24 that were killed were in the middle of one.
  assert.ok(interrupted.length > 0);
  for (const task of now) {
    assert.ok(task && ['success', 'interrupted'].includes(task.status), JSON.stringify(task));
    const { key, status, attempts, idempotent } = task;
    // A reported change is stored, whenever the process was killed.
    if (finished.has(key)) assert.deepEqual([status, finished.get(key)], ['success', 1], key);
    assert.ok((claimed.get(key) ?? 0) <= attempts, key);
    if (idempotent) assert.equal(status, 'success', key);
    else assert.equal(attempts, 1, key);
  }
});

/** Processes of a group, without those that only wait to be reaped. */
const livingProcesses = (group: number): readonly string[] =>
  spawnSync('ps', ['-A', '-o', 'pgid=,stat='], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.trim().startsWith(`${group} `) && !/ Z/.test(line));

test('programs of a dead runner are ended before its task is marked interrupted', async (t) => {
  const world = new StoreWorld(t);
  const script = spawn('/bin/sh', ['-c', 'sleep 1000 & sleep 1000'], { detached: true, stdio: 'ignore' });
  const leader = script.pid ?? 0;
  t.after(() => signalGroup(leader, 'SIGKILL'));
  const runner = spawn('sleep', ['1000'], { stdio: 'ignore' });
  t.after(() => runner.kill('SIGKILL'));
  const theirs = await world.open({ runner: processMark(runner.pid) });
  const task = await theirs.insert(newTask());
  await theirs.claim({ key: task.key, seenInput: task.input });
  assert.equal(await theirs.recordProcessGroup(task.key, leader), true);
  const store = await world.open();
  assert.deepEqual(await store.sweep(), []);
  assert.equal(store.get(task.key)?.status, 'running');
  runner.kill('SIGKILL');
  await once(runner, 'exit');
  assert.notDeepEqual(livingProcesses(leader), []);
  assert.deepEqual(await store.sweep(), [task.key]);
  assert.deepEqual(livingProcesses(leader), []);
  assert.equal(store.get(task.key)?.status, 'interrupted');
});
