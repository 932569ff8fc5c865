import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { encodeSpareMessage, nodeStub, startSpare } from './spare-process.js';

const skip = process.platform !== 'linux' && 'spares are started on Linux only';
const folder = mkdtempSync(join(tmpdir(), 'anyhook-spare-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const hook = join(folder, 'hook.cjs');
writeFileSync(
  hook,
  `require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'ran'))}, 'x'); console.log(process.env.A, require('node:fs').readFileSync(0, 'utf8'));`,
);

/** A prestarted interpreter of this Node, and how to run the hook in it. */
function spareOfNode(onGone = () => {}) {
  const env = { NODE_OPTIONS: `--require "${nodeStub()}"` };
  const spare = startSpare({ file: process.execPath, args: ['hook'], cwd: '/', env }, onGone);
  assert.ok(spare);
  const run = (cwd = folder, timeoutMs = 5_000) =>
    spare.run(
      { file: '', args: [], cwd, env: {}, stdin: 'input', timeoutMs },
      encodeSpareMessage({ cwd, argv: [hook], env: { A: 'late' } }),
    );
  return { ...spare, run };
}

const timesRun = () => (existsSync(join(folder, 'ran')) ? readFileSync(join(folder, 'ran'), 'utf8').length : 0);
const isAlive = (pid: number) => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

test("a spare waits without its job's environment, and runs the job once", { skip }, async () => {
  const spare = spareOfNode();
  await spare.ready;
  assert.doesNotMatch(readFileSync(`/proc/${spare.pid}/environ`, 'utf8'), /late|HOME/);
  assert.deepEqual(await spare.run(), { kind: 'exit', exitCode: 0, stdout: 'late input\n', stderr: '' });
  assert.equal(timesRun(), 1);
});

test('a spare that gets a job while it starts runs that job', { skip }, async () => {
  const end = await spareOfNode().run();
  assert.equal(end?.kind === 'exit' && end.stdout, 'late input\n');
});

test('a spare that is killed before its job starts reports that nothing has run', { skip }, async () => {
  const before = timesRun();
  const spare = spareOfNode();
  await spare.ready;
  process.kill(spare.pid, 'SIGSTOP');
  const ended = spare.run();
  process.kill(spare.pid, 'SIGKILL');
  assert.equal(await ended, undefined);
  assert.equal(timesRun(), before);
});

test('a stopped spare is given up without running its job', { skip }, async () => {
  const before = timesRun();
  const spare = spareOfNode();
  await spare.ready;
  process.kill(spare.pid, 'SIGSTOP');
  assert.equal(await spare.run(), undefined);
  assert.equal(isAlive(spare.pid), false);
  assert.equal(timesRun(), before);
});

test('a stopped spare is given up early enough to start a hook with a short timeout directly', { skip }, async () => {
  const spare = spareOfNode();
  await spare.ready;
  process.kill(spare.pid, 'SIGSTOP');
  assert.equal(await spare.run(folder, 400), undefined);
  assert.equal(isAlive(spare.pid), false);
});

test('a missing working folder ends the spare before its job runs', { skip }, async () => {
  const before = timesRun();
  assert.equal(await spareOfNode().run(join(folder, 'gone')), undefined);
  assert.equal(timesRun(), before);
});

test('a spare that ends while it waits reports it, and its descriptors are closed', { skip }, async () => {
  const count = () => readdirSync('/proc/self/fd').length;
  const before = count();
  const gone = await new Promise<boolean>((resolve) => {
    const spare = spareOfNode(() => resolve(true));
    void spare.ready.then(() => process.kill(spare.pid, 'SIGTERM'));
  });
  assert.ok(gone);
  await wait(50);
  assert.ok(count() <= before + 1);
});

test('spare.end ends a waiting spare', { skip }, async () => {
  const spare = spareOfNode();
  await spare.ready;
  spare.end();
  for (let waited = 0; isAlive(spare.pid) && waited < 2_000; waited += 10) await wait(10);
  assert.equal(isAlive(spare.pid), false);
});
