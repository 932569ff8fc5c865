import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { waitUntil } from '../bad-input/marked-processes.js';
import { hookMdWithScript } from '../cli/harness.js';
import { isAlive } from '../support/is-alive.js';
import { replayWorld, toolPayload } from './replay-world.js';

test('an interrupted replay leaves no folder and no process behind', async (t) => {
  const pure = 'metadata:\n  anyhook:\n    pure: true\n';
  const here = replayWorld(t, hookMdWithScript('slow', 'before_tool', 'exit 0', pure));
  await here.live([toolPayload(here.dir, 'Bash', { command: 'ls' })]);
  const tmp = join(here.dir, '..', 'tmp');
  const mark = join(here.dir, '..', 'began');
  mkdirSync(tmp);
  here.commit(hookMdWithScript('slow', 'before_tool', `echo $$ > ${mark}; sleep 60`, pure));
  const args = [resolve('packages/anyhook/bin/anyhook.cjs'), 'replay', '--against', 'HEAD', '--trust-project'];
  const child = spawn(process.execPath, args, { cwd: here.dir, env: { ...here.env, TMPDIR: tmp }, stdio: 'ignore' });
  assert.ok(await waitUntil(() => existsSync(mark) && readFileSync(mark, 'utf8') !== ''));
  assert.equal(readdirSync(tmp).length, 1);
  child.kill('SIGINT');
  const [, signal] = await once(child, 'exit');
  assert.equal(signal, 'SIGINT');
  assert.deepEqual(readdirSync(tmp), []);
  assert.ok(await waitUntil(() => !isAlive(Number(readFileSync(mark, 'utf8')))));
});
