import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createSparePool } from '../../src/handlers/spares/spare-pool.js';
import { type HookSample, spareWorld, takeSpare } from './spare-world.js';

const skip = process.platform !== 'linux';
const withoutPython = skip || spawnSync('/usr/bin/python3', ['--version']).status !== 0;
const hook: HookSample = { name: '', command: 'node "$CLAUDE_PROJECT_DIR/a.js"', files: { 'a.js': 'console.log(1)' } };

// Modules imported indirectly count as well.
for (const name of ['json', 're'])
  test(`a file ${name}.py next to a script shadows the module, as it does without a spare`, {
    skip: withoutPython,
  }, async (t) => {
    const world = spareWorld(t);
    const files = { 'hook.py': 'import json\nprint(json.__file__)\n', [`${name}.py`]: 'a = 1\nprint("mine")\n' };
    const sample = { name: '', command: 'python3 "$CLAUDE_PROJECT_DIR/hook.py"', files };
    const plain = await world.plain(sample);
    const refused = await takeSpare(world.pool, world.job(sample));
    assert.equal(await refused?.(), undefined);
    // From now on, spares of this hook import nothing.
    assert.deepEqual((await world.spare(sample))?.end, plain.end);
  });

for (const [what, sample] of [
  ['a shell script', { command: 'sh "$CLAUDE_PROJECT_DIR/a.sh"', files: { 'a.sh': 'true' } }],
  ['a node command with options', { command: 'node --no-warnings "$CLAUDE_PROJECT_DIR/a.js"', files: { 'a.js': '' } }],
  ['inline code for node', { command: 'node -e 1', files: {} }],
  ['a hook with its own preload', { ...hook, env: { NODE_OPTIONS: '--require /dev/null' } }],
  ['a variable that changes how node starts', { ...hook, env: { NODE_DEBUG: 'fs' } }],
  ['two commands', { command: 'cd / && node "$CLAUDE_PROJECT_DIR/a.js"', files: { 'a.js': '' } }],
  ['a PATH with a relative folder first', { ...hook, env: { PATH: 'bin:/usr/bin:/bin' } }],
] as const)
  test(`no spare is started for ${what}`, { skip }, async (t) => {
    const world = spareWorld(t);
    assert.equal(await takeSpare(world.pool, world.job({ name: '', ...sample }), 600), undefined);
    assert.deepEqual(world.pool.report().waiting, {});
  });

test('a wrapper script on PATH is not treated as an interpreter', { skip }, async (t) => {
  const world = spareWorld(t);
  const bin = join(world.folder, 'shims');
  mkdirSync(bin);
  writeFileSync(join(bin, 'node'), `#!/bin/sh\nexec ${process.execPath} "$@"\n`);
  chmodSync(join(bin, 'node'), 0o755);
  const sample = { ...hook, env: { PATH: `${bin}:/usr/bin:/bin` } };
  assert.equal(await takeSpare(world.pool, world.job(sample), 600), undefined);
});

test('replacing a program starts new spares and ends the old ones', { skip }, async (t) => {
  const world = spareWorld(t);
  const bin = join(world.folder, 'bin');
  mkdirSync(bin);
  const renew = () => {
    copyFileSync(process.execPath, join(bin, 'new'));
    chmodSync(join(bin, 'new'), 0o755);
    spawnSync('mv', ['-f', join(bin, 'new'), join(bin, 'node')]);
  };
  renew();
  const sample = { ...hook, env: { PATH: `${bin}:/usr/bin:/bin` } };
  assert.ok(await world.spare(sample));
  renew();
  assert.equal(world.pool.take(world.job(sample)), undefined);
  assert.equal((await world.spare(sample))?.end.kind, 'exit');
});

test('no spare starts while a hook runs, and unused spares are ended', { skip }, async (t) => {
  const world = spareWorld(t);
  await world.plain(hook);
  let isBusy = true;
  const state = join(world.folder, 'state');
  const ticks = () => performance.now();
  const pool = createSparePool({ state, ticks, isBusy: () => isBusy, idleMs: 1_200 });
  t.after(() => pool.close());
  assert.equal(await takeSpare(pool, world.job(hook), 500), undefined);
  isBusy = false;
  const run = await takeSpare(pool, world.job(hook));
  assert.equal((await run?.())?.kind, 'exit');
  await wait(2_000);
  assert.deepEqual(pool.report().waiting, {});
  assert.equal(pool.report().used, 1);
});

test('as many spares wait as hooks ran concurrently, and their memory is reported', { skip }, async (t) => {
  const world = spareWorld(t);
  assert.ok(await world.spare(hook));
  for (let n = 0; n < 5; n++) void world.pool.take(world.job(hook))?.();
  const waiting = () => Object.values(world.pool.report().waiting).reduce((sum, count) => sum + count, 0);
  for (let waited = 0; waiting() < 5 && waited < 5_000; waited += 50) await wait(50);
  assert.ok(waiting() >= 5);
  assert.ok(world.pool.report().memoryBytes > 1_000_000);
});

test('each of many hooks has a spare before any has two', { skip: withoutPython }, async (t) => {
  const world = spareWorld(t);
  const samples = Array.from({ length: 8 }, (_, n) => ({
    name: '',
    command: `/usr/bin/python3 "$CLAUDE_PROJECT_DIR/${n}.py"`,
    files: { [`${n}.py`]: 'print(1)\n' },
  }));
  for (const sample of samples) await world.plain(sample);
  const takeAll = () => samples.map((sample) => world.pool.take(world.job(sample)));
  const waiting = () => Object.values(world.pool.report().waiting).reduce((sum, count) => sum + count, 0);
  for (let event = 0; event < 2; event++) {
    await Promise.all(takeAll().map((run) => run?.()));
    for (let waited = 0; waiting() < 12 && waited < 10_000; waited += 50) await wait(50);
  }
  const taken = takeAll();
  assert.deepEqual(
    taken.map((run) => run !== undefined),
    samples.map(() => true),
  );
  await Promise.all(taken.map((run) => run?.()));
});

test("a waiting spare does not hold the hook's environment", { skip }, async (t) => {
  const world = spareWorld(t);
  await world.plain(hook);
  const run = await takeSpare(world.pool, world.job(hook));
  const secrets = spawnSync(
    'sh',
    ['-c', 'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep -c s3cret || true'],
    {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin' },
    },
  );
  assert.equal(secrets.stdout.trim(), '0');
  assert.equal((await run?.())?.kind, 'exit');
});
