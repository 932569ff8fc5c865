import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hookMdWithScript, testProject } from './harness.js';

const guard = hookMdWithScript('no-rm', 'before_tool', 'exit 2');
const windows = { system: 'win32', columns: 80 };

test('on Windows completion writes nothing, and says what does not work and what to do', async (t) => {
  const here = testProject(t, guard);
  const { code, stderr, stdout } = await here.run(['completion', '--install', 'bash'], windows);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /"anyhook completion --install" does not work on Windows yet: it writes for bash, zsh and fish only/,
  );
  assert.match(stderr, /Nothing was written\. Use it in WSL/);
  assert.equal(existsSync(join(here.env['HOME'] ?? '', '.bashrc')), false);
});

test('on Windows a project can be trusted, and its lock file written', async (t) => {
  const here = testProject(t, guard);
  for (const option of ['--lock', '--yes', '--list', '--revoke'])
    assert.equal((await here.run(['trust', option], windows)).code, 0, option);
  assert.equal(existsSync(join(here.dir, '.agents/anyhook.lock.json')), true);
});

test('on Windows bench starts no shell by a name without a drive: it refuses, and says why', async (t) => {
  const here = testProject(t, guard);
  const { code, stderr, stdout } = await here.run(['engine', 'bench', '--rounds', '20'], windows);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /"anyhook engine bench" does not work on Windows yet: it compares with sh, .*Use it in WSL/);
});
